/* swap2.h: decides in the swap2 opening as SWAP2BOARD requires.
 *
 * No stones listed: place three (black, white, black) for balance, because the other player chooses
 * a side. Three listed: take Black (swap), take White and play, or add a white and a black stone
 * and return the choice. Five listed: take Black, or take White and play. */
#ifndef KANAME_PROTOCOL_OPENING_SWAP2_H
#define KANAME_PROTOCOL_OPENING_SWAP2_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum { SWAP2_MOVES_MAX = 3 };

typedef struct Swap2Answer {
    bool takes_black; /* SWAP; count is 0 */
    size_t count;
    KanamePoint moves[SWAP2_MOVES_MAX];
} Swap2Answer;

/* Returns whether swap2 has a decision at this number of stones: 0, 3 or 5. */
bool swap2_is_stage(size_t stone_count);

/* Decides in the engine's position, which must be at a stage of swap2 and is the same on return.
 * The limits cover all searches together; kaname_stop() ends them early. */
KanameStatus swap2_answer(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, Swap2Answer *answer);

#endif
