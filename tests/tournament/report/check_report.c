/* Reports: what is counted, which files they write, and what they never write over. */
#include <cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "stats/summary.h"
#include "support/harness.h"
#include "tournament/report/calls.h"
#include "tournament/report/page_data.h"
#include "tournament/support/place.h"
#include "tournament/support/samples.h"

/* ---- Summary -------------------------------------------------------------------------------- */

static void add_game(Summary *summary, int64_t number, bool is_swapped, GameResult result,
                     GameReason reason) {
    GameRecord game;
    game_record_init(&game);
    game.number = number;
    game.pair = (number + 1) / 2;
    game.engine[GAME_BLACK] = is_swapped ? 1 : 0;
    game.engine[GAME_WHITE] = is_swapped ? 0 : 1;
    game.result = result;
    game.reason = reason;
    game.opening = 5;
    ck_assert(summary_add(summary, &game));
}

START_TEST(games_are_counted_by_engine_colour_and_pair) {
    Summary summary;
    ck_assert(summary_init(&summary, sample_run(2)));
    add_game(&summary, 1, false, GAME_BLACK_WINS, GAME_REASON_FIVE); /* first engine wins */
    add_game(&summary, 2, true, GAME_WHITE_WINS, GAME_REASON_TIME);  /* and again */
    add_game(&summary, 4, true, GAME_BLACK_WINS, GAME_REASON_FIVE);  /* loses */
    add_game(&summary, 3, false, GAME_DRAWN, GAME_REASON_FULL_BOARD);
    add_game(&summary, 5, false, GAME_WHITE_WINS, GAME_REASON_CRASH); /* loses, pair unfinished */
    add_game(&summary, 6, true, GAME_UNDECIDED, GAME_REASON_INTERRUPTED);
    ck_assert(summary_finish(&summary));
    const Wdl *wdl = summary_cross(&summary, 0, 1), *other = summary_cross(&summary, 1, 0);
    ck_assert(wdl->wins == 2 && wdl->draws == 1 && wdl->losses == 2);
    ck_assert(other->wins == 2 && other->draws == 1 && other->losses == 2);
    const int64_t pairs[5] = {0, 1, 0, 0, 1}, mirrored[5] = {1, 0, 0, 1, 0};
    ck_assert_mem_eq(summary_pairs(&summary, 0, 1)->count, pairs, sizeof(pairs));
    ck_assert_mem_eq(summary_pairs(&summary, 1, 0)->count, mirrored, sizeof(mirrored));
    ck_assert(summary.games == 5 && summary.undecided == 1);
    ck_assert(summary.black_wins == 2 && summary.white_wins == 2 && summary.draws == 1);
    ck_assert(summary.engines[0].color[GAME_BLACK].wins == 1);
    ck_assert(summary.engines[0].color[GAME_WHITE].wins == 1);
    ck_assert(summary.engines[1].lost_by[GAME_REASON_TIME] == 1);
    ck_assert(summary.engines[0].lost_by[GAME_REASON_CRASH] == 1);
    ck_assert(summary.opening_count == 1 && summary.openings[0]->index == 5);
    ck_assert(summary.openings[0]->black_wins == 2 && summary.openings[0]->first.wins == 2);
    summary_release(&summary);
}
END_TEST

START_TEST(course_of_a_long_match_is_thinned_out_evenly) {
    static Summary summary;
    ck_assert(summary_init(&summary, sample_run(2)));
    for (int64_t number = 1; number <= 12345; number++)
        add_game(&summary, number, number % 2 == 0, number % 3 ? GAME_BLACK_WINS : GAME_DRAWN,
                 GAME_REASON_FIVE);
    ck_assert_int_le(summary.course_count, SUMMARY_COURSE_MAX + 1);
    ck_assert_int_ge(summary.course_count, SUMMARY_COURSE_MAX / 2);
    ck_assert_int_eq(summary.course[summary.course_count - 1].games, 12345);
    for (int i = 1; i + 1 < summary.course_count; i++)
        ck_assert_int_eq(summary.course[i].games - summary.course[i - 1].games,
                         summary.course_step);
    summary_release(&summary);
}
END_TEST

/* ---- Whole reports -------------------------------------------------------------------------- */

