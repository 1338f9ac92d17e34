/* Ratings: what the tables say of one run, and of several runs as one list. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/writers.h"
#include "shared/status/failure.h"
#include "stats/summary.h"
#include "stats/table.h"
#include "support/harness.h"
#include "tournament/report/calls.h"
#include "tournament/support/place.h"
#include "tournament/support/samples.h"

static void expect_not_in_file(const char *name, const char *part) {
    char *text = slurp(in_folder(name));
    ck_assert_msg(strstr(text, part) == NULL, "\"%s\" in:\n%.3000s", part, text);
    free(text);
}

/* What the table of a summary prints; to be freed. */
static char *table_of(const Summary *summary) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(file);
    table_write(file, summary, 0);
    fclose(file);
    return text;
}

static bool add_to_summary(const GameRecord *game, void *summary) {
    return summary_add(summary, game);
}

/* Adds the results of a database's first engine. */
static void add_results(const char *path, Wdl *all) {
    Failure failure;
    Summary summary;
    Store *store = store_open_read_only(path, &failure);
    ck_assert(store != NULL && store_select_run(store, 0));
    ck_assert(summary_init(&summary, store_run(store)));
    ck_assert(store_each_game(store, STORE_RESULTS, add_to_summary, &summary));
    all->wins += summary.engines[0].all.wins;
    all->draws += summary.engines[0].all.draws;
    all->losses += summary.engines[0].all.losses;
    summary_release(&summary);
    store_close(store);
}

START_TEST(several_databases_become_one_list_of_ratings) {
    char record[80];
    Wdl all = {0};
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert(sample_database(in_folder("b.db"), 2, 40));
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db")), 0);
    expect_in_file("stdout", "2 runs: freestyle 15x15, ");
    add_results(in_folder("a.db"), &all);
    add_results(in_folder("b.db"), &all);
    snprintf(record, sizeof record, "%d/%d/%d", (int)all.wins, (int)all.draws, (int)all.losses);
    expect_in_file("stdout", record);
    expect_in_file("stdout", "Elo relative to the mean of all engines");
    expect_not_in_file("stdout", "groups");
    expect_not_in_file("stdout", "not the same program");
}
END_TEST

START_TEST(a_list_is_complete_or_not_written) {
    ck_assert(sample_database(in_folder("a.db"), 3, 10));
    ck_assert(sample_database(in_folder("b.db"), 2, 10));
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), in_folder("none.db")), 1);
    expect_in_file("stderr", "none.db");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), in_folder("a.db")), 1);
    expect_in_file("stderr", "a.db: is given twice");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-anchor", "nobody", "0"), 1);
    expect_in_file("stderr", "the runs have no engine 'nobody'");
    struct stat about;
    ck_assert_int_eq(stat(in_folder("stdout"), &about), 0);
    ck_assert_int_eq(about.st_size, 0);
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-run", "1"), 2);
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-json", "-"), 2);
}
END_TEST

static void copy_file(const char *from, const char *to) {
    enum { BYTES_MAX = 1000000 };
    char *bytes = malloc(BYTES_MAX);
    FILE *file = fopen(in_folder(from), "r");
    ck_assert(file != NULL && bytes != NULL);
    size_t count = fread(bytes, 1, BYTES_MAX, file);
    ck_assert_uint_lt(count, BYTES_MAX);
    write_bytes(to, bytes, count);
    fclose(file);
    free(bytes);
}

/* Runs SQL in a database of the folder. */
static void change(const char *name, const char *sql) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

START_TEST(games_of_a_copied_database_count_once) {
    ck_assert(sample_database(in_folder("a.db"), 2, 20));
    copy_file("a.db", "copy.db");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("copy.db")), 1);
    char words[400];
    snprintf(words, sizeof words, "copy.db: holds games of the same run as %s\n",
             in_folder("a.db"));
    expect_in_file("stderr", words);
    /* Made while the run was played, and then renamed by the engine. */
    change("copy.db", "DELETE FROM game WHERE number < 7 OR number > 9;"
                      " UPDATE engine SET name = 'other' WHERE id = 0; UPDATE run SET planned = 9");
    ck_assert_int_eq(REPORT(in_folder("copy.db"), in_folder("a.db")), 1);
    expect_in_file("stderr", "holds games of the same run");
}
END_TEST

