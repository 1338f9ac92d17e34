/* blocks.h: `kaname-tournament generate`: training games in blocks, played by workers, merged in
 * order. */
#ifndef TOURNAMENT_GRID_BLOCKS_H
#define TOURNAMENT_GRID_BLOCKS_H

#include "cli/option.h"

extern const OptionCommand blocks_command;
int blocks_main(int argc, char **argv);

#endif
