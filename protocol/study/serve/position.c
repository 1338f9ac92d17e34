#include "study/serve/position.h"

#include "games/ending.h"
#include "games/engine.h"
#include "study/judge.h"

#include <stdlib.h>

/* Returns whose row stands on the board already, KANAME_EMPTY if nobody's. */
static KanameColor winner_among(const GamePosition *position, const Game *game) {
    Judge judge;
    judge_init(&judge, game->rule, game->width, game->height);
    judge_set_all(&judge, position->stones, position->count);
    return judge_winner(&judge, position->stones, position->count);
}

static PositionEnd won_by(KanameColor color) {
    return color == KANAME_BLACK ? POSITION_BLACK_WON : POSITION_WHITE_WON;
}

/* Plays the move and says how it ends the game. */
static KanameStatus play(KanameEngine *engine, KanamePoint point, PositionEnd *end) {
    GameEnding ending = game_ending_at(engine, point);
    if (ending == GAME_ENDING_WON)
        *end = won_by(kaname_to_move(engine));
    else if (ending == GAME_ENDING_FORBIDDEN)
        *end = POSITION_WHITE_WON;
    else if (ending == GAME_ENDING_FULL)
        *end = POSITION_DRAWN;
    return kaname_play(engine, point.x, point.y);
}

static KanameStatus set_stones(KanameEngine *engine, const Game *game, GamePosition *position,
                               PositionEnd *end) {
    if (!game_position(game, 0, position))
        return KANAME_ERR_MEMORY;
    KanameColor winner = winner_among(position, game);
    KanameStatus status =
        kaname_set_position(engine, position->stones, position->count, position->to_move);
    if (winner != KANAME_EMPTY)
        *end = won_by(winner);
    else if (status == KANAME_OK && game_has_at_most_empty(engine, 0))
        *end = POSITION_DRAWN;
    return status;
}

KanameStatus position_set(KanameEngine *engine, const Game *game, uint32_t ply, PositionEnd *end) {
    GamePosition *position = malloc(sizeof *position);
    *end = POSITION_GOES_ON;
    KanameStatus status = position != NULL ? game_set_board(engine, game) : KANAME_ERR_MEMORY;
    if (status == KANAME_OK)
        status = set_stones(engine, game, position, end);
    for (uint32_t i = 1; i <= ply && status == KANAME_OK && *end == POSITION_GOES_ON; i++)
        status = play(engine, game->nodes[i].move, end);
    free(position);
    return status;
}
