#include "study/explorer/openings_search.h"

#include "database/openings_file.h"
#include "shared/cli/say.h"
#include "study/analyze_lines.h"
#include "study/review/progress.h"

#include <stdlib.h>

enum {
    HASH_KIB = 64 * 1024, /* of each engine */
    BATCH = 16,           /* positions of each thread between two looks at the clock */
    SAVE_MS = 10 * 1000
};

typedef struct Found {
    bool is_done;
    size_t count;
    OpeningsMove moves[ANALYZE_LINES_MAX]; /* points of the form */
} Found;

struct OpeningsSearch {
    const OpeningsOptions *options;
    Openings *openings;
    ReviewCrew *crew;
    Progress progress;
    const FrontierItem *items; /* of the batch */
    size_t count;
    Found *found;     /* of the batch */
    int64_t saved_ms; /* 0: not saved yet */
    long searched;
};

static bool complain(const char *reason) {
    say_error("%s: %s\n", openings_name, reason);
    return false;
}

static void on_report(const KanameReport *report, void *context) {
    analyze_add_report(context, report);
}

static OpeningsMove move_of(const KanameEngine *engine, KanamePoint move, int score) {
    OpeningsValue value = {.plies = kaname_score_win_plies(score)};
    value.rate = (int)(kaname_win_rate(engine, score) * OPENINGS_RATE_MAX + 0.5);
    if (value.plies != 0)
        value.rate = value.plies > 0 ? OPENINGS_RATE_MAX : 0;
    return (OpeningsMove){.move = move, .is_searched = true, .value = value};
}

static KanameStatus set_up(KanameEngine *engine, const OpeningsOptions *options,
                           const DatabasePosition *position) {
    KanameStone stones[OPENINGS_STONES_MAX];
    size_t count = 0;
    for (int i = 0; i < position->width * position->height; i++)
        if (position->cells[i] != KANAME_EMPTY)
            stones[count++] =
                (KanameStone){i % position->width, i / position->width, position->cells[i]};
    KanameStatus status = kaname_set_hash(engine, HASH_KIB);
    if (status == KANAME_OK) /* clears what earlier searches have learned */
        status = kaname_set_size(engine, position->width, position->height);
    if (status == KANAME_OK)
        status = kaname_set_rule(engine, options->rule);
    return status != KANAME_OK ? status
                               : kaname_set_position(engine, stones, count, position->to_move);
}

static KanameStatus think(KanameEngine *engine, const OpeningsOptions *options, AnalyzeLines *lines,
                          Found *found) {
    KanameLimits limits = kaname_no_limits();
    KanameCallbacks callbacks = {.on_report = on_report, .context = lines};
    KanameResult result;
    limits.max_nodes = (uint64_t)options->nodes;
    limits.lines = lines->wanted = options->lines;
    KanameStatus status = kaname_think(engine, &limits, &callbacks, &result);
    if (status != KANAME_OK)
        return status;
    analyze_finish_lines(lines);
    for (int i = 0; i < lines->count; i++)
        found->moves[found->count++] =
            move_of(engine, lines->lines[i].pv[0], lines->lines[i].score);
    if (found->count == 0)
        found->moves[found->count++] = move_of(engine, result.best, result.score);
    return KANAME_OK;
}

/* A ReviewTask. */
static KanameStatus search_opening(KanameEngine *engine, size_t index, void *context) {
    OpeningsSearch *search = context;
    const OpeningsOptions *options = search->options;
    Found *found = &search->found[index];
    DatabasePosition position;
    AnalyzeLines *lines = calloc(1, sizeof *lines);
    KanameStatus status = KANAME_ERR_MEMORY;
    found->is_done = false;
    found->count = 0;
    if (lines != NULL &&
        openings_position(&position, options->rule, options->width, search->items[index].stones)) {
        status = set_up(engine, options, &position);
        if (status == KANAME_OK)
            status = think(engine, options, lines, found);
    }
    found->is_done = status == KANAME_OK && !review_crew_is_stopped(search->crew);
    free(lines);
    return status;
}

