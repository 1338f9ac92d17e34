/* training.h: `kaname-tournament generate`: has workers play training games in blocks, and merges
 * these in order. */
#ifndef TOURNAMENT_GRID_BLOCKS_TRAINING_H
#define TOURNAMENT_GRID_BLOCKS_TRAINING_H

#include "shared/cli/option.h"

extern const OptionCommand training_command;

#endif
