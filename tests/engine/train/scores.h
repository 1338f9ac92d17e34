/* scores.h: the scale of the scores in games to fit. */
#ifndef TESTS_ENGINE_TRAIN_SCORES_H
#define TESTS_ENGINE_TRAIN_SCORES_H

#include <math.h>

#include "engine/train/support.h"
#include "train/objective.h"

enum { UNITS = 100 }; /* a nat, of the weights that are to be found */

/* Sets the scale of scores of all stages. */
static inline void set_scale(Objective *objective) {
    objective->mean_scale = UNITS;
    for (int i = 0; i < STAGES; i++)
        objective->win_scale[i] = objective->probed_scale[i] = UNITS;
}

/* Gives the last move of the game this score. */
static inline void score_last_move(Game *game, double scale, uint64_t *rng) {
    int last = game->move_count - 1;
    game->scores[last] = (int16_t)((int)rng_below(rng, 1201) - 600);
    double odds = 1 / (1 + exp(-game->scores[last] / scale));
    game->result = rng_below(rng, 100000) < 100000 * odds ? GAME_BLACK_WON : GAME_WHITE_WON;
}

#endif
