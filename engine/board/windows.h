/* windows.h: reads the shape of every window that a stone at one cell belongs to. The hot loop of
 * the board, in one version an instruction set; all give identical results. */
#ifndef KANAME_BOARD_WINDOWS_H
#define KANAME_BOARD_WINDOWS_H

#include "board/board.h"

/* The reader for a table of this reach: fresh[d][i] becomes the shape pair now due at distance
 * i - reach from the cell on its line of direction d, 0 <= i <= 2 * reach. Only the slots of empty
 * cells are defined; the cell itself counts as occupied. */
WindowsReadFn windows_reader(Isa isa, int reach);

#endif
