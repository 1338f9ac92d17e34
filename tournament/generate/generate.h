/* generate.h: `kaname-tournament openings ...`: balanced openings, made with any engine.
 *
 * Random stones near each other are put down; the engine is asked for a move and its score, and an
 * opening is kept when that is near zero. No two kept openings are turned or mirrored forms of each
 * other. What is tried depends on the seed alone, so that with a reproducible engine the list is
 * reproducible too, at any concurrency. */
#ifndef TOURNAMENT_GENERATE_GENERATE_H
#define TOURNAMENT_GENERATE_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "game/player.h"

/* argv[0] is the word `openings`. Exit status: 0, 1 (a failure), 2 (a wrong word). */
int generator_main(int argc, char **argv);

/* The candidate of this number: `stones` of them, legal, the game not over and no four on the board
 * (engines answer a four without a look at what follows, so their score would tell nothing), the
 * first near the middle, each later one at most two points from another. */
void generator_candidate(Opening *opening, const PlayerGame *game, size_t stones, uint64_t seed,
                         uint64_t number);

/* The form that all turned and mirrored copies of the opening share, whatever the order in which
 * the stones of a colour came: text of at most `size` bytes. */
void generator_canonical(const Opening *opening, int width, int height, char *text, size_t size);

#endif
