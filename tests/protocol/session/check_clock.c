/* The time of searches: of the game's earlier moves, from the arrival of the line. */
#include "protocol/support/fake_kaname.h"
#include "protocol/support/talk.h"
#include "session/settings.h"

#include <check.h>
#include <string.h>

#include "support/harness.h"

static Talk *talk;

static void begin_talk(void) {
    talk = talk_new();
    talk_ask(talk, "START 15");
    ck_assert_str_eq(talk_reply(talk), "OK");
}

static void end_talk(void) {
    talk_free(talk);
}

/* Asks for a move and returns the time that was left for the match. */
static int64_t left_for(const char *line) {
    talk_ask(talk, line);
    ck_assert_str_ne(talk_reply(talk), "");
    return fake_limits(talk->engine).match_ms;
}

/* ---- Time used ------------------------------------------------------------------------------ */

/* The fake engine thinks for a twentieth of what is left. */
START_TEST(the_time_of_all_moves_of_a_game_counts) {
    talk_say(talk, "INFO timeout_match 2000");
    ck_assert_int_eq(left_for("BEGIN"), 2000);
    int64_t left = left_for("TURN 0,0");
    ck_assert_int_le(left, 2000 - 2000 / 20);
    for (int i = 1; i < 5; i++) {
        static const char *const lines[] = {"", "TURN 1,1", "TURN 2,2", "TURN 3,3", "TURN 4,4"};
        int64_t next = left_for(lines[i]);
        ck_assert_int_le(next, left - left / 20);
        left = next;
    }
}
END_TEST

START_TEST(a_new_game_has_its_whole_time) {
    static const char *const games[] = {"START 15", "START 20", "RESTART", "RECTSTART 15,15"};
    talk_say(talk, "INFO timeout_match 1000");
    ck_assert_int_eq(left_for("BEGIN"), 1000);
    ck_assert_int_lt(left_for("TURN 0,0"), 1000);
    talk_ask(talk, games[_i]);
    ck_assert_str_eq(talk_reply(talk), "OK");
    ck_assert_int_eq(left_for("BEGIN"), 1000);
}
END_TEST

START_TEST(time_left_is_believed) {
    talk_say(talk, "INFO timeout_match 2000");
    ck_assert_int_eq(left_for("BEGIN"), 2000);
    talk_say(talk, "INFO time_left 1950");
    ck_assert_int_eq(left_for("TURN 0,0"), 1950);
}
END_TEST

START_TEST(answers_in_openings_take_time_of_the_game) {
    static const char *const answers[] = {"SWAP2BOARD 6,6 0,0 14,14 DONE",
                                          "OPENINGBOARD rif side3 7,7 7,6 9,9 DONE",
                                          "OPENINGBOARD swap1 side1 7,7 DONE"};
    talk_say(talk, "INFO timeout_match 2000");
    ck_assert_int_le(left_for(answers[_i]), 2000);
    ck_assert_int_le(fake_limits(talk->engine).turn_ms, 2000 / 20);
    int64_t left = left_for("BOARD 7,7,2 DONE");
    ck_assert_int_le(left, 2000 - 50); /* the opening's searches took a twentieth, or parts of it */
    ck_assert_int_le(left_for("TURN 3,3"), left - left / 20);
}
END_TEST

/* ---- Arrival -------------------------------------------------------------------------------- */

/* The end of pondering takes time, which is the move's. */
START_TEST(time_runs_from_the_arrival_of_the_line) {
    static const char *const lines[] = {"TURN 1,1", "BOARD 1,1,2 DONE", "YXNBEST 2", "BEGIN"};
    talk_say(talk, "INFO timeout_turn 10");
    talk_say(talk, "INFO pondering 1");
    talk_ask(talk, "TURN 0,0");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert(!session_is_idle(talk->session));
    fake_delay(talk->engine, 50);
    talk_ask(talk, lines[_i]);
    int64_t start_ms = fake_limits(talk->engine).start_ms;
    int64_t stopped_ms = fake_stopped_ms(talk->engine);
    talk_ask(talk, "INFO pondering 0");
    ck_assert(session_is_idle(talk->session));
    ck_assert_int_gt(start_ms, 0);
    ck_assert_int_le(start_ms, stopped_ms);
}
END_TEST

/* ---- Values --------------------------------------------------------------------------------- */

static const char *const keys[] = {
    "caution_factor", "checkmate",    "hash_size",      "max_depth",   "max_memory",
    "max_node",       "nbestsym",     "nbest_sym",      "pondering",   "rule",
    "seed",           "show_detail",  "start_depth",    "strength",    "thread_num",
    "timeout_match",  "timeout_turn", "time_increment", "time_left",   "usedatabase",
    "vcthread",       "level",        "evaluator",      "param_margin"};
enum { KEYS = sizeof keys / sizeof keys[0] };

START_TEST(values_of_a_wrong_type_change_nothing) {
    static const char *const values[] = {"",     "x",    "1x",   "1.5",   "1e3",
                                         "0x10", "true", "null", "\"1\"", "--1",
                                         "+",    "-",    "NaN",  "1,5",   "99999999999999999999",
                                         "[1]"};
    const char *key = keys[_i];
    Settings expected, settings;
    memset(&expected, 0, sizeof expected);
    settings_init(&expected);
    expected.is_param_refused = strcmp(key, "param_margin") == 0;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s %s", key, values[i]);
        Words line = words_of(text, strlen(text));
        memset(&settings, 0, sizeof settings);
        settings_init(&settings);
        ck_assert(!settings_info(&settings, &line));
        ck_assert_msg(memcmp(&settings, &expected, sizeof settings) == 0, "%s", text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("clock");
    TCase *tests = tcase_create("clock");
    tcase_add_checked_fixture(tests, begin_talk, end_talk);
    tcase_add_test(tests, the_time_of_all_moves_of_a_game_counts);
    tcase_add_loop_test(tests, a_new_game_has_its_whole_time, 0, 4);
    tcase_add_test(tests, time_left_is_believed);
    tcase_add_loop_test(tests, answers_in_openings_take_time_of_the_game, 0, 3);
    tcase_add_loop_test(tests, time_runs_from_the_arrival_of_the_line, 0, 4);
    tcase_add_loop_test(tests, values_of_a_wrong_type_change_nothing, 0, KEYS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
