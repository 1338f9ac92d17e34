/* The page asks for searches, openings, solutions and defences. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/web/desk.h"
#include "support/harness.h"

START_TEST(think_answers_lines_best_first_and_goes_on) {
    expect("think moves=h8i9 lines=3 nodes=20000 first=1", "\"done\":true");
    char *first = ask_with("think moves=h8i9 lines=3 ms=100 first=1", NULL);
    char *second = ask_with("think moves=h8i9 lines=3 ms=100", NULL);
    ck_assert(atoi(strstr(second, "\"nodes\":") + 8) > atoi(strstr(first, "\"nodes\":") + 8));
    ck_assert(atoi(strstr(second, "\"ms\":") + 5) >= 150);
    int count = 0, last = KANAME_SCORE_WIN;
    for (const char *at = strstr(second, "\"lines\""); (at = strstr(at, "{\"score\":")) != NULL;
         count++) {
        at += strlen("{\"score\":");
        ck_assert_int_le(atoi(at), last);
        last = atoi(at);
    }
    ck_assert_int_eq(count, 3);
    free(first);
    free(second);
}
END_TEST

START_TEST(slices_of_a_search_add_up) {
    enum { NODES = 2000 };
    char *first = ask_with("think moves=h8i9g9 nodes=2000 first=1", NULL);
    char *second = ask_with("think moves=h8i9g9 nodes=2000", NULL);
    char *other = ask_with("think moves=h8i9g9 nodes=2000 first=1", NULL);
    ck_assert_int_le(atoi(strstr(first, "\"nodes\":") + 8), NODES);
    ck_assert_int_gt(atoi(strstr(second, "\"nodes\":") + 8), NODES);
    ck_assert_int_le(atoi(strstr(other, "\"nodes\":") + 8), NODES);
    free(first);
    free(second);
    free(other);
}
END_TEST

START_TEST(think_takes_threads_at_full_strength_alone) {
    char *one = ask_with("think moves=h8i9g9 level=club seed=1 first=1 forget=1", NULL);
    char *four = ask_with("think moves=h8i9g9 level=club seed=1 first=1 forget=1 threads=4", NULL);
    ck_assert_str_eq(strstr(strstr(one, "\"done\""), ","), strstr(strstr(four, "\"done\""), ","));
    free(one);
    free(four);
    expect("think moves=h8i9g9 nodes=20000 first=1 threads=4", "\"done\":true");
}
END_TEST

START_TEST(think_finds_the_five_at_every_level) {
    expect("think level=club seed=3 ms=500 first=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"best\":\"l8\"");
    expect("think ms=500 first=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"best\":\"l8\",\"score\":29999");
}
END_TEST

START_TEST(think_takes_the_requests_board_and_rule) {
    expect("think first=1 nodes=500 size=6x5 black=b1c1d1e1 white=f1b3d4 side=black",
           "\"best\":\"a1\"");
    /* e1 would make a row of six. */
    expect("think first=1 nodes=500 black=a1b1c1d1f1 white=h8i8j9 side=black", "\"best\":\"e1\"");
    char *answer = ask_with(
        "think first=1 nodes=500 rule=renju black=a1b1c1d1f1 white=h8i8j9 side=black", NULL);
    ck_assert_msg(strstr(answer, "\"best\":\"e1\"") == NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(think_marks_moves_that_lose) {
    char *answer = ask_with("think first=1 nodes=20000 black=h8i8j8 white=a1a3 side=white", NULL);
    char lost[2 * KANAME_MAX_CELLS + 2];
    const char *at = strstr(answer, "\"lost\":\"");
    ck_assert_msg(at != NULL, "%s", answer);
    at += strlen("\"lost\":\"");
    snprintf(lost, sizeof lost, "%.*s", (int)strcspn(at, "\""), at);
    /* White must close the three; far away is too late. */
    ck_assert_msg(strchr(lost, '1') != NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(a_search_of_one_node_has_a_line_too) {
    expect("think first=1 nodes=1 moves=h8i9", "\"lines\":[{\"score\":");
}
END_TEST

START_TEST(a_rate_without_a_proof_is_neither_0_nor_1) {
    const char *far_ahead = "think first=1 nodes=1 rule=renju black=k9j11g9g6h10f11e8k11g7 "
                            "white=j10f6h6f7g10 side=black";
    expect(far_ahead, "\"plies\":0,\"rate\":0.9900,\"depth\":0,\"nodes\"");
    expect(far_ahead, "\"plies\":0,\"rate\":0.9900,\"depth\":0,\"seldepth\"");
    expect("think first=1 nodes=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"plies\":1,\"rate\":1.0000,");
}
END_TEST

/* Copies the text of a member of the answer. */
static void copy_member(const char *answer, const char *name, char text[64]) {
    const char *at = strstr(answer, name);
    ck_assert_ptr_nonnull(at);
    at += strlen(name);
    size_t length = strcspn(at, "\",");
    ck_assert_uint_lt(length, 64);
    memcpy(text, at, length);
    text[length] = '\0';
}

/* Lets the engine give both sides' answers of an opening. Returns their number. */
static int decide_all(const char *rule, char answers[256]) {
    char line[512], step[64], points[64], fifths[64];
    int count = 0;
    answers[0] = '\0';
    for (;; count++) {
        snprintf(line, sizeof line, "opening rule=renju opening=%s answers=%s", rule, answers);
        char *state = ask_with(line, NULL);
        copy_member(state, "\"step\":\"", step);
        free(state);
        if (step[0] == '\0')
            return count;
        snprintf(line, sizeof line, "decide rule=renju opening=%s answers=%s nodes=20000", rule,
                 answers);
        char *decision = ask_with(line, NULL);
        copy_member(decision, "\"points\":\"", points);
        copy_member(decision, "\"fifths\":", fifths);
        bool is_swap = strstr(decision, "\"is_swap\":true") != NULL;
        free(decision);
        ck_assert_int_eq(is_swap, points[0] == '\0');
        size_t used = strlen(answers);
        snprintf(answers + used, 256 - used, "%s%s%s%s", count > 0 ? "," : "",
                 is_swap ? "swap" : points, fifths[0] != '0' ? ":" : "",
                 fifths[0] != '0' ? fifths : "");
    }
}

START_TEST(the_engine_answers_every_step_of_every_opening) {
    static const struct {
        const char *rule;
        int least;
    } rules[] = {{"swap2", 2},     {"swap1", 2},       {"rif", 4},
                 {"yamaguchi", 4}, {"taraguchi10", 5}, {"soosorv8", 4}};
    char answers[256], line[512];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        int count = decide_all(rules[i].rule, answers);
        ck_assert_msg(count >= rules[i].least, "%s: %s", rules[i].rule, answers);
        snprintf(line, sizeof line, "decide opening=%s answers=%s", rules[i].rule, answers);
        expect(line, "the opening is over");
    }
}
END_TEST

START_TEST(an_opening_tells_what_may_follow) {
    expect("opening opening=swap2",
           "\"black\":0,\"fifths\":0,\"stones\":\"\",\"offers\":\"\",\"step\":"
           "\"three\",\"player\":0,\"choices\":[{\"act\":\"place\",\"count\":3");
    expect("opening opening=rif", "\"square\":1,\"least\":0,\"most\":0,\"is_move\":false,\"swaps\":"
                                  "false,\"allowed\":\"h8\"");
    expect("opening opening=rif points=h8", "\"allowed\":\"g9h9i9g8i8g7h7i7\"");
    expect("opening opening=rif answers=h8h9i10,swap", "\"black\":1,");
    expect("opening opening=rif answers=h8h9i10,swap", "\"step\":\"fourth\",\"player\":0,");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3", "\"fifths\":3,");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3,h7g8a1",
           "\"offers\":\"h7g8a1\",\"step\":\"pick\"");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3,h7g8a1", "\"allowed\":\"g8h7a1\"");
    expect("opening opening=swap2 answers=h8a1h9", "\"is_move\":true");
    /* Black has the better of it by far. */
    expect("decide opening=swap2 nodes=20000 answers=h8a1h9", "\"is_swap\":true");
}
END_TEST

