/* The public face tells win rates: those of the rule, of the stones and of the tables. */
#include <check.h>
#include <math.h>

#include "engine/api/engine.h"
#include "eval/eval.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

/* ---- Thinking ------------------------------------------------------------------------------- */

START_TEST(win_rates_are_shares_of_a_point) {
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        expect(kaname_win_rate(engine, 0) == 0.5);
        expect(kaname_win_rate(engine, KANAME_SCORE_WIN - 9) == 1);
        expect(kaname_win_rate(engine, -KANAME_SCORE_WIN_MIN) == 0);
        for (int score = 50; score < KANAME_SCORE_WIN_MIN; score += score) {
            double rate = kaname_win_rate(engine, score);
            double sum = rate + kaname_win_rate(engine, -score);
            expect(rate > kaname_win_rate(engine, score / 2) && rate <= 1);
            expect(sum > 0.999999 && sum < 1.000001);
        }
    }
}
END_TEST

/* Returns the win rate of a score by the scale of the rule's built-in network or tables. */
static double embedded_rate(Rule rule, bool is_network, int score) {
    Evaluator *evaluator = evaluator_embedded(rule, is_network);
    expect(evaluator != NULL);
    double rate = 1 / (1 + exp(-(double)score / evaluator->win_scale));
    evaluator_free(evaluator);
    return rate;
}

START_TEST(win_rates_are_those_of_the_rule) {
    enum { LEAD = 320 };
    double by_network = embedded_rate(RULE_FREESTYLE, true, LEAD),
           by_tables = embedded_rate(RULE_FREESTYLE, false, LEAD);
    expect(fabs(kaname_win_rate(engine, LEAD) - by_network) < 1e-9);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_CARO), KANAME_OK);
    double caro = kaname_win_rate(engine, LEAD);
    expect(fabs(caro - embedded_rate(RULE_CARO, true, LEAD)) < 1e-9);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    expect(fabs(kaname_win_rate(engine, LEAD) - caro) > 0.01);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    expect(fabs(kaname_win_rate(engine, LEAD) - by_tables) < 1e-9);
    expect(fabs(by_network - by_tables) > 0.001);
}
END_TEST

START_TEST(the_evaluator_in_use_is_told) {
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) { /* all have a network */
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
    }
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_TABLE);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_TABLE);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_NETWORK), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
}
END_TEST

/* By the tables early leads of caro are worth more. In the other rules, and by networks, the stones
 * do not matter. */
START_TEST(win_rates_fall_with_the_stones_by_the_tables_of_caro) {
    static const int counts[] = {0, 12, 13, 20, 31, 32, 60};
    enum { COUNTS = sizeof counts / sizeof counts[0], LEAD = 320 };
    KanameRule rule = (KanameRule)(_i / 2);
    bool is_table = _i % 2 == 1;
    bool is_caro = rule == KANAME_RULE_CARO || rule == KANAME_RULE_CARO_EXACT;
    double flat = 0, last = 0;
    expect_equal(kaname_set_rule(engine, rule), KANAME_OK);
    expect_equal(
        kaname_set_evaluator(engine, is_table ? KANAME_EVALUATOR_TABLE : KANAME_EVALUATOR_NETWORK),
        KANAME_OK);
    for (int at = COUNTS - 1; at >= 0; at--) {
        KanameStone stones[60];
        for (int i = 0; i < counts[at]; i++)
            stones[i] = (KanameStone){i % 15, 2 * (i / 15), i % 2 ? KANAME_WHITE : KANAME_BLACK};
        expect_equal(kaname_set_position(engine, stones, (size_t)counts[at], KANAME_BLACK),
                     KANAME_OK);
        double rate = kaname_win_rate(engine, LEAD);
        bool is_flat = !is_caro || !is_table || counts[at] >= 32;
        if (at == COUNTS - 1)
            flat = rate;
        expect(is_flat ? rate == flat : counts[at] == 0 ? rate == last : rate > last);
        last = rate;
    }
    if (rule == KANAME_RULE_CARO && is_table)
        expect(last > 0.62 && last < 0.72);
}
END_TEST

