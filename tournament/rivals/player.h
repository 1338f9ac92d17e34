/* player.h: what one reference player is. */
#ifndef RIVALS_PLAYER_H
#define RIVALS_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "rivals/position.h"

enum { RIVAL_MAX_DEPTH = 64 };

typedef struct RivalSettings {
    uint64_t seed; /* of every random choice */
    int depth;     /* plies, 1..RIVAL_MAX_DEPTH; 0 = the player's own default */
} RivalSettings;

/* When a player has to be done. */
typedef struct RivalLimits {
    int64_t deadline_ms; /* on the clock of rival_now_ms(); INT64_MAX = none */
    /* Whether to give up at once, because the manager has gone or wants the game ended. May be
     * NULL. Costs a system call: ask it once in a thousand nodes or more. */
    bool (*is_interrupted)(void *context);
    void *context;
} RivalLimits;

bool rival_must_stop(const RivalLimits *limits);

typedef struct RivalPlayer {
    const char *name;   /* what --player is given */
    const char *method; /* one line for --help; no comma or equals sign, for ABOUT's sake */
    /* The state kept between moves, passed to choose(); NULL when memory is short. A player without
     * a state leaves both functions out, and is passed NULL. */
    void *(*state_new)(const RivalSettings *settings);
    void (*state_free)(void *state);
    /* The empty cell to play; the position has at least one. The same settings, position and depth
     * give the same cell, unless the deadline cuts the search short. */
    int (*choose)(void *state, const RivalPosition *position, const RivalLimits *limits);
} RivalPlayer;

#endif
