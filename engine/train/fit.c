#include "train/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "eval/table/table.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/objective.h"
#include "train/scale.h"
#include "train/start.h"

typedef struct Fit {
    const FitOptions *options;
    Dataset data;
    RuleTables *tables;
    Objective objective;
    Weights start, made;
    GameParts parts;
    FILE *csv; /* the loss curve, kept in csv_text until the end */
    char *csv_text;
    size_t csv_size;
    int64_t start_ms;
} Fit;

FitOptions fit_defaults(void) {
    return (FitOptions){.rule = RULE_FREESTYLE,
                        .lambda = 0.8,
                        .rate = 0.0007,
                        .epochs = 24,
                        .patience = 8,
                        .batch = 64,
                        .heldout_permille = 50,
                        .threads = 1,
                        .seed = 1};
}

/* ---- Getting ready -------------------------------------------------------------------------- */

#define CSV_HEADER "model,epoch,rate,train_loss,heldout_loss,heldout_hits,seconds\n"

static bool tell_output(const char *path, Status status) {
    if (status != STATUS_OK)
        fprintf(stderr, "fit: %s: %s\n", path, status_reason(status));
    return status == STATUS_OK;
}

static const FilesRules out_rules = {.kind = FILES_KIND_OF(WEIGHTS_MAGIC)};
static const FilesRules csv_rules = {.kind = FILES_KIND_OF(CSV_HEADER), .may_stream = true};

/* Checks that an output overwrites neither an input nor the other output. Accepts a NULL path. */
static bool check_output(const FitOptions *options, const char *path, const FilesRules *rules) {
    const char *const named[] = {options->start, options->out, options->csv};
    return tell_output(path, game_files_check_output(options->paths, options->path_count, named,
                                                     sizeof named / sizeof named[0], path, rules));
}

static bool prepare(Fit *fit) {
    const FitOptions *options = fit->options;
    Failure failure = FAILURE_NONE;
    if (!check_output(options, options->out, &out_rules) ||
        !check_output(options, options->csv, &csv_rules) ||
        !start_weights(&fit->start, options->start, options->rule, "fit"))
        return false;
    LoadFilter filter = {(int)options->rule, GAMEFILE_OWN, false};
    if (!dataset_load(&fit->data, options->paths, options->path_count, filter, &failure)) {
        fprintf(stderr, "fit: %s\n", failure.text);
        return false;
    }
    fit->tables = rule_tables_new(options->rule, NULL);
    if (fit->tables == NULL ||
        !game_parts_init(&fit->parts, &fit->data, options->heldout_permille) ||
        !objective_init(&fit->objective, &fit->data, fit->tables, options->threads)) {
        fprintf(stderr, "fit: %s\n", status_text(STATUS_MEMORY));
        return false;
    }
    if (!game_parts_check(&fit->parts, "fit"))
        return false;
    if (options->csv != NULL &&
        (fit->csv = open_memstream(&fit->csv_text, &fit->csv_size)) == NULL) {
        fprintf(stderr, "fit: %s\n", status_text(STATUS_MEMORY));
        return false;
    }
    if (fit->csv != NULL)
        fputs(CSV_HEADER, fit->csv);
    fit->start_ms = clock_ms();
    return true;
}

/* ---- One model ------------------------------------------------------------------------------ */

static const char *kind_name(ModelKind kind) {
    return kind == MODEL_VALUE ? "value" : "order";
}

/* A model of the start weights. */
typedef struct StartModel {
    Fit *fit;
    Model *model;
} StartModel;

static double loss_of_start(const void *context, double units) {
    const StartModel *start = context;
    Fit *fit = start->fit;
    model_import(start->model, units, &fit->start);
    return objective_run(&fit->objective, start->model, fit->parts.heldout,
                         fit->parts.heldout_count, NULL)
        .loss;
}

/* Returns the units per nat with the least loss of the start weights on the held-out games. */
static double units_of_start(Fit *fit, Model *model) {
    enum { STEPS = 18 };
    StartModel start = {fit, model};
    return scale_search(2, 5000, STEPS, loss_of_start, &start);
}

