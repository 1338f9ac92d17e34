/* attention.h: the cells that a player of a level overlooks.
 *
 * A row is five cells in line that hold stones of only one colour; its empty cells matter to that
 * colour. A player looks along lines: on each line it sees all rows of a colour or, by chance,
 * none. It sees rows with more stones more often, its own more often than the opponent's, rows on
 * diagonals less often, and rows far from the last stones less often. It misses rows half as often
 * on a line with one of the last two stones near it. A cell is overlooked if it matters to rows and
 * the player sees none of them. */
#ifndef KANAME_PROTOCOL_LEVEL_ATTENTION_H
#define KANAME_PROTOCOL_LEVEL_ATTENTION_H

#include "kaname.h"
#include "level/level.h"

#include <stdbool.h>
#include <stdint.h>

/* Writes the overlooked cells, which are empty, to `points` (room for KANAME_MAX_CELLS) and returns
 * their number. The result depends only on the stones, in their order, the level and `seed`. */
size_t attention_overlooks(const KanameEngine *engine, const Level *level, uint64_t seed,
                           KanamePoint *points);

/* Returns a pseudo-random number from another: the finalizer of splitmix64 (Steele, Lea, Flood,
 * 2014). */
uint64_t attention_stir(uint64_t state);
/* Returns a pseudo-random number from the seed and the stones, in their order. */
uint64_t attention_chance(const KanameEngine *engine, uint64_t seed);

#endif
