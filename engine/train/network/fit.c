#include "train/network/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/rule.h"
#include "eval/table/table.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/fit_outputs.h"
#include "train/network/batch.h"
#include "train/network/checkpoint.h"
#include "train/network/curve.h"
#include "train/network/step.h"
#include "train/plot.h"
#include "train/start.h"

#define COMMAND "fit-network"

enum { DESCRIPTION_BYTES = 512, WARM_UP_STEPS = 100, PROGRESS_MS = 1000 };
enum { QUIET_PROGRESS_MS = 60000 }; /* where each line stays */

/* In the last part of the fit numbers are rounded as in play. */
static const double ROUNDED_FROM = 0.9;

typedef struct FitNetwork {
    const FitNetworkOptions *options;
    FitOutputs outputs;
    char description[DESCRIPTION_BYTES];
    Dataset data;
    GameParts parts;
    uint32_t *order; /* the games of the epoch, shuffled */
    Weights tables;
    Evaluator *table_evaluator;
    Objective objective;
    InputReader reader;
    NetworkModel model;
    Batch batch;
    FitProgress progress;
    double rate; /* of the last step */
    int64_t start_ms, told_ms, saved_ms;
    double start_way;
    uint64_t positions; /* since the start */
} FitNetwork;

FitNetworkOptions fit_network_defaults(void) {
    return (FitNetworkOptions){.rule = RULE_FREESTYLE,
                               .save_seconds = 60,
                               .lambda = 0.8,
                               .rate = 0.004,
                               .units = 700,
                               .epochs = 12,
                               .batch = 32,
                               .heldout_permille = 50,
                               .threads = 1,
                               .seed = 1};
}