/* About fifty cells of a position pull the same weights of the value in the same direction; only
 * one move pulls those of the order. */
static double first_rate(const FitOptions *options, ModelKind kind) {
    return kind == MODEL_VALUE ? options->rate : 10 * options->rate;
}

/* Returns the rate after these epochs: half a cosine from the full rate to nearly zero. */
static double rate_at(const FitOptions *options, ModelKind kind, double epochs) {
    double way = epochs / options->epochs;
    return first_rate(options, kind) * (0.5 + 0.5 * cos(way * 3.14159265358979) + 0.01);
}

/* Visits every game once. Returns the mean loss during the epoch. */
static double train_epoch(Fit *fit, Model *model, float *gradient, int epoch, double samples) {
    const FitOptions *options = fit->options;
    size_t batch = (size_t)options->batch;
    double loss = 0, seen = 0;
    for (size_t at = 0; at < fit->parts.train_count; at += batch) {
        size_t count = fit->parts.train_count - at < batch ? fit->parts.train_count - at : batch;
        Losses losses =
            objective_run(&fit->objective, model, fit->parts.train + at, count, gradient);
        if (losses.samples == 0)
            continue;
        loss += losses.loss * losses.weight;
        seen += losses.weight;
        double rate =
            rate_at(options, model->kind, epoch + (double)at / (double)fit->parts.train_count);
        model_step(model, gradient, (float)rate, samples);
    }
    return loss / (seen > 0 ? seen : 1);
}

static void tell_epoch(Fit *fit, const Model *model, int epoch, double train_loss,
                       const Losses *heldout) {
    double seconds = (double)(clock_ms() - fit->start_ms) / 1000;
    printf("%s  epoch %2d  train %.5f  held-out %.5f  hits %.4f  %.0f s\n", kind_name(model->kind),
           epoch, train_loss, heldout->loss, heldout->hits, seconds);
    fflush(stdout);
    if (fit->csv != NULL)
        fprintf(fit->csv, "%s,%d,%g,%.6f,%.6f,%.6f,%.1f\n", kind_name(model->kind), epoch,
                rate_at(fit->options, model->kind, epoch - 1), train_loss, heldout->loss,
                heldout->hits, seconds);
}

/* Steps until the held-out loss stops falling; leaves the best weights in the model. */
static bool descend(Fit *fit, Model *model, double samples) {
    size_t bytes = (size_t)model->weight_count * sizeof(float);
    float *gradient = malloc(bytes), *best = malloc(bytes);
    bool has_memory = gradient != NULL && best != NULL;
    double least = HUGE_VAL;
    int since = 0;
    uint64_t rng = fit->options->seed;
    for (int epoch = 1;
         has_memory && epoch <= fit->options->epochs && since < fit->options->patience; epoch++) {
        games_shuffle(fit->parts.train, fit->parts.train_count, &rng);
        double train_loss = train_epoch(fit, model, gradient, epoch - 1, samples);
        Losses heldout = objective_run(&fit->objective, model, fit->parts.heldout,
                                       fit->parts.heldout_count, NULL);
        tell_epoch(fit, model, epoch, train_loss, &heldout);
        since++;
        if (heldout.loss < least) {
            least = heldout.loss;
            memcpy(best, model->weights, bytes);
            since = 0;
        }
    }
    if (has_memory)
        memcpy(model->weights, best, bytes);
    free(gradient);
    free(best);
    return has_memory;
}

/* Fits one model into fit->made. The positions of one game share its result, so for the prior of
 * the value several of them count as one. */
