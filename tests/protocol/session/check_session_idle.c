/* What a session does between moves: it ponders, fetches memory, and reads and writes hash files.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/session/dialogue.h"
#include "protocol/support/fake_kaname.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

/* ---- Pondering ------------------------------------------------------------------------------ */

/* The fake engine thinks for as long as it is let: pondering would go on for ever. */
START_TEST(pondering_says_nothing_and_gives_way) {
    ask("INFO pondering 1;TURN 0,0");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert(!session_is_idle(talk->session));
    ask("YXSTOP");
    ck_assert_str_eq(talk_reply(talk), "");
    int64_t start_ms = kaname_now_ms();
    ask("TURN 1,1;TURN 2,2;START 15;BEGIN;BOARD;0,0,2;DONE");
    ck_assert_int_lt(kaname_now_ms() - start_ms, 5000);
    ck_assert_str_eq(talk_reply(talk), "7,6");
    ck_assert_str_eq(talk_reply(talk), "6,7");
    ck_assert_str_eq(talk_reply(talk), "OK");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO pondering 0");
    ck_assert(session_is_idle(talk->session));
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(questions_leave_pondering_alone) {
    ask("INFO rule 4;INFO pondering 1;TURN 0,0;YXSHOWFORBID;YXQUERYDATABASEALL;0,0;DONE;"
        "INFO time_left 5;YXBLOCK;3,3;DONE;FOO;YXSHOWINFO");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
    ck_assert_str_eq(talk_reply(talk), "UNKNOWN command");
    ck_assert_str_eq(talk_reply(talk), "");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO rule 0;YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "FORBID .");
}
END_TEST

/* The first word of Yixin Board's changes what rule 2 means. */
START_TEST(a_change_of_the_rules_meaning_shows_its_fouls_while_pondering) {
    ask("INFO rule 2;INFO pondering 1;TURN 0,0;YXSHOWFORBID;YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
}
END_TEST

START_TEST(analysis_does_not_ponder) {
    ask("INFO pondering 1;YXNBEST 2");
    ck_assert(session_is_idle(talk->session));
    ask("YXBALANCEONE 0");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

/* ---- Memory --------------------------------------------------------------------------------- */

/* The fake engine would fetch memory for ever. */
START_TEST(memory_is_fetched_until_a_command_comes) {
    ask("INFO max_memory 100000000");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO time_left 1000;INFO max_memory 200000000;INFO foo");
    ck_assert(!session_is_idle(talk->session));
    ask("YXSHOWFORBID");
    ck_assert(session_is_idle(talk->session));
    ck_assert_str_eq(talk_reply(talk), "FORBID .");
    ask("INFO thread_num 2;BEGIN");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ask("INFO max_memory 100000000;BOARD;INFO max_memory 200000000;7,7,2;DONE");
    ck_assert_str_eq(talk_reply(talk), "7,6");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

START_TEST(no_memory_is_fetched_before_its_limit_is_known) {
    ask("INFO thread_num 2");
    ck_assert(session_is_idle(talk->session));
    ask("INFO max_memory 100000000;INFO max_memory 0");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

/* The order of Piskvork: what would not be prepared at once cost time of the first move. */
START_TEST(what_follows_the_limit_of_memory_is_prepared_as_well) {
    KanameEngine *engine = talk->engine;
    ask("INFO max_memory 100000000");
    ask("INFO timeout_match 500000;INFO timeout_turn 2000");
    ck_assert_int_eq(fake_preparation(engine).limits.turn_ms, 2000);
    ck_assert_int_eq(fake_preparation(engine).limits.match_ms, 500000);
    ask("INFO game_type 1;INFO rule 4");
    ck_assert_int_eq(fake_preparation(engine).rule, KANAME_RULE_RENJU);
    int number = fake_preparation(engine).number;
    ask("INFO evaluator table");
    ck_assert_int_eq(fake_preparation(engine).number, number + 1);
    ask("INFO hash_size 2048");
    ck_assert_int_eq(fake_preparation(engine).number, number + 2);
}
END_TEST

START_TEST(what_is_as_it_was_is_not_prepared_again) {
    const char *infos = "INFO timeout_match 500000;INFO timeout_turn 2000;INFO rule 4";
    ask("INFO max_memory 100000000");
    ask(infos);
    int number = fake_preparation(talk->engine).number;
    ask(infos);
    ask("INFO time_left 300000;INFO game_type 1;INFO rule 77");
    ck_assert_int_eq(fake_preparation(talk->engine).number, number);
}
END_TEST

/* ---- Hash files ----------------------------------------------------------------------------- */

static void ask_with_path(const char *command, const char *path) {
    char line[512];
    snprintf(line, sizeof line, "%s %s", command, path);
    talk_ask(talk, line);
}

START_TEST(hash_files_are_written_and_read) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "a hash");
    ask_with_path("YXHASHDUMP", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash dump: done");
    talk_say(talk, "YXHASHLOAD");
    ck_assert_str_eq(talk_line(talk), "");
    talk_say(talk, path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: done");
    ask("BEGIN");
    ck_assert_str_eq(talk_line(talk), "7,7");
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("something else", file);
    fclose(file);
    ask_with_path("YXHASHLOAD", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: damaged");
    remove(path);
    ask_with_path("YXHASHLOAD", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: no file");
    ask_with_path("YXHASHDUMP", "no such folder/hash");
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash dump: no file");
    ask("YXSHOWHASHUSAGE");
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash usage: 12.3% of 1024 KiB");
    ck_assert_str_eq(talk_line(talk), "");
}
END_TEST

/* The table is cleared in mid-search: once the search has ended. */
START_TEST(a_table_cleared_in_mid_search_is_not_written) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "hash");
    talk_say(talk, "YXHASHCLEAR");
    ask("YXSTOP");
    ask_with_path("YXHASHDUMP", path);
    ask("INFO timeout_turn 0;TURN 0,0");
    ask_with_path("YXHASHLOAD", path);
    ask("YXSHOWHASHUSAGE");
    const char *line = talk_line(talk);
    while (strncmp(line, "MESSAGE hash usage", 18) != 0 && *line != '\0')
        line = talk_line(talk);
    ck_assert_str_eq(line, "MESSAGE hash usage: 0.0% of 1024 KiB");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("session_idle");
    TCase *quick = tcase_create("after START");
    tcase_add_checked_fixture(quick, begin_quick_talk, end_talk);
    tcase_add_test(quick, pondering_says_nothing_and_gives_way);
    tcase_add_test(quick, questions_leave_pondering_alone);
    tcase_add_test(quick, a_change_of_the_rules_meaning_shows_its_fouls_while_pondering);
    tcase_add_test(quick, memory_is_fetched_until_a_command_comes);
    tcase_add_test(quick, no_memory_is_fetched_before_its_limit_is_known);
    tcase_add_test(quick, what_follows_the_limit_of_memory_is_prepared_as_well);
    tcase_add_test(quick, what_is_as_it_was_is_not_prepared_again);
    tcase_add_test(quick, analysis_does_not_ponder);
    tcase_add_test(quick, hash_files_are_written_and_read);
    suite_add_tcase(suite, quick);

    TCase *thinking = tcase_create("while thinking");
    tcase_add_checked_fixture(thinking, begin_thinking_talk, end_talk);
    tcase_add_test(thinking, a_table_cleared_in_mid_search_is_not_written);
    suite_add_tcase(suite, thinking);
    return run_suite(suite);
}
