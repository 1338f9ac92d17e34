/* generate.h: `kaname-tournament openings ...`: makes balanced openings with any engine.
 *
 * A candidate is a few random stones near each other. The engine gives a move and its score; a
 * candidate with a score near zero is kept. No two kept openings are rotations or reflections of
 * each other. The candidates depend on the seed alone, so a reproducible engine gives a
 * reproducible list at any concurrency. */
#ifndef TOURNAMENT_GENERATE_GENERATE_H
#define TOURNAMENT_GENERATE_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "cli/option.h"
#include "game/opening.h"
#include "game/player.h"

extern const OptionCommand generator_command;

/* argv[0] is the word `openings`. Returns the exit status: 0 done, 1 a failure, 2 a wrong word. */
int generator_main(int argc, char **argv);

/* Makes the candidate with this number: `stones` legal stones, the first near the middle, each
 * later one at most two points from another. The game is not over and no four is on the board:
 * engines answer a four without a search, so their score would mean nothing. */
void generator_candidate(Opening *opening, const PlayerGame *game, size_t stones, uint64_t seed,
                         uint64_t number);

/* Writes a text of at most `size` bytes that all rotations and reflections of the opening share, in
 * whatever order the stones of a colour were played. */
void generator_canonical(const Opening *opening, int width, int height, char *text, size_t size);

#endif
