/* start.h: the start of every fit: divides its games and reads the weights of the tables. */
#ifndef KANAME_TRAIN_START_H
#define KANAME_TRAIN_START_H

#include "eval/table/weights.h"
#include "train/dataset.h"

/* Indexes of games. */
typedef struct GameParts {
    uint32_t *train, *heldout;
    size_t train_count, heldout_count;
} GameParts;

/* Divides the games by opening_key(), so that a game is held out of all fits or of none.
 * Returns false if out of memory; call game_parts_release() in any case. */
bool game_parts_init(GameParts *parts, const Dataset *data, int heldout_permille);
void game_parts_release(GameParts *parts);
/* Returns whether a fit has games of both parts. Prints to standard error, after `command`, if not,
 * and a warning if they are too few for its losses to tell much. */
bool game_parts_check(const GameParts *parts, const char *command);

void games_shuffle(uint32_t *games, size_t count, uint64_t *rng);

/* Reads a weights file of the rule; NULL: the built-in weights. On failure returns false and prints
 * the error, after `command`, to standard error. */
bool start_weights(Weights *weights, const char *path, Rule rule, const char *command);

#endif