START_TEST(runs_that_began_in_one_second_with_one_seed_are_two) {
    ck_assert(sample_database(in_folder("a.db"), 2, 20));
    copy_file("a.db", "b.db");
    change("b.db", "UPDATE game SET started_ms = started_ms + 1");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db")), 0);
    expect_in_file("stdout", "2 runs: freestyle 15x15, 40 games");
}
END_TEST

/* Writes a run of two engines with these names and programs. */
static void write_run_with(const char *name, const char *first, const char *second, int64_t digest,
                           const char *settings) {
    Failure failure;
    const StoreEngine engines[2] = {{.name = first, .command = "x"},
                                    {.name = second, .command = "y"}};
    StoreRun run = *sample_run(2);
    run.engines = engines;
    run.settings = settings;
    Store *store = store_open(in_folder(name), &failure);
    ck_assert(store != NULL && store_begin_run(store, &run));
    ck_assert(store_set_note(store, "program 1", digest));
    for (int64_t number = 1; number <= 4; number++) {
        GameRecord game;
        sample_game(&game, &run, number);
        game.started_ms += digest; /* each run has its own games */
        ck_assert(store_add_game(store, &game));
        game_record_release(&game);
    }
    store_close(store);
}

static void write_run(const char *name, const char *first, const char *second, int64_t digest) {
    write_run_with(name, first, second, digest, "");
}

static char *csv_of(const Summary *summary) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert(file != NULL && report_write_csv(file, summary));
    fclose(file);
    return text;
}

/* Adds a game to the summary's run: Black won. */
static void add_win(Summary *summary, int black, int white) {
    GameRecord game;
    game_record_init(&game);
    game.number = summary->games + 1;
    game.pair = 100 * (black < white ? black : white) + (black < white ? white : black);
    game.engine[GAME_BLACK] = black;
    game.engine[GAME_WHITE] = white;
    game.result = GAME_BLACK_WINS;
    game.reason = GAME_REASON_FIVE;
    ck_assert(summary_add(summary, &game));
}

/* Each engine wins with Black. */
static void add_encounter(Summary *summary, int a, int b) {
    add_win(summary, a, b);
    add_win(summary, b, a);
}