/* Keeps what was found in the position. Moves that a symmetry makes equal are one. */
static bool keep(OpeningsSearch *search, const FrontierItem *item, const Found *found) {
    const OpeningsOptions *options = search->options;
    OpeningsMove moves[ANALYZE_LINES_MAX];
    DatabasePosition position;
    OpeningsKey key;
    size_t count = 0;
    if (!openings_position(&position, options->rule, options->width, item->stones) ||
        !openings_key(&key, &position))
        return true;
    for (size_t i = 0; i < found->count; i++) {
        KanamePoint point = openings_key_move(&key, found->moves[i].move);
        size_t at = 0;
        while (at < count && (moves[at].move.x != point.x || moves[at].move.y != point.y))
            at++;
        if (at < count)
            continue;
        moves[count] = found->moves[i];
        moves[count++].move = point;
    }
    search->searched++;
    return openings_judge(search->openings, options->rule, options->width, item->stones,
                          (uint64_t)options->nodes, moves, count);
}

bool openings_search_save(OpeningsSearch *search) {
    Failure failure = FAILURE_NONE;
    search->saved_ms = kaname_now_ms();
    if (openings_file_write(search->openings, search->options->path, &failure) >= 0)
        return true;
    say_error("%s: %s\n", openings_name, failure.text);
    return false;
}

static bool watch(size_t done, void *context) {
    const OpeningsSearch *search = context;
    return progress_show(&search->progress, (double)done / (double)search->count);
}

/* Searches a batch and keeps what was found. */
static ReviewRun search_batch(OpeningsSearch *search) {
    KanameStatus status;
    progress_begin(&search->progress, (double)search->count);
    ReviewRun run = review_crew_run(search->crew, search->count, search_opening, search, watch,
                                    search, &status);
    if (progress_end(&search->progress) && run == REVIEW_RUN_DONE)
        run = REVIEW_RUN_STOPPED;
    bool is_good = true;
    for (size_t i = 0; i < search->count && is_good; i++)
        if (search->found[i].is_done)
            is_good = keep(search, &search->items[i], &search->found[i]);
    if (run == REVIEW_RUN_FAILED)
        (void)complain(kaname_status_text(status));
    else if (!is_good)
        (void)complain("not enough memory");
    if (is_good && (kaname_now_ms() - search->saved_ms >= SAVE_MS))
        is_good = openings_search_save(search);
    return is_good ? run : REVIEW_RUN_FAILED;
}

ReviewRun openings_search_items(OpeningsSearch *search, const FrontierItem *items, size_t count) {
    size_t most = (size_t)search->options->threads * BATCH;
    ReviewRun run = REVIEW_RUN_DONE;
    progress_init(&search->progress, "batch", (count + most - 1) / most, (double)count);
    for (size_t done = 0; done < count && run == REVIEW_RUN_DONE; done += search->count) {
        search->items = items + done;
        search->count = count - done < most ? count - done : most;
        for (size_t i = 0; i < search->count; i++)
            search->found[i].is_done = false;
        run = search_batch(search);
    }
    progress_release(&search->progress);
    return run;
}

OpeningsSearch *openings_search_new(const OpeningsOptions *options, Openings *openings) {
    OpeningsSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        (void)complain("not enough memory");
        return NULL;
    }
    search->options = options;
    search->openings = openings;
    search->found = calloc((size_t)options->threads * BATCH, sizeof *search->found);
    search->crew = review_crew_new(openings_name, &options->weights, options->threads);
    if (search->found == NULL)
        (void)complain("not enough memory");
    if (search->found != NULL && search->crew != NULL)
        return search;
    openings_search_free(search);
    return NULL;
}

void openings_search_free(OpeningsSearch *search) {
    if (search == NULL)
        return;
    review_crew_free(search->crew);
    free(search->found);
    free(search);
}

long openings_searched(const OpeningsSearch *search) {
    return search->searched;
}
