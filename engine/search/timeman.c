#include "search/timeman.h"

enum { STABLE_FULL = 6, PERMILLE = 1000, DROP_PERMILLE_MAX = 2500 };

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Limits a span to a range in which sums and products do not overflow. */
static int64_t span_of(int64_t ms) {
    return min64(ms, INT64_MAX / (8 * PERMILLE));
}

/* Returns the span less the margin. The default margin is a sixth of a short span: delivery to the
 * client takes a few milliseconds at least, and unused time is lost. */
static int64_t without_margin(int64_t span_ms, int64_t margin_ms) {
    if (margin_ms < 0) {
        margin_ms = max64(TIME_MARGIN_LEAST_MS, min64(TIME_MARGIN_DEFAULT_MS, span_ms / 6));
        margin_ms = min64(margin_ms, span_ms / 2);
    }
    return max64(0, span_ms - margin_ms);
}

/* Returns the number of own moves over which the match time is spread. */
static int64_t moves_to_go(int stones, int empty, const Params *params) {
    int64_t moves = max64(params->match_moves_min, params->match_moves - stones / 4);
    return max64(1, min64(moves, (empty + 1) / 2));
}

static void limit_by_match(Timeman *timeman, const KanameLimits *limits, int stones, int empty,
                           const Params *params) {
    int64_t left = without_margin(span_of(limits->match_ms), limits->margin_ms);
    int64_t moves = moves_to_go(stones, empty, params);
    int64_t increment = span_of(max64(0, limits->increment_ms));
    int64_t soft = min64(left, left / moves + increment * 3 / 4);
    /* The last move of the game may take all the time; earlier ones must leave some. */
    int64_t most = moves == 1 ? left : left * params->match_hard_permille / PERMILLE;
    int64_t hard = min64(left, max64(soft, min64(most, soft * params->soft_factor)));
    timeman->plan_ms = soft;
    timeman->hard_ms = min64(timeman->hard_ms, hard);
}

static void limit_by_turn(Timeman *timeman, const KanameLimits *limits, const Params *params) {
    int64_t hard = without_margin(span_of(limits->turn_ms), limits->margin_ms);
    timeman->hard_ms = hard;
    timeman->soft_ms = limits->exact_time ? hard : hard * params->soft_turn_permille / PERMILLE;
}

void timeman_init(Timeman *timeman, const KanameLimits *limits, int64_t now_ms, int stones,
                  int empty, const Params *params) {
    bool is_start_given = limits->start_ms > 0 && limits->start_ms <= now_ms;
    timeman->start_ms = is_start_given ? limits->start_ms : now_ms;
    timeman->plan_ms = timeman->soft_ms = timeman->hard_ms = INT64_MAX;
    timeman->exact = limits->exact_time;
    timeman->stable_permille = params->stable_permille;
    timeman->drop_margin = params->drop_margin;
    if (limits->turn_ms >= 0)
        limit_by_turn(timeman, limits, params);
    if (limits->match_ms >= 0)
        limit_by_match(timeman, limits, stones, empty, params);
    timeman->soft_ms = min64(timeman->soft_ms, timeman->hard_ms);
}

bool timeman_is_limited(const Timeman *timeman) {
    return timeman->hard_ms != INT64_MAX;
}

bool timeman_is_over(const Timeman *timeman, int64_t now_ms) {
    return timeman_is_limited(timeman) && now_ms - timeman->start_ms >= timeman->hard_ms;
}

/* Returns the part of the planned time that the choice deserves, in permille. */
static int64_t plan_permille(const Timeman *timeman, const TimeSigns *signs) {
    if (signs->score_drop > 0)
        return min64(DROP_PERMILLE_MAX,
                     PERMILLE + (int64_t)PERMILLE * signs->score_drop / timeman->drop_margin);
    int stable = signs->stable_iterations < STABLE_FULL ? signs->stable_iterations : STABLE_FULL;
    return PERMILLE - (int64_t)(PERMILLE - timeman->stable_permille) * stable / STABLE_FULL;
}

bool timeman_is_enough(const Timeman *timeman, int64_t now_ms, const TimeSigns *signs) {
    if (!timeman_is_limited(timeman))
        return false;
    if (timeman->exact)
        return timeman_is_over(timeman, now_ms);
    if (signs->only_move)
        return true;
    int64_t enough = timeman->soft_ms;
    if (timeman->plan_ms != INT64_MAX)
        enough = min64(enough, timeman->plan_ms * plan_permille(timeman, signs) / PERMILLE);
    return now_ms - timeman->start_ms >= enough;
}
