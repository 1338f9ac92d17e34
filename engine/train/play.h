/* play.h: one game of the engine against itself. */
#ifndef KANAME_TRAIN_PLAY_H
#define KANAME_TRAIN_PLAY_H

#include "train/game.h"
#include "train/generate.h"

/* Game `number` of the run: a balanced opening of random stones, then moves by search, up to a
 * proof, a five or a full board. The engine is left on some position. KANAME_ERR_MEMORY when
 * there was none; nothing else fails. */
KanameStatus play_game(KanameEngine *engine, const GenerateOptions *options, uint32_t number,
                       Game *game);

#endif
