#include "train/regions/outputs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "shared/files/replace.h"
#include "shared/status/status.h"
#include "train/plot.h"

bool regions_lack_memory(void) {
    fprintf(stderr, REGIONS_COMMAND ": %s\n", status_text(STATUS_MEMORY));
    return false;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

bool regions_check_outputs(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    fit->outputs = (FitOutputs){
        .command = REGIONS_COMMAND,
        .of = {[FIT_NETWORK] = {options->out, {.kind = FILES_KIND_OF(REGIONS_MAGIC)}},
               [FIT_CSV] = {options->csv, {.kind = FILES_KIND_OF(REGIONS_CSV_START)}},
               [FIT_SVG] = {options->svg, {.kind = FILES_KIND_OF(PLOT_START)}},
               [FIT_STATE] = {options->state, {.kind = FILES_KIND_OF(REGIONS_STATE_MAGIC)}}},
        .inputs = {options->start, options->from, options->yardstick}};
    return fit_outputs_check(&fit->outputs, options->paths, options->path_count);
}

double regions_way_of(const FitRegions *fit) {
    const RegionsProgress *progress = &fit->progress;
    double in_block = fit->block.count > 0 ? (double)fit->block_games * (double)progress->done /
                                                 (double)fit->block.count
                                           : 0;
    double games = (double)progress->block + in_block;
    return ((double)progress->epoch + games / (double)fit->parts.train_count) /
           fit->options->epochs;
}

void regions_describe_way(const FitRegions *fit, char *text, size_t size) {
    double seconds = (double)(clock_ms() - fit->start_ms) / 1000 + 1e-3, way = regions_way_of(fit);
    double left = way > fit->start_way ? seconds * (1 - way) / (way - fit->start_way) : 0;
    int64_t left_s = (int64_t)left;
    snprintf(text, size, "%.1f%%, %.0f positions/s, %" PRId64 ":%02d:%02d left", 100 * way,
             (double)fit->positions / seconds, left_s / 3600, (int)(left_s / 60 % 60),
             (int)(left_s % 60));
}

static void write_csv(const void *content, FILE *file) {
    const FitRegions *fit = content;
    regions_curve_write_csv(&fit->progress.curve, file);
}

static void write_svg(const void *content, FILE *file) {
    const FitRegions *fit = content;
    char note[128];
    regions_describe_way(fit, note, sizeof note);
    regions_curve_write_svg(&fit->progress.curve, note, file);
}

bool regions_write_curves(const FitRegions *fit) {
    return fit_outputs_write(&fit->outputs, FIT_CSV, write_csv, fit) &&
           fit_outputs_write(&fit->outputs, FIT_SVG, write_svg, fit);
}

bool regions_save(FitRegions *fit) {
    const FitOutput *state = &fit->outputs.of[FIT_STATE];
    if (state->path == NULL)
        return true;
    Status status = regions_state_save(state->path, &state->rules, fit->description, &fit->model,
                                       &fit->progress);
    fit->saved_ms = clock_ms();
    return status == STATUS_OK || fit_complain(&fit->outputs, state->path, status_reason(status));
}

bool regions_write_network(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    char origin[NUMBERS_ORIGIN_BYTES + 1];
    unsigned char *bytes = malloc(regions_bytes_max());
    RegionsNumbers *numbers = calloc(COLORS, sizeof *numbers);
    bool has_memory = bytes != NULL && numbers != NULL;
    Status status = STATUS_MEMORY;
    if (has_memory) {
        for (int role = 0; role < fit->model.roles; role++)
            regions_model_export(&fit->model, role, &numbers[role]);
        snprintf(origin, sizeof origin,
                 "kaname-train fit-regions: %zu games, lambda %.2f, seed %" PRIu64,
                 fit->parts.train_count, options->lambda, options->seed);
        size_t size =
            regions_write(bytes, &fit->tables, numbers, (uint32_t)lround(fit->objective.mean_scale),
                          (uint32_t)lround(options->units), origin);
        status = files_replace(options->out, bytes, size, &fit->outputs.of[FIT_NETWORK].rules);
    }
    if (status == STATUS_OK)
        printf("written %s, hash %016" PRIx64 "\n", options->out, bytes_get(bytes + 16, 8));
    free(numbers);
    free(bytes);
    return status == STATUS_OK || fit_complain(&fit->outputs, options->out, status_reason(status));
}
