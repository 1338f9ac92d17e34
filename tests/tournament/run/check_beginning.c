/* How a run begins and ends, as its user sees it: engines that are not there, runs that the
 * database holds, what is said after Ctrl-C, what fits the terminal. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "stats/summary.h"
#include "stats/table.h"
#include "support/harness.h"
#include "tournament/support/place.h"

#define PUPPET "cmd=" KANAME_PUPPET

static void expect(const char *file, const char *part) {
    const char *text = read_text(file);
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in %s:\n%.2000s", part, file, text);
}

/* ---- Engines ------------------------------------------------------------------------------ */

static const struct {
    const char *words, *error;
} absent_engines[] = {
    {"-engine '" PUPPET "' -engine cmd=/nonexistent/pbrain-x",
     "engine 2: cannot start cmd=/nonexistent/pbrain-x: no such file"},
    {"-engine 'cmd=nosuchprogram --fast' name=Fast -engine '" PUPPET "'",
     "engine 1, Fast: cannot start cmd=nosuchprogram --fast: no such file"},
    {"-engine '" PUPPET "' -engine cmd=./data", "engine 2: cannot start cmd=./data: permission"},
    {"-engine '" PUPPET "' -engine cmd=./folder", "cannot start cmd=./folder: permission"},
    {"tune -params params -engine cmd=./nothing", "cannot start cmd=./nothing: no such file"},
    {"openings -engine cmd=./nothing -out new", "cannot start cmd=./nothing: no such file"},
    {"check -engine cmd=./nothing", "./nothing: it cannot be started: no such file"},
};

START_TEST(an_engine_that_is_not_there_ends_it_before_anything_begins) {
    write_text("data", "no program");
    write_text("params", "speed 20 0 100 5 0.1\n");
    ck_assert_int_eq(mkdir(in_folder("folder"), 0777), 0);
    ck_assert_int_eq(run("%s", absent_engines[_i].words), 1);
    expect("err", absent_engines[_i].error);
    ck_assert(!is_there("kaname-tournament.db") && !is_there("kaname-tune.state"));
    ck_assert(!is_there("new"));
}
END_TEST

START_TEST(a_program_in_the_path_is_found) {
    ck_assert_int_eq(
        run("-engine 'cmd=env " KANAME_PUPPET "' -engine '" PUPPET " move=last' -openings none"),
        0);
    expect("out", "Finished game 1");
}
END_TEST

/* ---- Runs that the database holds ---------------------------------------------------------- */

#define MATCH \
    "-engine '" PUPPET "' -engine '" PUPPET " move=last' -each nodes=9 -openings none -games 6 "
#define SLOW                                         \
    "-engine '" PUPPET " late=100' -engine '" PUPPET \
    " move=last late=100' -openings none -games 60 -each tc=100/100 "

/* Waits until the manager has said this. */
static void wait_for(const char *part) {
    for (int i = 0; i < 1000 && strstr(read_text("out"), part) == NULL; i++)
        usleep(20000);
    expect("out", part);
}

static void stop_slow_run(void) {
    pid_t pid = start(SLOW "-html page.html");
    wait_for("Finished game 1");
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
}

START_TEST(a_stopped_run_tells_the_line_that_continues_it) {
    stop_slow_run();
    expect("err", "of 60 games. To continue it:\n");
    expect("err", " move=last late=100' -openings none -games 60 -each tc=100/100 -html page.html "
                  "-resume\n");
    expect("page.html", "<!DOCTYPE html>");
}
END_TEST

START_TEST(the_same_line_begins_no_second_run_while_the_first_has_games_left) {
    stop_slow_run();
    ck_assert_int_eq(run(SLOW), 1);
    expect("err", "run 1 of the same settings has");
    expect("err", "add -resume to continue it");
    expect("out", ", run 1 of kaname-tournament.db");
    ck_assert_ptr_null(strstr(read_text("out"), "run 2"));
}
END_TEST