/* With a game whose pair is unfinished. */
START_TEST(the_curve_of_a_match_ends_at_its_elo) {
    ck_assert(sample_database(in_folder("a.db"), 2, 41));
    cJSON *root = page_data("a.db");
    const cJSON *match = cJSON_GetObjectItem(root, "match");
    const cJSON *elo = cJSON_GetObjectItem(match, "elo");
    const cJSON *course = cJSON_GetObjectItem(match, "course");
    const cJSON *last = cJSON_GetArrayItem(course, cJSON_GetArraySize(course) - 1);
    ck_assert_int_eq(number_at(last, 0), 41);
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq(cJSON_GetArrayItem(last, i + 1)->valuedouble,
                            cJSON_GetArrayItem(elo, i)->valuedouble);
    cJSON_Delete(root);
}
END_TEST

/* The bounds of the test in both files: the lower one is that of H0. */
START_TEST(bounds_of_the_test_are_those_of_its_kind) {
    ck_assert(sample_database(in_folder("a.db"), 2, 12));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", in_folder("a.json")), 0);
    char *text = slurp(in_folder("a.json"));
    cJSON *roots[] = {cJSON_Parse(text), page_data("a.db")};
    const cJSON *tests[] = {cJSON_GetObjectItem(roots[0], "sprt"),
                            cJSON_GetObjectItem(cJSON_GetObjectItem(roots[1], "match"), "sprt")};
    for (int i = 0; i < 2; i++) {
        ck_assert_double_lt(cJSON_GetObjectItem(tests[i], "lower")->valuedouble, 0);
        ck_assert_double_gt(cJSON_GetObjectItem(tests[i], "upper")->valuedouble, 0);
        ck_assert_double_lt(cJSON_GetObjectItem(tests[i], "elo0")->valuedouble,
                            cJSON_GetObjectItem(tests[i], "elo1")->valuedouble);
        cJSON_Delete(roots[i]);
    }
    free(text);
}
END_TEST

/* Nothing else is written there. */
START_TEST(a_file_on_standard_output_is_alone_there) {
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "-"), 0);
    char *text = slurp(in_folder("stdout"));
    cJSON *root = cJSON_ParseWithOpts(text, NULL, true);
    ck_assert_msg(root != NULL, "%.300s", text);
    cJSON_Delete(root);
    free(text);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "-", "-pgn", "-"), 1);
    expect_in_file("stderr", "-: cannot be written: ");
}
END_TEST

START_TEST(all_files_come_from_one_call) {
    ck_assert(sample_database(in_folder("a.db"), 2, 12));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-pgn", in_folder("a.pgn"), "-sgf",
                            in_folder("a.sgf"), "-psq", in_folder("psq")),
                     0);
    expect_in_file("a.pgn", "[Event \"12\"]");
    expect_in_file("a.sgf", "GN[12]");
    expect_in_file("psq/000012.psq", "Piskvorky 15x15");
    expect_in_file("stdout", "12 games of 200");
    expect_in_file("stdout", "SPRT [0, 30] pentanomial: LLR");
    expect_in_file("stdout", "Alpha vs ");
    expect_in_file("stdout", "Left on match clocks: Alpha mean 59.4 s, minimum 58.8 s\n");
}
END_TEST

START_TEST(earlier_runs_can_be_told) {
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert(sample_database(in_folder("a.db"), 2, 8));
    ck_assert_int_eq(REPORT(in_folder("a.db")), 0);
    expect_in_file("stdout", "Run 2: freestyle 15x15, 8 games");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-run", "1"), 0);
    expect_in_file("stdout", "Run 1: freestyle 15x15, 4 games");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-run", "3"), 1);
    expect_in_file("stderr", "no run 3");
}
END_TEST

START_TEST(run_without_games_is_told_too) {
    ck_assert(sample_database(in_folder("a.db"), 2, 0));
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-html", in_folder("a.html"), "-json", in_folder("a.json")), 0);
    expect_in_file("stdout", "0 games of 200");
    char *text = slurp(in_folder("a.json"));
    cJSON *root = cJSON_Parse(text);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "games")), 0);
    cJSON_Delete(root);
    free(text);
}
END_TEST

START_TEST(wrong_words_are_named_before_anything_is_done) {
    ck_assert_int_eq(report((const char *const[]){NULL}), 2);
    ck_assert_int_eq(REPORT("a.db", "-html"), 2);
    expect_in_file("stderr", "-html: expected a value");
    ck_assert_int_eq(REPORT("a.db", "-xml", "x"), 2);
    expect_in_file("stderr", "'-xml'");
    ck_assert_int_eq(REPORT("a.db", "b.db", "-sgf", "x"), 2);
    expect_in_file("stderr", "only -anchor and -csv go with several databases");
    ck_assert_int_eq(REPORT("a.db", "-run", "0x1"), 2);
    expect_in_file("stderr", "'0x1'");
    ck_assert_int_eq(REPORT("a.db", "-run", "99999999999999999999"), 2);
    ck_assert_int_eq(REPORT(in_folder("none.db")), 1);
    expect_in_file("stderr", "none.db");
}
END_TEST

