/* openings.h: keys of openings, to detect games that begin alike.
 *
 * Two games begin alike if the positions after their first stones, or all stones of a shorter
 * game, are equal under one of the board's eight symmetries, with equal rule and size. A set
 * belongs to one thread at a time. */
#ifndef KANAME_TRAIN_OPENINGS_H
#define KANAME_TRAIN_OPENINGS_H

#include "train/game_data.h"

enum { OPENING_STONES = 12 }; /* of games that count as duplicates */

/* Returns a key that is equal for games that begin alike in `stones` stones, never 0. */
uint64_t opening_key(const Game *game, int stones);

/* Empty if zero-initialised. */
typedef struct Openings {
    uint64_t *keys; /* a hash table; 0: free */
    size_t count, capacity;
} Openings;

void openings_release(Openings *openings);
/* Adds a key; sets *is_new to whether it is new. Returns false if out of memory. */
bool openings_add(Openings *openings, uint64_t key, bool *is_new);

#endif
