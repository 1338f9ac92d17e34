/* walk.h: visits or removes many records of a database. */
#ifndef KANAME_PROTOCOL_DATABASE_WALK_H
#define KANAME_PROTOCOL_DATABASE_WALK_H

#include "database/store.h"

#include <stdbool.h>

/* Calls `visit` for every record until it returns false. `visit` may use the database. Returns
 * false if reading fails. */
bool database_each(Database *database,
                   bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record,
                                 void *context),
                   void *context);

/* Does the same for the position and all positions of its rule and size that contain its stones,
 * turned so that these lie as in `position`. */
bool database_each_following(Database *database, const DatabasePosition *position,
                             bool (*visit)(const DatabasePosition *position,
                                           const DatabaseRecord *record, void *context),
                             void *context);

/* Removes the records that the filter selects among those of the position and of the positions that
 * contain its stones. Returns their number. On failure returns -1 and removes none. */
long database_remove_from(Database *database, const DatabasePosition *position,
                          DatabaseFilter filter);

#endif