/* Win rates of the built-in tables, which change with the weights alone. */
START_TEST(win_rates_of_the_tables_are_these) {
    enum { STAGES_SEEN = 3, SCORES = 3 };
    static const int scores[SCORES] = {50, -320, 1000};
    static const struct { int stones, stage; } at[] = {{0, 0}, {12, 0}, {20, 1}, {32, 2}, {100, 2}};
    static const struct {
        KanameRule rule;
        double rates[STAGES_SEEN][SCORES];
    } of[] = {{KANAME_RULE_CARO,
               {{0.52880711725400109, 0.32338041684917862, 0.90946536244360443},
                {0.50930184763010766, 0.44074112696679768, 0.67792095033926614},
                {0.50461411781366616, 0.47050309836019055, 0.59125113258490847}}},
              {KANAME_RULE_CARO_EXACT,
               {{0.52773447371895899, 0.32943710319686087, 0.90212285719932106},
                {0.50895483942603026, 0.44293265415302197, 0.67182783903800403},
                {0.50444195847304929, 0.47160131458092991, 0.58791821884005635}}},
              {KANAME_RULE_FREESTYLE,
               {{0.52732504545200742, 0.3317637147655092, 0.89918338313346036},
                {0.52732504545200742, 0.3317637147655092, 0.89918338313346036},
                {0.52732504545200742, 0.3317637147655092, 0.89918338313346036}}}};
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    for (size_t i = 0; i < sizeof at / sizeof *at * (sizeof of / sizeof *of); i++) {
        int rule = (int)(i % (sizeof of / sizeof *of)), row = (int)(i / (sizeof of / sizeof *of));
        KanameStone stones[100];
        for (int n = 0; n < at[row].stones; n++)
            stones[n] = (KanameStone){n % 15, 2 * (n / 15), n % 2 ? KANAME_WHITE : KANAME_BLACK};
        expect_equal(kaname_set_rule(engine, of[rule].rule), KANAME_OK);
        expect_equal(kaname_set_position(engine, stones, (size_t)at[row].stones, KANAME_BLACK),
                     KANAME_OK);
        for (int n = 0; n < SCORES; n++)
            ck_assert_double_eq_tol(kaname_win_rate(engine, scores[n]),
                                    of[rule].rates[at[row].stage][n], 1e-15);
    }
}
END_TEST

/* ---- Memory and solving --------------------------------------------------------------------- */

START_TEST(win_plies_are_read_from_scores) {
    expect_equal(kaname_score_win_plies(KANAME_SCORE_WIN - 3), 3);
    expect_equal(kaname_score_win_plies(-KANAME_SCORE_WIN + 4), -4);
    expect_equal(kaname_score_win_plies(KANAME_SCORE_WIN_MIN - 1), 0);
    expect_equal(kaname_score_win_plies(0), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("win_rates");
    TCase *think = tcase_create("think");
    tcase_set_timeout(think, 0);
    tcase_add_checked_fixture(think, setup, teardown);
    tcase_add_test(think, win_rates_are_shares_of_a_point);
    tcase_add_test(think, win_rates_are_those_of_the_rule);
    tcase_add_test(think, the_evaluator_in_use_is_told);
    tcase_add_test(think, win_rates_of_the_tables_are_these);
    tcase_add_loop_test(think, win_rates_fall_with_the_stones_by_the_tables_of_caro, 0,
                        2 * KANAME_RULE_COUNT);
    suite_add_tcase(suite, think);
    TCase *rest = tcase_create("rest");
    tcase_set_timeout(rest, 0);
    tcase_add_checked_fixture(rest, setup, teardown);
    tcase_add_test(rest, win_plies_are_read_from_scores);
    suite_add_tcase(suite, rest);
    return run_suite(suite);
}
