/* The threat search on positions drawn here, and its limits. */
#include <check.h>

#include "engine/threat/fours.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/vcf.h"

static Drawing put(Rule rule, Color side, const char *text) {
    vcf_clear(vcf);
    return put_drawing(board, rule, side, text);
}

static void expect_proof(Rule rule, Color side, int plies, const char *text) {
    VcfResult result;
    put(rule, side, text);
    expect_equal(solve(&result), VCF_WIN);
    expect_equal(result.plies, plies);
    expect_win_against_all(board, &BY_FOURS);
}

static void expect_none(Rule rule, Color side, const char *text) {
    VcfResult result;
    put(rule, side, text);
    expect_equal(solve(&result), VCF_NONE);
}

/* ---- Drawn positions ------------------------------------------------------------------------ */

START_TEST(five_at_hand_is_a_win_in_one) {
    expect_proof(RULE_FREESTYLE, BLACK, 1,
                 ". . . . . . .\n"
                 ". x x x x o .\n"
                 ". . . . . . .\n"
                 ". o o . o . .\n"
                 ". . . . . . .\n"
                 ". . . . . . .\n"
                 ". . . . . . .\n");
}
END_TEST

START_TEST(open_three_of_the_side_to_move_is_a_win_in_three) {
    expect_proof(RULE_FREESTYLE, BLACK, 3,
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . x x x . . .\n"
                 ". . . . . . . . .\n"
                 ". . . o o . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n");
}
END_TEST

START_TEST(four_that_makes_an_open_three_leads_on_to_the_five) {
    static const char text[] = ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               "o x x x . . . . .\n"
                               ". . . . x . . . .\n"
                               ". . . . x . . . .\n"
                               ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               ". o . o . . o . .\n"
                               ". . . . . . . . .\n";
    expect_proof(RULE_FREESTYLE, BLACK, 5, text);
    expect_proof(RULE_STANDARD, BLACK, 5, text);
    expect_proof(RULE_RENJU, BLACK, 5, text);
    expect_proof(RULE_CARO, BLACK, 5, text);
}
END_TEST

/* Like the position above, but with the edge where the second four needs its other end. */
static const char AT_THE_EDGE[] = "o x x x . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . x . . . .\n"
                                  ". . . . x . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". o . o . . o . .\n"
                                  ". . . . . . . . .\n";

START_TEST(four_shut_by_the_edge_is_no_win) {
    expect_none(RULE_FREESTYLE, BLACK, AT_THE_EDGE);
}
END_TEST

START_TEST(lone_fours_are_no_win) {
    expect_none(RULE_FREESTYLE, BLACK,
                "o x x x . . . .\n"
                ". . . . . . . .\n"
                ". . . . . . . .\n"
                ". o . . o . . .\n"
                ". . . . . . . .\n"
                ". . . . . . . .\n"
                ". . . . . . . .\n"
                ". . . . x x x o\n");
}
END_TEST

START_TEST(empty_board_holds_no_win) {
    expect_none(RULE_RENJU, BLACK,
                ". . . . .\n"
                ". . . . .\n"
                ". . . . .\n"
                ". . . . .\n"
                ". . . . .\n");
}
END_TEST

/* A stone on the meeting point of both threes makes two fours. */
static const char DOUBLE_FOUR[] = ". . . . o . . . .\n"
                                  ". . . . x . . . .\n"
                                  ". . . . x . . . .\n"
                                  ". . . . x . . . .\n"
                                  "o x x x . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". o . o . . o . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n";

START_TEST(double_four_wins_where_it_is_allowed) {
    expect_proof(RULE_FREESTYLE, BLACK, 3, DOUBLE_FOUR);
    expect_proof(RULE_STANDARD, BLACK, 3, DOUBLE_FOUR);
}
END_TEST

START_TEST(black_may_not_win_by_a_double_four_in_renju) {
    expect_none(RULE_RENJU, BLACK, DOUBLE_FOUR);
}
END_TEST

