#include "study/explorer/openings.h"

#include "database/openings_file.h"
#include "io/lines.h"
#include "io/options.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"
#include "study/analyze_lines.h"
#include "study/explorer/frontier.h"
#include "study/review/crew.h"
#include "study/review/progress.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_KIB = 64 * 1024, /* of each engine */
    BATCH = 16,           /* positions of each thread between two looks at the clock */
    SAVE_MS = 10 * 1000
};

/* ---- Options ------------------------------------------------------------------------------- */

typedef struct OpeningsOptions {
    KanameRule rule;
    int width, height;
    int64_t nodes, positions;
    int lines, threads, depth;
    int margin, slack; /* percent */
    int part, parts;
    WeightsFiles weights;
    const char *path;
    OptionList others; /* files whose values are taken first */
} OpeningsOptions;

static int read_part(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    enum { PARTS_MAX = 9999 };
    OpeningsOptions *options = target;
    int used = 0;
    (void)row;
    (void)left;
    if (sscanf(words[0], "%4d/%4d%n", &options->part, &options->parts, &used) == 2 &&
        words[0][used] == '\0' && options->part >= 1 && options->part <= options->parts &&
        options->parts <= PARTS_MAX)
        return 1;
    option_expected(reader, words[0], "K/N, 1/1 to %d/%d", PARTS_MAX, PARTS_MAX);
    return -1;
}

static const OptionRow ROWS[] = {
    OPTIONS_ROW_RULE(OpeningsOptions, rule),
    OPTIONS_ROW_SIZE(OpeningsOptions, width, "N", "side of the board in cells, 5 to 22"),
    {.name = "--nodes",
     .value = "N",
     .help = "of the search of a position; one searched with fewer is searched again",
     .standard = "2000000",
     .kind = OPTION_WHOLE,
     .offset = offsetof(OpeningsOptions, nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "--lines",
     .value = "N",
     .help = "best moves to keep",
     .standard = "3",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, lines),
     .least = 1,
     .most = ANALYZE_LINES_MAX},
    {.name = "--threads",
     .value = "N",
     .help = "positions searched at once; does not change the result",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--depth",
     .value = "N",
     .help = "most stones of a position",
     .standard = "8",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, depth),
     .most = OPENINGS_STONES_MAX},
    {.name = "--margin",
     .value = "P",
     .help = "positions whose win rate is further from 50% are not followed",
     .unit = "percent",
     .standard = "40",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, margin),
     .most = 50},
    {.name = "--slack",
     .value = "P",
     .help = "moves whose win rate is further below the best move's are not followed",
     .unit = "percent",
     .standard = "5",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, slack),
     .most = 100},
    {.name = "--positions",
     .value = "N",
     .help = "end after as many searches",
     .otherwise = "when all are searched",
     .kind = OPTION_WHOLE,
     .offset = offsetof(OpeningsOptions, positions),
     .least = 1,
     .most = INT32_MAX},
    {.name = "--part",
     .value = "K/N",
     .help = "of N machines that share the work with a copy of FILE each, be the K-th",
     .standard = "1/1",
     .kind = OPTION_OWN,
     .read = read_part},
    {.name = "FILE",
     .help = "openings, created if they are missing",
     .kind = OPTION_WORD,
     .offset = offsetof(OpeningsOptions, path),
     .is_required = true},
    {.name = "OTHER...",
     .help = "files of openings whose searches FILE takes first: those of other machines",
     .otherwise = "none",
     .kind = OPTION_LIST,
     .offset = offsetof(OpeningsOptions, others)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = weights_rows, .offset = offsetof(OpeningsOptions, weights)},
};

static const char NAME[] = "pbrain-kaname openings";

static bool check(OptionReader *reader, void *target) {
    const OpeningsOptions *options = target;
    return options->width == options->height ||
           option_complain(reader, "openings need a square board");
}

const OptionCommand openings_usage = {
    .program = "pbrain-kaname",
    .name = "openings",
    .about = "search the positions of a file of openings",
    .usage = (const char *const[]){"[OPTIONS] FILE [OTHER...]", NULL},
    .summary =
        "Searches the opening positions of a rule and board, and writes the best moves with their "
        "win rates to FILE, which the page shows and 'play --book' plays. Searches the positions "
        "that FILE has from games ('gather --openings'), the empty board, renju's 26 openings, and "
        "then, stone by stone, the positions behind good moves of balanced positions. May be "
        "stopped at any time; the same command continues.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0],
    .check = check};

/* ---- Searches ------------------------------------------------------------------------------ */

typedef struct Found {
    bool is_done;
    size_t count;
    OpeningsMove moves[ANALYZE_LINES_MAX]; /* points of the form */
} Found;

