/* report.h: what a running search tells the client: a MESSAGE line for each iteration and, when
 * asked for, the MESSAGE REALTIME lines of Yixin-Board and the INFO lines of web front ends.
 *
 * Clients punish lines that come after the time for the move, and fill logs with all others, so
 * lines end with the deadline and their number is bounded. */
#ifndef KANAME_PROTOCOL_SESSION_REPORT_H
#define KANAME_PROTOCOL_SESSION_REPORT_H

#include "io/lines.h"
#include "io/notation.h"
#include "kaname.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What is sent besides the MESSAGE line of each iteration. */
typedef struct ReportKinds {
    bool realtime; /* MESSAGE REALTIME lines */
    bool detail;   /* INFO lines; most clients misread them */
} ReportKinds;

typedef struct Reporter {
    LineWriter *writer;
    NotationView view;
    int64_t start_ms, deadline_ms; /* by kaname_now_ms() */
    int lines;                     /* principal lines of the search */
    int lines_told;                /* how many of them are told */
    ReportKinds kinds;
    atomic_bool is_quiet; /* set from any thread: nothing more is sent */
    bool is_refreshed;    /* the marks of the iteration before were cleared */
    bool has_best;        /* a best move came before marks were sent */
    KanamePoint best;
    int messages, marks; /* lines sent of either kind */
} Reporter;

/* For a search with these limits. */
void reporter_init(Reporter *reporter, LineWriter *writer, const KanameLimits *limits,
                   NotationView view, ReportKinds kinds);
/* To be handed to kaname_think(); `reporter` must live as long. */
KanameCallbacks reporter_callbacks(Reporter *reporter);
/* Any thread. */
void reporter_hush(Reporter *reporter);

#endif
