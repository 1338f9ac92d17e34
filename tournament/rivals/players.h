/* players.h: the reference players, each described at the head of its own file. */
#ifndef RIVALS_PLAYERS_H
#define RIVALS_PLAYERS_H

#include "player.h"

extern const RivalPlayer rival_random;

#endif