typedef struct Search {
    const OpeningsOptions *options;
    Openings *openings;
    ReviewCrew *crew;
    Progress progress;
    const FrontierItem *items; /* of the batch */
    size_t count;
    Found *found;     /* of the batch */
    int64_t saved_ms; /* 0: not saved yet */
    long searched, others;
} Search;

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
    Search *search = context;
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
static bool keep(Search *search, const FrontierItem *item, const Found *found) {
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

static bool save(Search *search) {
    Failure failure = FAILURE_NONE;
    search->saved_ms = kaname_now_ms();
    if (openings_file_write(search->openings, search->options->path, &failure) >= 0)
        return true;
    say_error("%s: %s\n", NAME, failure.text);
    return false;
}

static bool watch(size_t done, void *context) {
    const Search *search = context;
    return progress_show(&search->progress, (double)done / (double)search->count);
}

static bool complain(const char *reason) {
    say_error("%s: %s\n", NAME, reason);
    return false;
}

/* Searches a batch and keeps what was found. */
static ReviewRun search_batch(Search *search) {
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
        is_good = save(search);
    return is_good ? run : REVIEW_RUN_FAILED;
}

/* Searches the items, batch by batch. */
static ReviewRun search_items(Search *search, const FrontierItem *items, size_t count) {
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

/* Searches all that is wanted, and what is wanted then. */
static ReviewRun search_all(Search *search) {
    const OpeningsOptions *options = search->options;
    const FrontierRules rules = {.rule = options->rule,
                                 .size = options->width,
                                 .nodes = (uint64_t)options->nodes,
                                 .depth = options->depth,
                                 .margin = options->margin * (OPENINGS_RATE_MAX / 100),
                                 .slack = options->slack * (OPENINGS_RATE_MAX / 100),
                                 .part = options->part,
                                 .parts = options->parts};
    for (ReviewRun run = REVIEW_RUN_DONE;;) {
        FrontierItem *items;
        long count = frontier_list(search->openings, &rules, &items, &search->others);
        long left = options->positions > 0 ? (long)options->positions - search->searched : count;
        if (count > left)
            count = left;
        if (count > 0 && run == REVIEW_RUN_DONE)
            run = search_items(search, items, (size_t)count);
        free(items);
        if (count < 0)
            (void)complain("not enough memory");
        if (count <= 0 || run != REVIEW_RUN_DONE)
            return count < 0 ? REVIEW_RUN_FAILED : run;
    }
}

/* ---- The command --------------------------------------------------------------------------- */

/* Reads FILE and takes the values of the other files. Returns NULL after a failure, which it
 * reports. */
static Openings *read_files(const OpeningsOptions *options) {
    Failure failure = FAILURE_NONE;
    Openings *openings = openings_file_open(options->path, &failure);
    bool is_good = openings != NULL;
    for (int i = 0; i < options->others.count && is_good; i++) {
        Openings *other = openings_file_read(options->others.words[i], &failure);
        is_good = other != NULL &&
                  (openings_take_values(openings, other) || failure_set(&failure, STATUS_MEMORY));
        openings_free(other);
    }
    if (is_good)
        return openings;
    say_error("%s: %s\n", NAME, failure.text);
    openings_free(openings);
    return NULL;
}

static bool print_summary(const Search *search) {
    char name[FILES_PATH_MAX];
    printf("%s: %ld position%s searched", say_plain_copy(name, sizeof name, search->options->path),
           search->searched, say_plural((uint64_t)search->searched));
    if (search->others > 0)
        printf("; %ld belong%s to other parts", search->others, search->others == 1 ? "s" : "");
    printf("\n");
    return fflush(stdout) == 0;
}

static int run(const OpeningsOptions *options) {
    Search search = {.options = options};
    search.openings = read_files(options);
    if (search.openings == NULL)
        return 1;
    ReviewRun done = REVIEW_RUN_FAILED;
    search.found = calloc((size_t)options->threads * BATCH, sizeof *search.found);
    search.crew = review_crew_new(NAME, &options->weights, options->threads);
    if (search.found == NULL)
        (void)complain("not enough memory");
    else if (search.crew != NULL)
        done = search_all(&search);
    bool is_good = search.crew != NULL && search.found != NULL && save(&search) &&
                   print_summary(&search) && done != REVIEW_RUN_FAILED;
    review_crew_free(search.crew);
    free(search.found);
    openings_free(search.openings);
    return is_good ? 0 : 1;
}

int openings_run(const WeightsFiles *weights, int count, char *const *words) {
    OpeningsOptions options = {.weights = *weights, .part = 1, .parts = 1};
    OptionOutcome outcome = option_read_command(&openings_usage, &options, count, words);
    int status = option_status(outcome);
    if (outcome == OPTION_READ) {
        line_prepare_process();
        status = run(&options);
    }
    option_release(&TABLES[0], &options);
    return status;
}
