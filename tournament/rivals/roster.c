#include "rivals/roster.h"

#include <stddef.h>
#include <string.h>

#include "rivals/players.h"

const RivalPlayer *const rival_players[] = {
    &rival_random,   &rival_scorer,  &rival_endroad_fast, &rival_endroad,
    &rival_patterns, &rival_minimax, &rival_chis_like,    NULL,
};

const char *const rival_player_names[] = {
    "random", "scorer", "endroad-fast", "endroad", "patterns", "minimax", "chis-like", NULL,
};

const RivalPlayer *rival_player_find(const char *name) {
    for (int i = 0; rival_players[i]; i++)
        if (strcmp(rival_players[i]->name, name) == 0)
            return rival_players[i];
    return NULL;
}
