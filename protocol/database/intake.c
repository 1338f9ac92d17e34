#include "database/intake.h"

enum { BATCH_RECORDS = 500 }; /* in one transaction */

bool intake_add(Intake *intake, const DatabasePosition *position, const DatabaseRecord *record) {
    intake->count++;
    if (intake->database == NULL)
        return true;
    if (!intake->is_open && !database_begin(intake->database))
        return false;
    intake->is_open = true;
    if (!database_add(intake->database, position, record))
        return false;
    if (intake->count % BATCH_RECORDS != 0)
        return true;
    intake->is_open = false;
    return database_commit(intake->database);
}

bool intake_end(Intake *intake) {
    bool is_open = intake->is_open;
    intake->is_open = false;
    return !is_open || database_commit(intake->database);
}
