/* A match that is stopped and resumed, and its output in files that are there. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/game_record.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* ---- Stopping ----------------------------------------------------------------------------- */

#define SLOW                                        \
    "-engine '" PUPPET " late=60' -engine '" PUPPET \
    " late=60 move=last' -openings none -games 40 -concurrency 3 -each tc=100/10 "

START_TEST(interrupted_once_it_finishes_the_running_games) {
    pid_t pid = start(SLOW);
    wait_for_games(1);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    int64_t done = count_games();
    ck_assert_int_ge(done, 3);
    ck_assert_int_lt(done, 40);
    read_games();
    for (size_t i = 0; i < game_count; i++)
        assert_ended(&games[i], GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_int_eq(run(SLOW "-resume"), 0);
    read_games();
    ck_assert_uint_eq(game_count, 40);
}
END_TEST

START_TEST(interrupted_twice_it_stops_at_once) {
    pid_t pid = start("-engine '" PUPPET " late=60000' -engine '" PUPPET
                      " late=60000' -openings none -games 40 -concurrency 3 -each tc=100/100");
    for (int i = 0; i < 500 && strstr(read_text("out"), "Load engine") == NULL; i++)
        usleep(20000);
    usleep(200000);
    kill(pid, SIGINT);
    for (int i = 0; i < 500 && strstr(read_text("out"), "Stopping:") == NULL; i++)
        usleep(20000);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(count_games(), 0);
}
END_TEST

START_TEST(terminated_it_stops_at_once_and_can_be_resumed) {
    pid_t pid = start(SLOW);
    wait_for_games(2);
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(run(SLOW "-resume"), 0);
    read_games();
    ck_assert_uint_eq(game_count, 40);
}
END_TEST

START_TEST(another_tournament_is_not_resumed) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 0);
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -rule 1 -resume"),
        1);
    ck_assert(read_text("err")[0] != '\0');
    ck_assert_int_eq(count_games(), 1);
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -seed 5 -resume"),
        1);
    ck_assert(strstr(read_text("err"), "-seed: "));
    /* The same once more: there is nothing left to do. */
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -resume"), 0);
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

/* A start that is killed leaves an empty file, or one without a run. */
START_TEST(a_database_without_a_run_is_resumed_from_nothing) {
    static const char words[] =
        "-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -games 2 -resume";
    ck_assert_int_eq(run(words), 1); /* no file: -db may be misspelt */
    ck_assert(!is_there("kaname-tournament.db"));
    write_text("kaname-tournament.db", "");
    if (_i > 0) {
        Failure failure = FAILURE_NONE;
        Store *store = store_open(in_folder("kaname-tournament.db"), &failure);
        ck_assert_ptr_nonnull(store);
        store_close(store);
    }
    ck_assert_int_eq(run("report kaname-tournament.db"), 1);
    ck_assert(strstr(read_text("err"), "kaname-tournament.db: holds no run yet"));
    ck_assert_int_eq(run(words), 0);
    ck_assert(strstr(read_text("err"), "kaname-tournament.db held no run: run 1 begins"));
    ck_assert_int_eq(count_games(), 2);
    ck_assert_int_eq(run(words), 0);
    ck_assert(strstr(read_text("out"), "run 1 resumed after 2 games"));
    ck_assert_int_eq(count_games(), 2);
}
END_TEST

/* A knockout whose first engine plays the last match alone, and is named like the program of the
 * second. */
#define NAMED                                                                              \
    "-engine 'cmd=./first name=second late=100' -engine 'cmd=./second name=middle die=4' " \
    "-engine 'cmd=./third name=last die=2' -openings none -format knockout -games 2 "

static const char *const programs[] = {"first", "second", "third"};

START_TEST(a_resumed_run_keeps_the_names_of_its_engines) {
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(symlink(KANAME_PUPPET, in_folder(programs[i])), 0);
    pid_t pid = start(NAMED);
    wait_for_games(3);
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(run(NAMED "-resume"), 0);
    ck_assert_msg(count_of("out", "Finished game 4 (middle vs second)") == 1, "%s",
                  read_text("out"));
    ck_assert_int_eq(count_of("out", "(2)"), 0);
}
END_TEST

/* ---- Files that are there ------------------------------------------------------------------ */

/* A match of two games, played or gone on with. */
static void play_games(const char *words) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings none -seed 1 -games 2 %s",
                         words),
                     0);
}

