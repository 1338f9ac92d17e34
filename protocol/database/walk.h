/* walk.h: passes over the records of a database. */
#ifndef KANAME_PROTOCOL_DATABASE_WALK_H
#define KANAME_PROTOCOL_DATABASE_WALK_H

#include "database/store.h"

#include <stdbool.h>

/* Calls `visit` for every record until it returns false; it may use the database. False: the
 * records could not be read to their end. */
bool database_each(Database *database,
                   bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record,
                                 void *context),
                   void *context);

/* The same for those of the position's rule and size that hold its stones, with itself; they come
 * turned so that its stones lie as in `position`. */
bool database_each_following(Database *database, const DatabasePosition *position,
                             bool (*visit)(const DatabasePosition *position,
                                           const DatabaseRecord *record, void *context),
                             void *context);

/* Removes the position and all of the same rule and size that hold its stones and more. Returns
 * how many, -1 when it failed. */
long database_remove_from(Database *database, const DatabasePosition *position,
                          DatabaseFilter filter);

#endif
