/* keys.h: Zobrist keys of positions: the exclusive or of one random word per (cell, colour).
 *
 * Zobrist, "A New Hashing Method with Application for Game Playing", 1970. A mixing function
 * computes the words: no table to set up or to fetch, and the same words on every machine. A word
 * depends on the cell's number alone, so boards of different width or rule must not share a table.
 */
#ifndef KANAME_BASE_KEYS_H
#define KANAME_BASE_KEYS_H

#include "base/rng.h"
#include "base/types.h"

static inline uint64_t zobrist_stone(Cell cell, Color color) {
    return rng_mix(((uint64_t)cell * 2 + (uint64_t)color + 1) * 0x9E3779B97F4A7C15ULL);
}

/* Mixed in when White is to move. */
#define ZOBRIST_WHITE_TO_MOVE 0xC2B2AE3D27D4EB4FULL

#endif
