/* The database's part of the dialogue, with the fake engine. */
#define _POSIX_C_SOURCE 200809L
#include "protocol/support/talk.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/support/linekind.h"
#include "support/harness.h"

static Talk *talk;
static char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];

/* Says lines separated by '|', `@` in them being the folder, and waits for what they cause. */
static void say(const char *lines) {
    char line[512];
    while (*lines != '\0') {
        size_t length = 0;
        for (; *lines != '\0' && *lines != '|'; lines++) {
            if (*lines == '@')
                length += (size_t)snprintf(line + length, sizeof line - length, "%s", folder);
            else
                line[length++] = *lines;
        }
        line[length] = '\0';
        talk_ask(talk, line);
        while (!session_settle(talk->session))
            ;
        lines += *lines == '|';
    }
}

static void set_up(void) {
    make_folder(folder);
    path_in(path, folder, "a file.db");
    talk = talk_new();
    say("START 15|YXSETDATABASE|@/a file.db");
    ck_assert_str_eq(talk_line(talk), "OK");
    ck_assert_str_eq(talk_line(talk), "MESSAGE position database opened, 0 positions");
}

static void tear_down(void) {
    talk_free(talk);
}

/* The next line; one that clients can take. */
#define ck_next(text)                                         \
    do {                                                      \
        const char *line_ = talk_line(talk);                  \
        ck_assert_str_eq(line_, text);                        \
        if (*line_ != '\0')                                   \
            ck_assert_int_ne(line_kind(line_), LINE_UNKNOWN); \
    } while (0)

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

START_TEST(texts_are_kept) {
    say("YXEDITTEXTDATABASE \"a good move\"|7,7|DONE|YXQUERYDATABASETEXT|7,7|DONE");
    ck_next("MESSAGE DATABASE TEXT \"a good move\"");
}
END_TEST

START_TEST(deleted_positions_are_gone) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 119 0 0|7,7|8,8|DONE");
    say("YXDELETEDATABASEALL wl|DONE|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database: 1 positions removed");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
    say("YXDELETEDATABASEONE|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
}
END_TEST

START_TEST(an_unknown_filter_deletes_nothing) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXDELETEDATABASEALL wlnostep|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE");
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

START_TEST(a_move_known_to_win_is_played_at_once) {
    say("YXEDITTVDDATABASE 3 119 -29990 0|7,7|2,3|DONE|INFO timeout_turn 60000|TURN 7,7");
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

START_TEST(text_files_are_written_and_read) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXDBTOTXT|@/out.txt");
    ck_next("MESSAGE position database: 1 positions written");
    say("YXSETDATABASE @/second.db|YXTXTTODB|@/out.txt|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 1 positions read");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
}
END_TEST

START_TEST(missing_and_foreign_files_are_told) {
    say("YXTXTTODB|@/nothing|YXLIBTODB|@/nothing|YXDBTOTXT|@/no/such/folder");
    ck_next("MESSAGE position database file not read: the file cannot be read");
    ck_next("MESSAGE position database file not read: the file cannot be read");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    say("YXSETDATABASE|@/no/such/folder");
    const char *line = talk_line(talk);
    ck_assert_msg(strncmp(line, "MESSAGE position database not opened: ", 38) == 0, "%s", line);
    say("YXQUERYDATABASEALL|7,7|DONE|INFO timeout_turn 1|BEGIN");
    ck_assert_str_eq(talk_reply(talk), "7,7"); /* goes on without */
}
END_TEST

START_TEST(files_are_written_from_the_position_asked_for) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 98 0 0|7,7|8,8|DONE");
    say("YXEDITTVDDATABASE 1 99 0 0|7,7|8,7|DONE");
    say("YXQUERYDATABASEONE|7,7|8,8|DONE|YXDBTOPOS|@/a.pos|YXDBSPLIT @/part.db|YXDBTOLIB @/a.lib");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
    for (int i = 0; i < 3; i++)
        ck_next("MESSAGE position database: 1 positions written");
    say("YXQUERYDATABASEONE|DONE|YXDBTOPOS|@/a.pos|YXDBSPLIT @/part.db|YXDBTOLIB @/a.lib");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
    for (int i = 0; i < 3; i++)
        ck_next("MESSAGE position database: 3 positions written");
    say("YXSETDATABASE @/other.db|YXDBMERGE|@/part.db|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 3 positions read");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
    say("YXSETDATABASE @/third.db|YXLIBTODB|@/a.lib|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 3 positions read");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
}
END_TEST

