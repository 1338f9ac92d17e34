#include "database/intake.h"

bool intake_add(Intake *intake, const DatabasePosition *position, const DatabaseRecord *record) {
    intake->count++;
    if (intake->database == NULL)
        return true;
    intake->is_open = intake->is_open || database_begin(intake->database);
    return intake->is_open && database_add(intake->database, position, record);
}

bool intake_end(Intake *intake, bool is_good) {
    bool is_open = intake->is_open;
    intake->is_open = false;
    if (!is_open)
        return true;
    if (is_good)
        return database_commit(intake->database);
    database_roll_back(intake->database);
    return true;
}