START_TEST(white_may_win_by_a_double_four_in_renju) {
    char text[sizeof DOUBLE_FOUR];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = DOUBLE_FOUR[i] == 'x' ? 'o' : DOUBLE_FOUR[i] == 'o' ? 'x' : DOUBLE_FOUR[i];
    expect_proof(RULE_RENJU, WHITE, 3, text);
}
END_TEST

/* White's four on B leaves Black the cell A alone, where his stone would make two fours. */
static const char FOUR_TO_FOUL[] = ". . . . . . . . . .\n"
                                   ". . . . . . . . . .\n"
                                   ". . . . o . . . . .\n"
                                   ". . . . x . . . . .\n"
                                   ". . . . x . . . . .\n"
                                   ". . . . x . . . . .\n"
                                   ". x o o A o B . . .\n"
                                   ". . . x . . . . . .\n"
                                   ". . x . . . . . . .\n"
                                   ". x . . . . . . . .\n";

START_TEST(white_wins_when_the_only_reply_is_forbidden) {
    VcfResult result;
    Drawing drawing = put(RULE_RENJU, WHITE, FOUR_TO_FOUL);
    expect_equal(solve(&result), VCF_WIN);
    expect_equal(result.plies, 3);
    expect_equal(result.line_count, 1);
    expect_equal(result.line[0], drawing_mark(&drawing, 'B'));
    expect_win_against_all(board, &BY_FOURS);
}
END_TEST

/* The same, and Black threatens a five on B. */
START_TEST(white_stops_a_five_by_a_four_whose_only_reply_is_forbidden) {
    static const char text[] = ". . . . . . . . . .\n"
                               ". . . . . . . . . .\n"
                               ". . . . o . . . . .\n"
                               ". . . . x . . . . x\n"
                               ". . . . x . . . x .\n"
                               ". . . . x . . x . .\n"
                               ". x o o A o B . . .\n"
                               ". . . x . x . . . .\n"
                               ". . x . . . . . . .\n"
                               ". x . . . . . . . .\n";
    VcfResult result;
    Drawing drawing = put(RULE_RENJU, WHITE, text);
    expect_equal(solve(&result), VCF_WIN);
    expect_equal(result.plies, 3);
    expect_equal(result.line_count, 1);
    expect_equal(result.line[0], drawing_mark(&drawing, 'B'));
    expect_win_against_all(board, &BY_FOURS);
}
END_TEST

START_TEST(quick_search_sees_that_the_only_reply_is_forbidden) {
    const VcfLimits quick = {.max_moves = 1, .max_nodes = UINT64_MAX, .quick = true};
    VcfResult result;
    Drawing drawing = put(RULE_RENJU, WHITE, FOUR_TO_FOUL);
    vcf_search(vcf, board, &quick, &result);
    expect_equal(result.verdict, VCF_WIN);
    expect_equal(result.plies, 3);
    expect_equal(result.line[0], drawing_mark(&drawing, 'B'));
    put(RULE_FREESTYLE, WHITE, FOUR_TO_FOUL);
    vcf_search(vcf, board, &quick, &result);
    expect_equal(result.verdict, VCF_UNKNOWN);
}
END_TEST

START_TEST(reply_that_makes_a_four_ends_an_attack_that_cannot_meet_it) {
    /* Black's first four forces White to a cell where he makes a four himself; Black has to stop
     * it with a stone that makes none. */
    static const char text[] = ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               "o x x x . . . . .\n"
                               ". . . . x o . . .\n"
                               ". . . . x o . . .\n"
                               ". . . . . o . . .\n"
                               ". . . . . x . . .\n"
                               ". . . . . . . . .\n"
                               ". . . . . . . . .\n";
    expect_none(RULE_STANDARD, BLACK, text);
}
END_TEST

START_TEST(shut_five_is_no_threat_in_caro) {
    static const char text[] = ". . . . . . . .\n"
                               ". . . . . . . .\n"
                               "o . x x x . . o\n"
                               ". . . . . . . .\n"
                               ". . . . . . . .\n"
                               ". . o . o . . .\n";
    VcfResult result;
    put(RULE_FREESTYLE, BLACK, text);
    expect_equal(solve(&result), VCF_WIN);
    /* In caro each of the two fives that an open four could make here can be shut in. */
    expect_none(RULE_CARO_EXACT, BLACK, text);
}
END_TEST

