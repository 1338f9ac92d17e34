#include "review/review.h"

#include "games/read.h"
#include "io/lines.h"
#include "io/values.h"
#include "play/console.h"
#include "program/replace.h"
#include "review/crew.h"
#include "review/gather.h"
#include "review/inquiry.h"
#include "review/outputs.h"
#include "review/store.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ------------------------------------------------------------------------------- */

static bool read_time(const Option *option, const char *value, void *target) {
    (void)option;
    return option_seconds(value, &((ReviewOptions *)target)->turn_ms);
}

static bool read_rule(const Option *option, const char *value, void *target) {
    ReviewOptions *options = target;
    return options->has_rule = option_read_rule(option, value, target);
}

static bool read_size(const Option *option, const char *value, void *target) {
    ReviewOptions *options = target;
    (void)option;
    return option_size(value, &options->width, &options->height);
}

static bool read_file(const Option *option, const char *value, void *target) {
    ReviewOptions *options = target;
    (void)option;
    if (options->file_count == REVIEW_FILES_MAX)
        return false;
    options->files[options->file_count++] = value;
    return true;
}

/* clang-format off */
static const Option OPTIONS[] = {
    {"--nodes", "N", NULL, 1, INT64_C(1000000000000),
     "nodes of each search: results are repeatable (default: 100000 without --time)",
     option_read_int64, offsetof(ReviewOptions, nodes)},
    {"--time", "S", NULL, 0, 0, "0.01 to 86400: seconds of each search", read_time, 0},
    {"--threads", "N", "1", 1, KANAME_MAX_THREADS,
     "positions to search at the same time; results do not depend on it",
     option_read_int, offsetof(ReviewOptions, threads)},
    {"--opening", "N", "3", 0, KANAME_MAX_CELLS, "first stones, which are not judged",
     option_read_int, offsetof(ReviewOptions, opening)},
    {"--json", "FILE", NULL, 0, 0, "write all figures as JSON",
     option_read_text, offsetof(ReviewOptions, json)},
    {"--sgf", "FILE", NULL, 0, 0, "write the games with comments and better lines",
     option_read_text, offsetof(ReviewOptions, sgf)},
    {"--html", "FILE", NULL, 0, 0, "write a page with graph and board",
     option_read_text, offsetof(ReviewOptions, html)},
    {"--resume", "FILE", NULL, 0, 0,
     "keep the searched positions in FILE; after a stop the same command goes on",
     option_read_text, offsetof(ReviewOptions, resume)},
    {"--rule", "R", NULL, 0, 0, OPTION_RULE_HELP " (default: the file's, else freestyle)",
     read_rule, offsetof(ReviewOptions, rule)},
    {"--size", "N|WxH", NULL, 0, 0,
     OPTION_SIZE_HELP ", for games that do not name it (default: 15)", read_size, 0},
    {"--weights", "FILE", NULL, 0, 0, WEIGHTS_OPTION_HELP,
     option_read_weights, offsetof(ReviewOptions, weights)},
    {"GAME...", NULL, NULL, 0, 0, "files with games, or - for standard input", read_file, 0},
};
/* clang-format on */

static const CommandLine COMMAND = {
    "pbrain-kaname review", "[OPTIONS] GAME...",
    "Judges each move of games: the win rate of its side after it, what it lost against the best "
    "move, missed wins by five, fours (VCF) or threats (VCT), wins of the opponent that it "
    "overlooks or allows, forbidden moves; then the accuracy of both sides, which each 10% of lost "
    "win rate halves. Reads " GAME_FORMATS_READ ". Without output files, prints a table. Ctrl-C "
    "stops.",
    OPTIONS, sizeof OPTIONS / sizeof OPTIONS[0]};

static OptionsOutcome check(const ReviewOptions *options, char *error, size_t error_size) {
    if (options->file_count > 0)
        return OPTIONS_READ;
    snprintf(error, error_size, "no game is named");
    return OPTIONS_MISTAKE;
}

OptionsOutcome review_read_options(ReviewOptions *options, int count, char *const *words,
                                   char *error, size_t error_size) {
    *options = (ReviewOptions){.rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15};
    OptionsOutcome outcome = options_read(&COMMAND, count, words, options, error, error_size);
    return outcome == OPTIONS_READ ? check(options, error, error_size) : outcome;
}

/* ---- Outputs ------------------------------------------------------------------------------- */

typedef struct Output {
    const char *path;
    FilesKind kind;
} Output;

enum { OUTPUT_JSON, OUTPUT_SGF, OUTPUT_HTML, OUTPUTS, BUSY_MAX = OUTPUTS + 1 + REVIEW_FILES_MAX };

