#include "train/regions/outputs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "train/plot.h"

bool regions_complain(const char *path, const char *why) {
    fprintf(stderr, REGIONS_COMMAND ": %s: %s\n", path, why);
    return false;
}

bool regions_lack_memory(void) {
    fprintf(stderr, REGIONS_COMMAND ": out of memory\n");
    return false;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

static void set_rules(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    RegionsRules *rules = &fit->rules;
    const char *const busy[REGIONS_BUSY_MAX] = {options->start,    options->from, options->out,
                                                options->csv,      options->svg,  options->state,
                                                options->yardstick};
    memcpy(rules->busy, busy, sizeof busy);
    rules->out = (FilesRules){.kind = FILES_KIND_OF(REGIONS_MAGIC)};
    rules->csv = (FilesRules){.kind = FILES_KIND_OF(REGIONS_CSV_START)};
    rules->svg = (FilesRules){.kind = FILES_KIND_OF(PLOT_START)};
    rules->state = (FilesRules){.kind = FILES_KIND_OF(REGIONS_STATE_MAGIC)};
}

/* Checks that an output overwrites neither an input nor another output. Accepts a NULL path. */
static bool check_output(const FitRegions *fit, const char *path, const FilesRules *rules) {
    const FitRegionsOptions *options = fit->options;
    Status status = game_files_check_output(options->paths, options->path_count, fit->rules.busy,
                                            REGIONS_BUSY_MAX, path, rules);
    return status == STATUS_OK || regions_complain(path, status_reason(status));
}

bool regions_check_outputs(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    set_rules(fit);
    return check_output(fit, options->out, &fit->rules.out) &&
           check_output(fit, options->csv, &fit->rules.csv) &&
           check_output(fit, options->svg, &fit->rules.svg) &&
           check_output(fit, options->state, &fit->rules.state);
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

bool regions_write_curves(const FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    const char *const paths[2] = {options->csv, options->svg};
    const FilesRules *const rules[2] = {&fit->rules.csv, &fit->rules.svg};
    char note[128];
    regions_describe_way(fit, note, sizeof note);
    for (int i = 0; i < 2; i++) {
        FilesDraft draft;
        if (paths[i] == NULL)
            continue;
        Status status = files_draft_begin(&draft, paths[i], rules[i]);
        if (status == STATUS_OK) {
            if (i == 0)
                regions_curve_write_csv(&fit->progress.curve, draft.file);
            else
                regions_curve_write_svg(&fit->progress.curve, note, draft.file);
            status = files_draft_finish(&draft, !ferror(draft.file));
        }
        if (status != STATUS_OK)
            return regions_complain(paths[i], status_reason(status));
    }
    return true;
}

bool regions_save(FitRegions *fit) {
    const char *path = fit->options->state;
    if (path == NULL)
        return true;
    Status status =
        regions_state_save(path, &fit->rules.state, fit->description, &fit->model, &fit->progress);
    fit->saved_ms = clock_ms();
    return status == STATUS_OK || regions_complain(path, status_reason(status));
}

bool regions_write_network(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    char origin[REGIONS_ORIGIN_BYTES + 1];
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
        status = files_replace(options->out, bytes, size, &fit->rules.out);
    }
    if (status == STATUS_OK)
        printf("written %s, hash %016" PRIx64 "\n", options->out, bytes_get(bytes + 16, 8));
    free(numbers);
    free(bytes);
    return status == STATUS_OK || regions_complain(options->out, status_reason(status));
}
