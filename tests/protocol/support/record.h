/* record.h: reads a record that a test has had written. */
#ifndef KANAME_TESTS_RECORD_H
#define KANAME_TESTS_RECORD_H

#include <check.h>

#include "shared/games/files.h"
#include "support/harness.h"

/* Reads a whole file of this folder; the test releases the game. */
static inline void read_record(const char *place, const char *name, Game *game) {
    Failure failure;
    char path[TEST_PATH_BYTES];
    path_in(path, place, name);
    game_init(game, KANAME_RULE_FREESTYLE, 15, 15);
    size_t count;
    GameReadStatus status = games_read_first_of(path, game, &failure, &count);
    ck_assert_msg(status == GAME_READ_WHOLE, "%s: %d", name, (int)status);
}

#endif
