/* Openings by the table of opening rules: each rule's course from answers, what is refused and why,
 * and random courses, of which every property is computed here a second time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "shared/opening/text.h"
#include "support/harness.h"

enum { SIZE = 15 };

static OpeningCourse course;
static Failure failure;

static void begin(const char *rule) {
    const OpeningRule *found = opening_rule_find(rule);
    ck_assert_ptr_nonnull(found);
    ck_assert(opening_course_begin(&course, found, SIZE, SIZE));
}

static bool say(const char *text) {
    OpeningAnswer answer;
    failure = (Failure)FAILURE_NONE;
    ck_assert_msg(opening_answer_read(text, &answer), "%s", text);
    return opening_course_answer(&course, &answer, &failure);
}

/* ---- Courses ------------------------------------------------------------------------------ */

typedef struct Story {
    const char *rule;
    /* Answers joined by '/'; before each the player who gives it, 0 or 1, and a colon. */
    const char *answers;
    int stones;
    int black; /* the player who has Black at the end */
} Story;

#define TEN "1,1 2,1 3,1 4,1 5,2 6,2 7,2 8,2 9,2 10,2"
static const Story stories[] = {
    {"swap2", "0:1,1 2,2 9,9/1:SWAP", 3, 1},
    {"swap2", "0:1,1 2,2 9,9/1:4,4", 4, 0},
    {"swap2", "0:1,1 2,2 9,9/1:4,4 5,5/0:SWAP", 5, 0},
    {"swap2", "0:1,1 2,2 9,9/1:4,4 5,5/0:6,6", 6, 1},
    {"swap1", "0:0,0/1:SWAP", 1, 1},
    {"swap1", "0:0,0/1:7,7", 2, 0},
    {"rif", "0:7,7 7,6 7,5/1:9,9/0:2,2 3,3/1:3,3", 5, 0},
    {"rif", "0:7,7 7,6 7,5/1:SWAP/0:9,9/1:2,2 3,3/0:2,2", 5, 1},
    {"yamaguchi", "0:7,7 8,6 9,9 1/1:0,0/0:4,4/1:4,4", 5, 0},
    {"yamaguchi", "0:7,7 8,6 9,9 3/1:SWAP/0:0,0/1:4,4 4,5 4,6/0:4,6", 5, 1},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:10,10/0:11,11/1:SWAP", 5, 1},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:10,10/0:11,11/1:0,0", 6, 0},
    {"taraguchi10", "0:7,7/1:SWAP/0:8,8/1:SWAP/0:9,9/1:SWAP/0:10,10/1:SWAP/0:11,11/1:SWAP", 5, 1},
    {"taraguchi10", "0:7,7/1:8,8/0:9,7/1:4,6/0:" TEN "/1:7,2", 5, 0},
    {"soosorv8", "0:7,7 7,6 7,5/1:9,9 1/0:2,2/1:2,2", 5, 0},
    {"soosorv8", "0:7,7 7,6 7,5/1:SWAP/0:9,8 8/1:SWAP/0:1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8/1:1,8", 5,
     0},
};

static void follow(const char *answers) {
    char text[400];
    snprintf(text, sizeof text, "%s", answers);
    for (char *next = text; next != NULL;) {
        char *at = next;
        next = strchr(at, '/');
        if (next != NULL)
            *next++ = '\0';
        ck_assert_int_eq(opening_course_player(&course), at[0] - '0');
        ck_assert_msg(say(at + 2), "%s: %s", at, failure.text);
    }
}

START_TEST(a_course_ends_as_its_rule_says) {
    const Story *story = &stories[_i];
    begin(story->rule);
    follow(story->answers);
    ck_assert_ptr_null(opening_course_step(&course));
    ck_assert_int_eq(course.stone_count, story->stones);
    ck_assert_int_eq(course.black, story->black);
    ck_assert_int_eq(course.offer_count, 0);
}
END_TEST

/* ---- Refusals ----------------------------------------------------------------------------- */

typedef struct Refusal {
    const char *rule, *before; /* as in Story; NULL: none */
    const char *answer, *reason;
} Refusal;