START_TEST(solve_proves_wins_and_defences_all_lose) {
    expect("solve mode=vct black=h8i8h9h10 white=a1a3a5a7 side=black ms=5000",
           "\"verdict\":\"win\"");
    /* An open four: a reply to one of its fives, and the other. */
    expect("solve mode=vcf black=h8i8j8 white=g8a1a3 side=black ms=5000",
           "\"verdict\":\"no-win\",\"nodes\":");
    expect("solve mode=vcf black=h8i8j8 white=a1a3 side=black ms=5000", "\"line\":\"g8f8k8\"");
    expect("solve mode=vcf moves=h8i9 ms=5000", "\"verdict\":\"no-win\",\"nodes\":");
    char *answer = ask_with("defences mode=vct black=h8i8j8 white=a1a3 side=white", NULL);
    int count = 0;
    for (const char *at = answer; (at = strstr(at, "\"verdict\":\"")) != NULL; count++, at++)
        ck_assert(strncmp(at, "\"verdict\":\"win\"", 15) == 0 || strstr(at, "no-win") != NULL);
    ck_assert_int_eq(count, 225 - 5);
    ck_assert_ptr_nonnull(strstr(answer, "\"next\":225,\"count\":225"));
    free(answer);
}
END_TEST

START_TEST(defences_come_in_slices) {
    char line[160];
    int next = 0, moves = 0, slices = 0;
    while (next < 225 && slices++ < 1000) {
        snprintf(line, sizeof line,
                 "defences mode=vct ms=1 from=%d black=h8i8j8h9 white=a1a3a5 side=white", next);
        char *answer = ask_with(line, NULL);
        for (const char *at = answer; (at = strstr(at, "\"move\":\"")) != NULL; at++)
            moves++;
        next = atoi(strstr(answer, "\"next\":") + 7);
        free(answer);
    }
    ck_assert_int_eq(next, 225);
    ck_assert_int_eq(moves, 225 - 7);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("web_think");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, think_answers_lines_best_first_and_goes_on);
    tcase_add_test(tests, slices_of_a_search_add_up);
    tcase_add_test(tests, think_takes_threads_at_full_strength_alone);
    tcase_add_test(tests, think_finds_the_five_at_every_level);
    tcase_add_test(tests, think_takes_the_requests_board_and_rule);
    tcase_add_test(tests, think_marks_moves_that_lose);
    tcase_add_test(tests, a_search_of_one_node_has_a_line_too);
    tcase_add_test(tests, a_rate_without_a_proof_is_neither_0_nor_1);
    tcase_add_test(tests, an_opening_tells_what_may_follow);
    tcase_add_test(tests, the_engine_answers_every_step_of_every_opening);
    tcase_add_test(tests, solve_proves_wins_and_defences_all_lose);
    tcase_add_test(tests, defences_come_in_slices);
    Suite *suite = suite_create("web_think");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