/* The fit leaves the middle one a little below or above the mean. */
START_TEST(a_rating_that_rounds_to_nothing_has_no_minus) {
    for (int middle = 0; middle < 3; middle++) {
        Summary summary;
        ck_assert(summary_init(&summary, sample_run(3)));
        for (int rounds = 0; rounds < 50; rounds++) {
            add_encounter(&summary, (middle + 1) % 3, middle);
            add_encounter(&summary, middle, (middle + 2) % 3);
        }
        for (int extra = 0; extra < 2; extra++) {
            ratings_add(summary.ratings, middle, (middle + 1 + extra) % 3, 2, 1);
            ck_assert(summary_finish(&summary));
            char *text = table_of(&summary);
            ck_assert_ptr_null(strstr(text, " -0 "));
            free(text);
            text = csv_of(&summary);
            ck_assert_ptr_null(strstr(text, ",-0.00,"));
            free(text);
        }
        summary_release(&summary);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(file);
    table_put_estimate(file, (EloEstimate){-0.04, 3.0});
    fclose(file);
    ck_assert_str_eq(text, "+0.0 +/- 3.0");
    free(text);
}
END_TEST

START_TEST(a_table_replaces_hidden_characters_of_names) {
    static const StoreEngine engines[2] = {{"A\xE2\x80\xAE\x1B[31m", "x", NULL, NULL, NULL},
                                           {"B", "y", NULL, NULL, NULL}};
    StoreRun about = *sample_run(2);
    about.engines = engines;
    Summary summary;
    ck_assert(summary_init(&summary, &about));
    ck_assert(summary_finish(&summary));
    char *text = table_of(&summary);
    expect_text(text, "1  A\xEF\xBF\xBD [31m ");
    ck_assert_ptr_null(strstr(text, "\xE2\x80\xAE"));
    free(text);
    summary_release(&summary);
}
END_TEST

/* Two games that are the same, and more without a result. */
START_TEST(a_table_counts_repeated_and_undecided_games) {
    Summary summary;
    ck_assert(summary_init(&summary, sample_run(2)));
    for (int i = 1; i <= 6; i++) {
        GameRecord game;
        sample_game(&game, sample_run(2), i <= 2 ? 1 : i);
        game.number = i;
        if (i > 2)
            game.result = GAME_UNDECIDED;
        ck_assert(summary_add(&summary, &game));
        game_record_release(&game);
    }
    ck_assert(summary_finish(&summary));
    char *text = table_of(&summary);
    expect_text(text, "2 games of 200, 4 without a result");
    expect_text(text, "Repeated: 1 game has the players and all moves of an earlier one.");
    expect_text(text, "Fitted with them: ");
    free(text);
    summary_release(&summary);
}
END_TEST

START_TEST(a_table_says_which_ratings_compare) {
    static const char words[] = "The engines form 2 groups without games against each other: "
                                "ratings compare engines of one "
                                "group only.\n";
    Summary summary;
    ck_assert(summary_init(&summary, sample_run(6)));
    add_encounter(&summary, 0, 3);
    add_encounter(&summary, 1, 2);
    add_encounter(&summary, 2, 4); /* the last engine has no games */
    ck_assert(summary_finish(&summary));
    char *text = table_of(&summary);
    expect_text(text, words);
    free(text);
    add_encounter(&summary, 3, 4);
    ck_assert(summary_finish(&summary));
    text = table_of(&summary);
    ck_assert_ptr_null(strstr(text, "groups"));
    free(text);
    summary_release(&summary);
}
END_TEST

START_TEST(a_list_says_which_ratings_compare) {
    write_run("a.db", "A", "B", 7);
    write_run("b.db", "C", "D", 8);
    write_run("c.db", "A", "C", 9);
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db")), 0);
    expect_in_file("stdout", "The engines form 2 groups without games against each other");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), in_folder("c.db")), 0);
    expect_in_file("stdout", "3 runs: freestyle 15x15, 12 games");
    expect_in_file("stdout", "A is not the same program in all runs.");
    expect_not_in_file("stdout", "groups");
    expect_not_in_file("stdout", "C is not");
}
END_TEST

START_TEST(a_list_names_engines_with_other_limits) {
    static const char some[] = "games = 2\nengine 1 = x\n  name = \n  nodes = 50\n  depth = 0\n"
                               "engine 2 = y\n  name = B\n  nodes = 50\n  depth = 0\n";
    static const char more[] = "games = 2\nengine 1 = z\n  name = A\n  nodes = 50\n  depth = 0\n"
                               "engine 2 = y\n  name = B\n  nodes = 400\n  depth = 0\n";
    write_run_with("a.db", "A", "B", 7, some);
    write_run_with("b.db", "A", "B", 7, more);
    write_run_with("c.db", "A", "B", 7, "{}");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("c.db"), in_folder("b.db")), 0);
    expect_in_file("stdout", "B does not have the same limits and options in all runs.\n");
    expect_not_in_file("stdout", "A does not");
    expect_not_in_file("stdout", "is not the same program");
}
END_TEST