#define AFTER_FOUR "0:7,7 7,6 7,5/1:7,2"
static const Refusal refusals[] = {
    {"swap2", NULL, "SWAP", "expected 3 stones"},
    {"swap2", NULL, "1,1 2,2", "expected 3 stones"},
    {"swap2", NULL, "1,1 2,2 1,1", "1,1 is occupied"},
    {"swap2", NULL, "1,1 2,2 15,3", "15,3 is not on the board"},
    {"swap2", "0:1,1 2,2 9,9", "1,2 2,3 3,4", "expected SWAP, 1 stone or 2 stones"},
    {"swap2", "0:1,1 2,2 9,9", "9,9", "9,9 is occupied"},
    {"swap2", "0:1,1 2,2 9,9/1:4,4 5,5", "6,6 7,7", "expected SWAP or 1 stone"},
    {"swap1", NULL, "SWAP", "expected 1 stone"},
    {"swap1", "0:7,7", "7,7", "7,7 is occupied"},
    {"swap1", "0:7,7", "7,8 3", "no number of fifth moves is due"},
    {"rif", NULL, "7,8 7,7 7,6", "7,8 lies outside the central 1x1"},
    {"rif", NULL, "7,7 7,9 7,8", "7,9 lies outside the central 3x3"},
    {"rif", NULL, "7,7 7,8 7,10", "7,10 lies outside the central 5x5"},
    {"rif", NULL, "7,7 7,8 7,9 2", "no number of fifth moves is due"},
    {"rif", "0:7,7 7,6 7,5/1:SWAP", "SWAP", "expected 1 stone"},
    {"rif", AFTER_FOUR, "1,1", "expected 2 fifth moves"},
    {"rif", AFTER_FOUR, "1,1 2,2 3,3", "expected 2 fifth moves"},
    {"rif", AFTER_FOUR, "SWAP", "expected 2 fifth moves"},
    {"rif", AFTER_FOUR, "1,1 7,2", "7,2 is occupied"},
    {"rif", AFTER_FOUR, "1,1 1,1", "1,1 is occupied"},
    {"rif", AFTER_FOUR, "1,1 -1,1", "-1,1 is not on the board"},
    {"rif", AFTER_FOUR, "5,3 9,3", "the fifth moves 5,3 and 9,3 are symmetrical"},
    {"rif", AFTER_FOUR "/0:5,3 9,4", "9,3", "9,3 is none of the fifth moves offered"},
    {"rif", AFTER_FOUR "/0:5,3 9,4", "SWAP", "expected one of the 2 fifth moves"},
    {"yamaguchi", NULL, "7,7 7,8 7,9", "the number of fifth moves must be 1 to 12, not 0"},
    {"yamaguchi", NULL, "7,7 7,8 7,9 13", "the number of fifth moves must be 1 to 12, not 13"},
    {"yamaguchi", NULL, "7,7 7,8 7,9 -1", "the number of fifth moves must be 1 to 12, not -1"},
    {"yamaguchi", "0:7,7 7,8 7,9 3", "1,1 3", "no number of fifth moves is due"},
    {"yamaguchi", "0:7,7 7,8 7,9 3/1:0,0", "1,1 2,2", "expected 3 fifth moves"},
    {"taraguchi10", NULL, "7,8", "7,8 lies outside the central 1x1"},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9", "11,7", "11,7 lies outside the central 7x7"},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:4,4", "12,7", "12,7 lies outside the central 9x9"},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:4,6", "1,1 2,2",
     "expected SWAP, 1 stone or 10 fifth moves"},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:4,6/0:SWAP", TEN, "expected 1 stone"},
    {"taraguchi10", "0:7,7/1:8,8/0:9,9/1:4,6/0:SWAP", "SWAP", "expected 1 stone"},
    {"soosorv8", "0:7,7 7,6 7,5", "9,9", "the number of fifth moves must be 1 to 8, not 0"},
    {"soosorv8", "0:7,7 7,6 7,5", "9,9 9", "the number of fifth moves must be 1 to 8, not 9"},
    {"soosorv8", "0:7,7 7,6 7,5/1:9,9 2", "1,1", "expected SWAP or 2 fifth moves"},
    {"soosorv8", "0:7,7 7,6 7,5/1:9,9 2/0:SWAP", "SWAP", "expected 2 fifth moves"},
    {"swap1", "0:7,7/1:SWAP", "1,1", "expected no answer: the opening is over"},
};

START_TEST(an_answer_against_the_rule_is_refused_and_changes_nothing) {
    const Refusal *refusal = &refusals[_i];
    begin(refusal->rule);
    if (refusal->before != NULL)
        follow(refusal->before);
    OpeningCourse before = course;
    ck_assert_msg(!say(refusal->answer), "%s", refusal->answer);
    ck_assert_str_eq(failure.text, refusal->reason);
    ck_assert_mem_eq(&before, &course, sizeof course);
}
END_TEST

