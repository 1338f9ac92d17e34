/* timeman.h: from limits and clock to a planned (soft) and a latest (hard) moment. Plain
 * arithmetic on values handed in: no waiting, no clock of its own.
 *
 * Time of the turn that is not used is lost, so the turn limit is used up. Time of the match is
 * kept: it is planned, and a clear choice saves some. */
#ifndef KANAME_SEARCH_TIMEMAN_H
#define KANAME_SEARCH_TIMEMAN_H

#include "kaname.h"
#include "search/params.h"

typedef struct Timeman {
    int64_t start_ms; /* by clock_ms(), as all moments here */
    int64_t plan_ms;  /* span: share of the match time; more or less of it is used as the choice is
                         hard or clear. INT64_MAX: no match clock */
    int64_t soft_ms;  /* span: after so long no new iteration begins; INT64_MAX: no limit */
    int64_t hard_ms;  /* span: after so long the search ends; INT64_MAX: no limit */
    bool exact;       /* never stop before hard_ms for a clear move */
    int stable_permille, drop_margin;
} Timeman;

/* How clear the choice looks after an iteration. */
typedef struct TimeSigns {
    int stable_iterations; /* finished ones since the best move last changed */
    int score_drop;        /* score units lost against the iteration before, 0 if none */
    bool only_move;        /* there is but one reasonable move */
} TimeSigns;

/* The margin used when the limits do not give one, and its least for short spans. */
enum { TIME_MARGIN_DEFAULT_MS = 30, TIME_MARGIN_LEAST_MS = 5 };

/* `stones` and `empty` describe the board before the move. `now_ms` is taken as the start where
 * limits->start_ms is 0 or lies in the future. */
void timeman_init(Timeman *timeman, const KanameLimits *limits, int64_t now_ms, int stones,
                  int empty, const Params *params);
bool timeman_is_limited(const Timeman *timeman);
/* The search must end now. */
bool timeman_is_over(const Timeman *timeman, int64_t now_ms);
/* No further iteration should begin. */
bool timeman_is_enough(const Timeman *timeman, int64_t now_ms, const TimeSigns *signs);

#endif
