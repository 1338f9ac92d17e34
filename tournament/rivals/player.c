#include "rivals/player.h"

#include <stddef.h>
#include <string.h>

#include "rivals/clock.h"
#include "rivals/players.h"

const RivalPlayer *const rival_players[] = {
    &rival_random,   &rival_scorer,  &rival_endroad_fast, &rival_endroad,
    &rival_patterns, &rival_minimax, &rival_chis_like,    NULL,
};

const RivalPlayer *rival_player_find(const char *name) {
    for (int i = 0; rival_players[i]; i++)
        if (strcmp(rival_players[i]->name, name) == 0)
            return rival_players[i];
    return NULL;
}

bool rival_must_stop(const RivalLimits *limits) {
    if (limits->is_interrupted && limits->is_interrupted(limits->context))
        return true;
    return limits->deadline_ms != INT64_MAX && rival_now_ms() >= limits->deadline_ms;
}
