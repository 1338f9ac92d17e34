/* The database's part of the dialogue, with the fake engine: what is shown, edited, stored,
 * and played. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/session/database_talk.h"
#include "protocol/support/change_file.h"
#include "protocol/support/fake_kaname.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

START_TEST(an_edited_position_is_shown) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|8,8|DONE|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    ck_next("");
}
END_TEST

START_TEST(the_mask_tells_what_is_edited) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXEDITTVDDATABASE 2 1 60 99|7,7|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 119 60 12");
}
END_TEST

START_TEST(all_shows_the_positions_one_move_on_in_the_clients_points) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|3,4|DONE|YXQUERYDATABASEALL|7,7|DONE");
    ck_next("MESSAGE DATABASE REFRESH");
    /* On a board with one stone in the middle, eight points are the same; in reading order. */
    static const char *const points[] = {"4 3",  "10 3",  "3 4",  "11 4",
                                         "3 10", "11 10", "4 11", "10 11"};
    for (int i = 0; i < 8; i++) {
        char line[64];
        snprintf(line, sizeof line, "MESSAGE DATABASE %s 119 -50 12", points[i]);
        ck_next(line);
    }
    ck_next("MESSAGE DATABASE DONE");
    ck_next("");
}
END_TEST

START_TEST(labels_are_tags_of_one_or_two_characters) {
    say("YXEDITLABELDATABASE a|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 97 0 0");
    say("YXEDITLABELDATABASE ab|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 24930 0 0");
    say("YXEDITLABELDATABASE|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
}
END_TEST

START_TEST(what_is_cleared_makes_no_position_known) {
    say("YXEDITLABELDATABASE|7,7|DONE|YXEDITTEXTDATABASE \"\"|7,8|DONE");
    say("YXCLEARBESTMOVEDATABASE|7,7|DONE|YXEDITTVDDATABASE 7 0 0 0|7,9|DONE");
    say("YXQUERYDATABASEALL|DONE|YXDBTOTXT @/out.txt");
    ck_next("MESSAGE DATABASE REFRESH");
    ck_next("MESSAGE DATABASE DONE");
    ck_next("MESSAGE position database: 0 positions written");
}
END_TEST

START_TEST(texts_are_kept) {
    say("YXEDITTEXTDATABASE \"a good move\"|7,7|DONE|YXQUERYDATABASETEXT|7,7|DONE");
    ck_next("MESSAGE DATABASE TEXT \"a good move\"");
}
END_TEST

/* Of characters of three bytes, 341 fit; behind one of one byte, 340. */
START_TEST(a_long_text_is_cut_between_characters) {
    for (int ascii = 0; ascii < 2; ascii++) {
        char line[3 * 400 + 80] = "YXEDITTEXTDATABASE \"x", shown[1100];
        line[strlen(line) - (ascii == 0)] = '\0';
        for (int i = 0; i < 400; i++)
            strcat(line, "\xE6\xA3\x8B");
        strcat(line, "\"|7,7|DONE|YXQUERYDATABASETEXT|7,7|DONE");
        snprintf(shown, sizeof shown, "MESSAGE DATABASE TEXT \"%s", ascii == 0 ? "" : "x");
        size_t length = strlen(shown), marks = 3 * (size_t)(341 - ascii);
        memset(shown + length, '?', marks);
        memcpy(shown + length + marks, "\"", 2);
        say(line);
        ck_next(shown);
    }
}
END_TEST

START_TEST(deleted_positions_are_gone) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 119 0 0|7,7|8,8|DONE");
    say("YXDELETEDATABASEALL wl|DONE|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database: 1 position removed");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
    say("YXDELETEDATABASEONE|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
}
END_TEST

START_TEST(an_unknown_filter_deletes_nothing) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXDELETEDATABASEALL wlnostep|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE position database not changed: the filter is none of w, l, wl, wld, nonwl and "
            "nonwld");
    ck_next("MESSAGE DATABASE ONE 97 0 0");
}
END_TEST

START_TEST(a_filter_may_say_that_it_is_recursive) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 119 0 0|7,7|8,8|DONE");
    say("YXDELETEDATABASEALL recursive wl|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE position database: 1 position removed");
    ck_next("MESSAGE DATABASE ONE 97 0 0");
}
END_TEST

START_TEST(a_chosen_move_is_played_at_once) {
    say("YXSETBESTMOVEDATABASE|7,7|2,3|DONE|INFO timeout_turn 60000|TURN 7,7");
    ck_next("2,3");
    say("START 15|YXCLEARBESTMOVEDATABASE|7,7|2,3|DONE|INFO timeout_turn 1|TURN 7,7");
    ck_next("OK");
    ck_assert_str_ne(talk_reply(talk), "2,3");
}
END_TEST