START_TEST(else_from_the_position_of_the_game) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 98 0 0|7,7|8,8|DONE");
    say("YXBOARD|7,7,1|8,8,2|DONE|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE position database: 1 positions written");
    say("START 15|YXDBTOPOS|@/a.pos");
    ck_next("OK");
    ck_next("MESSAGE position database: 2 positions written");
}
END_TEST

START_TEST(without_a_position_no_file_is_written) {
    say("INFO usedatabase 0|INFO timeout_turn 60000");
    talk_say(talk, "BEGIN");
    talk_say(talk, "YXDBTOPOS @/a.pos");
    const char *line = talk_line(talk);
    while (strncmp(line, "MESSAGE depth", 13) == 0)
        line = talk_line(talk);
    ck_assert_str_eq(line, "MESSAGE position database file not written: there is no position now");
    talk_ask(talk, "YXSTOP");
}
END_TEST

START_TEST(what_cannot_be_written_or_merged_is_told) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXDBTOPOS|@/no/such|YXDBTOLIB|@/no/such");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    say("YXDBSPLIT|@/no/such|YXDBMERGE|@/no/such");
    ck_next("MESSAGE position database file not written: unable to open database file");
    ck_next("MESSAGE position database file not read: unable to open database file");
}
END_TEST

START_TEST(clients_that_write_rows_first_see_their_own_board_in_files) {
    unsigned char bytes[8];
    char file_name[TEST_PATH_BYTES];
    path_in(file_name, folder, "a.pos");
    say("INFO show_detail 1|YXSHOWINFO|START 15 15");
    while (*talk_line(talk) != '\0') {
    }
    say("YXEDITTVDDATABASE 1 97 0 0|2,9|DONE|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE position database: 1 positions written");
    FILE *file = fopen(file_name, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, file), 2);
    fclose(file);
    ck_assert_int_eq(bytes[1], 9 * 15 + 2); /* row 2, column 9 */
}
END_TEST

START_TEST(check_and_fix_find_no_damage) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXDBCHECK|YXDBFIX|YXSAVEDATABASE");
    ck_next("MESSAGE position database: no damage found");
    ck_next("MESSAGE position database: no damage found");
    ck_next("");
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

START_TEST(without_a_database_all_is_swallowed) {
    Talk *other = talk_new();
    static const char *const lines[] = {"START 15",
                                        "YXQUERYDATABASEALL",
                                        "7,7",
                                        "DONE",
                                        "YXQUERYDATABASEONE",
                                        "DONE",
                                        "YXEDITTVDDATABASE 7 1 1 1",
                                        "7,7",
                                        "DONE",
                                        "YXDBTOTXT",
                                        "/nonexistent/x",
                                        "YXDBTOLIB",
                                        "/nonexistent/x",
                                        "YXDBMERGE",
                                        "/nonexistent/x",
                                        "YXDBCHECK",
                                        "YXDELETEDATABASEALL",
                                        "DONE"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        talk_ask(other, lines[i]);
    while (!session_settle(other->session))
        ;
    ck_assert_str_eq(talk_line(other), "OK");
    ck_assert_str_eq(talk_line(other), "");
    talk_free(other);
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
    tcase_add_test(tests, texts_are_kept);
    tcase_add_test(tests, deleted_positions_are_gone);
    tcase_add_test(tests, an_unknown_filter_deletes_nothing);
    tcase_add_test(tests, a_chosen_move_is_played_at_once);
    tcase_add_test(tests, a_search_sees_the_change_just_before_it);
    tcase_add_test(tests, a_move_known_to_win_is_played_at_once);
    tcase_add_test(tests, a_move_known_to_lose_is_not_played);
    tcase_add_test(tests, usedatabase_0_leaves_the_database_out);
    tcase_add_test(tests, where_every_move_loses_one_is_played);
    tcase_add_test(tests, blocked_moves_are_not_taken_from_the_database);
    tcase_add_test(tests, text_files_are_written_and_read);
    tcase_add_test(tests, missing_and_foreign_files_are_told);
    tcase_add_test(tests, files_are_written_from_the_position_asked_for);
    tcase_add_test(tests, else_from_the_position_of_the_game);
    tcase_add_test(tests, without_a_position_no_file_is_written);
    tcase_add_test(tests, what_cannot_be_written_or_merged_is_told);
    tcase_add_test(tests, clients_that_write_rows_first_see_their_own_board_in_files);
    tcase_add_test(tests, check_and_fix_find_no_damage);
    tcase_add_test(tests, lists_with_mistakes_are_not_guessed_at);
    tcase_add_test(tests, huge_numbers_are_cut);
    tcase_add_test(tests, without_a_database_all_is_swallowed);
    tcase_add_test(tests, queries_are_answered_during_a_search);
    tcase_add_test(tests, rows_of_lists_may_stand_on_one_line);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
