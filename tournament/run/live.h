/* live.h: shows a running tournament: a line for each event and, on a terminal, below them a status
 * that is redrawn. Stores no results. */
#ifndef TOURNAMENT_RUN_LIVE_H
#define TOURNAMENT_RUN_LIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "stats/summary.h"
#include "store/outlet.h"

typedef struct Live {
    FILE *out;      /* a stream of the outlet, if there is one */
    FILE *screen;   /* its target */
    Outlet *outlet; /* NULL: `out` is the screen */
    bool is_terminal;
    int status_lines; /* drawn now */
    uint64_t started_ns;
    int64_t games_at_start; /* finished by an earlier start of the run */
} Live;

void live_init(Live *live, FILE *out, bool is_terminal, int64_t games_at_start);
/* From here on a thread prints, so that a screen that takes no text delays nothing; while it is
 * behind, no status is drawn. Returns false if out of memory or without a thread. */
bool live_start_outlet(Live *live);
/* Waits until the thread has printed all text. Returns false if some was dropped. */
bool live_stop_outlet(Live *live);
/* Prints one line above the status. */
void live_line(Live *live, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Redraws the status on a terminal, else does nothing. `total`: games of the run, 0 if unknown;
 * `running`: games in progress. */
void live_status(Live *live, const Summary *summary, int64_t total, int running);
/* Removes the status. */
void live_end(Live *live);

/* Writes "pairs: Elo 12.3 +- 4.5, LOS 97.1 %, LLR 1.20 (-2.94, 2.94)" for a match of two, without
 * the parts that are not known. From two whole pairs on it counts these alone and says "pairs: ".
 */
void live_match_text(const Summary *summary, char *text, size_t size);

#endif