typedef struct Review {
    const ReviewOptions *options;
    ReviewLimits limits;
    ReviewCrew *crew;
    ReviewStore *store;
    Gathered gathered;
    TerminalConsole console;
    int64_t begin_ms;
    size_t positions, positions_before; /* of all games; of those before the current one */
    size_t positions_now, number;
    const char *busy[BUSY_MAX]; /* paths that no output may replace */
    size_t busy_count;
} Review;

static void list_outputs(const ReviewOptions *options, Output outputs[OUTPUTS]) {
    outputs[OUTPUT_JSON] = (Output){options->json, FILES_KIND_OF("{\"program\":\"Kaname")};
    outputs[OUTPUT_SGF] = (Output){options->sgf, FILES_KIND_OF("(;FF[4]GM[4]CA[UTF-8]AP[Kaname]")};
    outputs[OUTPUT_HTML] = (Output){options->html, FILES_KIND_OF("<!DOCTYPE html>")};
}

/* Paths other than the output's own that must not be replaced. */
static FilesRules rules_of(const Review *review, const Output *output, const char **busy) {
    size_t count = 0;
    for (size_t i = 0; i < review->busy_count; i++)
        if (review->busy[i] != output->path)
            busy[count++] = review->busy[i];
    return (FilesRules){
        .kind = output->kind, .busy = busy, .busy_count = count, .may_stream = true};
}

static bool complain(const char *path, const char *wrong) {
    fprintf(stderr, "%s: %s: %s\n", COMMAND.name, path, wrong);
    return false;
}

static bool write_output(const Review *review, int kind, FILE *file) {
    const Gathered *gathered = &review->gathered;
    unsigned id = kaname_weights_id(review_crew_engine(review->crew));
    bool is_good = true;
    if (kind == OUTPUT_JSON)
        return review_write_json(file, gathered->games, gathered->count, &review->limits, id);
    if (kind == OUTPUT_HTML)
        return review_write_page(file, gathered->games, gathered->count, &review->limits, id);
    for (size_t i = 0; i < gathered->count && is_good; i++)
        is_good = review_write_sgf(file, &gathered->games[i]);
    return is_good;
}

/* Checks the output files, or writes them. */
static bool do_outputs(const Review *review, bool writes) {
    Output outputs[OUTPUTS];
    const char **busy = calloc(BUSY_MAX, sizeof *busy);
    bool is_good = busy != NULL;
    list_outputs(review->options, outputs);
    for (int i = 0; i < OUTPUTS && is_good; i++) {
        if (outputs[i].path == NULL)
            continue;
        FilesRules rules = rules_of(review, &outputs[i], busy);
        FilesDraft draft;
        FilesStatus status = writes ? files_draft_begin(&draft, outputs[i].path, &rules)
                                    : files_check(outputs[i].path, &rules);
        if (writes && status == FILES_OK)
            status = files_draft_finish(&draft, write_output(review, i, draft.file));
        if (status != FILES_OK)
            is_good = complain(outputs[i].path, files_reason_text(status));
    }
    free(busy);
    return is_good;
}

static void list_busy(Review *review) {
    const ReviewOptions *options = review->options;
    const char *const paths[] = {options->json, options->sgf, options->html, options->resume};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        review->busy[review->busy_count++] = paths[i];
    for (int i = 0; i < options->file_count; i++)
        if (strcmp(options->files[i], "-") != 0)
            review->busy[review->busy_count++] = options->files[i];
}

/* ---- The review ---------------------------------------------------------------------------- */

enum { PROGRESS_COLUMNS = 79 };

static void show_progress(const Review *review, double part) {
    if (!review->console.has_controls)
        return;
    double done = (double)review->positions_before + part * (double)review->positions_now;
    double whole = review->positions > 0 ? done / (double)review->positions : 1;
    double passed = (double)(kaname_now_ms() - review->begin_ms) / 1000;
    char text[160], left[32] = "";
    if (whole > 0.01 && passed > 1) {
        int seconds = (int)(passed / whole - passed + 0.5);
        snprintf(left, sizeof left, ", %d:%02d left", seconds / 60, seconds % 60);
    }
    int length = snprintf(text, sizeof text, "game %zu of %zu, %.0f%%%s", review->number,
                          review->gathered.count, 100 * whole, left);
    fprintf(stderr, "\r%-*.*s", length < PROGRESS_COLUMNS ? PROGRESS_COLUMNS : length, length,
            text);
    fflush(stderr);
}

static void hide_progress(const Review *review) {
    if (review->console.has_controls)
        fprintf(stderr, "\r%*s\r", PROGRESS_COLUMNS, "");
}

static bool watch(double part, void *context) {
    const Review *review = context;
    show_progress(review, part);
    return !atomic_load(&review->console.is_interrupted);
}