static bool lack_memory(void) {
    fprintf(stderr, COMMAND ": %s\n", status_text(STATUS_MEMORY));
    return false;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

static void set_outputs(FitNetwork *fit) {
    const FitNetworkOptions *options = fit->options;
    fit->outputs = (FitOutputs){
        .command = COMMAND,
        .of = {[FIT_NETWORK] = {options->out, {.kind = FILES_KIND_OF(NETWORK_MAGIC)}},
               [FIT_CSV] = {options->csv, {.kind = FILES_KIND_OF(CURVE_CSV_START)}},
               [FIT_SVG] = {options->svg, {.kind = FILES_KIND_OF(PLOT_START)}},
               [FIT_STATE] = {options->state, {.kind = FILES_KIND_OF(CHECKPOINT_MAGIC)}}},
        .inputs = {options->start, options->from}};
}

static bool write_curves(const FitNetwork *fit) {
    const Curve *curve = &fit->progress.curve;
    return fit_outputs_write(&fit->outputs, FIT_CSV, curve_write_csv, curve) &&
           fit_outputs_write(&fit->outputs, FIT_SVG, curve_write_svg, curve);
}

static bool save(FitNetwork *fit) {
    const FitOutput *state = &fit->outputs.of[FIT_STATE];
    if (state->path == NULL)
        return true;
    Status status =
        checkpoint_save(state->path, &state->rules, fit->description, &fit->model, &fit->progress);
    fit->saved_ms = clock_ms();
    return status == STATUS_OK || fit_complain(&fit->outputs, state->path, status_reason(status));
}

static bool write_network(FitNetwork *fit) {
    const FitNetworkOptions *options = fit->options;
    char origin[NETWORK_ORIGIN_BYTES + 1];
    unsigned char *bytes = malloc(NETWORK_BYTES_MAX);
    if (bytes == NULL)
        return lack_memory();
    snprintf(origin, sizeof origin,
             "kaname-train fit-network: %zu games, lambda %.2f, seed %" PRIu64,
             fit->parts.train_count, options->lambda, options->seed);
    size_t size = network_write(bytes, &fit->tables, fit->model.integers,
                                (uint32_t)lround(fit->objective.mean_scale), origin);
    Status status = files_replace(options->out, bytes, size, &fit->outputs.of[FIT_NETWORK].rules);
    if (status == STATUS_OK)
        printf("written %s, hash %016" PRIx64 "\n", options->out, bytes_get(bytes + 16, 8));
    free(bytes);
    return status == STATUS_OK || fit_complain(&fit->outputs, options->out, status_reason(status));
}

/* ---- Getting ready --------------------------------------------------------------------------- */

/* Copies the numbers of --from. Sets *hash to its hash, or 0. */
static bool take_network(FitNetwork *fit, uint64_t *hash) {
    const char *path = fit->options->from;
    unsigned char *bytes;
    size_t size;
    NetworkFile file;
    *hash = 0;
    if (path == NULL)
        return true;
    Status read = files_read_whole(path, NETWORK_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return fit_complain(&fit->outputs, path, status_reason(read));
    NetworkNumbers *numbers = calloc(COLORS, sizeof *numbers);
    KanameStatus status =
        numbers == NULL ? KANAME_ERR_MEMORY : network_file_read(&file, bytes, size);
    for (int role = 0; status == KANAME_OK && role < file.roles; role++)
        if (!network_numbers_read(&file, role, &numbers[role]))
            status = KANAME_ERR_DAMAGED;
    bool is_taken = status == KANAME_OK && (file.roles == 1 || file.roles == fit->model.roles);
    if (is_taken) {
        network_model_import(&fit->model, numbers, file.roles);
        *hash = file.id;
    } else {
        fit_complain(&fit->outputs, path,
                     status != KANAME_OK ? kaname_status_text(status)
                                         : "a network of a rule with numbers for either colour");
    }
    free(numbers);
    free(bytes);
    return is_taken;
}

static bool load_games(FitNetwork *fit) {
    const FitNetworkOptions *options = fit->options;
    Failure failure = FAILURE_NONE;
    LoadFilter filter = {(int)options->rule, GAMEFILE_OWN, false};
    if (!dataset_load(&fit->data, options->paths, options->path_count, filter, &failure)) {
        fprintf(stderr, COMMAND ": %s\n", failure.text);
        return false;
    }
    if (!game_parts_init(&fit->parts, &fit->data, options->heldout_permille))
        return lack_memory();
    if (fit->parts.train_count == 0 || fit->parts.heldout_count == 0) {
        fprintf(stderr, COMMAND ": too few games of this rule: %zu\n", fit->data.count);
        return false;
    }
    return true;
}

static bool make_parts(FitNetwork *fit) {
    const FitNetworkOptions *options = fit->options;
    fit->order = malloc(fit->parts.train_count * sizeof *fit->order);
    fit->table_evaluator = table_evaluator_new(&fit->tables);
    if (fit->order == NULL || fit->table_evaluator == NULL ||
        !objective_init(&fit->objective, &fit->data, fit->table_evaluator->tables,
                        options->threads) ||
        !input_reader_init(&fit->reader, fit->table_evaluator, options->units) ||
        !network_model_init(&fit->model, options->rule, options->units, options->seed) ||
        !batch_init(&fit->batch, &fit->objective, &fit->reader, &fit->model, options->threads))
        return lack_memory();
    fit->objective.lambda = options->lambda;
    return objective_measure_scale(&fit->objective, fit->parts.train, fit->parts.train_count) ||
           lack_memory();
}

/* Describes everything the network depends on. */
static void describe(FitNetwork *fit, uint64_t from) {
    const FitNetworkOptions *options = fit->options;
    uint64_t games = bytes_sum(BYTES_SUM_START, fit->data.bytes, fit->data.starts[fit->data.count]);
    snprintf(fit->description, sizeof fit->description,
             "rule %s, epochs %d, batch %d, rate %.17g, lambda %.17g, units %.17g, heldout %d, "
             "seed %" PRIu64 ", tables %016" PRIx64 ", from %016" PRIx64 ", %zu games %016" PRIx64,
             rule_name(options->rule), options->epochs, options->batch, options->rate,
             options->lambda, options->units, options->heldout_permille, options->seed,
             fit->tables.hash, from, fit->data.count, games);
}

/* Continues an interrupted fit, if there is one. */
static bool load_state(FitNetwork *fit) {
    Failure failure = FAILURE_NONE;
    const char *path = fit->options->state;
    FitProgress *progress = &fit->progress;
    StateOutcome outcome =
        path == NULL ? STATE_NONE
                     : checkpoint_load(path, fit->description, &fit->model, progress, &failure);
    if (outcome == STATE_FAILED) {
        fprintf(stderr, COMMAND ": %s\n", failure.text);
        return false;
    }
    if (outcome == STATE_LOADED)
        printf("continues after %d epochs and %zu games\n", progress->epoch, progress->next);
    for (size_t i = 0; i < progress->curve.count; i++)
        curve_print_point(&progress->curve.points[i]);
    return true;
}

static bool prepare(FitNetwork *fit) {
    const FitNetworkOptions *options = fit->options;
    uint64_t from;
    set_outputs(fit);
    if (!fit_outputs_check(&fit->outputs, options->paths, options->path_count) ||
        !start_weights(&fit->tables, options->start, options->rule, COMMAND) || !load_games(fit) ||
        !make_parts(fit) || !take_network(fit, &from))
        return false;
    printf("%zu games, %zu held out; a score of %.0f is one nat\n", fit->data.count,
           fit->parts.heldout_count, fit->objective.mean_scale);
    describe(fit, from);
    return load_state(fit);
}

/* ---- Fitting --------------------------------------------------------------------------------- */

/* Returns the share of the fit that is done, 0 to 1. */
static double way_of(const FitNetwork *fit) {
    const FitProgress *progress = &fit->progress;
    return (progress->epoch + (double)progress->next / (double)fit->parts.train_count) /
           fit->options->epochs;
}

static void tell_progress(FitNetwork *fit) {
    const FitProgress *progress = &fit->progress;
    bool is_terminal = isatty(STDERR_FILENO) != 0;
    int64_t now_ms = clock_ms();
    if (fit->options->is_quiet ||
        now_ms - fit->told_ms < (is_terminal ? PROGRESS_MS : QUIET_PROGRESS_MS))
        return;
    fit->told_ms = now_ms;
    double seconds = (double)(now_ms - fit->start_ms) / 1000 + 1e-3, way = way_of(fit);
    double left = way > fit->start_way ? seconds * (1 - way) / (way - fit->start_way) : 0;
    int64_t left_s = (int64_t)left;
    fprintf(stderr,
            "%sepoch %d of %d, %.1f%%, loss %.5f, %.0f positions/s, %" PRId64 ":%02d:%02d left  %s",
            is_terminal ? "\r" : "", progress->epoch + 1, fit->options->epochs, 100 * way,
            progress->train_value / (progress->train_weight > 0 ? progress->train_weight : 1),
            (double)fit->positions / seconds, left_s / 3600, (int)(left_s / 60 % 60),
            (int)(left_s % 60), is_terminal ? "" : "\n");
    fflush(stderr);
}

/* Ends the line of the progress. */
static void end_progress(const FitNetwork *fit) {
    if (!fit->options->is_quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\n");
}

/* A linear warm-up, then half a cosine from the full rate to nearly zero. */
static double rate_at(const FitNetwork *fit, double way) {
    double warm_up = (double)(fit->model.steps + 1) / WARM_UP_STEPS;
    return fit->options->rate * (0.5 + 0.5 * cos(way * 3.14159265358979) + 0.01) *
           (warm_up < 1 ? warm_up : 1);
}

static void set_rounded(FitNetwork *fit, bool is_rounded) {
    if (fit->model.is_rounded == is_rounded)
        return;
    fit->model.is_rounded = is_rounded;
    network_model_compose(&fit->model);
}

static void take_step(FitNetwork *fit) {
    FitProgress *progress = &fit->progress;
    size_t left = fit->parts.train_count - progress->next, batch = (size_t)fit->options->batch;
    size_t count = left < batch ? left : batch;
    double way = way_of(fit);
    set_rounded(fit, way >= ROUNDED_FROM);
    BatchLosses losses = batch_run(&fit->batch, fit->order + progress->next, count, true);
    fit->rate = rate_at(fit, way);
    if (losses.all.weight > 0)
        network_step(&fit->model, fit->batch.gradients, BATCH_HEAPS, losses.all.weight, fit->rate,
                     fit->options->threads);
    progress->next += count;
    progress->train_value += losses.all.value;
    progress->train_weight += losses.all.weight;
    fit->positions += losses.positions;
}

/* Measures the held-out losses after an epoch. */
static bool measure(FitNetwork *fit) {
    FitProgress *progress = &fit->progress;
    set_rounded(fit, way_of(fit) >= ROUNDED_FROM);
    BatchLosses heldout =
        batch_run(&fit->batch, fit->parts.heldout, fit->parts.heldout_count, false);
    CurvePoint point = {.epoch = progress->epoch + 1, .rate = fit->rate};
    if (progress->train_weight > 0)
        point.train = progress->train_value / progress->train_weight;
    curve_point_set(&point, &heldout);
    curve_print_point(&point);
    return curve_add(&progress->curve, &point) || lack_memory();
}

/* The order of games in an epoch depends only on the seed and the epoch. */
static void shuffle(FitNetwork *fit) {
    uint64_t rng = rng_mix(fit->options->seed) + (uint64_t)fit->progress.epoch;
    memcpy(fit->order, fit->parts.train, fit->parts.train_count * sizeof *fit->order);
    games_shuffle(fit->order, fit->parts.train_count, &rng);
}

/* Trains on the rest of an epoch. */
static bool train_epoch(FitNetwork *fit) {
    FitProgress *progress = &fit->progress;
    shuffle(fit);
    while (progress->next < fit->parts.train_count) {
        take_step(fit);
        tell_progress(fit);
        bool is_due = clock_ms() - fit->saved_ms >= 1000 * (int64_t)fit->options->save_seconds;
        if (is_due && progress->next < fit->parts.train_count && !save(fit))
            return false;
    }
    end_progress(fit);
    if (!measure(fit))
        return false;
    progress->epoch++;
    progress->next = 0;
    progress->train_value = progress->train_weight = 0;
    return write_curves(fit) && save(fit);
}

static bool fit_all(FitNetwork *fit) {
    fit->start_ms = fit->told_ms = fit->saved_ms = clock_ms();
    fit->start_way = way_of(fit);
    network_model_compose(&fit->model);
    while (fit->progress.epoch < fit->options->epochs)
        if (!train_epoch(fit))
            return false;
    set_rounded(fit, true);
    return write_curves(fit) && write_network(fit);
}

int fit_network_run(const FitNetworkOptions *options) {
    FitNetwork *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        lack_memory();
        return 1;
    }
    fit->options = options;
    bool is_done = prepare(fit) && fit_all(fit);
    batch_release(&fit->batch);
    network_model_release(&fit->model);
    input_reader_release(&fit->reader);
    objective_release(&fit->objective);
    evaluator_free(fit->table_evaluator);
    curve_release(&fit->progress.curve);
    game_parts_release(&fit->parts);
    dataset_release(&fit->data);
    free(fit->order);
    free(fit);
    return is_done ? 0 : 1;
}
