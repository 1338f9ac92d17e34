/* The time manager as a table of limits and what may come of them. */
#include <check.h>

#include "search/timeman.h"
#include "support/expect.h"
#include "support/harness.h"

static const TimeSigns UNSURE = {0}, STABLE = {.stable_iterations = 20},
                       FALLING = {.score_drop = 1000}, ONLY = {.only_move = true};

enum { START = 1000000 };

static Timeman make(int64_t turn_ms, int64_t match_ms, int64_t increment_ms, int64_t margin_ms,
                    int stones) {
    KanameLimits limits = {.start_ms = START,
                           .turn_ms = turn_ms,
                           .match_ms = match_ms,
                           .increment_ms = increment_ms,
                           .margin_ms = margin_ms};
    Params params = params_default();
    Timeman timeman;
    timeman_init(&timeman, &limits, START + 2, stones, 225 - stones, &params);
    return timeman;
}

START_TEST(no_limit_never_ends) {
    Timeman timeman = make(-1, -1, 0, -1, 10);
    expect(!timeman_is_limited(&timeman));
    expect(!timeman_is_over(&timeman, INT64_MAX));
    expect(!timeman_is_enough(&timeman, INT64_MAX, &ONLY));
}
END_TEST

START_TEST(zero_turn_time_is_over_at_once) {
    Timeman timeman = make(0, -1, 0, -1, 10);
    expect(timeman_is_over(&timeman, START));
    timeman = make(0, 100000, 0, -1, 10);
    expect(timeman_is_over(&timeman, START));
}
END_TEST

START_TEST(turn_time_less_margin_is_used_up) {
    Timeman timeman = make(1000, -1, 0, 50, 10);
    expect(!timeman_is_over(&timeman, START + 949));
    expect(timeman_is_over(&timeman, START + 950));
    timeman = make(1000, -1, 0, -1, 10);
    expect(timeman_is_over(&timeman, START + 1000 - TIME_MARGIN_DEFAULT_MS));
    expect(!timeman_is_over(&timeman, START + 999 - TIME_MARGIN_DEFAULT_MS));
}
END_TEST

START_TEST(default_margin_is_a_sixth_of_a_short_turn) {
    Timeman timeman = make(120, -1, 0, -1, 10);
    expect(!timeman_is_over(&timeman, START + 99));
    expect(timeman_is_over(&timeman, START + 100));
}
END_TEST

START_TEST(default_margin_leaves_half_of_a_tiny_turn) {
    Timeman timeman = make(20, -1, 0, -1, 10);
    expect(!timeman_is_over(&timeman, START + 14));
    expect(timeman_is_over(&timeman, START + 15));
    timeman = make(4, -1, 0, -1, 10);
    expect(!timeman_is_over(&timeman, START + 1));
    expect(timeman_is_over(&timeman, START + 2));
}
END_TEST

START_TEST(margin_longer_than_the_turn_ends_at_once) {
    Timeman timeman = make(20, -1, 0, 500, 10);
    expect(timeman_is_over(&timeman, START));
}
END_TEST

START_TEST(match_time_lasts_for_the_whole_game) {
    /* A game in which every move takes the longest span that it is given. */
    int64_t left = 60000;
    for (int stones = 0; stones < 225; stones += 2) {
        Timeman timeman = make(-1, left, 0, 0, stones);
        expect(timeman.hard_ms >= 0 && timeman.hard_ms <= left);
        expect(timeman.plan_ms <= timeman.hard_ms);
        left -= timeman.hard_ms;
    }
    expect(left >= 0);
    /* And one in which it takes what was planned: most of it is used, and some remains. */
    left = 60000;
    for (int stones = 0; stones < 80; stones += 2)
        left -= make(-1, left, 0, 0, stones).plan_ms;
    expect(left > 500 && left < 20000);
}
END_TEST

START_TEST(no_match_time_ends_at_once) {
    Timeman timeman = make(5000, 0, 0, -1, 10);
    expect(timeman_is_over(&timeman, START));
}
END_TEST

START_TEST(turn_binds_where_it_is_shorter_than_the_match_share) {
    Timeman timeman = make(500, 1000000000, 0, 0, 10);
    expect_equal(timeman.hard_ms, 500);
}
END_TEST

START_TEST(increment_is_spent) {
    Timeman without = make(-1, 20000, 0, 0, 10), with = make(-1, 20000, 2000, 0, 10);
    expect(with.plan_ms > without.plan_ms + 1000);
    expect(with.hard_ms <= 20000);
}
END_TEST

