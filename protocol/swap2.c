#include "swap2.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    STONES_AFTER_OPENING = 3,
    STONES_AFTER_CHOICE = 5,
    /* Evaluation units: nearer to zero than this, handing the choice back beats choosing. */
    BALANCED_SCORE = 50,
    FIFTH_MOVES = 8,         /* fifth stones compared */
    MATCH_SHARE = 20,        /* one answer may take this part of what is left for the game */
    SEARCH_DEFAULT_MS = 2000 /* one answer, when the client sets no time limit */
};

bool swap2_is_stage(size_t stone_count) {
    return stone_count == 0 || stone_count == STONES_AFTER_OPENING ||
           stone_count == STONES_AFTER_CHOICE;
}

/* ---- Time -------------------------------------------------------------------------------- */

/* Milliseconds from start_ms for the whole answer. */
static int64_t budget_ms(const KanameLimits *limits) {
    int64_t budget = limits->turn_ms;
    if (limits->match_ms >= 0 && (budget < 0 || limits->match_ms / MATCH_SHARE < budget))
        budget = limits->match_ms / MATCH_SHARE;
    return budget < 0 ? SEARCH_DEFAULT_MS : budget;
}

/* Limits of a search that is to be over when `part` of `parts` of the budget are used up. All
 * searches of an answer share one start, so their sum keeps to the budget. */
static KanameLimits part_of(const KanameLimits *limits, int64_t part, int64_t parts) {
    KanameLimits own = *limits;
    int64_t budget = budget_ms(limits);
    own.turn_ms = budget / parts * part + budget % parts * part / parts;
    own.match_ms = -1;
    return own;
}

/* ---- No stones --------------------------------------------------------------------------- */

/* Offsets of Black, White, Black from the middle: wide, loose shapes where the first player's
 * two stones lie apart or near an edge. All were made for this list; the search picks the one
 * nearest to balance under the rule and size at hand. */
typedef struct Opening {
    signed char x[STONES_AFTER_OPENING], y[STONES_AFTER_OPENING];
} Opening;

static const Opening openings[] = {
    {{0, 1, 3}, {0, 1, -2}},  {{-5, -4, 2}, {-4, -4, 4}}, {{-6, -5, -3}, {0, 1, 3}},
    {{5, 4, 5}, {-5, -4, 0}}, {{-1, 0, -2}, {5, 4, 6}},   {{6, 3, -6}, {6, 4, -6}},
    {{0, 1, 2}, {0, 0, 2}},   {{-2, -1, 2}, {-2, -1, 1}},
};
enum { OPENING_COUNT = sizeof openings / sizeof openings[0] };

