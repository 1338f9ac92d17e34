/* report.h: reports a running search to the client: a MESSAGE line for each iteration and, on
 * request, the MESSAGE REALTIME lines of Yixin Board and the INFO lines of web front ends.
 *
 * Sends nothing after the deadline of the move, because clients penalise late lines, and a bounded
 * number of iterations a second, because clients log them. */
#ifndef KANAME_PROTOCOL_SESSION_REPORT_H
#define KANAME_PROTOCOL_SESSION_REPORT_H

#include "io/lines.h"
#include "io/notation.h"
#include "kaname.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The lines to send besides the MESSAGE line of each iteration. */
typedef struct ReportKinds {
    bool realtime; /* MESSAGE REALTIME lines */
    bool detail;   /* INFO lines; most clients misread them */
} ReportKinds;

typedef struct Reporter {
    LineWriter *writer;
    const KanameEngine *engine; /* that searches; converts scores to win rates */
    NotationView view;
    int64_t start_ms, deadline_ms; /* by kaname_now_ms() */
    int lines;                     /* principal lines to report, the first ones of the search */
    ReportKinds kinds;
    atomic_bool is_quiet; /* set by any thread: send nothing more */
    bool is_refreshed;    /* REFRESH has cleared the marks of the previous iteration */
    bool has_best;        /* `best` is known, but no mark has been sent for it */
    KanamePoint best;
    bool is_sending;           /* the lines of the current iteration */
    int64_t iterations, marks; /* iterations and REALTIME marks sent */
} Reporter;

/* Prepares to report a search of the engine with these limits. */
void reporter_init(Reporter *reporter, LineWriter *writer, const KanameEngine *engine,
                   const KanameLimits *limits, NotationView view, ReportKinds kinds);
/* Returns the callbacks for kaname_think(). The reporter must outlive the search. */
KanameCallbacks reporter_callbacks(Reporter *reporter);
/* Any thread. Stops all further lines, except one that is being sent. */
void reporter_hush(Reporter *reporter);

#endif
