/* put.h: writes records as they are, for tests of the position database. */
#ifndef TESTS_PROTOCOL_DATABASE_PUT_H
#define TESTS_PROTOCOL_DATABASE_PUT_H

#include "database/store.h"

static inline bool put_replace(DatabaseRecord *record, const void *context) {
    *record = *(const DatabaseRecord *)context;
    return true;
}

/* Writes the record, replacing an earlier one. Returns false on failure. */
static inline bool put_record(Database *database, const DatabasePosition *position,
                              const DatabaseRecord *record) {
    return database_change(database, position, put_replace, record);
}

#endif
