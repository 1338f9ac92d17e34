/* The protocol as kaname-rival speaks it: a script in, the whole of what it says out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rivals/loop.h"
#include "rivals/roster.h"
#include "shared/opening/text.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

enum { OUTPUT_MAX = 32768 };

/* Runs the loop on the script, which must fit into a pipe. */
static void run(const char *player, const RivalFaults *faults, const char *script, size_t length,
                char output[OUTPUT_MAX]) {
    RivalOptions options = {.player = rival_player_find(player), .settings = {.seed = 1}};
    ck_assert_ptr_nonnull(options.player);
    if (faults)
        options.faults = *faults;
    int in[2], out[2];
    ck_assert_int_eq(pipe(in), 0);
    ck_assert_int_eq(pipe(out), 0);
    ck_assert_int_eq(write(in[1], script, length), (ssize_t)length);
    close(in[1]);
    ck_assert(rival_loop_run(&options, in[0], out[1]));
    close(in[0]);
    close(out[1]);
    size_t used = 0;
    ssize_t got;
    while ((got = read(out[0], output + used, OUTPUT_MAX - 1 - used)) > 0)
        used += (size_t)got;
    output[used] = '\0';
    close(out[0]);
}

static void assert_dialogue(const char *player, const char *script, const char *expected) {
    char output[OUTPUT_MAX];
    run(player, NULL, script, strlen(script), output);
    ck_assert_str_eq(output, expected);
}

START_TEST(a_game_is_opened_in_the_middle) {
    assert_dialogue("endroad", "START 15\nBEGIN\nEND\n", "OK\n7,7\n");
}
END_TEST

START_TEST(words_come_in_any_case_with_blanks_and_either_line_end) {
    assert_dialogue("endroad", "\r\n  start   15 \r\n\n\tBegin\r\nend\r\n", "OK\n7,7\n");
}
END_TEST

START_TEST(start_takes_two_numbers_for_a_rectangle) {
    assert_dialogue("endroad", "START 9 7\nBEGIN\nRECTSTART 5 , 21\nBEGIN\n",
                    "OK\n4,3\nOK\n2,10\n");
}
END_TEST

START_TEST(unsupported_sizes_are_refused) {
    assert_dialogue("endroad",
                    "START 4\nSTART 23\nSTART\nSTART x\nSTART 99999999999\nRECTSTART 15\nBEGIN\n",
                    "ERROR unsupported size\nERROR unsupported size\nERROR START needs a size\n"
                    "ERROR START needs a size\nERROR START needs a size\n"
                    "ERROR RECTSTART needs width,height\nERROR BEGIN needs START before it\n");
}
END_TEST

START_TEST(lists_before_start_are_swallowed) {
    assert_dialogue("endroad", "BOARD\n1,1,1\nDONE\nSWAP2BOARD\nDONE\nRESTART\n",
                    "ERROR BOARD needs START before it\nERROR SWAP2BOARD needs START before it\n"
                    "ERROR RESTART needs START before it\n");
}
END_TEST

START_TEST(a_bad_turn_is_an_error_and_changes_nothing) {
    /* The four at 4..7 on row 7 is still the position after all the refusals. */
    assert_dialogue("endroad",
                    "START 15\nYXBOARD\n0,0,1\n4,7,2\n14,14,1\n5,7,2\n0,14,1\n6,7,2\n3,7,1\nDONE\n"
                    "TURN 4,7\nTURN 15,0\nTURN -1,0\nTURN 1\nTURN a,b\nTURN 1,2,3\nTURN 7,7\n",
                    "OK\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "ERROR TURN needs the x,y of an empty cell\n"
                    "8,7\n");
}
END_TEST

START_TEST(board_replaces_the_position_and_passes_over_bad_lines) {
    assert_dialogue("endroad",
                    "START 15\nBEGIN\nBOARD\n4,4,1\n9,9,2\nnonsense\n5,4,1\n99,99,1\n1,1,4\n4,4,2\n"
                    "6,4,1\n 7 , 4 , 1 \n3,4,2\n\ndone\n",
                    "OK\n7,7\n8,4\n");
}
END_TEST

