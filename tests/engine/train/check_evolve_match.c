/* The result of a match of an evolution: points, Elo and its error, by pairs of games. */
#include "train/evolve/match.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"
#include "train/evolve/curve.h"
#include "train/generate.h"
#include "train/start.h"

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

/* Also where a double cannot hold its share of the points exactly: 29, 57 and 58 percent. */
START_TEST(a_gate_lets_its_own_percentage_pass) {
    enum { EACH = 50 };
    static int played[EACH][2];
    for (int points = 0; points <= 2 * EACH; points++) {
        MatchResult result;
        for (int game = 0; game < 2 * EACH; game++)
            played[game / 2][game % 2] = game < points ? 2 : 0;
        match_rate(&result, (const int(*)[2])played, EACH);
        ck_assert_msg(match_passes(&result, points), "%d%%", points);
        ck_assert(!match_passes(&result, points + 1));
    }
}
END_TEST

static void write_weights(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert(file != NULL && fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

START_TEST(a_match_names_the_weights_it_cannot_use) {
    static const char DAMAGED[] = "KanameWt";
    char folder[TEST_PATH_BYTES], paths[2][TEST_PATH_BYTES], results[TEST_PATH_BYTES];
    unsigned char bytes[WEIGHTS_BYTES_MAX];
    Weights *known = malloc(sizeof *known);
    ck_assert(known != NULL && start_weights(known, NULL, RULE_FREESTYLE, "test"));
    size_t size = weights_write(known, bytes);
    free(known);
    make_folder(folder);
    path_in(paths[0], folder, "candidate");
    path_in(paths[1], folder, "other");
    path_in(results, folder, "match.tsv");
    for (int wrong = 0; wrong < 2; wrong++) {
        Failure failure = FAILURE_NONE;
        MatchResult result;
        MatchOptions options = {.openings = generate_defaults(),
                                .pairs = 1,
                                .threads = 1,
                                .weights = {paths[0], paths[1]},
                                .path = results};
        write_weights(paths[1 - wrong], (const char *)bytes, size);
        write_weights(paths[wrong], DAMAGED, sizeof DAMAGED);
        ck_assert(!match_play(&options, &result, &failure));
        ck_assert_msg(strncmp(failure.text, paths[wrong], strlen(paths[wrong])) == 0, "%s",
                      failure.text);
    }
}
END_TEST

/* Tables are kept from their best epoch, a network as it ends. */
START_TEST(a_generation_has_the_losses_of_what_is_kept) {
    static const char TABLES[] = "model,epoch,heldout_loss,hits\n"
                                 "value,1,0.61,0.5\nvalue,2,0.58,0.5\nvalue,3,0.60,0.5\n"
                                 "order,1,2.25,0.3\norder,2,2.30,0.3\n",
                      NETWORK[] = "epoch,heldout_loss,order_loss\n1,0.61,2.25\n2,0.58,2.27\n";
    ck_assert_double_eq(curve_least(TABLES, "heldout_loss", "value"), 0.58);
    ck_assert_double_eq(curve_least(TABLES, "heldout_loss", "order"), 2.25);
    ck_assert_double_eq(curve_least(TABLES, "heldout_loss", "none"), 0);
    ck_assert_double_eq(curve_last(NETWORK, "heldout_loss"), 0.58);
    ck_assert_double_eq(curve_last(NETWORK, "order_loss"), 2.27);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evolve_match");
    TCase *tests = tcase_create("evolve_match");
    tcase_add_test(tests, points_become_elo_with_its_error);
    tcase_add_test(tests, a_gate_lets_its_own_percentage_pass);
    tcase_add_test(tests, a_match_names_the_weights_it_cannot_use);
    tcase_add_test(tests, a_generation_has_the_losses_of_what_is_kept);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
