/* The game files: games come in any order and go out in the order of their numbers. */
#include "store/outputs.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/support/samples.h"

enum { GAMES = 200, COURSES = 20, TEXT = 4000000 };

static int fetched;

static bool fetch(void *context, int64_t number, GameRecord *game) {
    (void)context;
    fetched++;
    sample_game(game, sample_run(2), number);
    return true;
}

static bool fetch_nothing(void *context, int64_t number, GameRecord *game) {
    (void)context, (void)number, (void)game;
    return false;
}

static void shuffle(int64_t *numbers, unsigned seed) {
    for (int i = 0; i < GAMES; i++)
        numbers[i] = i + 1;
    for (int i = GAMES - 1; i > 0 && seed > 0; i--) {
        seed = seed * 1103515245u + 12345u;
        int other = (int)(seed >> 16) % (i + 1);
        int64_t number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}

/* Writes the games in this order; the file's whole text. */
static char *write_games(const int64_t *numbers, OutputFetchFn fn, bool *is_good) {
    static char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    Failure failure = FAILURE_NONE;
    make_folder(folder);
    path_in(path, folder, "games.sgf");
    OutputOptions options = {.sgf = path};
    OutputBusy busy = {.database = "none.db"};
    Output *output = output_open(&options, &busy, false, 1, &failure);
    ck_assert_msg(output != NULL, "%s", failure.text);
    output_set_fetch(output, fn, NULL);
    *is_good = true;
    for (int i = 0; i < GAMES; i++) {
        GameRecord game;
        sample_game(&game, sample_run(2), numbers[i]);
        *is_good = output_add(output, &game) && *is_good;
        game_record_release(&game);
    }
    *is_good = output_close(output, &failure) && *is_good;
    char *text = calloc(1, TEXT);
    FILE *file = fopen(path, "r");
    ck_assert(text != NULL && file != NULL);
    ck_assert_uint_lt(fread(text, 1, TEXT, file), TEXT); /* it ends with a 0 */
    fclose(file);
    return text;
}

START_TEST(any_order_of_arrival_gives_the_same_file) {
    int64_t numbers[GAMES];
    bool is_good;
    shuffle(numbers, 0);
    char *expected = write_games(numbers, fetch, &is_good);
    ck_assert(is_good);
    ck_assert_int_eq(fetched, 0);
    for (unsigned seed = 1; seed <= COURSES; seed++) {
        shuffle(numbers, seed);
        char *text = write_games(numbers, fetch, &is_good);
        ck_assert_msg(is_good && strcmp(text, expected) == 0, "seed %u", seed);
        free(text);
    }
    free(expected);
    ck_assert_int_gt(fetched, 0);
}
END_TEST

/* The first game comes last: of the others only some stay in memory. */
START_TEST(games_behind_a_slow_one_are_read_again) {
    int64_t numbers[GAMES];
    bool is_good;
    shuffle(numbers, 0);
    memmove(numbers, numbers + 1, (GAMES - 1) * sizeof *numbers);
    numbers[GAMES - 1] = 1;
    fetched = 0;
    free(write_games(numbers, fetch, &is_good));
    ck_assert(is_good);
    ck_assert_int_eq(fetched, GAMES - 1 - OUTPUT_KEPT);
    free(write_games(numbers, fetch_nothing, &is_good));
    ck_assert(!is_good);
}
END_TEST

static void set_zone(const char *zone) {
    ck_assert_int_eq(setenv("TZ", zone, 1), 0);
    tzset();
}

/* Writes games 1 to `count` as a run in this zone does; with `is_resumed`, as games of its earlier
 * start. */
static void write_in_zone(const OutputOptions *options, const char *zone, int count,
                          bool is_resumed) {
    Failure failure = FAILURE_NONE;
    OutputBusy busy = {.database = "none.db"};
    set_zone(zone);
    Output *output = output_open(options, &busy, is_resumed, 1, &failure);
    ck_assert_msg(output != NULL, "%s", failure.text);
    for (int file = 0; file < OUTPUT_FILES && is_resumed; file++) {
        int64_t start = 0;
        ck_assert(output_look_back(output, file, &start));
    }
    for (int i = 1; i <= count; i++) {
        GameRecord game;
        sample_game(&game, sample_run(2), i);
        ck_assert(is_resumed ? output_add_earlier(output, &game) : output_add(output, &game));
        game_record_release(&game);
    }
    ck_assert_msg(output_close(output, &failure), "%s", failure.text);
}

static long size_of(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    fclose(file);
    return size;
}

/* The files tell local times. In the second course a kill has cut the last games off, in the third
 * one within the first of their times. */
START_TEST(a_run_resumed_in_another_time_zone_writes_no_game_twice) {
    enum { COUNT = 20, CUTS = 3 };
    static const long CUT[CUTS] = {0, 300, 0};
    static char folder[TEST_PATH_BYTES], pgn[TEST_PATH_BYTES], sgf[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(pgn, folder, "games.pgn");
    path_in(sgf, folder, "games.sgf");
    OutputOptions options = {.pgn = pgn, .sgf = sgf};
    const char *const paths[] = {pgn, sgf};
    long whole[2];
    write_in_zone(&options, "AAA-9", COUNT, false);
    for (int i = 0; i < 2; i++)
        whole[i] = size_of(paths[i]);
    for (int cut = 0; cut < CUTS; cut++) {
        for (int i = 0; i < 2; i++)
            ck_assert_int_eq(truncate(paths[i], cut == 2 ? 20 + 40 * i : whole[i] - CUT[cut]), 0);
        write_in_zone(&options, "BBB+8", COUNT, true);
        for (int i = 0; i < 2; i++)
            ck_assert_int_eq(size_of(paths[i]), whole[i]);
    }
    set_zone("UTC");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, any_order_of_arrival_gives_the_same_file);
    tcase_add_test(tests, games_behind_a_slow_one_are_read_again);
    tcase_add_test(tests, a_run_resumed_in_another_time_zone_writes_no_game_twice);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