/* ---- Likeness ----------------------------------------------------------------------------- */

typedef struct Likeness {
    const char *four; /* the stones, rif's dialogue as in Story */
    OpeningPoint a, b;
    bool are_alike;
} Likeness;

static const Likeness likenesses[] = {
    /* One line upright: mirrored from left to right. */
    {"0:7,7 7,6 7,5/1:7,2", {5, 3}, {9, 3}, true},
    {"0:7,7 7,6 7,5/1:7,2", {5, 3}, {9, 4}, false},
    /* Symmetrical to a row that is not the board's middle: row 6. */
    {"0:7,7 7,6 7,5/1:3,6", {5, 4}, {5, 8}, true},
    {"0:7,7 7,6 7,5/1:3,6", {5, 4}, {9, 8}, false},
    {"0:7,7 7,6 7,5/1:3,6", {0, 0}, {0, 12}, true},
    /* Three in a row from either end, but White's stones tell them apart. */
    {"0:7,7 8,6 8,7/1:0,0", {6, 7}, {9, 7}, false},
    {"0:7,7 8,6 9,8/1:7,9", {3, 3}, {3, 4}, false},
    /* Two pairs: mirrored, and as far from the edge as the first stone is from the centre. */
    {"0:7,7 7,6 9,7/1:9,6", {5, 7}, {11, 7}, true},
    /* One line aslant: mirrored on it. */
    {"0:7,7 8,6 9,5/1:6,8", {5, 7}, {7, 9}, true},
    {"0:7,7 8,6 9,5/1:6,8", {5, 7}, {9, 7}, false},
};

START_TEST(fifth_moves_that_make_one_figure_are_alike) {
    const Likeness *likeness = &likenesses[_i];
    begin("rif");
    follow(likeness->four);
    ck_assert_int_eq(opening_course_alike(&course, likeness->a, likeness->b), likeness->are_alike);
    ck_assert_int_eq(opening_course_alike(&course, likeness->b, likeness->a), likeness->are_alike);
}
END_TEST

/* ---- Random courses ----------------------------------------------------------------------- */

/* The squares of stones 1 to 5 by the texts of the rules; 0: the board. */
static const struct {
    const char *rule;
    int squares[5];
    int least, most; /* stones at the end */
} texts[] = {
    {"swap2", {0, 0, 0, 0, 0}, 3, 6},       {"swap1", {0, 0, 0, 0, 0}, 1, 2},
    {"rif", {1, 3, 5, 0, 0}, 5, 5},         {"yamaguchi", {1, 3, 5, 0, 0}, 5, 5},
    {"taraguchi10", {1, 3, 5, 7, 9}, 5, 6}, {"soosorv8", {1, 3, 5, 0, 0}, 5, 5},
};

static OpeningPoint random_point(uint64_t *rng) {
    return (OpeningPoint){(int)rng_below(rng, (uint32_t)course.width + 2) - 1,
                          (int)rng_below(rng, (uint32_t)course.height + 2) - 1};
}

static bool are_equal(OpeningPoint a, OpeningPoint b) {
    return a.x == b.x && a.y == b.y;
}

/* Is there a movement of the plane that carries the stones beside `a` onto those beside `b`? Tries
 * all: every turn, and every shift that carries the first stone onto some stone. */
static bool are_alike_slowly(OpeningPoint a, OpeningPoint b) {
    OpeningPoint from[5], to[5];
    for (int i = 0; i < 4; i++)
        from[i] = to[i] = course.stones[i];
    from[4] = a;
    to[4] = b;
    for (int turn = 0; turn < 8; turn++)
        for (int anchor = 0; anchor < 5; anchor++) {
            int same = 0;
            for (int i = 0; i < 5; i++) {
                int dx = from[i].x - from[0].x, dy = from[i].y - from[0].y;
                int x = turn < 4 ? dx : dy, y = turn < 4 ? dy : dx;
                OpeningPoint image = {to[anchor].x + (turn % 2 == 0 ? x : -x),
                                      to[anchor].y + (turn / 2 % 2 == 0 ? y : -y)};
                for (int k = 0; k < 5; k++)
                    same += k % 2 == i % 2 && are_equal(image, to[k]);
            }
            if (same == 5)
                return true;
        }
    return false;
}