/* Runs whose number of games is not known in advance: knockout, a test without -games. */
static const char *const open_runs[] = {
    "-format knockout -games 2 -repeat -engine 'cmd=" KANAME_PUPPET " late=60' -openings none "
    "-engine 'cmd=" KANAME_PUPPET " move=last late=60' -engine 'cmd=" KANAME_PUPPET
    " move=7,7/7,8/7,9/7,10/7,11 late=60' -each tc=100/100 -concurrency 2",
    "-engine '" PUPPET " late=60' -engine '" PUPPET
    " move=last late=60' -openings none -each tc=100/100 -sprt elo0=0 elo1=100",
};

START_TEST(an_unfinished_run_of_unknown_length_is_kept_and_resumed) {
    pid_t pid = start(open_runs[_i]);
    wait_for("Finished game 1 ");
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    expect("err", "To continue it:");
    ck_assert_int_eq(run("%s", open_runs[_i]), 1);
    expect("err", "run 1 of the same settings has");
    ck_assert_ptr_null(strstr(read_text("out"), "run 2"));
    ck_assert_int_eq(run("%s -resume", open_runs[_i]), 0);
    expect("out", ", run 1 resumed after ");
    expect("out", _i == 0 ? "Winner: " : "SPRT: H0 was accepted");
    /* It is finished now, so that the line begins a new run. */
    pid = start(open_runs[_i]);
    wait_for(", run 2 of ");
    kill(pid, SIGTERM);
    finish(pid);
}
END_TEST

START_TEST(a_run_without_a_finished_game_is_resumed_too) {
    static const char line[] = "-engine '" PUPPET " late=600000' -engine '" PUPPET
                               " move=last' -openings none -games 2 -each tc=30/30 ";
    char resumed[sizeof line + 20];
    pid_t pid = start(line);
    wait_for("Started game 1 of 2");
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    expect("err", "Run 1 stopped after 0 of 2 games. To continue it:\n");
    ck_assert_int_eq(run("%s", line), 1);
    expect("err", "run 1 of the same settings has 0 of 2 games and is not finished; add -resume");
    ck_assert_ptr_null(strstr(read_text("out"), "run 2"));
    snprintf(resumed, sizeof resumed, "%s-resume", line);
    pid = start(resumed);
    wait_for("run 1 resumed");
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
}
END_TEST

/* Also where each run would shuffle its openings anew. */
START_TEST(a_run_with_openings_in_random_order_is_resumed_too) {
    static const char line[] = "-engine '" PUPPET " late=600000' -engine '" PUPPET
                               " move=last' -openings file=book type=pos order=random -games 2 "
                               "-each tc=30/30";
    write_text("book", "h8\ni9\nj10\nk11\nl12\nm13\nn14\n");
    pid_t pid = start(line);
    wait_for("Started game 1 of 2");
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    for (int i = 0; i < 3; i++) {
        write_text("err", "");
        ck_assert_int_eq(run("%s", line), 1);
        expect("err", "run 1 of the same settings has 0 of 2 games and is not finished");
    }
}
END_TEST

/* An engine that is named as the other one is until it tells its name has a number behind the name,
 * in the later games too. */
START_TEST(a_name_stays_for_the_whole_run) {
    char line[1000];
    snprintf(line, sizeof line,
             "-engine 'cmd=" KANAME_PUPPET " \"name=%s (2)\" late=20' -engine 'cmd=" KANAME_PUPPET
             " move=last name=Other' -openings none -each tc=100/100 -games 6 -pgn games.pgn",
             strrchr(KANAME_PUPPET, '/') + 1);
    pid_t pid = start(line);
    wait_for("Finished game 2 ");
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(run("%s -resume", line), 0);
    const char *text = read_text("games.pgn");
    int games = 0, names = 0;
    for (const char *at = text; (at = strstr(at, "[Result ")) != NULL; at++)
        games++;
    for (const char *at = text; (at = strstr(at, " (2) (2)\"]")) != NULL; at++)
        names++;
    ck_assert_int_eq(games, 6);
    ck_assert_int_eq(names, 6);
}
END_TEST