START_TEST(an_empty_board_list_asks_for_the_first_move) {
    assert_dialogue("endroad", "START 15\nBOARD\nDONE\n", "OK\n7,7\n");
}
END_TEST

START_TEST(input_that_ends_within_a_list_gets_no_move) {
    assert_dialogue("endroad", "START 15\nBOARD\n4,4,1\n", "OK\n");
}
END_TEST

START_TEST(blocked_cells_are_not_played) {
    char script[OUTPUT_MAX] = "START 5\nBOARD\n";
    for (int cell = 0; cell < 24; cell++)
        snprintf(script + strlen(script), 32, "%d,%d,3\n", cell % 5, cell / 5);
    strcat(script, "DONE\nTURN 4,4\nBEGIN\n");
    assert_dialogue(
        "random", script,
        "OK\n4,4\nERROR TURN needs the x,y of an empty cell\nERROR the board is full\n");
}
END_TEST

START_TEST(restart_clears_the_board) {
    assert_dialogue("endroad", "START 9\nBEGIN\nRESTART\nTURN 0,0\nRESTART\nBEGIN\n",
                    "OK\n4,4\nOK\n4,4\nOK\n4,4\n");
}
END_TEST

START_TEST(takeback_takes_stones_of_either_side) {
    assert_dialogue("endroad",
                    "START 9\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nTAKEBACK 0,0\nTAKEBACK 4,4\n"
                    "TAKEBACK 9,9\nTAKEBACK\n",
                    "OK\n4,4\n4,3\nOK\nERROR TAKEBACK needs the x,y of a stone\nOK\n"
                    "ERROR TAKEBACK needs the x,y of a stone\n"
                    "ERROR TAKEBACK needs the x,y of a stone\n");
}
END_TEST

START_TEST(info_is_never_answered) {
    assert_dialogue("endroad",
                    "INFO\nINFO rule\nINFO rule 4\nINFO timeout_turn 99999999999999999999\n"
                    "INFO time_left x\ninfo TIME_LEFT -5\nINFO folder /a b c\nINFO foo bar\n"
                    "START 15\nBEGIN\n",
                    "OK\n7,7\n");
}
END_TEST

START_TEST(about_names_the_player_before_start) {
    char output[OUTPUT_MAX];
    run("scorer", NULL, "ABOUT\n", 6, output);
    ck_assert_ptr_nonnull(strstr(output, "name=\"kaname-rival-scorer\", version=\""));
    ck_assert_int_eq(output[strlen(output) - 1], '\n');
}
END_TEST

START_TEST(unknown_words_get_one_line_each_and_an_idle_stop_none) {
    assert_dialogue("endroad", "HELLO there\nYXSTOP\nENDE\nSTARTS 15\n",
                    "UNKNOWN command\nUNKNOWN command\nUNKNOWN command\n");
}
END_TEST

START_TEST(overlong_lines_are_one_line) {
    enum { LONG = 30000 };
    static char script[LONG + 64];
    memset(script, 'z', LONG);
    strcpy(script + LONG, "\nSTART 15\nBEGIN\n");
    assert_dialogue("endroad", script, "UNKNOWN command\nOK\n7,7\n");
    memcpy(script, "START 20 ", 9);
    memset(script + 9, ' ', LONG - 9);
    assert_dialogue("endroad", script, "OK\nOK\n7,7\n");
}
END_TEST

START_TEST(bytes_that_are_no_text_do_no_harm) {
    static const char script[] = "\0\0\xff\n\xc3\x28 \x80\nSTART\0 15\nSTART 15\nBEGIN\n";
    char output[OUTPUT_MAX];
    run("endroad", NULL, script, sizeof script - 1, output);
    ck_assert_str_eq(output, "UNKNOWN command\nERROR START needs a size\nOK\n7,7\n");
}
END_TEST