static bool is_stone(OpeningPoint point) {
    for (int i = 0; i < course.stone_count; i++)
        if (are_equal(course.stones[i], point))
            return true;
    return false;
}

/* Whether stone number `number` may lie there by the text of the rule; the opening's stones only.
 */
static bool fits_text(int text, int number, OpeningPoint point) {
    int side = number < 5 && course.offer_count == 0 ? texts[text].squares[number] : 0;
    int dx = point.x - course.width / 2, dy = point.y - course.height / 2;
    bool is_on = point.x >= 0 && point.y >= 0 && point.x < course.width && point.y < course.height;
    return is_on && (side == 0 || (2 * abs(dx) < side && 2 * abs(dy) < side));
}

/* Whether the answer obeys the text of the rule; the number of points is right. */
static bool is_legal_by_text(int text, OpeningAct act, const OpeningAnswer *answer) {
    for (int i = 0; i < answer->count; i++) {
        OpeningPoint point = answer->points[i];
        int number = course.stone_count + i;
        if (act == OPENING_PICK) {
            bool is_offered = false;
            for (int k = 0; k < course.offer_count; k++)
                is_offered |= are_equal(course.offers[k], point);
            return is_offered;
        }
        /* Fifth moves that are offered may lie anywhere, and so may the first move of play. */
        if (is_stone(point) || !fits_text(text, act == OPENING_OFFER ? 5 : number, point))
            return false;
        for (int k = 0; k < i; k++)
            if (are_equal(answer->points[k], point) ||
                (act == OPENING_OFFER && are_alike_slowly(answer->points[k], point)))
                return false;
    }
    return true;
}

/* Fills in points for the choice at random: most of them legal, many not. */
static void draw_answer(const OpeningChoice *choice, OpeningAnswer *answer, uint64_t *rng) {
    *answer = (OpeningAnswer){.is_swap = choice->act == OPENING_SWAP};
    answer->count = choice->act == OPENING_OFFER  ? opening_course_offers(&course, choice)
                    : choice->act == OPENING_PICK ? 1
                                                  : choice->count;
    for (int i = 0; i < answer->count; i++) {
        OpeningPoint *point = &answer->points[i];
        bool is_near =
            choice->act == OPENING_PLACE && choice->squares[i] > 0 && rng_below(rng, 8) > 0;
        *point = random_point(rng);
        if (is_near) {
            uint32_t side = (uint32_t)choice->squares[i] + (rng_below(rng, 10) == 0 ? 2 : 0);
            *point = (OpeningPoint){course.width / 2 - (int)side / 2 + (int)rng_below(rng, side),
                                    course.height / 2 - (int)side / 2 + (int)rng_below(rng, side)};
        }
        if (choice->act == OPENING_PICK && rng_below(rng, 4) > 0)
            *point = course.offers[rng_below(rng, (uint32_t)course.offer_count)];
        /* One that is surely like the one before it, if they share an axis. */
        if (choice->act == OPENING_OFFER && i > 0 && rng_below(rng, 20) == 0)
            *point =
                (OpeningPoint){course.width - 1 - answer->points[i - 1].x, answer->points[i - 1].y};
    }
    if (choice->most > 0)
        answer->fifths = choice->least + (int)rng_below(rng, (uint32_t)choice->most);
}

typedef struct Visits {
    int taken[OPENING_RULES][12][OPENING_CHOICES_MAX];
    int refused[OPENING_OFFER + 2];
} Visits;
static Visits visits;

/* Who has Black after the answer, by the text of the rule. */
static int black_after(const char *rule, const OpeningStep *step, OpeningAct act, int player) {
    bool is_swap2 = strcmp(rule, "swap2") == 0;
    if (act == OPENING_SWAP) /* takes the side that the other one has, in swap2 Black */
        return is_swap2 || step->asked == OPENING_WHITE ? player : 1 - player;
    if (is_swap2 && step->stones == 5)
        return 1 - player;
    return course.black;
}