START_TEST(an_engine_can_be_the_anchor_of_ratings) {
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-html", in_folder("a.html")), 0);
    expect_in_file("stdout", "Elo relative to the mean of all engines");
    expect_in_file("a.html", "\"anchor\":null");
    Failure failure;
    Store *store = store_open_read_only(in_folder("a.db"), &failure);
    ck_assert(store != NULL && store_select_run(store, 0));
    char name[GAME_NAME_MAX], words[GAME_NAME_MAX + 60];
    snprintf(name, sizeof name, "%s", store_run(store)->engines[0].name);
    store_close(store);
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-html", in_folder("a.html"), "-anchor", name, "2000.5"), 0);
    snprintf(words, sizeof words, "Elo relative to %s at 2000.5, with", name);
    expect_in_file("stdout", words);
    expect_in_file("a.html", "\"anchor\":[0,2000.5]");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", "nobody", "0"), 1);
    expect_in_file("stderr", "the run has no engine 'nobody'");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name), 2);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "x"), 2);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "-100000"), 0);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "1e300"), 2);
    expect_in_file("stderr", "an Elo from -100000 to 100000");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "-100001"), 2);
}
END_TEST

START_TEST(files_that_cannot_be_written_are_told) {
    ck_assert(sample_database(in_folder("a.db"), 2, 40));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "/nowhere/a.json"), 1);
    expect_in_file("stderr", "/nowhere/a.json");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-psq", "/nowhere/psq"), 1);
    ck_assert_int_eq(access("/dev/full", W_OK), 0);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-html", "/dev/full"), 1);
    expect_in_file("stderr", "No space left");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-pgn", "/dev/full"), 1);
}
END_TEST

/* ---- Files ---------------------------------------------------------------------------------- */

START_TEST(a_report_writes_over_no_database_and_no_other_kind) {
    static const char *const options[] = {"-csv", "-json", "-pgn", "-sgf", "-html"};
    enum { OPTIONS = sizeof options / sizeof *options };
    static const char *const names[] = {"a.db", "link", "twin", "note", "other page", "pipe"};
    const char *const note = "a letter to a friend\n";
    const char *const other = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>Gomoku\n";
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert_int_eq(symlink("a.db", in_folder("link")), 0);
    ck_assert_int_eq(link(in_folder("a.db"), in_folder("twin")), 0);
    ck_assert_int_eq(mkfifo(in_folder("pipe"), 0600), 0);
    write_text("note", note);
    write_text("other page", other);
    for (size_t i = 0; i < OPTIONS; i++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(names[n])), 1);
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-json", in_folder("new"), "-html", in_folder("new")), 1);
    ck_assert(!is_there("new"));
    ck_assert_str_eq(read_text("note"), note);
    ck_assert_str_eq(read_text("other page"), other);
    for (size_t i = 0; i < OPTIONS; i++) {
        /* A report replaces its own kind, and makes none of the database's files. */
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(options[i])), 0);
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(options[i])), 0);
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder("a.db-wal")), 1);
        ck_assert(!is_there("a.db-wal"));
    }
}
END_TEST

int main(void) {
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, games_are_counted_by_engine_colour_and_pair);
    tcase_add_test(parts, course_of_a_long_match_is_thinned_out_evenly);
    TCase *reports = tcase_create("reports");
    tcase_set_timeout(reports, 60);
    tcase_add_checked_fixture(reports, place_begin, NULL);
    tcase_add_test(reports, the_curve_of_a_match_ends_at_its_elo);
    tcase_add_test(reports, bounds_of_the_test_are_those_of_its_kind);
    tcase_add_test(reports, a_file_on_standard_output_is_alone_there);
    tcase_add_test(reports, all_files_come_from_one_call);
    tcase_add_test(reports, earlier_runs_can_be_told);
    tcase_add_test(reports, run_without_games_is_told_too);
    tcase_add_test(reports, wrong_words_are_named_before_anything_is_done);
    tcase_add_test(reports, an_engine_can_be_the_anchor_of_ratings);
    tcase_add_test(reports, files_that_cannot_be_written_are_told);
    tcase_add_test(reports, a_report_writes_over_no_database_and_no_other_kind);
    Suite *suite = suite_create("report");
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, reports);
    return run_suite(suite);
}
