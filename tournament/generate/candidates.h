/* candidates.h: makes random openings and recognises those that are equal by symmetry. Pure
 * functions. */
#ifndef TOURNAMENT_GENERATE_CANDIDATES_H
#define TOURNAMENT_GENERATE_CANDIDATES_H

#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "game/player.h"

enum { CANDIDATE_FORM_MAX = OPENING_STONES_MAX * 4 + 8 }; /* bytes, NUL included */

/* Makes the candidate with this number: `stones` legal stones, the first near the centre, each
 * later one at most two points from another. The game is not over and there is no four on the
 * board: engines answer a four without a search, so their score would be meaningless. */
void candidate_make(Opening *opening, const PlayerGame *game, size_t stones, uint64_t seed,
                    uint64_t number);

/* Writes a text of at most `size` bytes that all rotations and reflections of the opening share. It
 * does not depend on the order of the stones of a colour. */
void candidate_form(const Opening *opening, int width, int height, char *text, size_t size);

#endif
