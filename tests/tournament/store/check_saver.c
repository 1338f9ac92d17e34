/* The saver: every game is written once, in order, whatever its callbacks do. */
#include "store/saver.h"

#include <check.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/support/samples.h"

enum { GAMES = 40, AT_ONCE = 3 };

static uv_loop_t loop;
static Store *store;
static Saver *saver;
static int64_t added, written;
static bool was_idle; /* a callback of a game saw an idle saver */

static void add(int64_t count) {
    for (; count > 0 && added < GAMES; count--) {
        GameRecord game;
        sample_game(&game, sample_run(2), ++added);
        ck_assert(saver_add_game(saver, &game));
        game_record_release(&game);
    }
}

static void add_more(void *context, GameRecord *game) {
    (void)context;
    ck_assert_int_eq(game->number, ++written);
    was_idle = was_idle || saver_is_idle(saver);
    add(AT_ONCE);
}

static void on_failure(void *context, const char *error) {
    (void)context;
    ck_abort_msg("%s", error);
}

static void on_idle(void *context) {
    (void)context;
}

static bool count_game(const GameRecord *game, void *context) {
    ck_assert_int_eq(game->number, ++*(int64_t *)context);
    return true;
}

/* A manager takes results from its workers as soon as one is on the disk. */
START_TEST(games_that_are_added_while_one_is_reported_are_written_once) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    Failure failure = FAILURE_NONE;
    int64_t count = 0;
    make_folder(folder);
    path_in(path, folder, "a.db");
    store = store_open(path, &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_begin_run(store, sample_run(2)));
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    saver = saver_new(
        &loop, store,
        &(SaverEvents){.on_written = add_more, .on_failure = on_failure, .on_idle = on_idle});
    ck_assert_ptr_nonnull(saver);
    add(1);
    ck_assert_int_eq(uv_run(&loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(written, GAMES);
    ck_assert(!was_idle && saver_is_idle(saver));
    ck_assert_uint_eq(saver_waiting(saver), 0);
    ck_assert(store_each_game(store, STORE_RESULTS, count_game, &count));
    ck_assert_int_eq(count, GAMES);
    saver_free(saver);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    store_close(store);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("saver");
    tcase_add_test(tests, games_that_are_added_while_one_is_reported_are_written_once);
    Suite *suite = suite_create("saver");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