START_TEST(csv_has_a_line_for_each_engine) {
    static const StoreEngine engines[4] = {
        {.name = "A"}, {.name = "B, \"b\"\n=1+1\xE2\x80\xAE"}, {.name = "C"}, {.name = "no games"}};
    StoreRun run = *sample_run(3);
    run.engines = engines;
    run.engine_count = 4;
    Summary summary;
    ck_assert(summary_init(&summary, &run));
    add_win(&summary, 1, 0);
    add_win(&summary, 1, 0);
    add_win(&summary, 0, 2);
    add_win(&summary, 0, 2);
    ck_assert(summary_anchor(&summary, "A", 1000.25) && summary_finish(&summary));
    char *text = csv_of(&summary), row[200];
    expect_text(text, "place,engine,elo,error,games,wins,draws,losses,score,");
    const Rating *best = ratings_get(summary.ratings, 1);
    snprintf(row, sizeof row,
             "\n1,\"B, \"\"b\"\" =1+1\xEF\xBF\xBD\",%.2f,%.2f,2,2,0,0,1.0000,1000.25,0,0\n",
             best->elo, best->error);
    expect_text(text, row);
    expect_text(text, ",\"A\",1000.25,0.00,4,2,0,2,0.5000,");
    expect_text(text, ",\"C\",");
    expect_text(text, ",\"no games\",");
    expect_text(text, ",0,0,0,0,,,0,0\n");
    free(text);
    summary_release(&summary);
}
END_TEST

START_TEST(csv_of_several_databases_is_that_of_their_list) {
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert(sample_database(in_folder("b.db"), 2, 40));
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-csv", in_folder("list.csv")),
                     0);
    expect_in_file("stdout", "2 runs: freestyle 15x15, ");
    char kept[2000];
    snprintf(kept, sizeof kept, "%s", read_text("list.csv"));
    expect_text(kept, "place,engine,elo,");
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-csv", "-"), 0);
    ck_assert_str_eq(read_text("stdout"), kept);
    /* What cannot be done leaves the old file and all databases as they are. */
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), "-csv", in_folder("b.db")), 1);
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db"), in_folder("none.db"), "-csv",
                            in_folder("list.csv")),
                     1);
    ck_assert_str_eq(read_text("list.csv"), kept);
    ck_assert_int_eq(REPORT(in_folder("a.db"), in_folder("b.db")), 0);
}
END_TEST

START_TEST(a_run_of_too_many_engines_is_refused_as_that) {
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    change("a.db", "WITH RECURSIVE n(i) AS (VALUES(2) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                   " INSERT INTO engine SELECT 1, i, 'p' || i, 'x', NULL, NULL, NULL FROM n");
    ck_assert_int_eq(REPORT(in_folder("a.db")), 1);
    expect_in_file("stderr", "too many engines: 1001, expected 1000 at most");
    ck_assert(!report_write_page(in_folder("a.db"), 1, in_folder("a.html")));
}
END_TEST

int main(void) {
    TCase *ratings = tcase_create("ratings");
    tcase_set_timeout(ratings, 60);
    tcase_add_checked_fixture(ratings, place_begin, NULL);
    tcase_add_test(ratings, several_databases_become_one_list_of_ratings);
    tcase_add_test(ratings, a_list_is_complete_or_not_written);
    tcase_add_test(ratings, games_of_a_copied_database_count_once);
    tcase_add_test(ratings, runs_that_began_in_one_second_with_one_seed_are_two);
    tcase_add_test(ratings, a_rating_that_rounds_to_nothing_has_no_minus);
    tcase_add_test(ratings, a_table_replaces_hidden_characters_of_names);
    tcase_add_test(ratings, a_table_counts_repeated_and_undecided_games);
    tcase_add_test(ratings, a_table_says_which_ratings_compare);
    tcase_add_test(ratings, a_list_says_which_ratings_compare);
    tcase_add_test(ratings, a_list_names_engines_with_other_limits);
    tcase_add_test(ratings, a_run_of_too_many_engines_is_refused_as_that);
    tcase_add_test(ratings, csv_has_a_line_for_each_engine);
    tcase_add_test(ratings, csv_of_several_databases_is_that_of_their_list);
    Suite *suite = suite_create("rating list");
    suite_add_tcase(suite, ratings);
    return run_suite(suite);
}