/* What another start wants of the database of a run that is being played, behind its line. */
static const char *const second_starts[] = {" -resume", "", " -seed 7", " -rule 1",
                                            " -resume -concurrency 2 -html other.html"};
static const char *const played_runs[] = {
    SLOW, /* a match of 60 games */
    "-format knockout -games 2 -repeat -engine 'cmd=" KANAME_PUPPET " late=300' -openings none "
    "-engine 'cmd=" KANAME_PUPPET " move=last late=300' -engine 'cmd=" KANAME_PUPPET
    " move=7,7/7,8/7,9/7,10/7,11 late=300' -each tc=100/100",
    "-engine '" PUPPET " late=300' -engine '" PUPPET
    " move=last late=300' -openings none -each tc=100/100 -sprt elo0=0 elo1=1",
    "-format swiss -rounds 9 -engine '" PUPPET " late=300' -engine '" PUPPET
    " move=last late=300' -engine 'cmd=" KANAME_PUPPET
    " move=7,7 late=300' -openings none -each tc=100/100"};
enum {
    SECOND_STARTS = sizeof second_starts / sizeof *second_starts,
    PLAYED_RUNS = sizeof played_runs / sizeof *played_runs
};

START_TEST(one_manager_at_a_time_plays_in_a_database) {
    const char *line = played_runs[_i];
    pid_t first = start(line);
    wait_for("Finished game 1 ");
    for (int i = 0; i < SECOND_STARTS; i++) {
        write_text("err", "");
        ck_assert_int_eq(run("%s%s", line, second_starts[i]), 1);
        expect("err", "kaname-tournament.db: another manager is playing a run in this database");
    }
    ck_assert_int_eq(run("report kaname-tournament.db"), 0); /* readers are not refused */
    ck_assert_int_eq(kill(first, 0), 0);
    kill(first, SIGKILL); /* the claim dies with it */
    ck_assert_int_eq(finish(first), 1000 + SIGKILL);
    char resumed[1000];
    snprintf(resumed, sizeof resumed, "%s -resume", line);
    pid_t next = start(resumed);
    wait_for(", run 1 resumed after ");
    kill(next, SIGINT);
    ck_assert_int_eq(finish(next), 3);
}
END_TEST

START_TEST(other_settings_or_another_seed_begin_a_run_and_say_so) {
    stop_slow_run();
    ck_assert_int_eq(run(MATCH), 0);
    expect("err", "kaname-tournament.db holds run 1 (");
    expect("err", " finished game");
    expect("err", "): run 2 begins, -resume continues the newest run only");
    ck_assert_int_eq(run(MATCH "-games 1"), 0);
    expect("err", "holds run 2 (6 games): run 3 begins");
    ck_assert_int_eq(run(MATCH), 0);
    expect("err", "holds run 3 (1 game): run 4 begins");
    expect("out", ", run 4 of kaname-tournament.db");
}
END_TEST

/* Runs that fail between their record and their first game. */
static const struct {
    const char *options, *error;
} hindered[] = {
    {"-pgn nowhere/games.pgn", "nowhere/games.pgn: No such file"},
    {"-log", "kaname-tournament.1.log: the file holds something else"},
};

START_TEST(a_run_that_cannot_begin_leaves_the_one_before_it_the_newest) {
    stop_slow_run();
    write_text("kaname-tournament.1.log", "no log");
    write_text("page.html", "<!DOCTYPE html>");
    ck_assert_int_eq(run(MATCH "-html page.html %s", hindered[_i].options), 1);
    expect("err", hindered[_i].error);
    ck_assert_str_eq(read_text("page.html"), "<!DOCTYPE html>");
    unlink(in_folder("out"));
    ck_assert_int_eq(run("report kaname-tournament.db"), 0);
    expect("out", "Run 1: ");
    pid_t pid = start(SLOW "-resume");
    wait_for("run 1 resumed after");
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    unlink(in_folder("kaname-tournament.1.log"));
    ck_assert_int_eq(run(MATCH), 0);
    expect("out", ", run 2 of kaname-tournament.db");
}
END_TEST