/* ---- Limits --------------------------------------------------------------------------------- */

START_TEST(node_limit_gives_up) {
    VcfResult result;
    put(RULE_FREESTYLE, BLACK, DOUBLE_FOUR);
    VcfLimits limits = NO_LIMITS;
    limits.max_nodes = 0;
    vcf_search(vcf, board, &limits, &result);
    expect_equal(result.verdict, VCF_UNKNOWN);
    expect_equal(result.nodes, 0);
}
END_TEST

static bool give_up(void *context) {
    ++*(int *)context;
    return true;
}

START_TEST(poll_is_asked_and_obeyed) {
    /* Fifteen threes too far apart to help each other: no win, and very many ways to try. */
    static const char row[] = "oxxx..ooxxx..ooxxx..o.";
    VcfResult result;
    Oracle oracle;
    oracle_init(&oracle, RULE_FREESTYLE, 22, 22);
    for (int y = 0; y < 22; y += 5)
        for (int x = 0; x < 22; x++)
            if (row[x] != '.')
                oracle.at[y * 22 + x] = row[x] == 'x' ? POINT_BLACK : POINT_WHITE;
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
    int calls = 0;
    VcfLimits limits = NO_LIMITS;
    limits.max_nodes = 1000000; /* so that a search that goes on ends some time */
    limits.poll = give_up;
    limits.context = &calls;
    vcf_search(vcf, board, &limits, &result);
    expect_equal(calls, 1);
    expect_equal(result.verdict, VCF_UNKNOWN);
}
END_TEST

START_TEST(move_limit_is_kept_and_says_so) {
    VcfResult result;
    put(RULE_FREESTYLE, BLACK,
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        "o x x x . . . . .\n"
        ". . . . x . . . .\n"
        ". . . . x . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n");
    VcfLimits limits = NO_LIMITS;
    limits.max_moves = 1;
    vcf_search(vcf, board, &limits, &result);
    expect_equal(result.verdict, VCF_UNKNOWN);
    limits.max_moves = 2;
    vcf_search(vcf, board, &limits, &result);
    expect_equal(result.verdict, VCF_WIN);
    expect_equal(result.line_count, 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vcf");
    TCase *drawn = tcase_create("drawn");
    tcase_add_checked_fixture(drawn, setup, teardown);
    tcase_add_test(drawn, five_at_hand_is_a_win_in_one);
    tcase_add_test(drawn, open_three_of_the_side_to_move_is_a_win_in_three);
    tcase_add_test(drawn, four_that_makes_an_open_three_leads_on_to_the_five);
    tcase_add_test(drawn, four_shut_by_the_edge_is_no_win);
    tcase_add_test(drawn, lone_fours_are_no_win);
    tcase_add_test(drawn, empty_board_holds_no_win);
    tcase_add_test(drawn, double_four_wins_where_it_is_allowed);
    tcase_add_test(drawn, black_may_not_win_by_a_double_four_in_renju);
    tcase_add_test(drawn, white_may_win_by_a_double_four_in_renju);
    tcase_add_test(drawn, white_wins_when_the_only_reply_is_forbidden);
    tcase_add_test(drawn, white_stops_a_five_by_a_four_whose_only_reply_is_forbidden);
    tcase_add_test(drawn, quick_search_sees_that_the_only_reply_is_forbidden);
    tcase_add_test(drawn, reply_that_makes_a_four_ends_an_attack_that_cannot_meet_it);
    tcase_add_test(drawn, shut_five_is_no_threat_in_caro);
    suite_add_tcase(suite, drawn);
    TCase *limits = tcase_create("limits");
    tcase_add_checked_fixture(limits, setup, teardown);
    tcase_add_test(limits, node_limit_gives_up);
    tcase_add_test(limits, poll_is_asked_and_obeyed);
    tcase_add_test(limits, move_limit_is_kept_and_says_so);
    suite_add_tcase(suite, limits);
    return run_suite(suite);
}