static void check_step(int text, uint64_t *rng) {
    const OpeningStep *step = opening_course_step(&course);
    int choices = 0, number = course.stone_count, player = opening_course_player(&course);
    ck_assert_int_eq(step->stones, number);
    /* Black answers where Black's stone comes next, White where White's; in swap2 the first
     * player's last choice comes as Black. */
    if (course.offer_count == 0 && !(number == 5 && strcmp(texts[text].rule, "swap2") == 0))
        ck_assert_int_eq(step->asked, number % 2 == 0 ? OPENING_BLACK : OPENING_WHITE);
    while (step->choices[choices].act != OPENING_NO_ACT)
        choices++;
    int taken = (int)rng_below(rng, (uint32_t)choices);
    const OpeningChoice *choice = &step->choices[taken];
    OpeningAnswer answer;
    draw_answer(choice, &answer, rng);
    bool is_legal = is_legal_by_text(text, choice->act, &answer);
    int black = black_after(texts[text].rule, step, choice->act, player);
    OpeningCourse before = course;
    char line[OPENING_TEXT_MAX];
    opening_answer_write(&answer, line);
    ck_assert_msg(say(line) == is_legal, "%s %s: %s: %s", texts[text].rule, step->word, line,
                  failure.text);
    if (!is_legal) {
        ck_assert_mem_eq(&before, &course, sizeof course);
        visits.refused[choice->act]++;
        return;
    }
    visits.taken[text][before.step][taken]++;
    ck_assert_int_eq(course.black, black);
    int placed = choice->act == OPENING_OFFER ? 0 : answer.count;
    ck_assert_int_eq(course.stone_count, number + placed);
    ck_assert_int_eq(course.offer_count, choice->act == OPENING_OFFER ? answer.count : 0);
    for (int i = 0; i < course.stone_count; i++)
        for (int k = 0; k < i; k++)
            ck_assert(!are_equal(course.stones[i], course.stones[k]));
}

START_TEST(random_courses_obey_the_texts_of_the_rules) {
    enum { COURSES = 3000, STEPS_MAX = 20000 };
    uint64_t rng = 7 + (uint64_t)_i;
    const OpeningRule *rule = opening_rule_find(texts[_i].rule);
    ck_assert_ptr_eq(rule, opening_rule_at(_i));
    ck_assert_int_eq(opening_rule_index(rule), _i);
    memset(&visits, 0, sizeof visits);
    for (int n = 0; n < COURSES; n++) {
        int least = rule->least_size;
        int width = least + (int)rng_below(&rng, 8), height = least + (int)rng_below(&rng, 8);
        ck_assert(opening_course_begin(&course, rule, width, height));
        int steps = 0;
        while (course.step != OPENING_OVER && steps++ < STEPS_MAX)
            check_step(_i, &rng);
        ck_assert_int_eq(course.step, OPENING_OVER);
        ck_assert_int_ge(course.stone_count, texts[_i].least);
        ck_assert_int_le(course.stone_count, texts[_i].most);
    }
    for (int step = 0; step < rule->step_count; step++)
        for (int k = 0; rule->steps[step].choices[k].act != OPENING_NO_ACT; k++)
            ck_assert_msg(visits.taken[_i][step][k] > 0, "%s %s: choice %d", rule->name,
                          rule->steps[step].word, k);
    ck_assert_int_gt(visits.refused[OPENING_PLACE], 100);
    if (opening_rule_step(rule, "pick") != OPENING_OVER) {
        ck_assert_int_gt(visits.refused[OPENING_OFFER], 100);
        ck_assert_int_gt(visits.refused[OPENING_PICK], 0);
    }
}
END_TEST

/* ---- Text, names, sizes ------------------------------------------------------------------- */

