/* The engine's answers in openings: legal at every step, whatever the other side does; sides are
 * chosen by the score. */
#include "io/lines.h"
#include "opening/decision.h"
#include "opening/fifths.h"
#include "shared/status/failure.h"
#include "support/harness.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 400, COURSES = 12 };

static KanameEngine *engine;

static void begin(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
}

static void end(void) {
    kaname_free(engine);
}

static KanameLimits limits_of(uint64_t nodes) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.max_nodes = nodes;
    return limits;
}

static void set_up(const OpeningCourse *course) {
    KanameStone stones[OPENING_STONES_PLACED_MAX];
    for (int i = 0; i < course->stone_count; i++)
        stones[i] = (KanameStone){course->stones[i].x, course->stones[i].y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    ck_assert_int_eq(
        kaname_set_position(engine, stones, (size_t)course->stone_count,
                            course->stone_count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE),
        KANAME_OK);
}

/* The engine's answer, which must be legal and leave its position alone. */
static OpeningAnswer decide(OpeningCourse *course, uint64_t nodes) {
    OpeningAnswer answer;
    Failure failure = FAILURE_NONE;
    KanameLimits limits = limits_of(nodes);
    set_up(course);
    const char *word = opening_course_step(course)->word;
    ck_assert_int_eq(opening_decide(engine, &limits, NULL, course, &answer), KANAME_OK);
    ck_assert_int_eq((int)kaname_stone_count(engine), course->stone_count);
    ck_assert_int_eq(kaname_to_move(engine),
                     course->stone_count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    ck_assert_msg(opening_course_answer(course, &answer, &failure), "%s %s: %s", course->rule->name,
                  word, failure.text);
    return answer;
}

/* ---- Whole openings ------------------------------------------------------------------------ */

static unsigned rng;

static int draw(int bound) {
    rng = rng * 1664525u + 1013904223u;
    return (int)((rng >> 8) % (unsigned)bound);
}

/* Gives the other side's answer: tries at random until one is legal. */
static void answer_at_random(OpeningCourse *course) {
    const OpeningStep *step = opening_course_step(course);
    Failure failure = FAILURE_NONE;
    OpeningAnswer answer;
    do {
        const OpeningChoice *choice = &step->choices[draw(OPENING_CHOICES_MAX)];
        answer = (OpeningAnswer){.is_swap = choice->act == OPENING_SWAP};
        answer.count = choice->act == OPENING_OFFER  ? opening_course_offers(course, choice)
                       : choice->act == OPENING_PICK ? 1
                                                     : choice->count;
        for (int i = 0; i < answer.count; i++)
            answer.points[i] = choice->act == OPENING_PICK
                                   ? course->offers[draw(course->offer_count)]
                                   : (OpeningPoint){3 + draw(9), 3 + draw(9)};
        for (int i = 0; i < answer.count && choice->squares[i < 3 ? i : 0] == 1; i++)
            answer.points[i] = (OpeningPoint){course->width / 2, course->height / 2};
        answer.fifths = choice->most > 0 ? choice->least + draw(choice->most) : 0;
    } while (!opening_course_answer(course, &answer, &failure));
}

START_TEST(the_engine_answers_every_step_within_the_rule) {
    const OpeningRule *rule = opening_rule_at(_i);
    rng = 7u + (unsigned)_i;
    for (int n = 0; n < COURSES; n++) {
        OpeningCourse course;
        ck_assert(opening_course_begin(&course, rule, 15, 15));
        while (course.step != OPENING_OVER) {
            if (opening_course_player(&course) == n % 2)
                (void)decide(&course, NODES);
            else
                answer_at_random(&course);
        }
    }
}
END_TEST

START_TEST(a_stopped_engine_still_answers_within_the_rule) {
    const OpeningRule *rule = opening_rule_at(_i);
    OpeningCourse course;
    ck_assert(opening_course_begin(&course, rule, 15, 15));
    while (course.step != OPENING_OVER) {
        kaname_stop(engine);
        (void)decide(&course, 0);
    }
}
END_TEST

START_TEST(small_boards_leave_enough_fifth_moves) {
    const OpeningRule *rule = opening_rule_at(_i);
    int size = rule->least_size;
    ck_assert_int_eq(kaname_set_size(engine, size, size + 1), KANAME_OK);
    OpeningCourse course;
    ck_assert(opening_course_begin(&course, rule, size, size + 1));
    while (course.step != OPENING_OVER)
        (void)decide(&course, NODES);
}
END_TEST

static void count_report(const KanameReport *report, void *context) {
    (void)report;
    ++*(int *)context;
}

/* The boards that swap2's first three stones are chosen from are not the caller's. */
START_TEST(reports_are_of_the_position_itself) {
    int count = 0;
    OpeningCourse course;
    OpeningAnswer answer;
    KanameLimits limits = limits_of(NODES);
    KanameCallbacks callbacks = {.on_report = count_report, .context = &count};
    ck_assert_int_eq(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    ck_assert(opening_course_begin(&course, opening_rule_find("swap2"), 15, 15));
    ck_assert_int_eq(opening_decide(engine, &limits, &callbacks, &course, &answer), KANAME_OK);
    ck_assert_int_eq(answer.count, 3);
    ck_assert_int_eq(count, 0);
}
END_TEST

/* ---- Choices ------------------------------------------------------------------------------- */

/* Sets a course to a step; the points are x,y in turn. */
static OpeningCourse at(const char *rule, const char *step, int fifths, const int *xy, int count) {
    OpeningPoint points[OPENING_STONES_PLACED_MAX + OPENING_OFFERS_MAX];
    Failure failure = FAILURE_NONE;
    const OpeningRule *found = opening_rule_find(rule);
    OpeningCourse course;
    for (int i = 0; i < count; i++)
        points[i] = (OpeningPoint){xy[2 * i], xy[2 * i + 1]};
    ck_assert_msg(opening_course_resume(&course, found, opening_rule_step(found, step), fifths,
                                        points, count, 15, 15, &failure),
                  "%s", failure.text);
    return course;
}

/* Three black stones in the open: Black wins, whoever is asked. */
static const int good_for_black[] = {7, 7, 0, 0, 7, 8, 14, 14, 8, 7};
/* Black's stones lie in the corners. */
static const int good_for_white[] = {0, 0, 7, 7, 14, 14, 7, 8, 0, 14};

typedef struct SideCase {
    const char *rule, *step;
    int fifths;
    const int *stones;
    int count;
    bool swaps;
} SideCase;

static const SideCase sides[] = {
    {"swap1", "side1", 0, good_for_black, 1, true},
    {"rif", "side3", 0, good_for_black, 3, true},
    {"rif", "side3", 0, good_for_white, 3, false},
    {"yamaguchi", "side3", 1, good_for_black, 3, true},
    {"yamaguchi", "side3", 1, good_for_white, 3, false},
    {"soosorv8", "side3", 0, good_for_black, 3, true},
    {"soosorv8", "side3", 0, good_for_white, 3, false},
    {"soosorv8", "side4", 1, good_for_black, 4, false},
    {"soosorv8", "side4", 1, good_for_white, 4, true},
    {"taraguchi10", "side2", 0, good_for_white, 2, true},
    {"taraguchi10", "side3", 0, good_for_black, 3, true},
    {"taraguchi10", "side3", 0, good_for_white, 3, false},
    {"taraguchi10", "side4", 0, good_for_black, 4, false},
    {"taraguchi10", "side4", 0, good_for_white, 4, true},
    {"taraguchi10", "side5", 0, good_for_black, 5, true},
    {"taraguchi10", "side5", 0, good_for_white, 5, false},
};

START_TEST(the_engine_swaps_if_the_other_side_stands_better) {
    const SideCase *item = &sides[_i];
    OpeningCourse course = at(item->rule, item->step, item->fifths, item->stones, item->count);
    OpeningAnswer answer = decide(&course, 20000);
    ck_assert_int_eq(answer.is_swap, item->swaps);
}
END_TEST

START_TEST(black_offers_ten_if_ten_are_good) {
    static const int strong[] = {7, 7, 0, 0, 8, 8, 14, 0};
    OpeningCourse course = at("taraguchi10", "side4", 0, strong, 4);
    OpeningAnswer answer = decide(&course, 20000);
    ck_assert_int_eq(answer.count, 10);
}
END_TEST

START_TEST(white_keeps_the_worst_fifth_move) {
    /* One in the corner, the others beside two black stones. */
    static const int points[] = {7, 7, 6, 9, 8, 8, 2, 11, 6, 6, 9, 9, 0, 0, 9, 7};
    OpeningCourse course = at("rif", "pick", 0, points, 8);
    OpeningAnswer answer = decide(&course, 20000);
    ck_assert_int_eq(answer.points[0].x, 0);
    ck_assert_int_eq(answer.points[0].y, 0);
}
END_TEST

START_TEST(more_fifth_moves_are_announced_where_black_is_strong) {
    static const int strong[] = {7, 7, 0, 0, 7, 8};
    OpeningCourse course = at("soosorv8", "fourth", 0, good_for_white, 3);
    OpeningAnswer few = decide(&course, 20000);
    course = at("soosorv8", "fourth", 0, strong, 3);
    OpeningAnswer many = decide(&course, 20000);
    ck_assert_msg(few.fifths < many.fifths, "%d, %d", few.fifths, many.fifths);
}
END_TEST

START_TEST(all_searches_together_keep_the_limit) {
    const OpeningRule *rule = opening_rule_at(_i);
    OpeningCourse course;
    ck_assert(opening_course_begin(&course, rule, 15, 15));
    set_up(&course);
    KanameLimits limits = limits_of(0);
    limits.turn_ms = 300;
    OpeningAnswer answer;
    int64_t start = kaname_now_ms();
    ck_assert_int_eq(opening_decide(engine, &limits, NULL, &course, &answer), KANAME_OK);
    /* Each of the searches alone would take 300; what a loaded machine adds is a constant. */
    ck_assert_int_lt(kaname_now_ms() - start, 10000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("decision");
    TCase *tests = tcase_create("decision");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_loop_test(tests, the_engine_answers_every_step_within_the_rule, 0, OPENING_RULES);
    tcase_add_test(tests, reports_are_of_the_position_itself);
    tcase_add_loop_test(tests, a_stopped_engine_still_answers_within_the_rule, 0, OPENING_RULES);
    tcase_add_loop_test(tests, small_boards_leave_enough_fifth_moves, 0, OPENING_RULES);
    tcase_add_loop_test(tests, the_engine_swaps_if_the_other_side_stands_better, 0,
                        (int)(sizeof sides / sizeof *sides));
    tcase_add_test(tests, black_offers_ten_if_ten_are_good);
    tcase_add_test(tests, white_keeps_the_worst_fifth_move);
    tcase_add_test(tests, more_fifth_moves_are_announced_where_black_is_strong);
    tcase_add_loop_test(tests, all_searches_together_keep_the_limit, 0, OPENING_RULES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
