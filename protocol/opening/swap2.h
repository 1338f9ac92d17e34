/* swap2.h: the swap2 opening as SWAP2BOARD asks for it.
 *
 * No stones listed: place three (black, white, black) that favour nobody, for the other player
 * chooses a side. Three listed: take Black (swap), stay White and play, or add a white and a black
 * stone and hand the choice back. Five listed: take Black or stay White and play. */
#ifndef KANAME_PROTOCOL_OPENING_SWAP2_H
#define KANAME_PROTOCOL_OPENING_SWAP2_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum { SWAP2_MOVES_MAX = 3 };

typedef struct Swap2Answer {
    bool takes_black; /* SWAP; no moves then */
    size_t count;
    KanamePoint moves[SWAP2_MOVES_MAX];
} Swap2Answer;

/* Can a swap2 opening be at this many stones? */
bool swap2_is_stage(size_t stone_count);

/* Thinks about the position that the engine holds, which must be at such a stage, and leaves it
 * there. The limits hold for all searches together. Runs until kaname_stop() at the latest. */
KanameStatus swap2_answer(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, Swap2Answer *answer);

#endif
