#include "study/review/review.h"

#include "games/read.h"
#include "io/lines.h"
#include "io/values.h"
#include "shared/cli/say.h"
#include "study/review/book.h"
#include "study/review/crew.h"
#include "study/review/gather.h"
#include "study/review/inquiry.h"
#include "study/review/outputs.h"
#include "study/review/progress.h"
#include "study/review/store.h"
#include "study/review/targets.h"

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

static bool read_pos_order(const Option *option, const char *value, void *target) {
    (void)option;
    return game_pos_order_read(value, &((ReviewOptions *)target)->pos_order);
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
     "keep the searched positions in FILE; after a stop the same command continues",
     option_read_text, offsetof(ReviewOptions, resume)},
    {"--book", "DATABASE", NULL, 0, 0,
     "position database: how often its games played each move, and the most frequent one "
     "('gather' adds games)",
     option_read_text, offsetof(ReviewOptions, book)},
    {"--rule", "R", NULL, 0, 0, OPTION_RULE_HELP " (default: the file's, else freestyle)",
     read_rule, offsetof(ReviewOptions, rule)},
    {"--size", "N|WxH", NULL, 0, 0,
     OPTION_SIZE_HELP ", for games that do not name it (default: 15)", read_size, 0},
    {"--pos-order", "ORDER", NULL, 0, 0, GAME_POS_ORDER_HELP, read_pos_order, 0},
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
    snprintf(error, error_size, "no game given");
    return OPTIONS_MISTAKE;
}

OptionsOutcome review_read_options(ReviewOptions *options, int count, char *const *words,
                                   char *error, size_t error_size) {
    *options = (ReviewOptions){.rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15};
    OptionsOutcome outcome = options_read(&COMMAND, count, words, options, error, error_size);
    return outcome == OPTIONS_READ ? check(options, error, error_size) : outcome;
}

/* ---- The review ---------------------------------------------------------------------------- */

typedef struct Review {
    const ReviewOptions *options;
    ReviewLimits limits;
    ReviewCrew *crew;
    ReviewStore *store;
    Gathered gathered;
    Progress progress;
} Review;

static bool write_json(FILE *file, void *context) {
    const Review *review = context;
    return review_write_json(file, review->gathered.games, review->gathered.count, &review->limits,
                             kaname_weights_id(review_crew_engine(review->crew)));
}

static bool write_page(FILE *file, void *context) {
    const Review *review = context;
    return review_write_page(file, review->gathered.games, review->gathered.count, &review->limits,
                             kaname_weights_id(review_crew_engine(review->crew)));
}

static bool write_sgf(FILE *file, void *context) {
    const Review *review = context;
    bool is_good = true;
    for (size_t i = 0; i < review->gathered.count && is_good; i++)
        is_good = review_write_sgf(file, &review->gathered.games[i]);
    return is_good;
}

enum { TARGETS = 3 };

static void list_targets(const ReviewOptions *options, Target targets[TARGETS]) {
    targets[0] = (Target){options->json, FILES_KIND_OF("{\"program\":\"Kaname"), write_json};
    targets[1] =
        (Target){options->sgf, FILES_KIND_OF("(;FF[4]GM[4]CA[UTF-8]AP[Kaname]"), write_sgf};
    targets[2] = (Target){options->html, FILES_KIND_OF("<!DOCTYPE html>"), write_page};
}

static bool complain(const char *what, const char *wrong) {
    say_error("%s: %s: %s\n", COMMAND.name, what, wrong);
    return false;
}

static bool watch(double part, void *context) {
    return progress_show(&((const Review *)context)->progress, part);
}

static bool has_outputs(const ReviewOptions *options) {
    return options->json != NULL || options->sgf != NULL || options->html != NULL;
}