START_TEST(output_asked_for_only_when_resuming_is_added_to_what_is_there) {
    play_games("");
    write_text("o", "foreign\n");
    play_games("-resume -pgn o -sgf o2 -msg o3 -sample file=o4 format=csv freq=1");
    ck_assert_int_eq(strncmp(read_text("o"), "foreign\n", 8), 0);
    ck_assert_int_eq(count_of("o", "[Event "), 2);
    ck_assert_int_eq(count_of("o2", "GN["), 2);
    ck_assert_int_eq(count_of("o3", "Game ID:"), 2);
    int lines = count_of("o4", "\n");
    ck_assert_int_gt(lines, 0);
    /* And once more: all of it is there. */
    play_games("-resume -pgn o -sgf o2 -msg o3 -sample file=o4 format=csv freq=1");
    ck_assert_int_eq(count_of("o", "[Event "), 2);
    ck_assert_int_eq(count_of("o2", "GN["), 2);
    ck_assert_int_eq(count_of("o3", "Game ID:"), 2);
    ck_assert_int_eq(count_of("o4", "\n"), lines);
}
END_TEST

#define PARTED                                      \
    "-engine '" PUPPET " late=40' -engine '" PUPPET \
    " late=40 move=last' -openings none -games 4 -each tc=100/10 -pgn o "

/* Begins a match of four games and stops it after some. */
static void play_part(const char *words, int games_before) {
    static char all[TEXT_MAX];
    snprintf(all, sizeof all, PARTED "%s", words);
    pid_t pid = start(all);
    for (int i = 0; i < 1000 && count_of("o", "[Event ") == games_before; i++)
        usleep(20000);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
}

START_TEST(two_tournaments_may_write_to_one_file) {
    play_part("-db a", 0);
    int count = count_of("o", "[Event ");
    play_part("-db b", count);
    ck_assert_int_gt(count_of("o", "[Event "), count);
    ck_assert_int_lt(count_of("o", "[Event "), 8);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(run(PARTED "-resume -db a"), 0);
        ck_assert_int_eq(run(PARTED "-resume -db b"), 0);
        ck_assert_int_eq(count_of("o", "[Event "), 8);
    }
}
END_TEST

START_TEST(a_file_moved_away_is_written_again) {
    write_text("o", "foreign\n");
    play_games("-pgn o");
    char from[200];
    strcpy(from, in_folder("o"));
    ck_assert_int_eq(rename(from, in_folder("kept")), 0);
    for (int i = 0; i < 2; i++) {
        play_games("-pgn o -resume");
        ck_assert_int_eq(count_of("o", "[Event "), 2);
    }
    ck_assert_int_eq(count_of("kept", "[Event "), 2);
}
END_TEST

START_TEST(another_file_when_resuming_gets_all_games_and_loses_nothing) {
    play_games("-pgn o");
    write_text("other", "foreign\n");
    play_games("-pgn other -resume");
    ck_assert_int_eq(strncmp(read_text("other"), "foreign\n", 8), 0);
    ck_assert_int_eq(count_of("other", "[Event "), 2);
    play_games("-pgn o -resume");
    ck_assert_int_eq(count_of("o", "[Event "), 2);
}
END_TEST

START_TEST(a_game_cut_off_in_the_midst_is_made_whole) {
    play_games("-pgn o");
    static char whole[TEXT_MAX];
    strcpy(whole, read_text("o"));
    ck_assert_int_eq(truncate(in_folder("o"), (off_t)strlen(whole) - 20), 0);
    play_games("-pgn o -resume");
    ck_assert_str_eq(read_text("o"), whole);
}
END_TEST

START_TEST(packed_samples_are_kept_when_resuming) {
    play_games("");
    write_text("o", "foreign\n");
    play_games("-resume -sample file=o format=bin_lz4 freq=1");
    ck_assert_str_eq(read_text("o.1"), "foreign\n");
    play_games("-resume -sample file=o format=bin_lz4 freq=1");
    ck_assert_str_eq(read_text("o.1"), "foreign\n");
    ck_assert_int_eq(access(in_folder("o.2"), R_OK), 0);
}
END_TEST

static void add_files(Suite *suite) {
    TCase *tests = add_case(suite, "files", 120);
    tcase_add_test(tests, output_asked_for_only_when_resuming_is_added_to_what_is_there);
    tcase_add_test(tests, two_tournaments_may_write_to_one_file);
    tcase_add_test(tests, a_file_moved_away_is_written_again);
    tcase_add_test(tests, another_file_when_resuming_gets_all_games_and_loses_nothing);
    tcase_add_test(tests, a_game_cut_off_in_the_midst_is_made_whole);
    tcase_add_test(tests, packed_samples_are_kept_when_resuming);
}

static void add_stops(Suite *suite) {
    TCase *tests = add_case(suite, "stops", 180);
    tcase_add_test(tests, interrupted_once_it_finishes_the_running_games);
    tcase_add_test(tests, interrupted_twice_it_stops_at_once);
    tcase_add_test(tests, terminated_it_stops_at_once_and_can_be_resumed);
    tcase_add_test(tests, another_tournament_is_not_resumed);
    tcase_add_loop_test(tests, a_database_without_a_run_is_resumed_from_nothing, 0, 2);
    tcase_add_test(tests, a_resumed_run_keeps_the_names_of_its_engines);
}

int main(void) {
    Suite *suite = suite_create("match_resumed");
    add_files(suite);
    add_stops(suite);
    return run_suite(suite);
}