START_TEST(answers_are_read_as_they_are_written) {
    static const char *const same[] = {"SWAP", "7,7", "7,7 8,8 9,9 4", "-1,200", "0,0 0,1"};
    static const char *const wrong[] = {"",      "SWAPS", "SWAP 1,1", "7",      "7,",
                                        "7,7,",  "7,7 x", "x,7",      "7 7",    "7,7 4 5,5",
                                        "7,7 0", "OK",    "7.5,7",    "1,1 2 3"};
    char text[OPENING_TEXT_MAX];
    OpeningAnswer answer;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        ck_assert(opening_answer_read(same[i], &answer));
        opening_answer_write(&answer, text);
        ck_assert_str_eq(text, same[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!opening_answer_read(wrong[i], &answer), "%s", wrong[i]);
    ck_assert(opening_answer_read("  swap ", &answer) && answer.is_swap);
    ck_assert(opening_answer_read(" 7 , 7  8,8\t3", &answer));
    ck_assert(answer.count == 2 && answer.points[1].y == 8 && answer.fifths == 3);
    ck_assert(opening_answer_read("99999999999999999999,1", &answer));
    ck_assert_int_eq(answer.points[0].x, 2147483647);
}
END_TEST

START_TEST(more_points_than_any_rule_has_are_no_answer) {
    char text[OPENING_TEXT_MAX] = "";
    OpeningAnswer answer;
    for (int i = 0; i < OPENING_OFFERS_MAX; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d,%d ", i, i);
    ck_assert(opening_answer_read(text, &answer));
    strcat(text, "14,14");
    ck_assert(!opening_answer_read(text, &answer));
}
END_TEST

START_TEST(rules_and_steps_are_found_by_name) {
    ck_assert_ptr_null(opening_rule_find("swap3"));
    ck_assert_ptr_null(opening_rule_find(""));
    ck_assert_ptr_null(opening_rule_find("rif "));
    const OpeningRule *rule = opening_rule_find("Taraguchi10");
    ck_assert_str_eq(rule->title, "Taraguchi-10");
    ck_assert_int_eq(opening_rule_step(rule, "SIDE5"), opening_rule_step(rule, "side5"));
    ck_assert_int_eq(opening_rule_step(rule, "fifths"), OPENING_OVER);
}
END_TEST

START_TEST(squares_of_nine_need_a_board_of_nine) {
    ck_assert(!opening_course_begin(&course, opening_rule_find("rif"), 8, 15));
    ck_assert(opening_course_begin(&course, opening_rule_find("rif"), 9, 15));
    ck_assert(opening_course_begin(&course, opening_rule_find("swap1"), 5, 5));
}
END_TEST

typedef struct Resumption {
    const char *rule, *step;
    int fifths, points;
    const char *reason; /* NULL: it fits */
} Resumption;

static const Resumption resumptions[] = {
    {"rif", "open", 0, 0, NULL},
    {"rif", "open", 0, 1, "rif open takes 0 stones, not 1 points"},
    {"rif", "side3", 0, 3, NULL},
    {"rif", "fifths", 0, 4, NULL},
    {"rif", "pick", 0, 6, NULL},
    {"rif", "pick", 0, 4, "rif pick takes 4 stones and the fifth moves, not 4 points"},
    {"yamaguchi", "side3", 2, 3, NULL},
    {"soosorv8", "fifths", 0, 4, "soosorv8 fifths needs the number of fifth moves, 1 to 12"},
    {"soosorv8", "side4", 13, 4, "soosorv8 side4 needs the number of fifth moves, 1 to 12"},
    {"soosorv8", "side4", 8, 4, NULL},
    {"soosorv8", "pick", 0, 17, "soosorv8 pick takes 4 stones and the fifth moves, not 17 points"},
};

START_TEST(a_course_goes_on_at_a_step_whose_numbers_fit) {
    const Resumption *item = &resumptions[_i];
    OpeningPoint points[20];
    for (int i = 0; i < 20; i++)
        points[i] = (OpeningPoint){i % 15, i / 15};
    const OpeningRule *rule = opening_rule_find(item->rule);
    int step = opening_rule_step(rule, item->step);
    bool fits = opening_course_resume(&course, rule, step, item->fifths, points, item->points, SIZE,
                                      SIZE, &failure);
    ck_assert_int_eq(fits, item->reason == NULL);
    if (!fits) {
        ck_assert_str_eq(failure.text, item->reason);
        return;
    }
    ck_assert_int_eq(course.step, step);
    ck_assert_int_eq(course.stone_count + course.offer_count, item->points);
    ck_assert_int_eq(course.stone_count, rule->steps[step].stones);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

int main(void) {
    TCase *tests = tcase_create("opening_course");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_course_ends_as_its_rule_says, 0, COUNT(stories));
    tcase_add_loop_test(tests, an_answer_against_the_rule_is_refused_and_changes_nothing, 0,
                        COUNT(refusals));
    tcase_add_loop_test(tests, fifth_moves_that_make_one_figure_are_alike, 0, COUNT(likenesses));
    tcase_add_loop_test(tests, random_courses_obey_the_texts_of_the_rules, 0, OPENING_RULES);
    tcase_add_test(tests, answers_are_read_as_they_are_written);
    tcase_add_test(tests, more_points_than_any_rule_has_are_no_answer);
    tcase_add_test(tests, rules_and_steps_are_found_by_name);
    tcase_add_test(tests, squares_of_nine_need_a_board_of_nine);
    tcase_add_loop_test(tests, a_course_goes_on_at_a_step_whose_numbers_fit, 0, COUNT(resumptions));
    Suite *suite = suite_create("opening_course");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
