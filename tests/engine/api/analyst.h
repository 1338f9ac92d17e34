/* analyst.h: an engine with a small table, and searches of a given depth. Each suite that includes
 * this has its own. */
#ifndef TESTS_ENGINE_API_ANALYST_H
#define TESTS_ENGINE_API_ANALYST_H

#include <check.h>

#include "kaname.h"
#include "support/expect.h"

static KanameEngine *engine;

/* The fixture. */
static inline void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    expect_equal(kaname_set_hash(engine, 1024), KANAME_OK);
}

static inline void teardown(void) {
    kaname_free(engine);
}

static inline void play_all(const KanamePoint *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_equal(kaname_play(engine, moves[i].x, moves[i].y), KANAME_OK);
}

static inline KanameResult think(KanameLimits limits) {
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    return result;
}

static inline KanameLimits depth_limit(int depth) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    return limits;
}

/* A quiet opening in the middle of a 15x15 board. */
static const KanamePoint OPENING[] = {{7, 7}, {8, 8}, {7, 8}, {7, 6}, {9, 7}, {6, 8}};
enum { OPENING_COUNT = sizeof OPENING / sizeof *OPENING };

#endif
