/* A match with engines at fault: who loses, why, and by which clock. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "game/game_record.h"
#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* Begins well once, then as its words say. */
#define LATER(mark) "cmd=./later " mark " " KANAME_RIVAL

typedef struct Fault {
    const char *name, *command;
    GameReason reason;
} Fault;

static const Fault faults[] = {
    {"crash", RIVAL " --crash-at 2", GAME_REASON_CRASH},
    {"hang", RIVAL " --hang-at 2", GAME_REASON_TIME},
    {"late", RIVAL " --late-ms 1500", GAME_REASON_TIME},
    {"illegal", RIVAL " --illegal-at 2", GAME_REASON_ILLEGAL},
    {"garbage", RIVAL " --garbage-at 2", GAME_REASON_TIME},
    {"half", RIVAL " --half-line-at 2", GAME_REASON_TIME},
    {"endless", RIVAL " --endless-line-at 2", GAME_REASON_TIME},
    {"memory", RIVAL " --memory-mb 300", GAME_REASON_MEMORY},
    {"about", LATER("about") " --silent-about", GAME_REASON_START},
    {"ok", LATER("ok") " --no-ok", GAME_REASON_START},
    {"exit", LATER("exit") " --exit-at-start", GAME_REASON_CRASH},
    {"broken", "cmd=./breaks", GAME_REASON_START},
    {"all", RIVAL " --flood-stderr --fork-children --no-exit --crash-at 3", GAME_REASON_CRASH},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(a_fault_loses_for_the_right_reason) {
    const Fault *fault = &faults[_i];
    ck_assert_int_eq(run(QUICK "maxmemory=100M -memory -games 2 -concurrency 2 -repeat "
                               "-openings none -engine '" RIVAL "' name=sound -engine '%s' name=%s",
                         fault->command, fault->name),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++) {
        int faulty = games[i].engine[0] == 1 ? GAME_BLACK : GAME_WHITE;
        assert_ended(&games[i], faulty == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS,
                     fault->reason);
        ck_assert(games[i].detail[0] != '\0');
    }
}
END_TEST

START_TEST(faults_that_break_no_rule_lose_nothing) {
    ck_assert_int_eq(run(QUICK "-games 2 -openings none -engine '" RIVAL "' -engine '" RIVAL
                               " --flood-stderr --fork-children --no-exit'"),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(games[i].reason, GAME_REASON_FIVE);
}
END_TEST

/* The words for engines with all faults, a sound one first. */
static size_t put_all_engines(char *words, size_t size) {
    size_t length = (size_t)snprintf(words, size, "-engine '" RIVAL " --seed 3' name=sound ");
    for (int i = 0; i < FAULTS; i++)
        length += (size_t)snprintf(words + length, size - length, "-engine '%s' name=%s ",
                                   faults[i].command, faults[i].name);
    return length;
}

static const GameRecord *game_by_number(int64_t number) {
    for (size_t i = 0; i < game_count; i++)
        if (games[i].number == number)
            return &games[i];
    return NULL;
}

/* A gauntlet against all faults: the sound engine wins all games, each for the fault's reason. */
static void check_gauntlet(int games_each) {
    read_games();
    ck_assert_uint_eq(game_count, (size_t)(FAULTS * games_each));
    for (int64_t number = 1; number <= FAULTS * games_each; number++) {
        const GameRecord *game = game_by_number(number);
        ck_assert_msg(game != NULL, "game %d is missing", (int)number);
        const Fault *fault = &faults[(number - 1) / games_each];
        int faulty = game->engine[0] == 0 ? GAME_WHITE : GAME_BLACK;
        /* The sound one may be quicker than a fault of a late move. */
        if (game->reason != GAME_REASON_FIVE)
            assert_ended(game, faulty == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS,
                         fault->reason);
    }
}

START_TEST(all_faults_at_once_end_like_one_by_one) {
    static char words[TEXT_MAX];
    put_all_engines(words, sizeof words);
    int status = run(QUICK "maxmemory=100M -memory -games 2 -gauntlet -openings none "
                           "-concurrency 8 %s",
                     words);
    ck_assert_msg(status == 0, "status %d: %s", status, read_text("err"));
    check_gauntlet(2);
    ck_assert_str_eq(read_text("err"), "");
}
END_TEST

START_TEST(killed_and_resumed_each_game_is_played_once) {
    static char words[TEXT_MAX];
    size_t length = (size_t)snprintf(words, sizeof words,
                                     QUICK "maxmemory=100M -memory -games 4 -gauntlet -openings "
                                           "none -concurrency 4 -sgf g.sgf -seed 4 ");
    put_all_engines(words + length, sizeof words - length);
    for (int i = 0; i < 3; i++) {
        pid_t pid = start(words);
        wait_for_games(1 + 4 * i);
        kill(pid, SIGKILL);
        ck_assert_int_eq(finish(pid), 1000 + SIGKILL);
        if (i == 0)
            strcat(words, " -resume");
    }
    int status = run("%s", words);
    ck_assert_msg(status == 0, "status %d: %s", status, read_text("err"));
    check_gauntlet(4);
    /* The file holds all games once, in order, as if nothing had happened. */
    const char *at = read_text("g.sgf");
    for (int number = 1; number <= FAULTS * 4; number++) {
        char mark[32];
        snprintf(mark, sizeof mark, "GN[%d]", number);
        at = strstr(at, "GN[");
        ck_assert_ptr_nonnull(at);
        ck_assert_msg(strncmp(at, mark, strlen(mark)) == 0, "%.12s, expected %s", at, mark);
        at++;
    }
    ck_assert_ptr_null(strstr(at, "GN["));
}
END_TEST

START_TEST(an_answer_within_the_tolerance_is_in_time) {
    ck_assert_int_eq(run("-each tc=0/0.05 tolerance=2 -engine '" PUPPET
                         " late=100' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_int_ge(games[0].moves[0].time_us, 100000);
}
END_TEST

START_TEST(an_engine_without_any_limit_is_named) {
    ck_assert_int_eq(run("-each maxwait=90 -engine '" PUPPET " name=Free' -engine '" PUPPET
                         " move=last name=Bound' nodes=5 -openings none"),
                     0);
    const char *text = read_text("err");
    ck_assert_msg(strstr(text, "has no limit (tc=, nodes=, depth=): a move may take up to maxwait, "
                               "90 s\n") != NULL,
                  "%s", text);
    ck_assert_ptr_eq(strstr(text, "has no limit"), strrchr(text, '(') - strlen("has no limit "));
}
END_TEST

START_TEST(games_without_tolerance_are_played) {
    ck_assert_int_eq(run("-each tc=0/5 tolerance=0 -engine '" PUPPET " late=20' -engine '" PUPPET
                         " late=20 move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
}
END_TEST

START_TEST(the_match_clock_runs_down_and_ends_the_game) {
    ck_assert_int_eq(run("-each tc=0.5/10 tolerance=0.05 -engine '" PUPPET
                         " late=200' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_TIME);
    ck_assert_uint_ge(games[0].move_count, 4);
    ck_assert_int_eq(games[0].left_us[GAME_BLACK], 0);
    ck_assert(games[0].left_us[GAME_WHITE] > 0 && games[0].left_us[GAME_WHITE] <= 500000);
    const char *left = "Left on match clocks: puppet mean 0.0 s, minimum 0.0 s; puppet (2) mean 0.";
    ck_assert_msg(strstr(read_text("out"), left) != NULL, "%s", read_text("out"));
}
END_TEST

START_TEST(the_increment_keeps_the_match_clock_up) {
    ck_assert_int_eq(run("-each tc=0.3/10+0.3 tolerance=0.05 -engine '" PUPPET
                         " late=200' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
    int64_t used_us = 0;
    for (size_t i = 0; i < games[0].move_count; i += 2)
        used_us += games[0].moves[i].time_us;
    ck_assert_int_eq(games[0].left_us[GAME_BLACK],
                     300000 + 300000 * (int64_t)((games[0].move_count + 1) / 2) - used_us);
}
END_TEST

START_TEST(an_engine_that_ends_after_its_move_loses_at_its_next) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " die=3' -engine '" PUPPET " move=last' -openings none"), 0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_CRASH);
    ck_assert_uint_eq(games[0].move_count, 6);
    ck_assert_msg(strstr(games[0].detail, "status 9") != NULL, "%s", games[0].detail);
}
END_TEST

START_TEST(an_engine_that_ends_is_not_charged_the_opponents_time) {
    ck_assert_int_eq(run("-each tc=10/0 -engine '" PUPPET " die=2' -engine '" PUPPET
                         " move=last late=500' -openings none"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_CRASH);
    ck_assert_int_gt(games[0].left_us[GAME_BLACK],
                     9550000 - games[0].moves[0].time_us - games[0].moves[2].time_us);
}
END_TEST

START_TEST(an_engine_that_ends_after_its_winning_move_has_won) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " die=5' -engine '" PUPPET " move=last' -openings none -games 2"),
        0);
    read_games();
    assert_ended(&games[0], GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_uint_eq(game_count, 2);
}
END_TEST

START_TEST(a_fatal_error_ends_the_run_if_so_wanted) {
    ck_assert_int_eq(run("-engine '" LATER("exit") " --exit-at-start' name=Bad -engine '" RIVAL
                                                   "' -games 20 -openings none -fatalerror"),
                     1);
    ck_assert_int_lt(count_games(), 20);
    ck_assert_msg(strstr(read_text("err"), "-fatalerror: game 1") != NULL, "%s", read_text("err"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_faults");
    TCase *tests = add_case(suite, "faults", 180);
    tcase_add_loop_test(tests, a_fault_loses_for_the_right_reason, 0, FAULTS);
    tcase_add_test(tests, faults_that_break_no_rule_lose_nothing);
    tcase_add_test(tests, all_faults_at_once_end_like_one_by_one);
    tcase_add_test(tests, killed_and_resumed_each_game_is_played_once);
    tcase_add_test(tests, an_answer_within_the_tolerance_is_in_time);
    tcase_add_test(tests, games_without_tolerance_are_played);
    tcase_add_test(tests, the_match_clock_runs_down_and_ends_the_game);
    tcase_add_test(tests, the_increment_keeps_the_match_clock_up);
    tcase_add_test(tests, an_engine_that_ends_after_its_move_loses_at_its_next);
    tcase_add_test(tests, an_engine_that_ends_is_not_charged_the_opponents_time);
    tcase_add_test(tests, an_engine_that_ends_after_its_winning_move_has_won);
    tcase_add_test(tests, a_fatal_error_ends_the_run_if_so_wanted);
    tcase_add_test(tests, an_engine_without_any_limit_is_named);
    return run_suite(suite);
}
