/* players.h: the reference players, each described at the head of its own file. */
#ifndef RIVALS_PLAYERS_H
#define RIVALS_PLAYERS_H

#include "rivals/player.h"

extern const RivalPlayer rival_random;
extern const RivalPlayer rival_endroad_fast;
extern const RivalPlayer rival_endroad;
extern const RivalPlayer rival_scorer;
extern const RivalPlayer rival_patterns;
extern const RivalPlayer rival_minimax;
extern const RivalPlayer rival_chis_like;

#endif