START_TEST(a_last_line_without_an_end_is_not_run) {
    assert_dialogue("endroad", "START 15\nBEGIN", "OK\n");
}
END_TEST

/* Reads "x,y x,y ..." or SWAP; the number of pairs, or 0 for SWAP. All pairs are on the board,
 * differ from each other and from the stones listed. */
static int check_swap2_answer(const char *answer, const int stones[][2], int stone_count) {
    if (strcmp(answer, "SWAP\n") == 0)
        return 0;
    int seen[8][2];
    int count = 0, used = 0;
    for (; count < 3; count++) {
        int x, y, read = 0;
        if (sscanf(answer + used, " %d,%d%n", &x, &y, &read) != 2)
            break;
        used += read;
        ck_assert(x >= 0 && x < 15 && y >= 0 && y < 15);
        for (int i = 0; i < stone_count; i++)
            ck_assert(stones[i][0] != x || stones[i][1] != y);
        for (int i = 0; i < count; i++)
            ck_assert(seen[i][0] != x || seen[i][1] != y);
        seen[count][0] = x;
        seen[count][1] = y;
    }
    ck_assert_str_eq(answer + used, "\n");
    return count;
}

START_TEST(swap2_is_answered_in_every_allowed_form) {
    int seen[6][4] = {{0}};
    for (int i = 0; i < 60; i++) {
        const int stones[5][2] = {{7, 7}, {8, 7}, {i % 15, 3}, {5, 5}, {i % 13, 9}};
        for (int count = 0; count <= 5; count += count == 0 ? 3 : 2) {
            char script[OUTPUT_MAX] = "START 15\nSWAP2BOARD\n";
            for (int s = 0; s < count; s++)
                snprintf(script + strlen(script), 32, "%d,%d\n", stones[s][0], stones[s][1]);
            strcat(script, "DONE\n");
            char output[OUTPUT_MAX];
            run("scorer", NULL, script, strlen(script), output);
            ck_assert_int_eq(strncmp(output, "OK\n", 3), 0);
            seen[count][check_swap2_answer(output + 3, stones, count)]++;
        }
    }
    /* No stones: always three. Three: swap, one, two. Five: swap or one. */
    ck_assert_int_eq(seen[0][3], 60);
    ck_assert(seen[3][0] > 0 && seen[3][1] > 0 && seen[3][2] > 0 && seen[3][3] == 0);
    ck_assert(seen[5][0] > 0 && seen[5][1] > 0 && seen[5][2] + seen[5][3] == 0);
}
END_TEST

START_TEST(openings_are_answered_by_the_rule_at_random) {
    enum { TRIES = 40 };
    int swaps = 0, stones = 0, offers = 0;
    for (int n = 0; n < TRIES; n++) {
        char script[OUTPUT_MAX] = "", output[OUTPUT_MAX], line[OPENING_TEXT_MAX];
        for (int i = 0; i <= n; i++) /* the number of the game is part of the choice */
            strcat(script, "START 15\n");
        strcat(script, "OPENINGBOARD taraguchi10 side4\n7,7\n8,8\n9,7\n4,6\nDONE\n");
        run("random", NULL, script, strlen(script), output);
        const char *said = output + strlen("OK\n") * (size_t)(n + 1);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(said, "\n"), said);
        OpeningAnswer answer;
        ck_assert_msg(opening_answer_read(line, &answer), "%s", line);
        swaps += answer.is_swap;
        stones += answer.count == 1;
        offers += answer.count == 10;
    }
    ck_assert_int_eq(swaps + stones + offers, TRIES);
    ck_assert(swaps > 0 && stones > 0 && offers > 0);
}
END_TEST

START_TEST(an_unknown_step_of_an_opening_is_an_error) {
    assert_dialogue("endroad",
                    "START 15\nOPENINGBOARD\nDONE\nOPENINGBOARD rif side4\n1,1\nDONE\n"
                    "OPENINGBOARD rif side3\n1,1\nDONE\nBEGIN\n",
                    "OK\nERROR OPENINGBOARD: no such step\nERROR OPENINGBOARD: no such step\n"
                    "ERROR OPENINGBOARD: rif side3 takes 3 stones, not 1 points\n7,7\n");
}
END_TEST