START_TEST(a_search_sees_the_change_just_before_it) {
    static const char *const lines[] = {"YXSETBESTMOVEDATABASE",   "7,7",     "2,3", "DONE",
                                        "INFO timeout_turn 60000", "TURN 7,7"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        talk_say(talk, lines[i]);
    session_wait(talk->session);
    ck_next("2,3");
}
END_TEST

/* Without a limit of time, too, and after other changes. */
START_TEST(a_search_without_a_time_sees_the_changes_before_it) {
    enum { EDITS = 50 };
    static const char *const lines[] = {"YXEDITTVDDATABASE 1 97 0 0", "7,7", "8,8", "DONE"};
    static const char *const last[] = {"YXSETBESTMOVEDATABASE", "7,7",     "2,3", "DONE",
                                       "INFO max_node 1",       "TURN 7,7"};
    talk_say(talk, _i == 0 ? "INFO timeout_turn -1" : "INFO timeout_match 0");
    for (int i = 0; i < EDITS; i++)
        for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++)
            talk_say(talk, lines[j]);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        talk_say(talk, last[i]);
    session_wait(talk->session);
    ck_next("2,3");
}
END_TEST

/* In so many moves, or somehow. */
START_TEST(a_move_known_to_win_is_played_at_once) {
    say(_i == 0 ? "YXEDITTVDDATABASE 3 119 -29990 0|7,7|2,3|DONE"
                : "YXEDITTVDDATABASE 3 119 -50 0|7,7|2,3|DONE");
    say("INFO timeout_turn 60000|TURN 7,7");
    const char *move = talk_line(talk); /* or one of its images */
    static const char *const images[] = {"2,3",  "3,2",  "12,3",  "3,12",
                                         "2,11", "11,2", "12,11", "11,12"};
    bool is_image = false;
    for (int i = 0; i < 8; i++)
        is_image = is_image || strcmp(move, images[i]) == 0;
    ck_assert_msg(is_image, "%s", move);
}
END_TEST

START_TEST(a_move_known_to_lose_is_not_played) {
    /* The fake engine's favourite is the middle. */
    say("YXEDITTVDDATABASE 1 108 0 0|7,7|DONE|INFO timeout_turn 1|BEGIN");
    ck_assert_str_ne(talk_reply(talk), "7,7");
    say("START 15|YXDELETEDATABASEONE|7,7|DONE|BEGIN");
    ck_next("OK");
    ck_assert_str_eq(talk_reply(talk), "7,7");
}
END_TEST

/* Tags are for the side that moved last: here the client, before the engine's move. */
static const struct {
    int score, depth;
    const char *stored;
} results[] = {
    {-KANAME_SCORE_WIN + 6, 3, "MESSAGE DATABASE ONE 119 -29994 3"},
    {KANAME_SCORE_WIN - 5, 3, "MESSAGE DATABASE ONE 108 29995 3"},
    {-KANAME_SCORE_WIN_MIN + 1, 20, "MESSAGE DATABASE ONE 0 -28999 20"},
    {KANAME_SCORE_WIN_MIN - 1, 20, "MESSAGE DATABASE ONE 0 28999 20"},
    {-500, 11, "MESSAGE DATABASE ONE 0 0 0"},
    {-500, 12, "MESSAGE DATABASE ONE 0 -500 12"},
};
enum { RESULTS = sizeof results / sizeof results[0] };

START_TEST(only_proven_results_are_stored_as_proofs) {
    fake_result(talk->engine, results[_i].score, results[_i].depth);
    say("INFO timeout_turn 1|TURN 3,3");
    while (*talk_line(talk) != '\0')
        continue;
    say("YXQUERYDATABASEONE|3,3|DONE");
    ck_next(results[_i].stored);
}
END_TEST

/* Searches two positions, whose results are worth storing. */
static void search_twice(void) {
    fake_result(talk->engine, -500, 12);
    say("START 15|INFO timeout_turn 1|TURN 3,3|START 15|TURN 4,4");
}

/* Counts the unread lines that say that nothing was stored. */
static int count_refusals(void) {
    int count = 0;
    for (const char *line = talk_line(talk); *line != '\0'; line = talk_line(talk))
        count +=
            strcmp(line, "MESSAGE position database not changed: no such table: position") == 0;
    return count;
}

START_TEST(the_first_result_of_a_file_that_is_not_stored_is_told) {
    static const char *const damage[] = {"DROP TABLE position"};
    char second[TEST_PATH_BYTES];
    search_twice();
    ck_assert_int_eq(count_refusals(), 0);
    change_file(path, damage, 1);
    search_twice();
    ck_assert_int_eq(count_refusals(), 1);
    say("YXSETDATABASE|@/second.db");
    path_in(second, folder, "second.db");
    change_file(second, damage, 1);
    search_twice();
    ck_assert_int_eq(count_refusals(), 1);
}
END_TEST

