#include "opening/decision.h"

#include "opening/balance.h"
#include "opening/budget.h"
#include "opening/fifths.h"
#include "opening/pattern.h"
#include "opening/swap2.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

/* One question to the engine. */
typedef struct Question {
    KanameEngine *engine;
    const KanameLimits *limits;
    const KanameCallbacks *callbacks;
    const OpeningCourse *course;
    const OpeningChoice *swap, *place, *offer; /* the step's choices; NULL: not offered */
} Question;

static void add_point(OpeningAnswer *answer, KanamePoint move) {
    answer->points[answer->count++] = (OpeningPoint){move.x, move.y};
}

/* ---- The first stones ---------------------------------------------------------------------- */

/* Places one stone anywhere; the other side then chooses its colour. Takes the most balanced point,
 * of points that a symmetry of the board makes equal the one nearest to the corner 0,0. */
static KanameStatus place_first(const Question *question, OpeningAnswer *answer) {
    KanameEngine *engine = question->engine;
    int width = kaname_width(engine), height = kaname_height(engine);
    int columns = (width + 1) / 2, rows = (height + 1) / 2, nearest = INT_MAX, done = 0;
    int all = width == height ? columns * (columns + 1) / 2 : columns * rows;
    KanamePoint best = {0, 0};
    KanameStatus status = KANAME_OK;
    for (int y = 0; y < rows; y++)
        for (int x = width == height ? y : 0; x < columns && status == KANAME_OK; x++) {
            KanameStone stone = {x, y, KANAME_BLACK};
            KanameLimits own = budget_part(question->limits, ++done, all);
            int score;
            status = opening_score(engine, &stone, 1, &own, NULL, &score);
            if (status != KANAME_OK || abs(score) >= nearest)
                continue;
            nearest = abs(score);
            best = (KanamePoint){x, y};
        }
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    add_point(answer, best);
    return status;
}

/* Sets the range of the number of fifth moves, *least to *most, that the rule gives after the
 * fourth stone; 0: Black decides later. */
static void fifths_after(const Question *question, const OpeningChoice *place, int *least,
                         int *most) {
    const OpeningStep *next = &question->course->rule->steps[place->next];
    const OpeningChoice *offer = opening_step_choice(next, OPENING_OFFER);
    *least = place->least;
    *most = place->most;
    if (*most == 0 && offer != NULL && opening_step_choice(next, OPENING_PLACE) == NULL)
        *least = *most = opening_course_offers(question->course, offer);
}

static KanameStatus place_pattern(const Question *question, OpeningAnswer *answer) {
    KanamePoint moves[PATTERN_STONES];
    int least = question->place->least, most = question->place->most, fifths = 0;
    const OpeningStep *next = &question->course->rule->steps[question->place->next];
    const OpeningChoice *fourth = opening_step_choice(next, OPENING_PLACE);
    /* If White announces the number with the fourth stone, White balances by it. */
    if (most == 0 && fourth->most == 0)
        fifths_after(question, fourth, &least, &most);
    KanameStatus status =
        pattern_open(question->engine, question->limits, least, most, moves, &fifths);
    for (int i = 0; i < PATTERN_STONES && status == KANAME_OK; i++)
        add_point(answer, moves[i]);
    answer->fifths = question->place->most > 0 ? fifths : 0;
    return status;
}

/* ---- One stone ----------------------------------------------------------------------------- */

/* Places a stone within its square for balance, because the other side may swap. */
static KanameStatus place_balanced(const Question *question, const KanameLimits *limits,
                                   OpeningAnswer *answer) {
    KanameEngine *engine = question->engine;
    const OpeningCourse *course = question->course;
    int side = question->place->squares[0];
    if (side == 1) { /* nothing to choose */
        add_point(answer, (KanamePoint){course->width / 2, course->height / 2});
        return KANAME_OK;
    }
    kaname_exclude_clear(engine);
    for (int y = 0; y < course->height; y++)
        for (int x = 0; x < course->width; x++)
            if (!opening_course_holds(course, (OpeningPoint){x, y}, side))
                (void)kaname_exclude(engine, x, y, true);
    KanameResult found;
    KanameStatus status = balance_one(engine, limits, NULL, 0, &found);
    kaname_exclude_clear(engine);
    if (status == KANAME_OK)
        add_point(answer, found.best);
    return status;
}

/* Searches, and swaps if the side to move stands worse. Returns false if the answer is complete: it
 * is a swap, or the search failed. */
static bool stays(const Question *question, const KanameLimits *limits, OpeningAnswer *answer,
                  KanameResult *result, KanameStatus *status) {
    *status = kaname_think(question->engine, limits, question->callbacks, result);
    answer->is_swap = *status == KANAME_OK && result->score < 0;
    return *status == KANAME_OK && !answer->is_swap;
}

