#include "database/positions.h"

void database_position_init(DatabasePosition *position, KanameRule rule, int width, int height) {
    *position =
        (DatabasePosition){.rule = rule, .width = width, .height = height, .to_move = KANAME_BLACK};
    for (int i = 0; i < width * height; i++)
        position->cells[i] = KANAME_EMPTY;
}

bool database_position_of(const KanameEngine *engine, DatabasePosition *position) {
    size_t counts[2] = {0, 0};
    database_position_init(position, kaname_rule(engine), kaname_width(engine),
                           kaname_height(engine));
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            KanameColor color = kaname_at(engine, x, y);
            if (color == KANAME_WALL)
                return false;
            position->cells[y * position->width + x] = color;
            if (color != KANAME_EMPTY)
                counts[color]++;
        }
    position->to_move = kaname_to_move(engine);
    return position->to_move == KANAME_BLACK ? counts[KANAME_BLACK] == counts[KANAME_WHITE]
                                             : counts[KANAME_BLACK] == counts[KANAME_WHITE] + 1;
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

/* Finds the next stone of a colour from cell `*at` on. Returns false if there is none. */
static bool next_stone(const DatabasePosition *position, KanameColor color, int *at,
                       KanamePoint *point) {
    int cells = position->width * position->height;
    while (*at < cells && position->cells[*at] != color)
        ++*at;
    if (*at == cells)
        return false;
    *point = (KanamePoint){*at % position->width, *at / position->width};
    ++*at;
    return true;
}

bool database_position_moves(const DatabasePosition *position, KanamePoint moves[KANAME_MAX_CELLS],
                             size_t *count) {
    int at[2] = {0, 0};
    KanamePoint point;
    KanameColor color = KANAME_BLACK;
    *count = 0;
    while (next_stone(position, color, &at[color], &point)) {
        moves[(*count)++] = point;
        color = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    KanameColor other = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    return color == position->to_move && !next_stone(position, other, &at[other], &point);
}

bool database_is_proven(const DatabaseRecord *record) {
    return record->tag == DATABASE_TAG_WIN || record->tag == DATABASE_TAG_LOSS ||
           record->tag == DATABASE_TAG_DRAW;
}
