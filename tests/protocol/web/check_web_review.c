/* The page asks for the judgement of a game, step by step. */
#include "study/review/judgement.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/web/desk.h"
#include "protocol/web/drawn_game.h"
#include "support/harness.h"

START_TEST(a_review_finds_the_missed_win) {
    enum { MOVES = 8, STEPS = 2 * MOVES + 1 };
    int looks = 0, judged = 0;
    for (int step = 0; step < STEPS; step++) {
        char line[128];
        snprintf(line, sizeof line, "review nodes=3000 moves=h8a1i8o1j8a15o15o2 from=%d", step);
        char *answer = ask_with(line, NULL);
        ck_assert_msg(strstr(answer, "\"steps\":17") != NULL, "%s", answer);
        looks += strstr(answer, "\"look\":") != NULL;
        judged += strstr(answer, "\"move\":") != NULL;
        if (strstr(answer, "\"move\":6") != NULL)
            ck_assert_msg(strstr(answer, "\"missed_win\":\"VC") != NULL, "%s", answer);
        free(answer);
    }
    ck_assert_int_eq(looks, MOVES + 1);
    ck_assert_int_eq(judged, MOVES);
    expect("review moves=h8i9 from=3", "{\"wrong\":\"");
    expect("review moves=h8a1i8o1j8a15o15o2 from=17", "{\"wrong\":\"");
}
END_TEST

/* The judgement of a move of the game, behind all steps before it. */
static char *judge(const char *moves, int count, int index) {
    char line[256];
    for (int step = 0; step <= count + index; step++) {
        snprintf(line, sizeof line, "review nodes=2000 moves=%s from=%d", moves, step);
        free(ask_with(line, NULL));
    }
    snprintf(line, sizeof line, "review nodes=2000 moves=%s from=%d", moves, count + 1 + index);
    return ask_with(line, NULL);
}

static double number_of(const char *answer, const char *name) {
    const char *at = strstr(answer, name);
    ck_assert_msg(at != NULL, "%s", answer);
    return atof(at + strlen(name));
}

/* The loss of a blamed move is that by a look eight times longer at the position after it. */
START_TEST(a_review_looks_longer_before_it_blames) {
    enum { MOVES = 14, NODES = 300 };
    const ReviewLimits longer = {.nodes = (uint64_t)8 * NODES, .turn_ms = -1};
    uint64_t rng = 77 + (uint64_t)_i;
    char moves[8 * MOVES], line[256];
    int blamed = 0;
    KanameEngine *game = kaname_new();
    ReviewView *after = malloc(sizeof *after);
    ck_assert(game != NULL && after != NULL);
    play_by_chance(game, &rng, MOVES, moves);
    for (int step = 0; step < 2 * MOVES + 1; step++) {
        snprintf(line, sizeof line, "review nodes=%d moves=%s from=%d", NODES, moves, step);
        char *answer = ask_with(line, NULL);
        if (strstr(answer, "\"mistake\"") != NULL || strstr(answer, "\"blunder\"") != NULL) {
            for (int i = step - MOVES; i < MOVES; i++)
                ck_assert_int_eq(kaname_take_back(game), KANAME_OK);
            ck_assert_int_eq(review_look(game, &longer, after), KANAME_OK);
            double rate = number_of(answer, "\"best_rate\":") - number_of(answer, "\"loss\":");
            ck_assert_double_eq_tol(rate, 1 - after->rate, 0.001);
            play_by_chance(game, (uint64_t[]){77 + (uint64_t)_i}, MOVES, moves);
            blamed++;
        }
        free(answer);
    }
    ck_assert_int_gt(blamed, 0);
    free(after);
    kaname_free(game);
}
END_TEST

/* After h10 a longer look finds White's win, and the game follows it. */
START_TEST(a_proven_win_stays_proven_along_its_line) {
    enum { MOVES = 26 };
    static const char moves[] = "h8i7f7k9h9k10j7i8i10j11g8e6h10h7j9k8h12h11k11j8h6m8l8l9i12n7";
    int proven = 0;
    for (int step = 0; step < 2 * MOVES + 1; step++) {
        char line[128];
        snprintf(line, sizeof line, "review nodes=1000 moves=%s from=%d", moves, step);
        char *answer = ask_with(line, NULL);
        if (step > MOVES) {
            double rate = number_of(answer, "\"best_rate\":") - number_of(answer, "\"loss\":");
            bool is_proven = rate < 1e-9 || rate > 1 - 1e-9;
            ck_assert_msg(proven == 0 || is_proven, "%s", answer);
            proven += is_proven;
        }
        free(answer);
    }
    ck_assert_int_gt(proven, 1);
}
END_TEST

START_TEST(a_review_finds_what_was_threatened_before_the_move) {
    char *answer = judge("h8i9h9g9h10o1", 6, 5);
    ck_assert_msg(strstr(answer, "\"notes\":\"overlooked\"") != NULL, "%s", answer);
    free(answer);
    answer = judge("h8i9h9g9o15o1h10a1", 8, 7);
    ck_assert_msg(strstr(answer, "overlooked") != NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(a_review_judges_missed_fives_and_no_passes) {
    char *answer = judge("h8g8i8a3j8a5k8a7o15", 9, 8);
    ck_assert_msg(strstr(answer, "\"best\":\"l8\"") != NULL, "%s", answer);
    ck_assert_msg(strstr(answer, "\"missed_win\":\"five\"") != NULL, "%s", answer);
    free(answer);
    answer = judge("h8--i9", 3, 1);
    ck_assert_str_eq(answer, "{\"steps\":7}");
    free(answer);
    /* Behind a five there is nothing to look at. */
    expect("review nodes=200 moves=h8a1i8a3j8a5k8a7l8 from=0", "\"look\":0");
    expect("review nodes=200 moves=h8a1i8a3j8a5k8a7l8 from=9", "{\"steps\":19}");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("web_review");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_review_finds_the_missed_win);
    tcase_add_loop_test(tests, a_review_looks_longer_before_it_blames, 0, 4);
    tcase_add_test(tests, a_proven_win_stays_proven_along_its_line);
    tcase_add_test(tests, a_review_finds_what_was_threatened_before_the_move);
    tcase_add_test(tests, a_review_judges_missed_fives_and_no_passes);
    Suite *suite = suite_create("web_review");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