/* Places the fourth stone, after which fifth moves are offered. */
static KanameStatus place_fourth(const Question *question, int least, int most,
                                 OpeningAnswer *answer) {
    const OpeningStep *next = &question->course->rule->steps[question->place->next];
    FourthWish wish = {.least = least,
                       .most = most,
                       .is_balanced = opening_step_choice(next, OPENING_SWAP) != NULL,
                       .fourths = FIFTHS_FOURTHS};
    bool looks_first = question->swap != NULL && wish.is_balanced;
    BudgetSpan span = {question->limits, looks_first, FIFTHS_FOURTH_SEARCHES + looks_first};
    KanameStatus status;
    KanameResult result;
    KanameLimits own = budget_part(question->limits, 1, span.all);
    if (looks_first && !stays(question, &own, answer, &result, &status))
        return status;
    Fourth fourth;
    status = fifths_fourth(question->engine, &span, &wish, &fourth);
    if (status != KANAME_OK)
        return status;
    if (question->swap != NULL && !wish.is_balanced && fourth.worth > 0) {
        answer->is_swap = true; /* even White's best stone leaves White worse */
        return KANAME_OK;
    }
    add_point(answer, fourth.move);
    answer->fifths = question->place->most > 0 ? fourth.fifths : 0;
    return KANAME_OK;
}

static KanameStatus place_next_stone(const Question *question, OpeningAnswer *answer) {
    const OpeningChoice *place = question->place;
    int least = 0, most = 0;
    if (place->next != OPENING_OVER && question->course->stone_count + 1 == FIFTHS_STONES)
        fifths_after(question, place, &least, &most);
    if (most > 0)
        return place_fourth(question, least, most, answer);
    KanameLimits own = budget_part(question->limits, 1, place->is_move ? 1 : 2);
    KanameStatus status;
    KanameResult result;
    if (question->swap != NULL && !stays(question, &own, answer, &result, &status))
        return status;
    if (place->is_move) {
        add_point(answer, result.best);
        return KANAME_OK;
    }
    own = budget_part(question->limits, 2, 2);
    return place_balanced(question, &own, answer);
}

/* ---- Fifth moves --------------------------------------------------------------------------- */

static KanameStatus pick_fifth(const Question *question, OpeningAnswer *answer) {
    const OpeningCourse *course = question->course;
    KanamePoint offers[OPENING_OFFERS_MAX], chosen = {0, 0};
    for (int i = 0; i < course->offer_count; i++)
        offers[i] = (KanamePoint){course->offers[i].x, course->offers[i].y};
    KanameStatus status =
        fifths_pick(question->engine, question->limits, offers, course->offer_count, &chosen);
    add_point(answer, chosen);
    return status;
}

/* Offers fifth moves if they are good for Black. Otherwise swaps, or, if a single stone is allowed
 * and Black's best one is good, places one for balance. */
static KanameStatus offer_fifths(const Question *question, OpeningAnswer *answer) {
    KanamePoint moves[OPENING_OFFERS_MAX];
    int count = opening_course_offers(question->course, question->offer), worth = 0;
    bool has_more = question->place != NULL;
    KanameLimits own = budget_part(question->limits, 1, has_more ? 3 : 1);
    KanameStatus status = fifths_offer(question->engine, &own, count, moves, &worth);
    if (status != KANAME_OK)
        return status;
    if (worth < 0 && has_more) {
        KanameResult result;
        own = budget_part(question->limits, 2, 3);
        if (!stays(question, &own, answer, &result, &status))
            return status;
        own = budget_part(question->limits, 3, 3);
        return place_balanced(question, &own, answer);
    }
    answer->is_swap = worth < 0 && question->swap != NULL;
    for (int i = 0; i < count && !answer->is_swap; i++)
        add_point(answer, moves[i]);
    return KANAME_OK;
}

/* ---- Swap2 --------------------------------------------------------------------------------- */

static KanameStatus decide_swap2(const Question *question, OpeningAnswer *answer) {
    Swap2Answer found;
    KanameStatus status =
        swap2_answer(question->engine, question->limits, question->callbacks, &found);
    if (status != KANAME_OK)
        return status;
    answer->is_swap = found.takes_black;
    for (size_t i = 0; i < found.count; i++)
        add_point(answer, found.moves[i]);
    return KANAME_OK;
}

KanameStatus opening_decide(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, const OpeningCourse *course,
                            OpeningAnswer *answer) {
    const OpeningStep *step = opening_course_step(course);
    assert(step != NULL && kaname_stone_count(engine) == (size_t)course->stone_count);
    Question question = {.engine = engine,
                         .limits = limits,
                         .callbacks = callbacks,
                         .course = course,
                         .swap = opening_step_choice(step, OPENING_SWAP),
                         .place = opening_step_choice(step, OPENING_PLACE),
                         .offer = opening_step_choice(step, OPENING_OFFER)};
    *answer = (OpeningAnswer){.count = 0};
    if (opening_step_choice(step, OPENING_PICK) != NULL)
        return pick_fifth(&question, answer);
    if (question.offer != NULL)
        return offer_fifths(&question, answer);
    if (step->choices[0].act == OPENING_PLACE && step->choices[0].count == PATTERN_STONES &&
        step->choices[0].squares[0] > 0)
        return place_pattern(&question, answer);
    if (course->rule == opening_rule_find("swap2"))
        return decide_swap2(&question, answer);
    if (course->stone_count == 0 && question.place->squares[0] == 0)
        return place_first(&question, answer);
    return place_next_stone(&question, answer);
}
