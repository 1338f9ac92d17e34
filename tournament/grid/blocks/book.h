/* book.h: `kaname-tournament book`: has workers search the positions of a file of openings, in
 * rounds of blocks. */
#ifndef TOURNAMENT_GRID_BLOCKS_BOOK_H
#define TOURNAMENT_GRID_BLOCKS_BOOK_H

#include "shared/cli/option.h"

extern const OptionCommand book_command;

#endif
