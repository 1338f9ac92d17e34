/* The database: what goes in comes out, and nothing is doubled. */
#include "store/store.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/store/record.h"
#include "tournament/support/samples.h"

START_TEST(games_come_back_as_they_went_in) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    /* Written as they end, not in order. */
    for (int64_t number = 40; number >= 1; number--)
        add_sample(store, number);
    store_close(store);
    store = open_to_read();
    ck_record(store, store_select_run(store, 0));
    for (int detail = STORE_RESULTS; detail <= STORE_EVERYTHING; detail++) {
        Reading reading = {.detail = (StoreDetail)detail};
        ck_record(store,
                  store_each_game(store, (StoreDetail)detail, compare_with_sample, &reading));
        ck_assert_int_eq(reading.games, 40);
    }
    Reading some = {.detail = STORE_MOVES, .stop_after = 7};
    ck_record(store, store_each_game(store, STORE_MOVES, compare_with_sample, &some));
    ck_assert_int_eq(some.games, 7);
    store_close(store);
}
END_TEST

static bool expect_longest_clock(const GameRecord *game, void *context) {
    int64_t *count = context;
    ++*count;
    ck_assert_int_eq(game->left_us[GAME_BLACK], INT64_C(1) << 53);
    ck_assert_int_eq(game->left_us[GAME_WHITE], 5);
    return true;
}

/* Increments may add up to that within a game. */
START_TEST(a_clock_beyond_all_that_is_read_is_stored_as_the_longest) {
    Store *store = open_record();
    int64_t count = 0;
    GameRecord game;
    ck_record(store, store_begin_run(store, sample_run(2)));
    sample_game(&game, sample_run(2), 1);
    game.left_us[GAME_BLACK] = (INT64_C(1) << 53) + 1;
    game.left_us[GAME_WHITE] = 5;
    ck_record(store, store_add_game(store, &game));
    game_record_release(&game);
    ck_record(store, store_each_game(store, STORE_RESULTS, expect_longest_clock, &count));
    ck_assert_int_eq(count, 1);
    store_close(store);
}
END_TEST

START_TEST(run_comes_back_as_it_went_in) {
    Store *store = open_record();
    const StoreRun *wanted = sample_run(2);
    ck_record(store, store_begin_run(store, wanted));
    StoreEngine about = {.name = "Beta 2", .author = "Bo"};
    ck_record(store, store_set_engine(store, 1, &about));
    store_close(store);
    store = open_record();
    ck_record(store, store_select_run(store, 1));
    const StoreRun *run = store_run(store);
    ck_assert_int_eq(run->id, 1);
    ck_assert(run->rule == wanted->rule && run->width == 15 && run->height == 15);
    ck_assert(run->seed == wanted->seed && run->planned == wanted->planned && run->started > 0);
    ck_assert(run->has_sprt && memcmp(&run->sprt, &wanted->sprt, sizeof(Sprt)) == 0);
    ck_assert_str_eq(run->settings, wanted->settings);
    ck_assert_int_eq(run->engine_count, 2);
    ck_assert_str_eq(run->engines[0].name, "Alpha");
    ck_assert_str_eq(run->engines[0].country, "Utopia");
    ck_assert_str_eq(run->engines[1].name, "Beta 2");
    ck_assert_str_eq(run->engines[1].command, wanted->engines[1].command);
    ck_assert_str_eq(run->engines[1].author, "Bo");
    ck_assert_ptr_null(run->engines[1].version);
    store_close(store);
}
END_TEST

static bool expect_no_clock(const GameRecord *game, void *context) {
    int64_t *count = context;
    ++*count;
    ck_assert(game->left_us[GAME_BLACK] < 0 && game->left_us[GAME_WHITE] < 0);
    ck_assert(game->limit[GAME_BLACK].match_ms < 0 && game->limit[GAME_WHITE].turn_ms < 0);
    return true;
}

START_TEST(files_from_before_the_clocks_are_read_and_continued) {
    Store *store = open_record();
    int64_t count = 0;
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    store_close(store);
    change("DROP TABLE clock; DROP TABLE time_control");
    store = open_to_read();
    ck_record(store, store_select_run(store, 0));
    ck_record(store, store_each_game(store, STORE_RESULTS, expect_no_clock, &count));
    ck_assert_int_eq(count, 1);
    store_close(store);
    store = open_record();
    ck_record(store, store_resume_run(store, sample_run(2)));
    add_sample(store, 2);
    store_close(store);
    ck_assert_int_eq(ask("SELECT game FROM clock"), 2);
    ck_assert_int_eq(ask("SELECT game FROM time_control"), 2);
}
END_TEST

