/* generate.h: `kaname-tournament openings ...`: makes balanced openings with any engine.
 *
 * A candidate is a few random stones near each other, or a position of a game that a match has
 * played. An engine gives a move and its score; a score near zero passes the candidate to the next
 * engine, and the last engine keeps it. No two kept openings are rotations or reflections of each
 * other. The candidates depend on the seed alone, so reproducible engines give a reproducible list
 * at any concurrency. */
#ifndef TOURNAMENT_GENERATE_GENERATE_H
#define TOURNAMENT_GENERATE_GENERATE_H

#include <stdint.h>

#include "game/player_events.h"
#include "run/options.h"

typedef struct OpeningsRequest {
    Options options; /* those shared with a tournament */
    PlayerGame game;
    OpeningNotation notation;
    int count, least_stones, most_stones, balance;
    int64_t tries; /* candidates at most */
    char *games;   /* -from: database whose positions are the candidates; NULL: random stones */
    char *path;    /* NULL: stdout */
} OpeningsRequest;

/* Makes the openings and writes them. Returns the exit status of the process: EXIT_DONE,
 * EXIT_FAILED, or EXIT_STOPPED if there are fewer than wanted. */
int generate_openings(const OpeningsRequest *request);

#endif
