/* keys.h: position keys by exclusive or of one random word per (cell, colour).
 *
 * Zobrist, "A New Hashing Method with Application for Game Playing", 1970. The words are computed
 * by a mixing function instead of being read from a table: no set-up, no cache line, the same on
 * every machine. Keys depend on the cell's number alone, so positions of boards of different width
 * or rule must not share a table. */
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