START_TEST(a_new_file_brings_no_warning) {
    ck_assert_int_eq(run(MATCH), 0);
    ck_assert_str_eq(read_text("err"), "");
}
END_TEST

/* ---- The page ------------------------------------------------------------------------------ */

static int count_games_of_page(void) {
    int count = 0;
    const char *at = strstr(read_text("page.html"), "\"games\":[");
    for (; at != NULL && (at = strstr(at, "\n[")) != NULL; at++)
        count++;
    return count;
}

START_TEST(a_run_writes_its_page_at_the_end) {
    ck_assert_int_eq(run(MATCH "-html page.html"), 0);
    ck_assert_int_eq(count_games_of_page(), 6);
    unlink(in_folder("page.html"));
    ck_assert_int_eq(run(MATCH "-html page.html -resume"), 0);
    ck_assert_int_eq(count_games_of_page(), 6);
}
END_TEST

START_TEST(a_page_that_cannot_be_written_is_told_before_anything_begins) {
    ck_assert_int_eq(run(MATCH "-html nowhere/page.html"), 1);
    expect("err", "nowhere/page.html: ");
    ck_assert(!is_there("kaname-tournament.db"));
}
END_TEST

/* ---- The terminal -------------------------------------------------------------------------- */

static const char long_lines[] = "one two three four five six seven\nshort\n"
                                 "exactly twenty chars\n"
                                 "averyveryverylongwordindeed and more\n";

START_TEST(lines_break_at_blanks_where_the_terminal_ends) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    terminal_put_wrapped(file, long_lines, 20);
    fclose(file);
    ck_assert_str_eq(text, "one two three four\n  five six seven\nshort\n"
                           "exactly twenty chars\n"
                           "averyveryverylongwordindeed\n  and more\n");
    free(text);
}
END_TEST