START_TEST(swap2_with_a_wrong_number_of_stones_is_an_error) {
    assert_dialogue("endroad", "START 15\nSWAP2BOARD\n1,1\nDONE\nBEGIN\n",
                    "OK\nERROR SWAP2BOARD needs 0, 3 or 5 stones\n7,7\n");
}
END_TEST

START_TEST(wrong_answers_come_at_their_move_of_every_game) {
    const RivalFaults illegal = {.illegal_at = 2};
    static const char script[] = "START 15\nBEGIN\nTURN 1,2\nTURN 3,4\nSTART 15\nBEGIN\nTURN 5,6\n";
    char output[OUTPUT_MAX];
    run("endroad-fast", &illegal, script, strlen(script), output);
    int x, y, read = 0;
    sscanf(output, "OK 7,7 1,2 %d,%d OK 7,7 5,6%n", &x, &y, &read);
    ck_assert_msg(read > 0, "%s", output);
    const RivalFaults half = {.half_line_at = 2};
    run("endroad-fast", &half, "START 15\nBEGIN\nTURN 1,2\n", 24, output);
    ck_assert_str_eq(output, "OK\n7,7\n7,");
    const RivalFaults garbage = {.garbage_at = 1};
    run("endroad-fast", &garbage, "START 15\nBEGIN\n", 15, output);
    ck_assert_int_eq(output[3], '\xff');
    ck_assert_int_eq(output[strlen(output) - 1], '\n');
}
END_TEST

START_TEST(silence_is_kept_where_asked_for) {
    const RivalFaults faults = {.silent_about = true, .no_ok = true};
    char output[OUTPUT_MAX];
    run("endroad", &faults, "ABOUT\nSTART 15\nBEGIN\nRESTART\n", 29, output);
    ck_assert_str_eq(output, "7,7\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/loop");
    TCase *tests = tcase_create("dialogues");
    tcase_add_test(tests, a_game_is_opened_in_the_middle);
    tcase_add_test(tests, words_come_in_any_case_with_blanks_and_either_line_end);
    tcase_add_test(tests, start_takes_two_numbers_for_a_rectangle);
    tcase_add_test(tests, unsupported_sizes_are_refused);
    tcase_add_test(tests, lists_before_start_are_swallowed);
    tcase_add_test(tests, a_bad_turn_is_an_error_and_changes_nothing);
    tcase_add_test(tests, board_replaces_the_position_and_passes_over_bad_lines);
    tcase_add_test(tests, an_empty_board_list_asks_for_the_first_move);
    tcase_add_test(tests, input_that_ends_within_a_list_gets_no_move);
    tcase_add_test(tests, blocked_cells_are_not_played);
    tcase_add_test(tests, restart_clears_the_board);
    tcase_add_test(tests, takeback_takes_stones_of_either_side);
    tcase_add_test(tests, info_is_never_answered);
    tcase_add_test(tests, about_names_the_player_before_start);
    tcase_add_test(tests, unknown_words_get_one_line_each_and_an_idle_stop_none);
    tcase_add_test(tests, overlong_lines_are_one_line);
    tcase_add_test(tests, bytes_that_are_no_text_do_no_harm);
    tcase_add_test(tests, a_last_line_without_an_end_is_not_run);
    tcase_add_test(tests, swap2_is_answered_in_every_allowed_form);
    tcase_add_test(tests, openings_are_answered_by_the_rule_at_random);
    tcase_add_test(tests, an_unknown_step_of_an_opening_is_an_error);
    tcase_add_test(tests, swap2_with_a_wrong_number_of_stones_is_an_error);
    tcase_add_test(tests, wrong_answers_come_at_their_move_of_every_game);
    tcase_add_test(tests, silence_is_kept_where_asked_for);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
