/* player.h: the interface of a reference player. */
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

/* Limits of a player's answer. */
typedef struct RivalLimits {
    int64_t deadline_ms; /* on the clock of rival_now_ms(); INT64_MAX = none */
    /* Returns whether to stop at once, because the manager has ended or is ending the game. May be
     * NULL. It costs a system call: call it at most once in a thousand nodes. */
    bool (*is_interrupted)(void *context);
    void *context;
} RivalLimits;

bool rival_must_stop(const RivalLimits *limits);

typedef struct RivalPlayer {
    const char *name;   /* for --player */
    const char *method; /* one line for --help, without comma or equals sign, because of ABOUT */
    /* Makes the state that choose() receives and that lasts between moves; returns NULL if out of
     * memory. A player without a state has neither function; its choose() receives NULL. */
    void *(*state_new)(const RivalSettings *settings);
    void (*state_free)(void *state);
    /* Returns the empty cell to play; the position has at least one. The same settings, position
     * and depth give the same cell, unless the deadline cuts the search short. */
    int (*choose)(void *state, const RivalPosition *position, const RivalLimits *limits);
} RivalPlayer;

#endif
