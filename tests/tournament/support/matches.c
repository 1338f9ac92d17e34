#include "tournament/support/matches.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/tree.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

GameRecord games[GAMES_MAX];
size_t game_count;

static void set_up(void) {
    place_begin();
    /* An executable file that cannot be executed. */
    write_text("broken", "#!/nonexistent/interpreter\n");
    ck_assert_int_eq(chmod(in_folder("broken"), 0755), 0);
    /* Starts well once, then as its words say; becomes the broken file after its first start. */
    write_text("later", "#!/bin/sh\n"
                        "if [ -e \"$1\" ]; then shift; exec \"$@\"; fi; : >\"$1\"; "
                        "exec " KANAME_RIVAL "\n");
    write_text("breaks", "#!/bin/sh\nmv -f broken breaks; exec " KANAME_RIVAL "\n");
    ck_assert_int_eq(chmod(in_folder("later"), 0755), 0);
    ck_assert_int_eq(chmod(in_folder("breaks"), 0755), 0);
    game_count = 0;
}

/* Returns how many processes have this folder in their environment, which engines inherit. */
static int count_processes_here(void) {
    static ProcTree tree;
    proctree_collect_all(&tree);
    int count = 0;
    for (size_t i = 0; i < tree.count; i++) {
        char value[TEST_PATH_BYTES];
        if (proctree_environment(tree.pids[i], PLACE_MARK, value, sizeof value) &&
            strcmp(value, place_folder()) == 0)
            count++;
    }
    return count;
}

static void tear_down(void) {
    for (size_t i = 0; i < game_count; i++)
        game_record_release(&games[i]);
    game_count = 0;
    /* What was killed may take a moment to be gone. */
    for (int i = 0; i < 100 && count_processes_here() > 0; i++)
        usleep(20000);
    ck_assert_int_eq(count_processes_here(), 0);
}

static bool keep_game(const GameRecord *game, void *context) {
    (void)context;
    ck_assert_uint_lt(game_count, GAMES_MAX);
    GameRecord *copy = &games[game_count++];
    *copy = *game;
    copy->moves = NULL;
    copy->move_count = 0;
    for (size_t i = 0; i < game->move_count; i++)
        ck_assert(game_record_append(copy, &game->moves[i]));
    return true;
}

void read_games(void) {
    Failure failure = FAILURE_NONE;
    for (size_t i = 0; i < game_count; i++)
        game_record_release(&games[i]);
    game_count = 0;
    Store *store = store_open_read_only(in_folder("kaname-tournament.db"), &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_select_run(store, 0));
    ck_assert(store_each_game(store, STORE_EVERYTHING, keep_game, NULL));
    store_close(store);
}

const GameRecord *only_game(void) {
    read_games();
    ck_assert_uint_eq(game_count, 1);
    return &games[0];
}

void assert_ended(const GameRecord *game, GameResult result, GameReason reason) {
    ck_assert_msg(game->result == result && game->reason == reason,
                  "game %d: %s by %s (%s), expected %s by %s", (int)game->number,
                  game_result_word(game->result), game_reason_word(game->reason), game->detail,
                  game_result_word(result), game_reason_word(reason));
}

int count_of(const char *name, const char *words) {
    int count = 0;
    for (const char *at = read_text(name); (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

TCase *add_case(Suite *suite, const char *name, int timeout_s) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, timeout_s);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}
