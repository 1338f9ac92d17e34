/* start.h: what every fit begins with: its games, in two parts, and the weights of the tables. */
#ifndef KANAME_TRAIN_START_H
#define KANAME_TRAIN_START_H

#include "eval/table/weights.h"
#include "train/dataset.h"

/* Indexes of games. */
typedef struct GameParts {
    uint32_t *train, *heldout;
    size_t train_count, heldout_count;
} GameParts;

/* Divides the games by their fingerprints, so that a game is held out of every fit or of none.
 * Returns false if memory is short; call game_parts_release() all the same. */
bool game_parts_init(GameParts *parts, const Dataset *data, int heldout_permille);
void game_parts_release(GameParts *parts);

void games_shuffle(uint32_t *games, size_t count, uint64_t *rng);

/* Reads a weights file of the rule; NULL: the built-in weights. On an error returns false and
 * prints it on standard error, `command` before it. */
bool start_weights(Weights *weights, const char *path, Rule rule, const char *command);

#endif
