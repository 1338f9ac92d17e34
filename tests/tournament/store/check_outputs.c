/* The game files: games come in any order and go out in the order of their numbers. */
#include "store/outputs.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, any_order_of_arrival_gives_the_same_file);
    tcase_add_test(tests, games_behind_a_slow_one_are_read_again);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
