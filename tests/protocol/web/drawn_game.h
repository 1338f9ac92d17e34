/* drawn_game.h: games by chance, as requests name their moves. */
#ifndef TESTS_PROTOCOL_WEB_DRAWN_GAME_H
#define TESTS_PROTOCOL_WEB_DRAWN_GAME_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kaname.h"

static inline int below(uint64_t *random, int count) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (int)((*random >> 33) % (uint64_t)count);
}

/* Writes a game of moves near the middle, chosen by chance, none of which wins, and plays it. */
static inline void play_by_chance(KanameEngine *game, uint64_t *rng, int count, char *moves) {
    ck_assert_int_eq(kaname_set_position(game, NULL, 0, KANAME_BLACK), KANAME_OK);
    for (moves[0] = '\0'; count > 0;) {
        KanamePoint at = {4 + below(rng, 7), 4 + below(rng, 7)};
        if (kaname_at(game, at.x, at.y) != KANAME_EMPTY ||
            kaname_wins_at(game, at.x, at.y, kaname_to_move(game)) ||
            kaname_is_forbidden(game, at.x, at.y, kaname_to_move(game)))
            continue;
        ck_assert_int_eq(kaname_play(game, at.x, at.y), KANAME_OK);
        sprintf(moves + strlen(moves), "%c%d", 'a' + at.x, 15 - at.y);
        count--;
    }
}

#endif