static bool fit_model(Fit *fit, ModelKind kind, double units) {
    enum { SHARING = 8 };
    Model model;
    bool is_done = model_init(&model, kind, fit->options->rule);
    if (is_done) {
        if (units == 0)
            units = units_of_start(fit, &model);
        model_import(&model, units, &fit->start);
        Losses before = objective_run(&fit->objective, &model, fit->parts.heldout,
                                      fit->parts.heldout_count, NULL);
        printf("%s  start weights: held-out %.5f  hits %.4f  of %" PRIu64
               " positions, %.1f units a nat\n",
               kind_name(kind), before.loss, before.hits, before.samples, units);
        double samples = (double)before.samples * (double)fit->parts.train_count /
                         (double)fit->parts.heldout_count / (kind == MODEL_VALUE ? SHARING : 1);
        model_compose(&model);
        is_done = descend(fit, &model, samples > 1 ? samples : 1);
    }
    if (is_done) {
        model_export(&model, units, &fit->made);
        model_import(&model, units, &fit->made);
        Losses after = objective_run(&fit->objective, &model, fit->parts.heldout,
                                     fit->parts.heldout_count, NULL);
        printf("%s  made weights, rounded: held-out %.5f  hits %.4f\n", kind_name(kind), after.loss,
               after.hits);
    } else {
        fprintf(stderr, "fit: %s\n", status_text(STATUS_MEMORY));
    }
    model_release(&model);
    return is_done;
}

/* ---- All ------------------------------------------------------------------------------------ */

static bool write_made(Fit *fit) {
    unsigned char data[WEIGHTS_BYTES_MAX];
    const FitOptions *options = fit->options;
    snprintf(fit->made.origin, sizeof fit->made.origin,
             "kaname-train fit: %zu games, lambda %.2f, seed %" PRIu64 ", from %08" PRIx32,
             fit->parts.train_count, options->lambda, options->seed,
             (uint32_t)(fit->start.hash >> 32));
    size_t size = weights_write(&fit->made, data);
    bool is_written =
        tell_output(options->out, files_replace(options->out, data, size, &out_rules));
    if (is_written)
        printf("written %s, hash %016" PRIx64 "\n", options->out, fit->made.hash);
    return is_written;
}

/* Writes the loss curve. */
static bool write_csv(Fit *fit) {
    const char *path = fit->options->csv;
    if (fit->csv == NULL)
        return true;
    bool is_kept = !ferror(fit->csv);
    is_kept = fclose(fit->csv) == 0 && fit->csv_text != NULL && is_kept;
    Status status =
        is_kept ? files_replace(path, fit->csv_text, fit->csv_size, &csv_rules) : STATUS_MEMORY;
    fit->csv = NULL;
    return tell_output(path, status);
}

static bool fit_all(Fit *fit) {
    const FitOptions *options = fit->options;
    Objective *objective = &fit->objective;
    fit->made = fit->start;
    objective->lambda = options->lambda;
    if (!objective_measure_scale(objective, fit->parts.train, fit->parts.train_count)) {
        fprintf(stderr, "fit: %s\n", status_text(STATUS_MEMORY));
        return false;
    }
    fit->made.win_scale = (uint32_t)lround(objective->mean_scale);
    printf("%zu games, %zu held out; a score of %.0f is one nat\n", fit->data.count,
           fit->parts.heldout_count, objective->mean_scale);
    printf("by stage, every %d stones:", STAGE_STONES);
    for (int i = 0; i < STAGES; i++)
        printf(" %.0f", objective->win_scale[i]);
    printf("\n");
    if (!options->skips_value && !fit_model(fit, MODEL_VALUE, options->value_units))
        return false;
    if (!options->skips_order && !fit_model(fit, MODEL_ORDER, options->order_units))
        return false;
    bool is_written = write_made(fit);
    return write_csv(fit) && is_written;
}

int fit_run(const FitOptions *options) {
    Fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        fprintf(stderr, "fit: %s\n", status_text(STATUS_MEMORY));
        return 1;
    }
    fit->options = options;
    bool is_done = prepare(fit) && fit_all(fit);
    if (fit->csv != NULL) /* of a fit that failed: an old curve stays */
        fclose(fit->csv);
    free(fit->csv_text);
    objective_release(&fit->objective);
    dataset_release(&fit->data);
    rule_tables_free(fit->tables);
    game_parts_release(&fit->parts);
    free(fit);
    return is_done ? 0 : 1;
}
