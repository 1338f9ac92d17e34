/* The result of a match of an evolution: points, Elo and its error, by pairs of games. */
#include "train/evolve/match.h"

#include <check.h>
#include <math.h>

#include "support/harness.h"

enum { PAIRS = 40 };

static int halves[PAIRS][2]; /* 0: lost, 1: drawn, 2: won */

static MatchResult rate(int first, int second) {
    MatchResult result;
    for (int i = 0; i < PAIRS; i++) {
        halves[i][0] = i % 2 == 0 ? first : second;
        halves[i][1] = i % 4 < 2 ? 1 : 2;
    }
    match_rate(&result, (const int(*)[2])halves, PAIRS);
    return result;
}

/* The definition, by the sum over pairs of the squared distance from the mean. */
static void expect_rated(const MatchResult *result) {
    double mean = 0, squares = 0;
    for (int i = 0; i < PAIRS; i++)
        mean += (halves[i][0] + halves[i][1]) / 4.0 / PAIRS;
    for (int i = 0; i < PAIRS; i++)
        squares += pow((halves[i][0] + halves[i][1]) / 4.0 - mean, 2);
    double slope = 400 / log(10) / (mean * (1 - mean));
    ck_assert_double_eq_tol(result->points, mean, 1e-9);
    ck_assert_double_eq_tol(result->elo, 400 * log10(mean / (1 - mean)), 1e-6);
    ck_assert_double_eq_tol(result->error, 1.96 * sqrt(squares / PAIRS / PAIRS) * slope, 1e-6);
}

START_TEST(points_become_elo_with_its_error) {
    MatchResult result = rate(2, 0);
    ck_assert(result.won == 40 && result.lost == 20 && result.drawn == 20);
    expect_rated(&result);
    result = rate(0, 1);
    ck_assert(result.won == 20 && result.lost == 20 && result.drawn == 40);
    expect_rated(&result);

    /* Half a point less than all of them. */
    for (int i = 0; i < PAIRS; i++)
        halves[i][0] = halves[i][1] = 2;
    match_rate(&result, (const int(*)[2])halves, PAIRS);
    ck_assert_int_eq(result.won, 2 * PAIRS);
    ck_assert_double_eq_tol(result.points, 1, 1e-9);
    ck_assert_double_eq_tol(result.elo, 400 * log10((2 * PAIRS - 0.5) / 0.5), 1e-6);
    ck_assert(isfinite(result.error) && result.error > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evolve_match");
    TCase *tests = tcase_create("evolve_match");
    tcase_add_test(tests, points_become_elo_with_its_error);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
