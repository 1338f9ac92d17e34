/* rng.h: a small seeded random number generator; its state is one word, owned by the caller.
 *
 * SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
#ifndef KANAME_BASE_RNG_H
#define KANAME_BASE_RNG_H

#include <stdint.h>

/* The generator's output function: a bijection in which every input bit affects the whole output.
 */
static inline uint64_t rng_mix(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

static inline uint64_t rng_next(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15ULL;
    return rng_mix(*state);
}

/* Returns a number in 0..bound-1 (bound >= 1), uniform up to a bias below bound / 2^32: multiplies
 * the high half of the output. */
static inline uint32_t rng_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(((rng_next(state) >> 32) * bound) >> 32);
}

#endif
