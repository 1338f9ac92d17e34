/* intake.h: adds the records of a file to a database, all in one transaction: a file with a fault,
 * a full disk or a killed process leaves the database as it was. */
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
/* Commits the records if `is_good`, else undoes them; call it also after a failure. Returns false
 * if the commit fails. */
bool intake_end(Intake *intake, bool is_good);

#endif
