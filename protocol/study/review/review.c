#include "study/review/review.h"

#include "games/options.h"
#include "io/lines.h"
#include "shared/cli/say.h"
#include "shared/games/read.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"
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

static const OptionRow ROWS[] = {
    {.name = "--nodes",
     .value = "N",
     .help = "nodes of each search: results are repeatable",
     .otherwise = "100000 without --time",
     .kind = OPTION_WHOLE,
     .offset = offsetof(ReviewOptions, nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "--time",
     .value = "S",
     .help = "time of each search",
     .unit = "seconds",
     .kind = OPTION_SECONDS,
     .offset = offsetof(ReviewOptions, turn_ms),
     .least_real = 0.01,
     .most_real = VALUES_SECONDS_MAX},
    {.name = "--threads",
     .value = "N",
     .help = "positions to search at the same time; results do not depend on it",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(ReviewOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--opening",
     .value = "N",
     .help = "first stones, which are not judged",
     .standard = "3",
     .kind = OPTION_INT,
     .offset = offsetof(ReviewOptions, opening),
     .most = KANAME_MAX_CELLS},
    {.name = "--json",
     .value = "FILE",
     .help = "write all figures as JSON",
     .kind = OPTION_WORD,
     .offset = offsetof(ReviewOptions, json)},
    {.name = "--sgf",
     .value = "FILE",
     .help = "write the games with comments and better lines",
     .kind = OPTION_WORD,
     .offset = offsetof(ReviewOptions, sgf)},
    {.name = "--html",
     .value = "FILE",
     .help = "write a page with graph and board",
     .kind = OPTION_WORD,
     .offset = offsetof(ReviewOptions, html)},
    {.name = "--resume",
     .value = "FILE",
     .help = "keep the searched positions in FILE; after a stop the same command continues",
     .kind = OPTION_WORD,
     .offset = offsetof(ReviewOptions, resume)},
    {.name = "--book",
     .value = "DATABASE",
     .help = "position database: how often its games played each move, and the most frequent one "
             "('gather' adds games)",
     .kind = OPTION_WORD,
     .offset = offsetof(ReviewOptions, book)},
    {.name = "GAME...",
     .help = "files with games, or - for standard input",
     .kind = OPTION_LIST,
     .offset = offsetof(ReviewOptions, files),
     .is_required = true},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = game_options_rows, .offset = offsetof(ReviewOptions, rules)},
    {.rows = weights_rows,
     .offset = offsetof(ReviewOptions, weights),
     .only = weights_rows_without_eval},
};

static const char NAME[] = "pbrain-kaname review";

const OptionCommand review_usage = {
    .program = "pbrain-kaname",
    .name = "review",
    .about = "judge the moves of games",
    .usage = (const char *const[]){"[OPTIONS] GAME...", NULL},
    .summary = "Judges each move of games: the win rate of its side after it, what it lost "
               "against the best move, missed wins by five, fours (VCF) or threats (VCT), wins "
               "of the opponent that it overlooks or allows, forbidden moves; then the accuracy "
               "of both sides, which each 10% of lost win rate halves. Reads " GAME_FORMATS_READ
               ". Without output files, prints a table; an output named - is standard output. "
               "Ctrl-C stops.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

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
    targets[2] = (Target){options->html, FILES_KIND_OF_PAGE, write_page};
}

static bool complain(const char *what, const char *wrong) {
    say_error("%s: %s: %s\n", NAME, what, wrong);
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
    if (progress_end(&review->progress) && run == REVIEW_RUN_DONE)
        run = REVIEW_RUN_STOPPED;
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
    progress_init(&review->progress, "game", gathered->count, (double)positions);
    for (; done < gathered->count && run == REVIEW_RUN_DONE; done += run == REVIEW_RUN_DONE)
        run = review_game(review, &gathered->games[done]);
    progress_release(&review->progress);
    if (run == REVIEW_RUN_STOPPED)
        say_error("%s: stopped after %zu of %zu game%s%s\n", NAME, done, gathered->count,
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
    Failure failure = FAILURE_NONE;
    if (path == NULL)
        return true;
    Book *book = book_open_to_read(path, &failure);
    bool is_good = book != NULL;
    for (size_t i = 0; i < gathered->count && is_good; i++) {
        is_good = review_read_book(&gathered->games[i], book, review_crew_engine(review->crew));
        if (!is_good)
            failure_say(&failure, STATUS_DATABASE, "%s", book_error(book));
    }
    book_close(book);
    if (!is_good)
        complain(path, failure.text);
    return is_good;
}

static int review_all(Review *review, const Targets *targets) {
    const ReviewOptions *options = review->options;
    const GatherRules rules = {.files = options->rules, .opening = options->opening};
    gather_games(&review->gathered, NAME, options->files.words, options->files.count, &rules,
                 review_crew_engine(review->crew));
    if (review->gathered.count == 0 || !read_book(review))
        return 1;
    bool is_good = review_games(review) == REVIEW_RUN_DONE && targets_write(targets, review);
    return is_good && review->gathered.is_whole ? 0 : 1;
}

/* Opens the file of views, which must differ from the command's other files. */
static bool open_store(Review *review, const Targets *targets) {
    const ReviewOptions *options = review->options;
    size_t count = (size_t)options->files.count + TARGETS;
    const char **busy = calloc(count, sizeof *busy);
    Status status = STATUS_MEMORY;
    if (busy != NULL) {
        memcpy(busy, options->files.words, (size_t)options->files.count * sizeof *busy);
        for (size_t i = 0; i < TARGETS; i++)
            busy[(size_t)options->files.count + i] = targets->targets[i].path;
        review->store = review_store_open(options->resume, busy, count, &status);
    }
    if (review->store == NULL)
        complain(options->resume != NULL ? options->resume : "views", status_reason(status));
    free(busy);
    return review->store != NULL;
}

static int run_review(Review *review) {
    const ReviewOptions *options = review->options;
    Target list[TARGETS];
    list_targets(options, list);
    const Targets targets = {NAME, list, TARGETS, options->files.words,
                             (size_t)options->files.count};
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

static int run(const ReviewOptions *options) {
    Review *review = calloc(1, sizeof *review);
    if (review == NULL) {
        say_error("%s: not enough memory\n", NAME);
        return 1;
    }
    line_prepare_process();
    bool is_timed = options->turn_ms > 0;
    review->options = options;
    review->limits = (ReviewLimits){.nodes = options->nodes > 0 ? (uint64_t)options->nodes
                                             : is_timed         ? 0
                                                                : REVIEW_NODES,
                                    .turn_ms = is_timed ? options->turn_ms : -1};
    review->crew = review_crew_new(NAME, &options->weights, options->threads);
    int status = review->crew != NULL ? run_review(review) : 1;
    review_crew_free(review->crew);
    free(review);
    return status;
}

int review_run(const WeightsFiles *weights, int count, char *const *words) {
    ReviewOptions options = {.weights = *weights};
    OptionOutcome outcome = option_read_command(&review_usage, &options, count, words);
    int status = outcome == OPTION_READ ? run(&options) : option_status(outcome);
    option_release(&TABLES[0], &options);
    return status;
}
