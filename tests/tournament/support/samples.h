/* samples.h: runs and games made up from a seed, for tests of what stores and tells them. */
#ifndef TESTS_TOURNAMENT_SUPPORT_SAMPLES_H
#define TESTS_TOURNAMENT_SUPPORT_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game_record.h"
#include "store/store.h"

/* A run of 2 to 6 engines; the second one's name holds quotes, tags and bytes that are no text.
 * Static storage. */
const StoreRun *sample_run(int engines);

/* Game number 1, 2, ... of that run: random stones near each other, judged by the referee, the
 * engine with the lower index sees its fives more often; pairs share an opening. Some games end by
 * time, crash or draw. The same for the same arguments. To be released by the caller. */
void sample_game(GameRecord *game, const StoreRun *run, int64_t number);

/* Writes a run with its games; false: told on stderr. */
bool sample_database(const char *path, int engines, int64_t games);

#endif
