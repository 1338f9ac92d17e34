/* timeman.h: turns limits and clock into a planned (soft) and a latest (hard) moment. Plain
 * arithmetic on its arguments: reads no clock and never waits.
 *
 * Unused time of a turn is lost, so a search uses the turn limit up. Unused time of the match is
 * kept, so it is planned, and a clear choice saves some. */
#ifndef KANAME_SEARCH_TIMEMAN_H
#define KANAME_SEARCH_TIMEMAN_H

#include "kaname.h"
#include "search/params.h"

typedef struct Timeman {
    int64_t start_ms; /* by clock_ms(), as every moment here */
    int64_t plan_ms;  /* span: share of the match time; a hard choice takes more, a clear one less.
                         INT64_MAX: no match clock */
    int64_t soft_ms;  /* span after which no new iteration begins; INT64_MAX: no limit */
    int64_t hard_ms;  /* span after which the search ends; INT64_MAX: no limit */
    bool exact;       /* do not stop before hard_ms on a clear move */
    int stable_permille, drop_margin;
} Timeman;

/* Signs after an iteration that the choice is clear or hard. */
typedef struct TimeSigns {
    int stable_iterations; /* iterations finished since the best move last changed */
    int score_drop;        /* score units lost since the iteration before; 0: none */
    bool only_move;        /* there is only one reasonable move */
} TimeSigns;

/* The default margin, and its lower limit for short spans. */
enum { TIME_MARGIN_DEFAULT_MS = 30, TIME_MARGIN_LEAST_MS = 5 };

/* Plans a search. `stones` and `empty` count the cells of the board before the move. The start is
 * `now_ms` if limits->start_ms is not positive or lies in the future. */
void timeman_init(Timeman *timeman, const KanameLimits *limits, int64_t now_ms, int stones,
                  int empty, const Params *params);
bool timeman_is_limited(const Timeman *timeman);
/* Returns whether the search must end now. */
bool timeman_is_over(const Timeman *timeman, int64_t now_ms);
/* Returns whether no further iteration should begin. */
bool timeman_is_enough(const Timeman *timeman, int64_t now_ms, const TimeSigns *signs);

#endif
