/* results.h: what a match in the test's folder has told and stored. */
#ifndef TESTS_TOURNAMENT_RUN_RESULTS_H
#define TESTS_TOURNAMENT_RUN_RESULTS_H

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/game_record.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* An engine, for a command line. */
#define PUPPET "cmd=" KANAME_PUPPET

/* Games of a match. */
enum { GAMES = 6 };

static inline bool put_result(const GameRecord *game, void *context) {
    char *text = context;
    size_t used = strlen(text);
    snprintf(text + used, TEXT_MAX - used, "%d %s %s %zu\n", (int)game->number,
             game_result_word(game->result), game_reason_word(game->reason), game->move_count);
    return true;
}

/* The results of a database's newest run, one line a game. */
static inline const char *results_of(const char *name) {
    static char text[TEXT_MAX];
    Failure failure = FAILURE_NONE;
    text[0] = '\0';
    Store *store = store_open_read_only(in_folder(name), &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_select_run(store, 0));
    ck_assert(store_each_game(store, STORE_MOVES, put_result, text));
    store_close(store);
    return text;
}

static inline void wait_for_text(const char *name, const char *text) {
    for (int i = 0; i < 3000 && strstr(read_text(name), text) == NULL; i++)
        usleep(20000);
    ck_assert_msg(strstr(read_text(name), text) != NULL, "%s", read_text(name));
}

#endif
