/* Positions and records of database.h without a file; built with and without SQLite. */
#include "database.h"

void database_position_init(DatabasePosition *position, KanameRule rule, int width, int height) {
    *position =
        (DatabasePosition){.rule = rule, .width = width, .height = height, .to_move = KANAME_BLACK};
    for (int i = 0; i < width * height; i++)
        position->cells[i] = KANAME_EMPTY;
}

bool database_position_play(DatabasePosition *position, KanamePoint point) {
    if (point.x < 0 || point.x >= position->width || point.y < 0 || point.y >= position->height)
        return false;
    KanameColor *cell = &position->cells[point.y * position->width + point.x];
    if (*cell != KANAME_EMPTY)
        return false;
    *cell = position->to_move;
    position->to_move = position->to_move == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    return true;
}

bool database_is_proven(const DatabaseRecord *record) {
    return record->tag == DATABASE_TAG_WIN || record->tag == DATABASE_TAG_LOSS ||
           record->tag == DATABASE_TAG_DRAW;
}
