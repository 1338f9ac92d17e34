#include "train/tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "shared/status/failure.h"
#include "train/dataset.h"
#include "train/origin.h"

/* ---- Games one by one ----------------------------------------------------------------------- */

typedef struct Visit {
    GameFormat format;
    bool tells_origin;
    GameFn visit;
    void *context;
    bool is_good; /* no damaged file so far */
} Visit;

/* Reports a damaged, incomplete or unreadable file. Its games before the damage and those of later
 * files still count. */
static bool visit_file(void *context, const char *path) {
    Visit *visit = context;
    GameReader reader;
    Game game;
    GameReadStatus status = GAMEFILE_ERROR;
    if (game_reader_open(&reader, path, visit->format)) {
        if (visit->tells_origin)
            printf("%s: %s\n", path, reader.origin);
        while ((status = game_reader_next(&reader, &game)) == GAMEFILE_GAME)
            visit->visit(visit->context, &game);
        game_reader_close(&reader);
    }
    if (status == GAMEFILE_ERROR)
        fprintf(stderr, "%s: %s\n", path, reader.failure.text);
    if (status == GAMEFILE_TORN)
        fprintf(stderr, "%s: ends inside a record, left out\n", path);
    visit->is_good = visit->is_good && status == GAMEFILE_END;
    return true;
}

bool tool_each_game(const ToolOptions *options, bool tells_origin, GameFn visit_game,
                    void *context) {
    Visit visit = {options->format, tells_origin && options->format == GAMEFILE_OWN, visit_game,
                   context, true};
    bool is_good = true;
    for (int i = 0; i < options->path_count; i++) {
        Failure failure = FAILURE_NONE;
        if (!game_files_each(&options->paths[i], 1, visit_file, &visit, &failure)) {
            fprintf(stderr, "%s\n", failure.text);
            is_good = false;
        }
    }
    return is_good && visit.is_good;
}

/* ---- Stats ---------------------------------------------------------------------------------- */

typedef struct Counts {
    uint64_t games, positions, probes, moves, results[3], adjudicated, proven;
} Counts;

typedef struct Stats {
    Counts all, of[RULES][BOARD_MAX + 1]; /* by rule and the longer side */
} Stats;

static void count_game(Counts *counts, const Game *game) {
    counts->games++;
    counts->positions += (uint64_t)game_positions(game);
    counts->probes += (uint64_t)game->probe_count;
    counts->moves += (uint64_t)game->move_count;
    counts->results[game->result]++;
    counts->adjudicated += game->is_adjudicated;
    for (int i = game->opening_count; i < game->move_count; i++)
        counts->proven += game->scores[i] != SCORE_NONE && game->scores[i] != GAME_BY_CHANCE &&
                          is_decided(game->scores[i]);
}

static void add_stats(void *context, const Game *game) {
    Stats *stats = context;
    int size = game->width > game->height ? game->width : game->height;
    count_game(&stats->all, game);
    count_game(&stats->of[game->rule][size], game);
}

static double percent(uint64_t part, uint64_t all) {
    return all > 0 ? 100 * (double)part / (double)all : 0;
}

static void print_counts(const char *name, int size, const Counts *counts) {
    printf("%-10s %2d  %9" PRIu64 " games  %11" PRIu64 " positions (%" PRIu64 " proven)  %" PRIu64
           " probes  %.1f moves a game  black %.1f%%, drawn %.1f%%, white %.1f%%, "
           "adjudicated %.1f%%\n",
           name, size, counts->games, counts->positions, counts->proven, counts->probes,
           counts->games > 0 ? (double)counts->moves / (double)counts->games : 0,
           percent(counts->results[GAME_BLACK_WON], counts->games),
           percent(counts->results[GAME_DRAWN], counts->games),
           percent(counts->results[GAME_WHITE_WON], counts->games),
           percent(counts->adjudicated, counts->games));
}

int tool_stats(const ToolOptions *options) {
    Stats *stats = calloc(1, sizeof *stats);
    if (stats == NULL) {
        fprintf(stderr, "%s\n", status_text(STATUS_MEMORY));
        return 1;
    }
    bool is_good = tool_each_game(options, true, add_stats, stats);
    for (int rule = 0; rule < RULES; rule++)
        for (int size = 0; size <= BOARD_MAX; size++)
            if (stats->of[rule][size].games > 0)
                print_counts(rule_name((Rule)rule), size, &stats->of[rule][size]);
    print_counts("all", 0, &stats->all);
    free(stats);
    return is_good ? 0 : 1;
}

/* ---- View ----------------------------------------------------------------------------------- */

typedef struct View {
    uint64_t number, first, count;
} View;

