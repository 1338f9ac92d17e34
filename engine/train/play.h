/* play.h: one game of the engine against itself. */
#ifndef KANAME_TRAIN_PLAY_H
#define KANAME_TRAIN_PLAY_H

#include <stdatomic.h>

#include "train/game_data.h"
#include "train/generate_options.h"

/* Plays game `number` of the run: a balanced opening of random stones, then moves by search, up to
 * a proof, a five or a full board. The position of the engine afterwards is unspecified. Once
 * `stop`, which may be NULL, is true, returns after the next search; the game is then incomplete.
 * Fails only with KANAME_ERR_MEMORY. */
KanameStatus play_game(KanameEngine *engine, const GenerateOptions *options, uint32_t number,
                       const atomic_bool *stop, Game *game);

/* Sets the engine to the balanced opening of random stones with which game `number` begins. */
KanameStatus play_opening(KanameEngine *engine, const GenerateOptions *options, uint32_t number);

#endif