START_TEST(no_game_is_recorded_twice) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 3);
    GameRecord game;
    sample_game(&game, sample_run(2), 3);
    ck_assert(!store_add_game(store, &game));
    ck_assert_ptr_nonnull(strstr(store_error(store), "game 3: it is there already; does another"));
    game_record_release(&game);
    ck_assert_int_eq(store_game_count(store), 1);
    add_sample(store, 4); /* and the store is as usable as before */
    store_close(store);
}
END_TEST

typedef struct Numbers {
    int64_t number[8];
    int count;
} Numbers;

static bool note_number(const GameRecord *game, void *context) {
    Numbers *numbers = context;
    ck_assert_int_lt(numbers->count, 8);
    numbers->number[numbers->count++] = game->number;
    return true;
}

START_TEST(resuming_tells_which_games_are_done) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 2);
    add_sample(store, 5);
    add_sample(store, 9);
    store_close(store);
    store = open_record();
    ck_record(store, store_resume_run(store, sample_run(2)));
    Numbers numbers = {.count = 0};
    ck_record(store, store_each_game(store, STORE_RESULTS, note_number, &numbers));
    ck_assert(numbers.count == 3 && numbers.number[0] == 2 && numbers.number[1] == 5 &&
              numbers.number[2] == 9);
    ck_assert_int_eq(store_game_count(store), 3);
    store_close(store);
}
END_TEST

START_TEST(another_tournament_is_not_resumed) {
    Store *store = open_record();
    StoreRun run = *sample_run(2);
    ck_assert(!store_resume_run(store, &run)); /* the file is empty */
    ck_record(store, store_begin_run(store, &run));
    StoreRun other = run;
    other.rule = 4;
    ck_assert(!store_resume_run(store, &other));
    ck_assert_ptr_nonnull(strstr(store_error(store), "the rule differs from its newest run's"));
    other = run;
    other.width = 20;
    ck_assert(!store_resume_run(store, &other));
    other = run;
    other.settings = "{}";
    ck_assert(!store_resume_run(store, &other));
    ck_assert_ptr_nonnull(strstr(store_error(store), "the settings differ from its newest run's"));
    StoreEngine engines[2] = {run.engines[0], run.engines[1]};
    engines[1].command = "other";
    other = run;
    other.engines = engines;
    ck_assert(!store_resume_run(store, &other));
    other = run;
    other.planned = 1000; /* more games are welcome */
    ck_record(store, store_resume_run(store, &other));
    store_close(store);
    ck_assert_int_eq(ask("SELECT planned FROM run"), 1000);
}
END_TEST

START_TEST(runs_of_one_file_are_kept_apart) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    add_sample(store, 2);
    ck_assert_int_eq(store_run(store)->id, 2);
    ck_assert_int_eq(store_game_count(store), 2);
    ck_record(store, store_select_run(store, 1));
    ck_assert_int_eq(store_game_count(store), 1);
    ck_assert(!store_select_run(store, 3));
    store_close(store);
}
END_TEST

START_TEST(closed_record_is_one_file) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    store_close(store);
    char name[TEST_PATH_BYTES + 4];
    snprintf(name, sizeof(name), "%s-wal", path);
    ck_assert_int_ne(access(name, F_OK), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("store");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, games_come_back_as_they_went_in);
    tcase_add_test(tests, a_clock_beyond_all_that_is_read_is_stored_as_the_longest);
    tcase_add_test(tests, run_comes_back_as_it_went_in);
    tcase_add_test(tests, files_from_before_the_clocks_are_read_and_continued);
    tcase_add_test(tests, no_game_is_recorded_twice);
    tcase_add_test(tests, resuming_tells_which_games_are_done);
    tcase_add_test(tests, another_tournament_is_not_resumed);
    tcase_add_test(tests, runs_of_one_file_are_kept_apart);
    tcase_add_test(tests, closed_record_is_one_file);
    Suite *suite = suite_create("store");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
