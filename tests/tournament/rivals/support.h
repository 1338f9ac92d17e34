/* support.h: positions and games for the tests of the reference players. */
#ifndef TESTS_TOURNAMENT_RIVALS_SUPPORT_H
#define TESTS_TOURNAMENT_RIVALS_SUPPORT_H

#include <check.h>

#include "rivals/player.h"

/* A board from one string per row, ended by NULL: x an own stone, o the opponent's, # a wall, + the
 * cell that is asked about (empty), anything else empty. Stones count as played in reading order.
 * The cell marked + goes to *marked, if wanted; RIVAL_NO_CELL if there is none. */
RivalPosition position_from_rows(const char *const rows[], int *marked);

/* An empty board of 15x15 with one row drawn on its middle row 7, from the left. */
RivalPosition position_from_row(const char *row, int *marked);

/* What the player, freshly made with the settings, plays when no deadline is near. */
int choose_once(const RivalPlayer *player, const RivalSettings *settings,
                const RivalPosition *position);

#endif