START_TEST(a_text_is_cut_and_filled_by_characters) {
    /* U+68CB takes two columns. */
    static const struct {
        const char *text;
        int columns;
        const char *shown;
    } cases[] = {{"G\xC3\xB6moku", 4, "G\xC3\xB6m~"},
                 {"G\xC3\xB6\n", 5, "G\xC3\xB6   "},
                 {"abcde", 5, "abcde"},
                 {"\xE6\xA3\x8B\xE6\xA3\x8B", 5, "\xE6\xA3\x8B\xE6\xA3\x8B "},
                 {"\xE6\xA3\x8B\xE6\xA3\x8B", 3, "\xE6\xA3\x8B~"},
                 {"a\xE6\xA3\x8B\xE6\xA3\x8B", 3, "a~ "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[40];
        terminal_fit(out, sizeof out, cases[i].text, cases[i].columns, true);
        ck_assert_str_eq(out, cases[i].shown);
    }
}
END_TEST

/* A match of two with long names, `wins` of the first in `games`. */
static char *table_of(int games, int wins, bool has_sprt, int columns) {
    StoreEngine engines[2] = {{.name = "A_name_of_more_than_thirty_letters", .command = "a"},
                              {.name = "Another_name_of_more_than_thirty_letters", .command = "b"}};
    StoreRun about = {.id = 1,
                      .width = 15,
                      .height = 15,
                      .planned = games,
                      .has_sprt = has_sprt,
                      .sprt = {SPRT_PENTANOMIAL, 0, 5, 0.05, 0.05},
                      .settings = "",
                      .engine_count = 2,
                      .engines = engines};
    Summary summary;
    ck_assert(summary_init(&summary, &about));
    for (int i = 0; i < games; i++) {
        GameRecord game;
        game_record_init(&game);
        game.number = i + 1;
        game.pair = i / 2 + 1;
        game.engine[GAME_BLACK] = i % 2;
        game.engine[GAME_WHITE] = 1 - i % 2;
        game.white_is_first = i % 2 == 1;
        game.reason = i == 0 ? GAME_REASON_TIME : GAME_REASON_FIVE;
        game.result = (i < wins) == (i % 2 == 0) ? GAME_BLACK_WINS : GAME_WHITE_WINS;
        ck_assert(summary_add(&summary, &game));
    }
    ck_assert(summary_finish(&summary));
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    table_write(file, &summary, columns);
    fclose(file);
    summary_release(&summary);
    return text;
}

START_TEST(the_table_fits_eighty_columns) {
    char *text = table_of(1000, 700, true, 80);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        ck_assert_msg(strcspn(line, "\n") <= 80, "%.*s", (int)strcspn(line, "\n"), line);
    ck_assert_msg(strstr(text, "time losses") != NULL, "%s", text);
    free(text);
    text = table_of(1000, 700, true, 0);
    ck_assert_ptr_nonnull(strstr(text, "Another_name_of_more_than_thirty_letters"));
    free(text);
}
END_TEST

/* 100-0: the ratings, the match and the test name the same prior and the reason. */
START_TEST(a_match_won_outright_is_explained) {
    char *text = table_of(100, 100, true, 0);
    static const char *const parts[] = {"+401 ",
                                        "-401 ",
                                        "A prior of 2 virtual draws for each engine",
                                        "Black's advantage +0.0, draw margin 0.0",
                                        "single games: Elo +inf",
                                        "with the prior of 2 draws +801.7",
                                        "LLR 0.71 (-2.94, 2.94), undecided",
                                        "games that all end alike fit both badly"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ck_assert_msg(strstr(text, parts[i]) != NULL, "no \"%s\" in\n%s", parts[i], text);
    free(text);
}
END_TEST

static Suite *beginning_suite(void) {
    Suite *suite = suite_create("beginning");
    TCase *engines = tcase_create("engines");
    tcase_set_timeout(engines, 60);
    tcase_add_checked_fixture(engines, place_begin, NULL);
    tcase_add_loop_test(engines, an_engine_that_is_not_there_ends_it_before_anything_begins, 0,
                        (int)(sizeof absent_engines / sizeof *absent_engines));
    tcase_add_test(engines, a_program_in_the_path_is_found);
    suite_add_tcase(suite, engines);
    TCase *runs = tcase_create("runs");
    tcase_set_timeout(runs, 120);
    tcase_add_checked_fixture(runs, place_begin, NULL);
    tcase_add_test(runs, a_stopped_run_tells_the_line_that_continues_it);
    tcase_add_test(runs, the_same_line_begins_no_second_run_while_the_first_has_games_left);
    tcase_add_test(runs, a_run_without_a_finished_game_is_resumed_too);
    tcase_add_test(runs, a_run_with_openings_in_random_order_is_resumed_too);
    tcase_add_test(runs, a_name_stays_for_the_whole_run);
    tcase_add_loop_test(runs, one_manager_at_a_time_plays_in_a_database, 0, PLAYED_RUNS);
    tcase_add_loop_test(runs, an_unfinished_run_of_unknown_length_is_kept_and_resumed, 0, 2);
    tcase_add_test(runs, other_settings_or_another_seed_begin_a_run_and_say_so);
    tcase_add_loop_test(runs, a_run_that_cannot_begin_leaves_the_one_before_it_the_newest, 0,
                        (int)(sizeof hindered / sizeof *hindered));
    tcase_add_test(runs, a_new_file_brings_no_warning);
    tcase_add_test(runs, a_run_writes_its_page_at_the_end);
    tcase_add_test(runs, a_page_that_cannot_be_written_is_told_before_anything_begins);
    suite_add_tcase(suite, runs);
    TCase *terminal = tcase_create("terminal");
    tcase_add_test(terminal, lines_break_at_blanks_where_the_terminal_ends);
    tcase_add_test(terminal, a_text_is_cut_and_filled_by_characters);
    tcase_add_test(terminal, the_table_fits_eighty_columns);
    tcase_add_test(terminal, a_match_won_outright_is_explained);
    suite_add_tcase(suite, terminal);
    return suite;
}

int main(void) {
    return run_suite(beginning_suite());
}