/* False: it does not fit on the board. */
static bool place_opening(const KanameEngine *engine, const Opening *opening,
                          KanameStone stones[STONES_AFTER_OPENING]) {
    for (size_t i = 0; i < STONES_AFTER_OPENING; i++) {
        int x = kaname_width(engine) / 2 + opening->x[i];
        int y = kaname_height(engine) / 2 + opening->y[i];
        if (x < 0 || x >= kaname_width(engine) || y < 0 || y >= kaname_height(engine))
            return false;
        stones[i] = (KanameStone){x, y, i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    }
    return true;
}

/* The score of the position after an opening, from White's view. */
static KanameStatus rate_opening(KanameEngine *engine, const KanameStone *stones,
                                 const KanameLimits *limits, const KanameCallbacks *callbacks,
                                 int *score) {
    KanameResult result;
    KanameStatus status = kaname_set_position(engine, stones, STONES_AFTER_OPENING, KANAME_WHITE);
    if (status == KANAME_OK)
        status = kaname_think(engine, limits, callbacks, &result);
    if (status == KANAME_OK)
        *score = result.score;
    return status;
}

static KanameStatus answer_empty(KanameEngine *engine, const KanameLimits *limits,
                                 const KanameCallbacks *callbacks, Swap2Answer *answer) {
    KanameStatus status = KANAME_OK;
    int nearest = INT_MAX;
    for (int i = 0; i < OPENING_COUNT && status == KANAME_OK; i++) {
        KanameStone stones[STONES_AFTER_OPENING];
        int score;
        if (!place_opening(engine, &openings[i], stones))
            continue;
        KanameLimits own = part_of(limits, i + 1, OPENING_COUNT);
        status = rate_opening(engine, stones, &own, callbacks, &score);
        if (status != KANAME_OK || abs(score) >= nearest)
            continue;
        nearest = abs(score);
        answer->count = STONES_AFTER_OPENING;
        for (size_t k = 0; k < STONES_AFTER_OPENING; k++)
            answer->moves[k] = (KanamePoint){stones[k].x, stones[k].y};
    }
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    return status;
}

/* ---- Three and five stones ---------------------------------------------------------------- */

/* The last report of each principal line. */
typedef struct LineScores {
    bool is_known[FIFTH_MOVES];
    int score[FIFTH_MOVES];
    KanamePoint move[FIFTH_MOVES];
} LineScores;

static void keep_line(const KanameReport *report, void *context) {
    LineScores *scores = context;
    if (report->line < 0 || report->line >= FIFTH_MOVES || report->pv_count == 0)
        return;
    scores->is_known[report->line] = true;
    scores->score[report->line] = report->score;
    scores->move[report->line] = report->pv[0];
}

/* Black's fifth stone after White's fourth, chosen for balance: the other player picks a side. */
static KanameStatus find_fifth(KanameEngine *engine, const KanameLimits *limits,
                               KanamePoint *fifth) {
    KanameLimits own = part_of(limits, 1, 1);
    own.lines = FIFTH_MOVES;
    LineScores scores = {.is_known = {false}};
    KanameCallbacks callbacks = {.on_report = keep_line, .context = &scores};
    KanameResult result;
    KanameStatus status = kaname_think(engine, &own, &callbacks, &result);
    if (status != KANAME_OK)
        return status;
    *fifth = result.best;
    int nearest = abs(result.score);
    for (int i = 0; i < FIFTH_MOVES; i++) {
        if (scores.is_known[i] && abs(scores.score[i]) < nearest) {
            nearest = abs(scores.score[i]);
            *fifth = scores.move[i];
        }
    }
    return KANAME_OK;
}

static KanameStatus add_two(KanameEngine *engine, const KanameLimits *limits, KanamePoint fourth,
                            Swap2Answer *answer) {
    KanameStatus status = kaname_play(engine, fourth.x, fourth.y);
    if (status != KANAME_OK)
        return status;
    status = find_fifth(engine, limits, &answer->moves[1]);
    (void)kaname_take_back(engine);
    answer->moves[0] = fourth;
    answer->count = 2;
    return status;
}

static KanameStatus answer_choice(KanameEngine *engine, const KanameLimits *limits,
                                  const KanameCallbacks *callbacks, Swap2Answer *answer) {
    bool may_add = kaname_stone_count(engine) == STONES_AFTER_OPENING;
    KanameLimits own = part_of(limits, 1, may_add ? 2 : 1);
    KanameResult result;
    KanameStatus status = kaname_think(engine, &own, callbacks, &result);
    if (status != KANAME_OK)
        return status;
    if (may_add && abs(result.score) < BALANCED_SCORE)
        return add_two(engine, limits, result.best, answer);
    answer->takes_black = result.score < 0;
    answer->count = answer->takes_black ? 0 : 1;
    answer->moves[0] = result.best;
    return KANAME_OK;
}

KanameStatus swap2_answer(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, Swap2Answer *answer) {
    assert(swap2_is_stage(kaname_stone_count(engine)));
    *answer = (Swap2Answer){.count = 0};
    if (kaname_stone_count(engine) == 0)
        return answer_empty(engine, limits, callbacks, answer);
    return answer_choice(engine, limits, callbacks, answer);
}
