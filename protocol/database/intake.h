/* intake.h: adds the records of a file to a database, many in one transaction. */
#ifndef KANAME_PROTOCOL_DATABASE_INTAKE_H
#define KANAME_PROTOCOL_DATABASE_INTAKE_H

#include "database/store.h"

#include <stdbool.h>

typedef struct Intake {
    Database *database; /* NULL: a trial run that only counts */
    long count;
    bool is_open; /* a transaction is open */
} Intake;

/* Adds a record like database_add(), within the transaction. */
bool intake_add(Intake *intake, const DatabasePosition *position, const DatabaseRecord *record);
/* Commits the last records; call it also after a failure. Returns false if they were lost. */
bool intake_end(Intake *intake);

#endif
