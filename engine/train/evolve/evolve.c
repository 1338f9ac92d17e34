#include "train/evolve/evolve.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/rule.h"
#include "eval/table/weights.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/evolve/curve.h"
#include "train/evolve/match.h"
#include "train/evolve/record.h"
#include "train/fit.h"
#include "train/generate.h"
#include "train/lock.h"
#include "train/objective.h"
#include "train/regions/fit.h"

#define COMMAND "evolve"

enum {
    TELL_MS = 2000,
    STEP_BYTES = 200,
    LINE_BYTES = 4096,
    UNITS = 500, /* evaluation units of a nat */
    BALANCE = 150
};

typedef struct Evolve {
    const EvolveOptions *options;
    EvolveRecord record;
    int lock_file;
    int generation, best; /* being made; the best one before it */
    uint64_t games, positions;
    int64_t start_ms, told_ms;
    bool is_stopped;
    Failure failure;
} Evolve;

EvolveOptions evolve_defaults(void) {
    return (EvolveOptions){.rule = RULE_FREESTYLE,
                           .size = 15,
                           .generations = 12,
                           .tables = 5,
                           .window = 4,
                           .positions = 100000,
                           .nodes = 1000,
                           .match_games = 200,
                           .gate = 52,
                           .epochs = 3,
                           .threads = 1,
                           .seed = 1};
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static bool file_path(Evolve *evolve, const char *name, char path[FILES_PATH_MAX]) {
    const char *folder = evolve->options->folder;
    return snprintf(path, FILES_PATH_MAX, "%s/%s", folder, name) < FILES_PATH_MAX ||
           failure_at(&evolve->failure, STATUS_LONG_NAME, "%s", folder);
}

/* The path of a file of a generation; of its folder if the name is empty. */
static bool generation_path(Evolve *evolve, int generation, const char *name,
                            char path[FILES_PATH_MAX]) {
    char inside[64];
    snprintf(inside, sizeof inside, "%03d/%s", generation, name);
    return file_path(evolve, inside, path);
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

/* Removes the drafts of files that a killed run has left in a folder of the evolution. */
static void remove_drafts(const char *folder) {
    DIR *entries = opendir(folder);
    char path[FILES_PATH_MAX];
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (files_is_draft(entry->d_name) &&
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path)
            (void)unlink(path);
    if (entries != NULL)
        closedir(entries);
}

/* Makes the folder of a generation, or finds it as the last run has left it. */
static bool open_generation(Evolve *evolve, int generation) {
    char path[FILES_PATH_MAX];
    if (!generation_path(evolve, generation, "", path) || !lock_make_folder(path, &evolve->failure))
        return false;
    remove_drafts(path);
    return true;
}

/* ---- The page ------------------------------------------------------------------------------- */

/* Writes the page with this step, at most every two seconds unless `is_due`. */
static bool tell(Evolve *evolve, bool is_due, const char *step, bool is_running) {
    char path[FILES_PATH_MAX];
    int64_t now_ms = clock_ms();
    if (!is_due && now_ms - evolve->told_ms < TELL_MS)
        return true;
    evolve->told_ms = now_ms;
    return file_path(evolve, "index.html", path) &&
           evolve_page_write(&evolve->record, step, is_running, path, &evolve->failure);
}

static bool tell_begun(Evolve *evolve, const char *what) {
    char step[STEP_BYTES];
    snprintf(step, sizeof step, "Generation %d of %d %s.", evolve->generation,
             evolve->options->generations, what);
    return tell(evolve, true, step, true);
}

/* A page that cannot be written now is tried again at the end of the generation. */
static void tell_share(Evolve *evolve, const char *what, uint64_t done, uint64_t all) {
    char step[STEP_BYTES];
    snprintf(step, sizeof step, "Generation %d of %d %s: %" PRIu64 " of %" PRIu64 ".",
             evolve->generation, evolve->options->generations, what, done, all);
    (void)tell(evolve, false, step, true);
}

/* ---- Games ---------------------------------------------------------------------------------- */

static GenerateOptions options_of_games(const Evolve *evolve) {
    const EvolveOptions *options = evolve->options;
    GenerateOptions games = generate_defaults();
    games.rules[0] = (KanameRule)options->rule;
    games.sizes[0] = options->size;
    games.nodes = options->nodes;
    games.balance = BALANCE;
    games.threads = options->threads;
    games.seed = rng_mix(options->seed) % UINT32_MAX + (uint64_t)evolve->generation;
    games.is_quiet = options->is_quiet;
    return games;
}

static void note_games(void *context, uint64_t games, uint64_t positions) {
    Evolve *evolve = context;
    evolve->games = games;
    evolve->positions = positions;
}

static bool note_game(void *context, const Game *game) {
    Evolve *evolve = context;
    evolve->games++;
    evolve->positions += (uint64_t)game_positions(game);
    tell_share(evolve, "plays games, positions", evolve->positions, evolve->options->positions);
    return true;
}

static bool play_games(Evolve *evolve) {
    char folder[FILES_PATH_MAX], weights[FILES_PATH_MAX];
    if (!generation_path(evolve, evolve->generation, "games", folder) ||
        !generation_path(evolve, evolve->best, "weights", weights) ||
        !tell_begun(evolve, "plays games"))
        return false;
    GenerateOptions games = options_of_games(evolve);
    games.positions = evolve->options->positions;
    games.wander = 10;
    games.slack = 100;
    games.probes = 1;
    games.folder = folder;
    games.weights = weights;
    GenerateHooks hooks = {.begun = note_games, .is_wanted = note_game, .context = evolve};
    GenerateSummary summary;
    int status = generate_with(&games, &hooks, &summary);
    note_games(evolve, summary.games, summary.positions);
    evolve->is_stopped = status == GENERATE_STOPPED;
    return status == 0 || (!evolve->is_stopped && failure_say(&evolve->failure, STATUS_GAMES,
                                                              "%s: the games failed", folder));
}

/* ---- Fits ----------------------------------------------------------------------------------- */

static bool is_network(const Evolve *evolve, int generation) {
    return generation > evolve->options->tables;
}

/* The folders of games of the last generations. */
typedef struct Window {
    char text[EVOLVE_WINDOW_MAX][FILES_PATH_MAX];
    char *paths[EVOLVE_WINDOW_MAX];
    int count;
} Window;

static bool window_init(Evolve *evolve, Window *window) {
    int first = evolve->generation - evolve->options->window + 1;
    window->count = 0;
    for (int i = first < 1 ? 1 : first; i <= evolve->generation; i++) {
        window->paths[window->count] = window->text[window->count];
        if (!generation_path(evolve, i, "games", window->text[window->count++]))
            return false;
    }
    return true;
}

/* The generation whose tables a fit of tables starts from and a network corrects. */
static int tables_of(const Evolve *evolve) {
    int tables = 0;
    for (int i = 0; i < evolve->record.count; i++)
        if (evolve->record.of[i].is_kept && !is_network(evolve, i + 1))
            tables = i + 1;
    return tables;
}

/* The blank tables score nothing, so the first games have nothing but their results to teach. */
static double lambda_of(const Evolve *evolve) {
    return evolve->best == 0 ? 1 : 0.8;
}

static int fit_tables(Evolve *evolve, const Window *window, const char *start, const char *out,
                      const char *csv) {
    FitOptions fit = fit_defaults();
    fit.rule = evolve->options->rule;
    fit.paths = window->paths;
    fit.path_count = window->count;
    fit.out = out;
    fit.start = start;
    fit.csv = csv;
    fit.lambda = lambda_of(evolve);
    fit.value_units = UNITS;
    fit.order_units = OBJECTIVE_ORDER_UNITS;
    fit.epochs = 8;
    fit.patience = 3;
    fit.threads = evolve->options->threads;
    fit.seed = evolve->options->seed;
    return fit_run(&fit);
}

static int fit_network(Evolve *evolve, const Window *window, const char *start, const char *out,
                       const char *csv) {
    char state[FILES_PATH_MAX];
    if (!generation_path(evolve, evolve->generation, "state", state))
        return 1;
    FitRegionsOptions fit = fit_regions_defaults();
    fit.rule = evolve->options->rule;
    fit.paths = window->paths;
    fit.path_count = window->count;
    fit.out = out;
    fit.start = start;
    fit.csv = csv;
    fit.state = state;
    fit.lambda = lambda_of(evolve);
    fit.epochs = evolve->options->epochs;
    fit.points = 1;
    fit.threads = evolve->options->threads;
    fit.seed = evolve->options->seed;
    fit.is_quiet = evolve->options->is_quiet;
    return fit_regions_run(&fit);
}

static bool fit(Evolve *evolve) {
    char start[FILES_PATH_MAX], out[FILES_PATH_MAX], csv[FILES_PATH_MAX];
    if (!generation_path(evolve, tables_of(evolve), "weights", start) ||
        !generation_path(evolve, evolve->generation, "weights", out) ||
        !generation_path(evolve, evolve->generation, "loss.csv", csv))
        return false;
    if (exists(out) && exists(csv))
        return true;
    Window *window = malloc(sizeof *window);
    if (window == NULL)
        return failure_at(&evolve->failure, STATUS_MEMORY, "fit");
    bool is_good = window_init(evolve, window) && tell_begun(evolve, "fits numbers to the games");
    if (is_good) {
        int status = is_network(evolve, evolve->generation)
                         ? fit_network(evolve, window, start, out, csv)
                         : fit_tables(evolve, window, start, out, csv);
        is_good =
            status == 0 || failure_say(&evolve->failure, STATUS_GAMES, "%s: the fit failed", out);
    }
    free(window);
    return is_good;
}

/* Removes the state of the fit, which has ended in this run or in one that was killed then. */
static bool remove_state(Evolve *evolve) {
    char state[FILES_PATH_MAX];
    if (!generation_path(evolve, evolve->generation, "state", state))
        return false;
    (void)unlink(state);
    return true;
}

/* ---- Losses --------------------------------------------------------------------------------- */

static bool read_losses(Evolve *evolve, EvolveRow *row) {
    enum { CSV_BYTES_MAX = 1 << 24 };
    char path[FILES_PATH_MAX];
    unsigned char *bytes;
    size_t size;
    if (!generation_path(evolve, evolve->generation, "loss.csv", path))
        return false;
    Status read = files_read_whole(path, CSV_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(&evolve->failure, read, "%s", path);
    const char *text = (const char *)bytes;
    row->value = row->is_network ? curve_last(text, "heldout_loss")
                                 : curve_least(text, "heldout_loss", "value");
    row->order = row->is_network ? curve_last(text, "order_loss")
                                 : curve_least(text, "heldout_loss", "order");
    free(bytes);
    return true;
}

/* ---- The match ------------------------------------------------------------------------------ */

static void note_pairs(void *context, int pairs) {
    Evolve *evolve = context;
    tell_share(evolve, "plays its match, pairs of games", (uint64_t)pairs,
               (uint64_t)evolve->options->match_games / 2);
}

static bool play_match(Evolve *evolve, MatchResult *result) {
    char path[FILES_PATH_MAX], weights[2][FILES_PATH_MAX];
    const EvolveOptions *options = evolve->options;
    if (!generation_path(evolve, evolve->generation, "match.tsv", path) ||
        !generation_path(evolve, evolve->generation, "weights", weights[0]) ||
        !generation_path(evolve, evolve->best, "weights", weights[1]) ||
        !tell_begun(evolve, "plays its match"))
        return false;
    MatchOptions match = {.openings = options_of_games(evolve),
                          .pairs = options->match_games / 2,
                          .threads = options->threads,
                          .weights = {weights[0], weights[1]},
                          .path = path,
                          .on_pair = note_pairs,
                          .context = evolve};
    match.openings.seed += UINT32_MAX; /* other openings than those of the games */
    return match_play(&match, result, &evolve->failure);
}

/* ---- A generation --------------------------------------------------------------------------- */

static double elo_of(const Evolve *evolve, int generation) {
    return generation > 0 ? evolve->record.of[generation - 1].total : 0;
}

/* Rounded as in the file, so that an interruption changes no sum. */
static double rounded(double elo) {
    return round(10 * elo) / 10;
}

static void print_row(const EvolveRow *row) {
    printf("generation %.0f, %s: %" PRIu64 " games, %" PRIu64
           " positions, value %.4f, order %.4f, match %d-%d-%d, Elo %+.0f +- %.0f, %s, in all "
           "%+.0f\n",
           row->generation, row->is_network ? "network" : "tables", row->games, row->positions,
           row->value, row->order, row->won, row->lost, row->drawn, row->elo, row->error,
           row->is_kept ? "kept" : "not kept", row->total);
    fflush(stdout);
}

static bool write_record(Evolve *evolve) {
    char path[FILES_PATH_MAX];
    return file_path(evolve, "evolve.tsv", path) &&
           evolve_record_write(&evolve->record, path, &evolve->failure);
}

static bool write_curves(Evolve *evolve) {
    char path[FILES_PATH_MAX];
    return file_path(evolve, "evolve.svg", path) &&
           evolve_curves_write(&evolve->record, path, &evolve->failure);
}

static bool add_row(Evolve *evolve, const MatchResult *match) {
    EvolveRow row = {.generation = evolve->generation,
                     .is_network = is_network(evolve, evolve->generation),
                     .games = evolve->games,
                     .positions = evolve->positions,
                     .won = match->won,
                     .lost = match->lost,
                     .drawn = match->drawn,
                     .elo = rounded(match->elo),
                     .error = rounded(match->error),
                     .total = rounded(elo_of(evolve, evolve->best) + match->elo),
                     .is_kept = match_passes(match, evolve->options->gate),
                     .seconds = (double)(clock_ms() - evolve->start_ms) / 1000};
    row.best = row.is_kept ? row.total : elo_of(evolve, evolve->best);
    if (!read_losses(evolve, &row))
        return false;
    evolve->record.of[evolve->record.count++] = row;
    if (!write_record(evolve) || !write_curves(evolve))
        return false;
    print_row(&row);
    return true;
}

static bool make_generation(Evolve *evolve) {
    MatchResult match;
    evolve->generation = evolve->record.count + 1;
    evolve->best = evolve_best(&evolve->record);
    evolve->start_ms = clock_ms();
    return open_generation(evolve, evolve->generation) && play_games(evolve) && fit(evolve) &&
           remove_state(evolve) && play_match(evolve, &match) && add_row(evolve, &match);
}

/* ---- The run -------------------------------------------------------------------------------- */

/* Compares the options with those of earlier runs in the folder, or stores them. */
static bool check_options(Evolve *evolve) {
    static const FilesRules any = {.kind = {.prefix = NULL}};
    const EvolveOptions *options = evolve->options;
    char path[FILES_PATH_MAX], text[400];
    unsigned char *bytes;
    size_t size;
    snprintf(text, sizeof text,
             "rule %s, size %d, tables %d, window %d, positions %" PRIu64 ", nodes %" PRIu64
             ", match games %d, gate %d, epochs %d, seed %" PRIu64 "\n",
             rule_name(options->rule), options->size, options->tables, options->window,
             options->positions, options->nodes, options->match_games, options->gate,
             options->epochs, options->seed);
    if (!file_path(evolve, "options", path))
        return false;
    if (!exists(path)) {
        Status status = files_replace(path, text, strlen(text), &any);
        return status == STATUS_OK || failure_at(&evolve->failure, status, "%s", path);
    }
    Status read = files_read_whole(path, LINE_BYTES, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(&evolve->failure, read, "%s", path);
    bool is_same = strcmp((const char *)bytes, text) == 0;
    free(bytes);
    return is_same || failure_say(&evolve->failure, STATUS_MISMATCH,
                                  "%s: has games of other options", evolve->options->folder);
}

static bool write_blank(Evolve *evolve) {
    char path[FILES_PATH_MAX];
    static const FilesRules rules = {.kind = FILES_KIND_OF(WEIGHTS_MAGIC)};
    if (!open_generation(evolve, 0) || !generation_path(evolve, 0, "weights", path))
        return false;
    if (exists(path))
        return true;
    Weights *blank = calloc(1, sizeof *blank);
    unsigned char *bytes = malloc(WEIGHTS_BYTES_MAX);
    Status status = STATUS_MEMORY;
    if (blank != NULL && bytes != NULL) {
        blank->rule = evolve->options->rule;
        blank->win_scale = UNITS;
        for (int color = 0; color < COLORS; color++)
            for (int stage = 0; stage < STAGES; stage++)
                blank->role[color].share[stage] = SHARE_UNIT;
        snprintf(blank->origin, sizeof blank->origin, "blank tables");
        status = files_replace(path, bytes, weights_write(blank, bytes), &rules);
    }
    free(bytes);
    free(blank);
    return status == STATUS_OK || failure_at(&evolve->failure, status, "%s", path);
}

static bool run(Evolve *evolve) {
    char path[FILES_PATH_MAX];
    const EvolveOptions *options = evolve->options;
    if (!lock_folder(options->folder, "evolution", &evolve->lock_file, &evolve->failure))
        return false;
    remove_drafts(options->folder);
    if (!check_options(evolve) || !write_blank(evolve) || !file_path(evolve, "evolve.tsv", path) ||
        !evolve_record_read(&evolve->record, path, &evolve->failure))
        return false;
    for (int i = 0; i < evolve->record.count; i++)
        print_row(&evolve->record.of[i]);
    if (evolve->record.count > 0 && !write_curves(evolve)) /* a kill may have come before them */
        return false;
    while (evolve->record.count < options->generations)
        if (!make_generation(evolve))
            return false;
    return tell(evolve, true, "All generations are done.", false);
}

int evolve_run(const EvolveOptions *options) {
    Evolve *evolve = calloc(1, sizeof *evolve);
    if (evolve == NULL) {
        fprintf(stderr, COMMAND ": %s\n", status_text(STATUS_MEMORY));
        return 1;
    }
    evolve->options = options;
    evolve->lock_file = -1;
    bool is_good = run(evolve);
    int status = is_good ? 0 : evolve->is_stopped ? GENERATE_STOPPED : 1;
    if (status == GENERATE_STOPPED)
        (void)tell(evolve, true, "Stopped; the same command continues.", false);
    if (status == 1) {
        fprintf(stderr, COMMAND ": %s\n", evolve->failure.text);
        (void)tell(evolve, true, "Failed; the program has said why.", false);
    }
    if (evolve->lock_file >= 0)
        close(evolve->lock_file);
    free(evolve);
    return status;
}