START_TEST(usedatabase_0_leaves_the_database_out) {
    say("YXEDITTVDDATABASE 1 108 0 0|7,7|DONE|INFO usedatabase 0|INFO timeout_turn 1|BEGIN");
    ck_assert_str_eq(talk_reply(talk), "7,7");
}
END_TEST

START_TEST(where_every_move_loses_one_is_played) {
    say("START 5");
    ck_next("OK");
    for (int i = 0; i < 25; i++) {
        char line[64];
        snprintf(line, sizeof line, "YXEDITTVDDATABASE 1 108 0 0|%d,%d|DONE", i % 5, i / 5);
        say(line);
    }
    say("INFO timeout_turn 1|BEGIN");
    ck_assert_str_eq(talk_reply(talk), "2,2");
}
END_TEST

START_TEST(blocked_moves_are_not_taken_from_the_database) {
    say("YXSETBESTMOVEDATABASE|7,7|2,3|DONE|INFO timeout_turn 1|YXBLOCK|2,3|DONE|TURN 7,7");
    ck_assert_str_ne(talk_reply(talk), "2,3");
}
END_TEST

START_TEST(lists_with_mistakes_are_not_guessed_at) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|99,99|DONE|YXEDITTVDDATABASE 7 1 1 1|7,7|7,7|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
}
END_TEST

START_TEST(huge_numbers_are_cut) {
    say("YXEDITTVDDATABASE 7 99999999999 -9999999999 9999999999|7,7|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 65535 -30000 999");
}
END_TEST

START_TEST(queries_are_answered_during_a_search) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE");
    talk_say(talk, "INFO timeout_turn 60000");
    talk_say(talk, "INFO usedatabase 0");
    talk_say(talk, "BEGIN");
    talk_say(talk, "YXQUERYDATABASEONE");
    talk_say(talk, "7,7");
    talk_say(talk, "DONE");
    while (!session_settle(talk->session))
        ;
    const char *line = talk_line(talk);
    while (strncmp(line, "MESSAGE depth", 13) == 0)
        line = talk_line(talk);
    ck_assert_str_eq(line, "MESSAGE DATABASE ONE 119 -50 12");
    talk_ask(talk, "YXSTOP");
}
END_TEST

START_TEST(rows_of_lists_may_stand_on_one_line) {
    say("YXEDITTVDDATABASE 7 119 -50 12 7,7 8,8 DONE|YXQUERYDATABASEONE 7,7 8,8 DONE");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    ck_next("");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("yxdatabase");
    TCase *tests = tcase_create("yxdatabase");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, an_edited_position_is_shown);
    tcase_add_test(tests, the_mask_tells_what_is_edited);
    tcase_add_test(tests, all_shows_the_positions_one_move_on_in_the_clients_points);
    tcase_add_test(tests, labels_are_tags_of_one_or_two_characters);
    tcase_add_test(tests, what_is_cleared_makes_no_position_known);
    tcase_add_test(tests, texts_are_kept);
    tcase_add_test(tests, a_long_text_is_cut_between_characters);
    tcase_add_test(tests, deleted_positions_are_gone);
    tcase_add_test(tests, an_unknown_filter_deletes_nothing);
    tcase_add_test(tests, a_filter_may_say_that_it_is_recursive);
    tcase_add_test(tests, a_chosen_move_is_played_at_once);
    tcase_add_test(tests, a_search_sees_the_change_just_before_it);
    tcase_add_loop_test(tests, a_search_without_a_time_sees_the_changes_before_it, 0, 2);
    tcase_add_loop_test(tests, only_proven_results_are_stored_as_proofs, 0, RESULTS);
    tcase_add_loop_test(tests, a_move_known_to_win_is_played_at_once, 0, 2);
    tcase_add_test(tests, a_move_known_to_lose_is_not_played);
    tcase_add_test(tests, the_first_result_of_a_file_that_is_not_stored_is_told);
    tcase_add_test(tests, usedatabase_0_leaves_the_database_out);
    tcase_add_test(tests, where_every_move_loses_one_is_played);
    tcase_add_test(tests, blocked_moves_are_not_taken_from_the_database);
    tcase_add_test(tests, lists_with_mistakes_are_not_guessed_at);
    tcase_add_test(tests, huge_numbers_are_cut);
    tcase_add_test(tests, queries_are_answered_during_a_search);
    tcase_add_test(tests, rows_of_lists_may_stand_on_one_line);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
