/* attention.h: what a player of a level does not see.
 *
 * A row is five cells in line that hold stones of one colour alone; its empty cells matter to that
 * colour. A player looks along lines: of a line it sees all rows of a colour or, by chance, none.
 * Rows with more stones are seen more often, the player's own more often than the opponent's; rows
 * along a diagonal less often, and so are those far from the last stones. What the last two stones
 * touch is hardly ever missed. A cell is overlooked if it matters to rows and none of them is seen.
 */
#ifndef KANAME_PROTOCOL_LEVELS_ATTENTION_H
#define KANAME_PROTOCOL_LEVELS_ATTENTION_H

#include "kaname.h"
#include "levels/level.h"

#include <stdbool.h>
#include <stdint.h>

/* Writes the overlooked cells, which are empty, to `points` (room for KANAME_MAX_CELLS) and returns
 * their number. Depends on the position, on the level and on `seed` alone. */
size_t attention_overlooks(const KanameEngine *engine, const Level *level, uint64_t seed,
                           KanamePoint *points);

/* A pseudo-random number from another: the finalizer of splitmix64 (Steele, Lea, Flood, 2014). */
uint64_t attention_stir(uint64_t state);
/* A pseudo-random number from the seed and the stones, in their order. */
uint64_t attention_chance(const KanameEngine *engine, uint64_t seed);

#endif
