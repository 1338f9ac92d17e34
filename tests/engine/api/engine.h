/* engine.h: the engine of a test, and positions for it. Each suite that includes this has its own.
 */
#ifndef TESTS_ENGINE_API_ENGINE_H
#define TESTS_ENGINE_API_ENGINE_H

#include <check.h>

#include "kaname.h"
#include "support/expect.h"

static KanameEngine *engine;

/* The fixture. */
static inline void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
}

static inline void teardown(void) {
    kaname_free(engine);
}

static inline void play_all(const int moves[][2], size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_equal(kaname_play(engine, moves[i][0], moves[i][1]), KANAME_OK);
}

/* A quiet opening in the middle of a 15x15 board. */
static inline void play_opening(void) {
    static const int moves[][2] = {{7, 7}, {8, 8}, {7, 8}, {7, 6}, {9, 7}, {6, 8}};
    play_all(moves, sizeof moves / sizeof *moves);
}

static inline bool is_free(KanamePoint point) {
    return kaname_at(engine, point.x, point.y) == KANAME_EMPTY;
}

/* What the reports of a search said. */
typedef struct Seen {
    int reports, lines, roots, last_depth;
    int scores[KANAME_MAX_LINES];
    KanamePoint firsts[KANAME_MAX_LINES];
} Seen;

static inline void see_report(const KanameReport *report, void *context) {
    Seen *seen = context;
    seen->reports++;
    if (report->line + 1 > seen->lines)
        seen->lines = report->line + 1;
    expect(report->pv_count >= 1);
    seen->scores[report->line] = report->score;
    seen->firsts[report->line] = report->pv[0];
    seen->last_depth = report->depth;
}

#endif