/* Reviews a game, and prints its table if there are no output files. */
static ReviewRun review_game(Review *review, ReviewedGame *reviewed) {
    KanameStatus status;
    progress_begin(&review->progress, (double)inquiry_positions(reviewed));
    ReviewRun run =
        inquiry_run(reviewed, review->crew, review->store, &review->limits, watch, review, &status);
    (void)progress_end(&review->progress);
    if (run == REVIEW_RUN_FAILED)
        complain(reviewed->name, kaname_status_text(status));
    if (run == REVIEW_RUN_DONE && !has_outputs(review->options)) {
        int columns = terminal_console_columns(&review->progress.console);
        printf("%s", review->progress.number > 1 ? "\n" : "");
        if (!review_write_table(stdout, reviewed, columns) || fflush(stdout) != 0)
            return REVIEW_RUN_FAILED;
    }
    return run;
}

static ReviewRun review_games(Review *review) {
    Gathered *gathered = &review->gathered;
    ReviewRun run = REVIEW_RUN_DONE;
    size_t done = 0, positions = 0;
    for (size_t i = 0; i < gathered->count; i++)
        positions += inquiry_positions(&gathered->games[i]);
    progress_init(&review->progress, review_crew_engine(review->crew), "game", gathered->count,
                  (double)positions);
    for (; done < gathered->count && run == REVIEW_RUN_DONE; done += run == REVIEW_RUN_DONE)
        run = review_game(review, &gathered->games[done]);
    progress_release(&review->progress);
    if (run == REVIEW_RUN_STOPPED)
        say_error("%s: stopped after %zu of %zu game%s%s\n", COMMAND.name, done, gathered->count,
                  say_plural(gathered->count),
                  review->options->resume != NULL
                      ? "; the same command continues"
                      : "; with --resume FILE the same command would continue");
    return run;
}

/* Looks up all games in the book, if one is named. */
static bool read_book(Review *review) {
    const char *path = review->options->book;
    Gathered *gathered = &review->gathered;
    char error[256];
    if (path == NULL)
        return true;
    Book *book = book_open_to_read(path, error, sizeof error);
    bool is_good = book != NULL;
    for (size_t i = 0; i < gathered->count && is_good; i++) {
        is_good = review_read_book(&gathered->games[i], book, review_crew_engine(review->crew));
        if (!is_good)
            snprintf(error, sizeof error, "%s", book_error(book));
    }
    book_close(book);
    if (!is_good)
        complain(path, error);
    return is_good;
}

static int review_all(Review *review, const Targets *targets) {
    const ReviewOptions *options = review->options;
    const GatherRules rules = {
        {options->has_rule, options->rule, options->width, options->height, options->pos_order},
        options->opening};
    gather(&review->gathered, COMMAND.name, options->files, options->file_count, &rules,
           review_crew_engine(review->crew));
    if (review->gathered.count == 0 || !read_book(review))
        return 1;
    bool is_good = review_games(review) == REVIEW_RUN_DONE && targets_write(targets, review);
    return is_good && review->gathered.is_whole ? 0 : 1;
}

/* Opens the file of views, which must differ from the command's other files. */
static bool open_store(Review *review, const Targets *targets) {
    const ReviewOptions *options = review->options;
    size_t count = (size_t)options->file_count + TARGETS;
    const char **busy = calloc(count, sizeof *busy);
    FilesStatus status = FILES_NO_MEMORY;
    if (busy != NULL) {
        memcpy(busy, options->files, (size_t)options->file_count * sizeof *busy);
        for (size_t i = 0; i < TARGETS; i++)
            busy[(size_t)options->file_count + i] = targets->targets[i].path;
        review->store = review_store_open(options->resume, busy, count, &status);
    }
    if (review->store == NULL)
        complain(options->resume != NULL ? options->resume : "views", files_reason_text(status));
    free(busy);
    return review->store != NULL;
}

static int run_review(Review *review) {
    const ReviewOptions *options = review->options;
    Target list[TARGETS];
    list_targets(options, list);
    const Targets targets = {COMMAND.name, list, TARGETS, options->files,
                             (size_t)options->file_count};
    if (!targets_check(&targets) || !open_store(review, &targets))
        return 1;
    int status = review_all(review, &targets);
    gather_release(&review->gathered);
    if (!review_store_close(review->store)) {
        complain(options->resume, "the file cannot be written");
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
        say_error("%s: not enough memory\n", COMMAND.name);
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
