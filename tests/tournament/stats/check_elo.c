/* Figures of matches, against values worked out elsewhere: by hand, by published test runs. */
#include "stats/elo.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/harness.h"

static void expect_near(double value, double wanted, double tolerance) {
    ck_assert_msg(fabs(value - wanted) <= tolerance, "%.6f, not %.6f", value, wanted);
}

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

START_TEST(elo_and_score_are_inverse) {
    expect_near(elo_from_score(0.75), 190.848, 0.001);
    for (int elo = -700; elo <= 700; elo += 70)
        expect_near(elo_from_score(score_of(elo)), elo, 1e-6);
    ck_assert(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
    ck_assert(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
}
END_TEST

/* 60 won, 20 drawn, 20 lost: score 0.7, variance of a game 0.6*0.09 + 0.2*0.04 + 0.2*0.49 = 0.16,
 * so the mean is known to +-1.96 * 0.04. */
START_TEST(elo_of_a_match_has_the_error_of_its_score) {
    Wdl wdl = {60, 20, 20};
    EloEstimate elo = wdl_elo(&wdl);
    expect_near(wdl_score(&wdl), 0.7, 1e-12);
    expect_near(elo.elo, 147.19, 0.01);
    double margin = 1.959964 * 0.04;
    expect_near(elo.error, (elo_from_score(0.7 + margin) - elo_from_score(0.7 - margin)) / 2, 1e-4);
    EloEstimate normalised = wdl_normalised_elo(&wdl);
    expect_near(normalised.elo, 0.5 * 347.4356, 1e-3); /* 0.2 above one half, deviation 0.4 */
    expect_near(normalised.error, 0.1959964 * 347.4356, 1e-3);
}
END_TEST

/* The same games in pairs that cancel the opening's bias: a smaller error. */
START_TEST(pairs_carry_less_noise) {
    Pairs biased = {{0, 0, 45, 10, 0}};
    Wdl wdl = {55, 10, 45};
    expect_near(pairs_elo(&biased).elo, wdl_elo(&wdl).elo, 1e-9); /* the same score */
    ck_assert(pairs_elo(&biased).error < 0.4 * wdl_elo(&wdl).error);
    /* Independent games: 1:2:1 of 0, 1, 2 points is what fair coins give. */
    Pairs coins = {{250, 0, 500, 0, 250}};
    Wdl flat = {1000, 0, 1000};
    expect_near(pairs_elo(&coins).error, wdl_elo(&flat).error, 1e-9);
    expect_near(pairs_normalised_elo(&coins).error, wdl_normalised_elo(&flat).error, 1e-9);
}
END_TEST

START_TEST(nothing_known_gives_no_number) {
    Wdl none = {0, 0, 0}, won = {10, 0, 0};
    Pairs no_pairs = {{0}};
    ck_assert(isnan(wdl_elo(&none).elo) && isnan(wdl_elo(&none).error));
    ck_assert(isnan(pairs_elo(&no_pairs).elo));
    ck_assert(isinf(wdl_elo(&won).elo) && isnan(wdl_elo(&won).error));
    ck_assert(isinf(wdl_normalised_elo(&won).elo));
    expect_near(wdl_los(&none), 0.5, 0);
    expect_near(pairs_los(&no_pairs), 0.5, 0);
}
END_TEST

/* (wins - losses) / sqrt(wins + losses) normal deviations. */
START_TEST(superiority_is_that_of_the_decided_games) {
    Wdl wdl = {60, 1000, 40};
    expect_near(wdl_los(&wdl), 0.97725, 1e-5);
    Wdl swapped = {40, 3, 60};
    expect_near(wdl_los(&swapped), 0.02275, 1e-5);
    Wdl all_won = {9, 0, 0};
    expect_near(wdl_los(&all_won), 0.99865, 1e-5);
}
END_TEST

START_TEST(bounds_are_those_of_wald) {
    Sprt sprt = {SPRT_TRINOMIAL, 0, 5, 0.05, 0.05};
    expect_near(sprt_lower_bound(&sprt), -2.944439, 1e-6);
    expect_near(sprt_upper_bound(&sprt), 2.944439, 1e-6);
    sprt.alpha = 0.01;
    sprt.beta = 0.1;
    expect_near(sprt_lower_bound(&sprt), -2.292535, 1e-6);
    expect_near(sprt_upper_bound(&sprt), 4.499810, 1e-6);
    ck_assert_int_eq(sprt_verdict(&sprt, 4.5), SPRT_ACCEPT_H1);
    ck_assert_int_eq(sprt_verdict(&sprt, 4.49), SPRT_CONTINUE);
    ck_assert_int_eq(sprt_verdict(&sprt, -2.3), SPRT_ACCEPT_H0);
}
END_TEST

START_TEST(trinomial_ratio_of_a_match_won_outright_is_that_of_the_scores) {
    Sprt sprt = {SPRT_TRINOMIAL, 0, 10, 0.05, 0.05};
    Wdl won = {50, 0, 0};
    expect_near(sprt_llr(&sprt, &won, NULL), 50 * log(score_of(10) / 0.5), 0.01);
}
END_TEST

/* Published figures of long tests of chess engines, as fastchess's own tests cite them. */
START_TEST(ratios_are_those_of_published_tests) {
    const struct {
        Sprt sprt;
        Wdl wdl;
        Pairs pairs;
        double llr;
    } tests[] = {
        {{SPRT_TRINOMIAL, 0.5, 2.5, 0.05, 0.05}, {21404, 40708, 21184}, {{0}}, -1.57},
        {{SPRT_TRINOMIAL, 0, 2, 0.05, 0.05}, {57433, 106593, 57030}, {{0}}, -2.59},
        {{SPRT_PENTANOMIAL, 0.5, 2.5, 0.05, 0.05}, {0}, {{223, 9863, 21279, 10037, 246}}, -3.07},
        {{SPRT_PENTANOMIAL, 0, 2, 0.05, 0.05}, {0}, {{871, 26175, 55983, 26678, 821}}, -4.98},
        {{SPRT_NORMALISED, 0, 2, 0.05, 0.05}, {0}, {{365, 16618, 36229, 16974, 390}}, 2.25},
        {{SPRT_NORMALISED, -1.75, 0.25, 0.05, 0.05}, {0}, {{127, 4883, 10712, 5150, 104}}, 3.01},
        {{SPRT_NORMALISED, 0, 5, 0.05, 0.05}, {0}, {{0, 0, 0, 0, 5550}}, 111.82},
    };
    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
        expect_near(sprt_llr(&tests[i].sprt, &tests[i].wdl, &tests[i].pairs), tests[i].llr,
                    fmax(0.01 * fabs(tests[i].llr), 0.012));
}
END_TEST

START_TEST(ratio_changes_sign_with_the_point_of_view) {
    for (int model = 0; model < SPRT_MODELS; model++) {
        Sprt sprt = {(SprtModel)model, -5, 5, 0.05, 0.05};
        Wdl wdl = {40, 20, 30}, mirrored = {30, 20, 40};
        Pairs pairs = {{3, 8, 20, 11, 5}}, mirrored_pairs = {{5, 11, 20, 8, 3}};
        double llr = sprt_llr(&sprt, &wdl, &pairs);
        ck_assert(llr > 0.01);
        expect_near(sprt_llr(&sprt, &mirrored, &mirrored_pairs), -llr, 1e-6);
    }
}
END_TEST

START_TEST(impossible_tests_are_told) {
    Sprt good = {SPRT_PENTANOMIAL, 0, 5, 0.05, 0.05};
    ck_assert(sprt_is_valid(&good));
    Sprt bad[] = {{SPRT_PENTANOMIAL, 5, 5, 0.05, 0.05},
                  {SPRT_PENTANOMIAL, 0, 5, 0, 0.05},
                  {SPRT_PENTANOMIAL, 0, 5, 0.05, 0.5},
                  {SPRT_PENTANOMIAL, NAN, 5, 0.05, 0.05},
                  {SPRT_PENTANOMIAL, 0, INFINITY, 0.05, 0.05}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        ck_assert(!sprt_is_valid(&bad[i]));
}
END_TEST

START_TEST(no_counts_break_the_ratio) {
    Sprt sprt = {SPRT_NORMALISED, 0, 10, 0.05, 0.05};
    for (int i = 0; i < 5; i++) {
        Pairs one = {{0}};
        one.count[i] = 1;
        for (int model = 0; model < SPRT_MODELS; model++) {
            sprt.model = (SprtModel)model;
            Wdl wdl = {i == 4, i == 2, i == 0};
            ck_assert(isfinite(sprt_llr(&sprt, &wdl, &one)));
        }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("stats");
    tcase_add_test(tests, elo_and_score_are_inverse);
    tcase_add_test(tests, elo_of_a_match_has_the_error_of_its_score);
    tcase_add_test(tests, pairs_carry_less_noise);
    tcase_add_test(tests, nothing_known_gives_no_number);
    tcase_add_test(tests, superiority_is_that_of_the_decided_games);
    tcase_add_test(tests, bounds_are_those_of_wald);
    tcase_add_test(tests, trinomial_ratio_of_a_match_won_outright_is_that_of_the_scores);
    tcase_add_test(tests, ratios_are_those_of_published_tests);
    tcase_add_test(tests, ratio_changes_sign_with_the_point_of_view);
    tcase_add_test(tests, impossible_tests_are_told);
    tcase_add_test(tests, no_counts_break_the_ratio);
    Suite *suite = suite_create("stats");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
