/* roster.h: the list of the reference players. */
#ifndef RIVALS_ROSTER_H
#define RIVALS_ROSTER_H

#include "rivals/player.h"

/* All players, weakest first by a round robin at 0.1 s a move; ends with NULL. */
extern const RivalPlayer *const rival_players[];
/* Their names in the same order, ended by NULL. */
extern const char *const rival_player_names[];

/* Returns the player of this name, or NULL. */
const RivalPlayer *rival_player_find(const char *name);

#endif
