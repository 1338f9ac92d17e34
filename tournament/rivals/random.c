/* random: any empty cell, all equally likely.
 *
 * Source: none; the lowest step of the ladder. Score: none. The choice is drawn from a hash of the
 * seed and the stones in their order, so a game depends only on the seed and the opponent's moves,
 * not on earlier games of the process. Blind to: everything, its own five and the opponent's
 * included. */
#include <stdlib.h>

#include "rivals/players.h"

static void *random_new(const RivalSettings *settings) {
    uint64_t *seed = malloc(sizeof *seed);
    if (seed)
        *seed = settings->seed;
    return seed;
}

static int random_choose(void *state, const RivalPosition *position, const RivalLimits *limits) {
    (void)limits;
    const uint64_t *seed = state;
    uint64_t left = (uint64_t)(rival_cells(position) - position->count - position->blocked);
    /* The remainder favours the first cells by less than one part in 2^54. */
    uint64_t skip = rival_position_hash(position, *seed) % left;
    int cell = 0;
    while (position->stones[cell] != STONE_NONE || skip-- > 0)
        cell++;
    return cell;
}

const RivalPlayer rival_random = {
    .name = "random",
    .method = "any empty cell",
    .state_new = random_new,
    .state_free = free,
    .choose = random_choose,
};