static void view_game(void *context, const Game *game) {
    static const char *const RESULTS[] = {"white", "draw", "black"};
    View *view = context;
    uint64_t number = view->number++;
    if (number < view->first || (view->count > 0 && number >= view->first + view->count))
        return;
    printf("%" PRIu32 " %s %dx%d %s%s ", game->number, rule_name(game->rule), game->width,
           game->height, RESULTS[game->result], game->is_adjudicated ? " adjudicated" : "");
    for (int i = 0; i < game->move_count; i++) {
        int x = game->moves[i] % game->width, y = game->moves[i] / game->width;
        printf("%s%c%d", i == game->opening_count && i > 0 ? " " : "", 'a' + x, y + 1);
        if (game->scores[i] == GAME_BY_CHANCE)
            printf("(?)");
        else if (i >= game->opening_count && game->scores[i] != SCORE_NONE)
            printf("(%d)", game->scores[i]);
    }
    printf("\n");
}

int tool_view(const ToolOptions *options) {
    View view = {0, options->first, options->count};
    return tool_each_game(options, false, view_game, &view) ? 0 : 1;
}

/* ---- Merge, shuffle ------------------------------------------------------------------------- */

static bool write_all(const Dataset *data, const uint32_t *order, const char *path,
                      const char *origin) {
    GameWriter writer;
    FilesDraft draft;
    Game game;
    Status status = files_draft_begin(&draft, path, &GAMEFILE_RULES);
    bool is_written = status == STATUS_OK && game_writer_start(&writer, draft.file, origin);
    for (size_t i = 0; is_written && i < data->count; i++) {
        dataset_get(data, order != NULL ? order[i] : i, &game);
        is_written = game_writer_add(&writer, &game);
    }
    if (status == STATUS_OK)
        status = files_draft_finish(&draft, is_written);
    if (status != STATUS_OK)
        fprintf(stderr, "%s: %s\n", path, status_reason(status));
    return status == STATUS_OK;
}

/* Returns a random order of all games; NULL if out of memory. */
static uint32_t *random_order(size_t count, uint64_t seed) {
    uint32_t *order = malloc((count + 1) * sizeof *order);
    for (size_t i = 0; order != NULL && i < count; i++) {
        uint32_t place = rng_below(&seed, (uint32_t)(i + 1));
        order[i] = order[place];
        order[place] = (uint32_t)i;
    }
    return order;
}

/* The origins in the headers of the files of games. */
typedef struct OriginVisit {
    GameFormat format;
    Origins origins;
    Failure *failure;
} OriginVisit;

static bool visit_origin(void *context, const char *path) {
    OriginVisit *visit = context;
    GameReader reader;
    if (!game_reader_open(&reader, path, visit->format))
        return failure_pass(visit->failure, &reader.failure, "%s", path);
    origins_add(&visit->origins, visit->format == GAMEFILE_OWN ? reader.origin : "");
    game_reader_close(&reader);
    return true;
}

/* Reads the games and describes their origins. Reports a failure. */
static bool load_all(const ToolOptions *options, const char *made, Dataset *data,
                     char origin[GAMEFILE_ORIGIN_BYTES + 1]) {
    Failure failure = FAILURE_NONE;
    LoadFilter filter = {-1, options->format, true};
    OriginVisit origins = {.format = options->format, .failure = &failure};
    if (!dataset_load(data, options->paths, options->path_count, filter, &failure) ||
        !game_files_each(options->paths, options->path_count, visit_origin, &origins, &failure)) {
        fprintf(stderr, "%s\n", failure.text);
        return false;
    }
    origins_describe(&origins.origins, made, origin);
    return true;
}

static int write_new(const ToolOptions *options, bool shuffles) {
    Dataset data;
    char origin[GAMEFILE_ORIGIN_BYTES + 1];
    dataset_init(&data);
    if (game_files_include(options->paths, options->path_count, options->out)) {
        fprintf(stderr, "%s: %s\n", options->out, status_text(STATUS_IN_USE));
        return 1;
    }
    bool is_good = load_all(options, shuffles ? "shuffled" : "merged", &data, origin);
    uint32_t *order = NULL;
    if (is_good && shuffles) {
        order = random_order(data.count, options->seed);
        is_good = order != NULL;
        if (!is_good)
            fprintf(stderr, "%s\n", status_text(STATUS_MEMORY));
    }
    is_good = is_good && write_all(&data, order, options->out, origin);
    if (is_good)
        printf("%zu games written to %s\n", data.count, options->out);
    free(order);
    dataset_release(&data);
    return is_good ? 0 : 1;
}

int tool_merge(const ToolOptions *options) {
    return write_new(options, false);
}

int tool_shuffle(const ToolOptions *options) {
    return write_new(options, true);
}
