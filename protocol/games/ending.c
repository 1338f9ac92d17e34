#include "games/ending.h"

bool game_has_at_most_empty(const KanameEngine *engine, int count) {
    int empty = 0;
    for (int y = 0; y < kaname_height(engine) && empty <= count; y++)
        for (int x = 0; x < kaname_width(engine) && empty <= count; x++)
            empty += kaname_at(engine, x, y) == KANAME_EMPTY;
    return empty <= count;
}

GameEnding game_ending_at(const KanameEngine *engine, KanamePoint point) {
    KanameColor color = kaname_to_move(engine);
    if (kaname_wins_at(engine, point.x, point.y, color))
        return GAME_ENDING_WON;
    if (kaname_is_forbidden(engine, point.x, point.y, color))
        return GAME_ENDING_FORBIDDEN;
    return game_has_at_most_empty(engine, 1) ? GAME_ENDING_FULL : GAME_ENDING_NONE;
}
