/* random.h: a seeded generator whose state is passed in: SplitMix64 (Steele, Lea, Flood 2014). */
#ifndef TOURNAMENT_GAME_RANDOM_H
#define TOURNAMENT_GAME_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Returns 0 .. bound - 1; bound must not be 0. The bias is below bound / 2^64. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound) {
    return random_next(state) % bound;
}

/* 0 <= value < 1 */
static inline double random_unit(uint64_t *state) {
    return (double)(random_next(state) >> 11) * 0x1.0p-53;
}

/* Returns the state for one of many independent streams of a seed. */
static inline uint64_t random_stream(uint64_t seed, uint64_t stream) {
    uint64_t state = seed ^ (stream * 0xD1342543DE82EF95u);
    random_next(&state);
    return random_next(&state);
}

#endif