static bool has_outputs(const ReviewOptions *options) {
    return options->json != NULL || options->sgf != NULL || options->html != NULL;
}

/* Reviews game `index`, and prints its table if there are no output files. */
static ReviewRun review_game(Review *review, size_t index) {
    ReviewedGame *reviewed = &review->gathered.games[index];
    KanameStatus status;
    review->number = index + 1;
    review->positions_now = inquiry_positions(reviewed);
    terminal_console_begin_search(&review->console);
    ReviewRun run =
        inquiry_run(reviewed, review->crew, review->store, &review->limits, watch, review, &status);
    (void)terminal_console_end_search(&review->console);
    review->positions_before += review->positions_now;
    hide_progress(review);
    if (run == REVIEW_RUN_FAILED)
        complain(reviewed->name, kaname_status_text(status));
    if (run == REVIEW_RUN_DONE && !has_outputs(review->options)) {
        printf("%s", index > 0 ? "\n" : "");
        if (!review_write_table(stdout, reviewed, terminal_console_columns(&review->console)) ||
            fflush(stdout) != 0)
            return REVIEW_RUN_FAILED;
    }
    return run;
}

static ReviewRun review_games(Review *review) {
    ReviewRun run = REVIEW_RUN_DONE;
    Gathered *gathered = &review->gathered;
    size_t done = 0;
    review->begin_ms = kaname_now_ms();
    for (size_t i = 0; i < gathered->count; i++)
        review->positions += inquiry_positions(&gathered->games[i]);
    for (; done < gathered->count && run == REVIEW_RUN_DONE; done += run == REVIEW_RUN_DONE)
        run = review_game(review, done);
    if (run == REVIEW_RUN_STOPPED)
        fprintf(stderr, "%s: stopped after %zu of %zu games%s\n", COMMAND.name, done,
                gathered->count,
                review->options->resume != NULL ? "; the same command goes on"
                                                : "; with --resume FILE it could go on");
    return run;
}

static int review_all(Review *review) {
    const ReviewOptions *options = review->options;
    const GatherRules rules = {options->has_rule, options->rule, options->width, options->height,
                               options->opening};
    gather(&review->gathered, COMMAND.name, options->files, options->file_count, &rules,
           review_crew_engine(review->crew));
    if (review->gathered.count == 0)
        return 1;
    ReviewRun run = review_games(review);
    bool is_good = run == REVIEW_RUN_DONE && do_outputs(review, true);
    return is_good && review->gathered.is_whole ? 0 : 1;
}

static bool open_store(Review *review) {
    FilesStatus status;
    const char **busy = calloc(BUSY_MAX, sizeof *busy);
    if (busy == NULL)
        return complain(COMMAND.name, "not enough memory");
    const Output resume = {.path = review->options->resume};
    FilesRules rules = rules_of(review, &resume, busy);
    review->store = review_store_open(resume.path, rules.busy, rules.busy_count, &status);
    if (review->store == NULL)
        complain(resume.path != NULL ? resume.path : "", files_reason_text(status));
    free(busy);
    return review->store != NULL;
}

static int run_review(Review *review) {
    list_busy(review);
    if (!do_outputs(review, false) || !open_store(review))
        return 1;
    terminal_console_init(&review->console, review_crew_engine(review->crew));
    int status = review_all(review);
    terminal_console_release(&review->console);
    gather_release(&review->gathered);
    if (!review_store_close(review->store)) {
        complain(review->options->resume, "the file cannot be written");
        status = 1;
    }
    return status;
}

int review_run(const WeightsFiles *weights, int count, char *const *words) {
    char error[64];
    int status;
    ReviewOptions *options = calloc(1, sizeof *options);
    Review *review = calloc(1, sizeof *review);
    if (options == NULL || review == NULL) {
        fprintf(stderr, "%s: not enough memory\n", COMMAND.name);
        free(options);
        free(review);
        return 1;
    }
    *options = (ReviewOptions){.width = 15, .height = 15, .weights = *weights};
    if (!options_take(&COMMAND, count, words, options, &status)) {
        /* status is set */
    } else if (check(options, error, sizeof error) != OPTIONS_READ) {
        status = options_refuse(&COMMAND, error);
    } else {
        line_prepare_process();
        bool is_timed = options->turn_ms > 0;
        review->options = options;
        review->limits = (ReviewLimits){.nodes = options->nodes > 0 ? (uint64_t)options->nodes
                                                 : is_timed         ? 0
                                                                    : REVIEW_NODES,
                                        .turn_ms = is_timed ? options->turn_ms : -1};
        review->crew = review_crew_new(COMMAND.name, &options->weights, options->threads);
        status = review->crew != NULL ? run_review(review) : 1;
        review_crew_free(review->crew);
    }
    free(options);
    free(review);
    return status;
}
