/* positions.h: positions of games that a match has played, as candidates for openings. */
#ifndef TOURNAMENT_GENERATE_POSITIONS_H
#define TOURNAMENT_GENERATE_POSITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "game/player.h"
#include "shared/status/failure.h"

/* Reads one position, of `least` to `most` stones, from each game of the newest run in the database
 * `path`; the caller releases the list with opening_list_release(). The stones are drawn by the
 * seed and the game's number. If the position has a four, the next number of stones at which the
 * game has none serves instead. Games that have no such position, and games of another rule or
 * board, are left out. Returns false on failure: the list is empty, and `failure` gives the reason.
 */
bool positions_load(OpeningList *list, const char *path, const PlayerGame *game, size_t least,
                    size_t most, uint64_t seed, Failure *failure);

#endif