START_TEST(clear_choices_save_match_time_and_hard_ones_take_more) {
    Timeman timeman = make(-1, 100000, 0, 0, 10);
    int64_t plan = START + timeman.plan_ms;
    expect(timeman_is_enough(&timeman, plan, &UNSURE));
    expect(!timeman_is_enough(&timeman, plan - 1, &UNSURE));
    expect(timeman_is_enough(&timeman, plan - timeman.plan_ms / 3, &STABLE));
    expect(!timeman_is_enough(&timeman, plan, &FALLING));
    expect(timeman_is_enough(&timeman, START + timeman.hard_ms, &FALLING));
    expect(timeman_is_enough(&timeman, START, &ONLY));
}
END_TEST

/* The default parameters, worked out by hand: 28 moves at first, one less for each four stones, 10
 * at least, and no more than the empty cells leave; three quarters of the increment; at most four
 * times the plan and 22% of what is left, but all of it for the last move. */
START_TEST(match_time_is_planned_by_the_figures_of_the_parameters) {
    static const struct {
        int64_t match_ms, increment_ms, margin_ms;
        int stones;
        int64_t plan_ms, hard_ms;
    } CASES[] = {
        {100000, 0, 0, 0, 3571, 14284},      {100000, 0, 0, 10, 3846, 15384},
        {100000, 2000, 0, 10, 5346, 21384},  {100000, -5000, 0, 10, 3846, 15384},
        {100000, 0, 0, 100, 10000, 22000},   {100000, 0, 0, 222, 50000, 50000},
        {100000, 0, 0, 224, 100000, 100000}, {100000, 0, 40000, 10, 2307, 9228},
        {100030, 0, -1, 10, 3846, 15384},    {1000, 100000, 0, 10, 1000, 1000},
        {100000, 0, 100000, 10, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Timeman timeman =
            make(-1, CASES[i].match_ms, CASES[i].increment_ms, CASES[i].margin_ms, CASES[i].stones);
        expect_equal(timeman.plan_ms, CASES[i].plan_ms);
        expect_equal(timeman.hard_ms, CASES[i].hard_ms);
        expect(timeman_is_limited(&timeman));
    }
}
END_TEST

/* 3,846 ms are planned. Six iterations with one best move leave 45% of them, each of the six taking
 * an equal part; a fall by 60 units doubles them, up to two and a half times, whatever was stable
 * before. */
START_TEST(signs_change_the_planned_time_by_the_figures_of_the_parameters) {
    static const struct {
        TimeSigns signs;
        int64_t enough_ms;
    } CASES[] = {
        {{.stable_iterations = 1}, 3496}, {{.stable_iterations = 3}, 2788},
        {{.stable_iterations = 6}, 1730}, {{.stable_iterations = 60}, 1730},
        {{.score_drop = 30}, 5769},       {{.score_drop = 60}, 7692},
        {{.score_drop = 90}, 9615},       {{.score_drop = 20000}, 9615},
        {{.score_drop = -500}, 3846},     {{6, 60, false}, 7692},
        {{.stable_iterations = 0}, 3846}, {{0, 60, true}, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Timeman timeman = make(-1, 100000, 0, 0, 10);
        int64_t end = START + CASES[i].enough_ms;
        expect(timeman_is_enough(&timeman, end, &CASES[i].signs));
        expect(CASES[i].enough_ms == 0 || !timeman_is_enough(&timeman, end - 1, &CASES[i].signs));
        /* A turn limit binds a hard choice, and a hard limit any. */
        timeman = make(1000, 100000, 0, 0, 10);
        expect(timeman_is_enough(&timeman, START + 1000, &CASES[i].signs));
        expect(timeman_is_over(&timeman, START + 1000));
        expect(!timeman_is_over(&timeman, START + 999));
    }
}
END_TEST

/* Unused time of a turn is lost: a clear choice does not end it early, an only move does. */
START_TEST(a_turn_without_a_match_is_used_up) {
    Timeman timeman = make(1000, -1, 0, 0, 10);
    expect(!timeman_is_enough(&timeman, START + 999, &STABLE));
    expect(!timeman_is_enough(&timeman, START + 999, &FALLING));
    expect(timeman_is_enough(&timeman, START + 1000, &FALLING));
    expect(timeman_is_enough(&timeman, START, &ONLY));
    Params params = params_default();
    KanameLimits limits = {.start_ms = START, .turn_ms = 1000, .match_ms = -1};
    expect(params_set(&params, "soft_turn_permille", 600));
    timeman_init(&timeman, &limits, START, 10, 200, &params);
    expect(timeman_is_enough(&timeman, START + 600, &UNSURE));
    expect(!timeman_is_enough(&timeman, START + 599, &UNSURE));
    expect(!timeman_is_over(&timeman, START + 999));
    limits.exact_time = true;
    timeman_init(&timeman, &limits, START, 10, 200, &params);
    expect(!timeman_is_enough(&timeman, START + 999, &UNSURE));
    expect(timeman_is_enough(&timeman, START + 1000, &UNSURE));
}
END_TEST

/* Time counts from the command's arrival, of which 0 says nothing, nor does a number below. */
START_TEST(time_counts_from_the_arrival_of_the_command) {
    static const struct {
        int64_t start_ms, counted_from_ms;
    } CASES[] = {{START - 400, START - 400},
                 {START, START},
                 {START + 1, START},
                 {0, START},
                 {INT64_MIN, START}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Params params = params_default();
        KanameLimits limits = {.start_ms = CASES[i].start_ms, .turn_ms = 1000, .match_ms = -1};
        Timeman timeman;
        timeman_init(&timeman, &limits, START, 10, 200, &params);
        expect_equal(timeman.start_ms, CASES[i].counted_from_ms);
        expect(timeman_is_over(&timeman, CASES[i].counted_from_ms + 1000));
        expect(!timeman_is_over(&timeman, CASES[i].counted_from_ms + 999));
    }
}
END_TEST

START_TEST(exact_time_is_used_up) {
    Params params = params_default();
    KanameLimits limits = {.start_ms = START, .turn_ms = 1000, .match_ms = -1, .exact_time = true};
    Timeman timeman;
    timeman_init(&timeman, &limits, START, 10, 200, &params);
    expect(!timeman_is_enough(&timeman, START + 999, &ONLY));
    expect(!timeman_is_enough(&timeman, START + 999, &STABLE));
    expect(timeman_is_enough(&timeman, START + 1000, &STABLE));
}
END_TEST

START_TEST(absurd_limits_do_not_overflow) {
    Timeman timeman = make(INT64_MAX, INT64_MAX, INT64_MAX, -1, 0);
    expect(!timeman_is_over(&timeman, START + 1000000000));
    timeman = make(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, 224);
    expect(timeman_is_over(&timeman, START));
    timeman = make(1000, INT64_MIN, INT64_MIN, INT64_MIN, 0);
    expect(!timeman_is_over(&timeman, START + 900));
    /* A start that lies in the future is taken for now. */
    KanameLimits limits = {.start_ms = INT64_MAX, .turn_ms = 1000, .match_ms = -1};
    Params params = params_default();
    timeman_init(&timeman, &limits, START, 0, 225, &params);
    expect_equal(timeman.start_ms, START);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("timeman");
    TCase *tcase = tcase_create("time");
    tcase_add_test(tcase, no_limit_never_ends);
    tcase_add_test(tcase, zero_turn_time_is_over_at_once);
    tcase_add_test(tcase, turn_time_less_margin_is_used_up);
    tcase_add_test(tcase, default_margin_is_a_sixth_of_a_short_turn);
    tcase_add_test(tcase, default_margin_leaves_half_of_a_tiny_turn);
    tcase_add_test(tcase, margin_longer_than_the_turn_ends_at_once);
    tcase_add_test(tcase, match_time_lasts_for_the_whole_game);
    tcase_add_test(tcase, no_match_time_ends_at_once);
    tcase_add_test(tcase, turn_binds_where_it_is_shorter_than_the_match_share);
    tcase_add_test(tcase, increment_is_spent);
    tcase_add_test(tcase, clear_choices_save_match_time_and_hard_ones_take_more);
    tcase_add_test(tcase, match_time_is_planned_by_the_figures_of_the_parameters);
    tcase_add_test(tcase, signs_change_the_planned_time_by_the_figures_of_the_parameters);
    tcase_add_test(tcase, a_turn_without_a_match_is_used_up);
    tcase_add_test(tcase, time_counts_from_the_arrival_of_the_command);
    tcase_add_test(tcase, exact_time_is_used_up);
    tcase_add_test(tcase, absurd_limits_do_not_overflow);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
