/* story.h: an engine, and searches whose reports and events are checked as they come. Each suite
 * that includes this has its own. */
#ifndef TESTS_ENGINE_SEARCH_STORY_H
#define TESTS_ENGINE_SEARCH_STORY_H

#include <check.h>
#include <stdlib.h>

#include "kaname.h"
#include "support/expect.h"
#include "support/position.h"

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

static inline void put(Rule rule, Color to_move, const char *text) {
    Drawing drawing = drawing_read(rule, text);
    const Oracle *oracle = &drawing.oracle;
    KanameStone stones[CELLS_MAX];
    size_t count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] != POINT_EMPTY)
            stones[count++] = (KanameStone){cell % oracle->width, cell / oracle->width,
                                            oracle->at[cell] == POINT_BLACK   ? KANAME_BLACK
                                            : oracle->at[cell] == POINT_WHITE ? KANAME_WHITE
                                                                              : KANAME_WALL};
    expect_equal(kaname_set_size(engine, oracle->width, oracle->height), KANAME_OK);
    expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
    expect_equal(kaname_set_position(engine, stones, count, (KanameColor)to_move), KANAME_OK);
}

static inline void set(const char *name, int value) {
    expect_equal(kaname_set_param(engine, name, value), KANAME_OK);
}

static inline KanameLimits depth_of(int depth) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    return limits;
}

static inline bool is_same(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

enum { LINES = 4 };

/* The reports and events of a search so far. */
typedef struct Story {
    int lines; /* that the search was asked for */
    int line;  /* of the last report */
    int depth; /* of its first line */
    int reports, starts, dones;
    bool is_open; /* a move has been started */
    bool has_one_thread;
    int dones_told; /* moves whose search had ended when the last group of lines began */
    KanamePoint first, started, best;
    bool was_started[KANAME_MAX_CELLS], was_best[KANAME_MAX_CELLS];
    uint64_t nodes;
    int64_t time_ms;
    KanameReport last[LINES];
} Story;

static inline int cell_of(KanamePoint point) {
    return point.y * kaname_width(engine) + point.x;
}

static inline void note_report(const KanameReport *report, void *context) {
    Story *story = context;
    expect(report->line >= 0 && report->line < story->lines);
    /* Lines come in groups, each from the first one on, and the answer by itself. */
    expect(report->line == 0 || report->line == story->line + 1);
    expect(report->line > 0 || report->depth >= story->depth);
    expect(report->line == 0 || report->depth == story->depth || report->depth == story->depth - 1);
    for (int i = 0; i < report->line; i++) {
        expect(!is_same(report->pv[0], story->last[i].pv[0]));
        expect(report->score <= story->last[i].score);
    }
    expect(report->nodes >= story->nodes && report->time_ms >= story->time_ms);
    expect(report->seldepth >= 1 && report->pv_count >= 1);
    expect(abs(report->score) < KANAME_SCORE_WIN);
    for (size_t i = 0; i < report->pv_count; i++)
        expect_equal(kaname_at(engine, report->pv[i].x, report->pv[i].y), KANAME_EMPTY);
    /* A report of a new depth follows the end of a move's search; proofs need none. */
    if (report->line == 0 && report->depth > story->depth && story->has_one_thread)
        expect(story->dones > story->dones_told || kaname_score_win_plies(report->score) != 0);
    if (report->line == 0) {
        story->depth = report->depth;
        story->dones_told = story->dones;
    }
    story->line = report->line;
    story->nodes = report->nodes;
    story->time_ms = report->time_ms;
    story->reports++;
    story->last[report->line] = *report;
}

static inline void note_event(KanameRootEvent event, KanamePoint move, void *context) {
    Story *story = context;
    switch (event) {
    case KANAME_ROOT_START:
        expect(!story->is_open);
        story->first = story->starts++ == 0 ? move : story->first;
        story->started = move;
        story->was_started[cell_of(move)] = true;
        story->is_open = true;
        break;
    case KANAME_ROOT_DONE:
        expect(story->is_open && is_same(story->started, move));
        story->is_open = false;
        story->dones++;
        break;
    case KANAME_ROOT_BEST:
        story->was_best[cell_of(move)] = true;
        story->best = move;
        break;
    case KANAME_ROOT_LOST:
        break;
    }
}

static inline Story *think_and_note(const KanameLimits *limits, int threads, KanameResult *result) {
    Story *story = calloc(1, sizeof *story);
    ck_assert_ptr_nonnull(story);
    story->lines = limits->lines > 1 ? limits->lines : 1;
    story->has_one_thread = threads == 1;
    story->best = (KanamePoint){-1, -1};
    expect_equal(kaname_set_threads(engine, threads), KANAME_OK);
    KanameCallbacks callbacks = {note_report, note_event, story};
    expect_equal(kaname_think(engine, limits, &callbacks, result), KANAME_OK);
    if (story->reports > 0) {
        expect(is_same(story->last[0].pv[0], result->best));
        expect_equal(story->last[0].score, result->score);
        expect_equal(story->last[0].depth, result->depth);
        expect(story->nodes <= result->nodes && story->time_ms <= result->time_ms);
    }
    return story;
}

#endif
