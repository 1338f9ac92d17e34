/* intake.h: brings the records of a file into the database, some of them together. */
#ifndef KANAME_PROTOCOL_DATABASE_INTAKE_H
#define KANAME_PROTOCOL_DATABASE_INTAKE_H

#include "database/store.h"

#include <stdbool.h>

typedef struct Intake {
    Database *database; /* NULL: only looks whether all is well */
    long count;
    bool is_open; /* a transaction is */
} Intake;

/* As database_add(). */
bool intake_add(Intake *intake, const DatabasePosition *position, const DatabaseRecord *record);
/* Also after a failure. False: the last records were lost. */
bool intake_end(Intake *intake);

#endif
