#include "io/notation.h"
#include "level/level.h"
#include "level/think.h"
#include "study/bench.h"
#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EARLY_MS = 15 /* a slice that ends this much early has nothing left to search */ };

/* ---- Slices -------------------------------------------------------------------------------- */

static void on_report(const KanameReport *report, void *context) {
    WebSearch *search = context;
    analyze_add_report(&search->lines, report);
    if (report->line == search->lines.wanted - 1 && report->depth > search->depth)
        search->depth = report->depth;
}

static void on_root(KanameRootEvent event, KanamePoint move, void *context) {
    WebSearch *search = context;
    if (event == KANAME_ROOT_DONE)
        search->is_searched[move.y][move.x] = true;
    else if (event == KANAME_ROOT_LOST)
        search->is_lost[move.y][move.x] = true;
}

static KanameLimits slice_limits(const WebSearch *search, const WebRequest *request) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.turn_ms = request->ms > 0 ? request->ms : -1;
    limits.margin_ms = 0;
    limits.max_nodes = (uint64_t)request->nodes;
    limits.max_depth = (int)request->depth;
    limits.lines = (int)request->lines;
    limits.exact_time = !request->may_stop_early;
    limits.start_depth = search->depth;
    limits.is_balanced = request->is_balanced;
    limits.balance_score = (int)request->score;
    return limits;
}

/* If the search ended before its first iteration, takes the lines from the result. */
static void complete_lines(WebSearch *search) {
    AnalyzeLines *lines = &search->lines;
    const KanameResult *result = &search->result;
    analyze_finish_lines(lines);
    if (lines->count > 0 || result->pv_count == 0)
        return;
    KanameReport *only = &lines->lines[lines->count++];
    *only = (KanameReport){.depth = result->depth,
                           .seldepth = result->depth,
                           .score = result->score,
                           .pv_count = result->pv_count};
    memcpy(only->pv, result->pv, result->pv_count * sizeof result->pv[0]);
}

/* The moves of a level must not depend on the machine. */
static KanameStatus use_threads(WebDesk *desk, const WebRequest *request) {
    return kaname_set_threads(desk->thinker,
                              request->level == LEVEL_FULL ? (int)request->threads : 1);
}

/* Allocates the whole table now: growing it with the slices would clear it each time. */
static KanameStatus begin_search(WebDesk *desk, const WebRequest *request) {
    KanameLimits limits = kaname_no_limits();
    memset(&desk->search, 0, sizeof desk->search);
    if (request->forgets)
        kaname_clear_hash(desk->thinker);
    return kaname_prepare(desk->thinker, &limits);
}

static KanameStatus think_on(WebDesk *desk, const WebRequest *request) {
    WebSearch *search = &desk->search;
    KanameLimits limits = slice_limits(search, request);
    KanameCallbacks callbacks = {on_report, on_root, search};
    KanameStatus status = level_think(desk->thinker, &limits, &callbacks, request->level,
                                      (uint64_t)request->seed, &search->result);
    if (status != KANAME_OK)
        return status;
    search->nodes += search->result.nodes;
    search->ms += search->result.time_ms;
    search->is_done = request->ms == 0 || search->result.time_ms + EARLY_MS < request->ms;
    complete_lines(search);
    return status;
}

/* ---- Answers ------------------------------------------------------------------------------- */

static void write_line(FILE *answer, const KanameEngine *engine, const KanameReport *line) {
    fprintf(answer, "{\"score\":%d,\"plies\":%d,\"rate\":%.4f,\"depth\":%d,\"seldepth\":%d,",
            line->score, kaname_score_win_plies(line->score), notation_rate(engine, line->score),
            line->depth, line->seldepth);
    answer_points(answer, "moves", line->pv, line->pv_count, kaname_height(engine));
    putc('}', answer);
}

static void answer_search(FILE *answer, const KanameEngine *engine, WebSearch *search) {
    int width = kaname_width(engine), height = kaname_height(engine);
    answer_points(answer, "best", &search->result.best, 1, height);
    fprintf(answer,
            ",\"score\":%d,\"plies\":%d,\"rate\":%.4f,\"depth\":%d,\"nodes\":%" PRIu64
            ",\"ms\":%" PRId64 ",\"done\":%s,",
            search->result.score, kaname_score_win_plies(search->result.score),
            notation_rate(engine, search->result.score), search->depth, search->nodes, search->ms,
            search->is_done ? "true" : "false");
    answer_marks(answer, "searched", search->is_searched, width, height);
    putc(',', answer);
    answer_marks(answer, "lost", search->is_lost, width, height);
    fputs(",\"lines\":[", answer);
    for (int i = 0; i < search->lines.count; i++) {
        if (i > 0)
            putc(',', answer);
        write_line(answer, engine, &search->lines.lines[i]);
    }
    putc(']', answer);
}

bool web_think(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    if (!desk_set_thinker(desk, request, failure))
        return false;
    KanameStatus status = use_threads(desk, request);
    if (status == KANAME_OK && request->is_first)
        status = begin_search(desk, request);
    desk->search.lines.wanted = (int)request->lines;
    if (status == KANAME_OK)
        status = think_on(desk, request);
    if (status != KANAME_OK)
        return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    answer_search(answer, desk->thinker, &desk->search);
    return true;
}

bool web_bench(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    enum { DEPTH_DEFAULT = 10 /* of `pbrain-kaname bench` */ };
    uint64_t nodes = 0;
    int64_t ms = 0;
    (void)desk;
    KanameEngine *engine = kaname_new();
    KanameEvaluator evaluator =
        request->uses_tables ? KANAME_EVALUATOR_TABLE : KANAME_EVALUATOR_NETWORK;
    bool is_done = engine != NULL && kaname_set_evaluator(engine, evaluator) == KANAME_OK &&
                   bench_search(engine, request->depth > 0 ? (int)request->depth : DEPTH_DEFAULT,
                                NULL, &nodes, &ms);
    kaname_free(engine);
    fprintf(answer, "\"nodes\":%" PRIu64 ",\"ms\":%" PRId64, nodes, ms);
    return is_done || failure_set(failure, STATUS_MEMORY);
}
