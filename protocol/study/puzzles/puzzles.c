#include "study/puzzles/puzzles.h"

#include "games/read.h"
#include "io/lines.h"
#include "io/values.h"
#include "shared/cli/say.h"
#include "study/puzzles/collection.h"
#include "study/review/crew.h"
#include "study/review/gather.h"
#include "study/review/progress.h"
#include "study/review/targets.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- Options ------------------------------------------------------------------------------- */

static bool read_time(const Option *option, const char *value, void *target) {
    (void)option;
    return option_seconds(value, &((PuzzlesOptions *)target)->turn_ms);
}

static bool read_rule(const Option *option, const char *value, void *target) {
    PuzzlesOptions *options = target;
    return options->has_rule = option_read_rule(option, value, target);
}

static bool read_size(const Option *option, const char *value, void *target) {
    PuzzlesOptions *options = target;
    (void)option;
    return option_size(value, &options->width, &options->height);
}

static bool read_file(const Option *option, const char *value, void *target) {
    PuzzlesOptions *options = target;
    (void)option;
    if (options->file_count == PUZZLES_FILES_MAX)
        return false;
    options->files[options->file_count++] = value;
    return true;
}

/* clang-format off */
static const Option OPTIONS[] = {
    {"--nodes", "N", NULL, 1, INT64_C(1000000000000),
     "nodes of each search: results are repeatable (default: 50000 without --time)",
     option_read_int64, offsetof(PuzzlesOptions, nodes)},
    {"--time", "S", NULL, 0, 0, "0.01 to 86400: seconds of each search", read_time, 0},
    {"--threads", "N", "1", 1, KANAME_MAX_THREADS,
     "positions to search at the same time; results do not depend on it",
     option_read_int, offsetof(PuzzlesOptions, threads)},
    {"--moves", "N", "4", 1, KANAME_MAX_CELLS,
     "least number of the winner's moves, the five included",
     option_read_int, offsetof(PuzzlesOptions, least_moves)},
    {"--vcf", NULL, NULL, 0, 0, "wins by fours alone",
     option_read_flag, offsetof(PuzzlesOptions, is_vcf_only)},
    {"--keys", NULL, NULL, 0, 0, "add the first moves to the table",
     option_read_flag, offsetof(PuzzlesOptions, has_keys)},
    {"--json", "FILE", NULL, 0, 0, "write positions and solutions as JSON",
     option_read_text, offsetof(PuzzlesOptions, json)},
    {"--sgf", "FILE", NULL, 0, 0, "write a game for each puzzle: setup, then the solution",
     option_read_text, offsetof(PuzzlesOptions, sgf)},
    {"--html", "FILE", NULL, 0, 0, "write a page with hidden answers",
     option_read_text, offsetof(PuzzlesOptions, html)},
    {"--pos", "PREFIX", NULL, 0, 0, "write PREFIX001.pos and so on: the moves up to each puzzle",
     option_read_text, offsetof(PuzzlesOptions, pos)},
    {"--rule", "R", NULL, 0, 0, OPTION_RULE_HELP " (default: the file's, else freestyle)",
     read_rule, offsetof(PuzzlesOptions, rule)},
    {"--size", "N|WxH", NULL, 0, 0,
     OPTION_SIZE_HELP ", for games that do not name it (default: 15)", read_size, 0},
    {"--weights", "FILE", NULL, 0, 0, WEIGHTS_OPTION_HELP,
     option_read_weights, offsetof(PuzzlesOptions, weights)},
    {"GAME...", NULL, NULL, 0, 0, "files with games, or - for standard input", read_file, 0},
};
/* clang-format on */

static const CommandLine COMMAND = {
    "pbrain-kaname puzzles", "[OPTIONS] GAME...",
    "Finds positions in games where the side to move wins by fours (VCF) or by threats (VCT) with "
    "only one winning first move: no other four leads to a VCF, and a search without the move "
    "proves no win. Each win is played against every legal reply. The level, 1 to 5, rises with "
    "the moves and the nodes that find the win. Reads " GAME_FORMATS_READ ". Without output files, "
    "prints a table. Ctrl-C stops; puzzles found so far are written.",
    OPTIONS, sizeof OPTIONS / sizeof OPTIONS[0]};

static OptionsOutcome check(const PuzzlesOptions *options, char *error, size_t error_size) {
    if (options->file_count > 0)
        return OPTIONS_READ;
    snprintf(error, error_size, "no game given");
    return OPTIONS_MISTAKE;
}

OptionsOutcome puzzles_read_options(PuzzlesOptions *options, int count, char *const *words,
                                    char *error, size_t error_size) {
    *options = (PuzzlesOptions){.rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15};
    OptionsOutcome outcome = options_read(&COMMAND, count, words, options, error, error_size);
    return outcome == OPTIONS_READ ? check(options, error, error_size) : outcome;
}

/* ---- The command --------------------------------------------------------------------------- */

typedef struct Search {
    const PuzzlesOptions *options;
    PuzzleRules rules;
    ReviewCrew *crew;
    Gathered gathered;
    Progress progress;
    double positions; /* of the current game */
    Collection collection;
} Search;

static bool write_json(FILE *file, void *context) {
    const Search *search = context;
    return collection_write_json(file, &search->collection, &search->rules.limits);
}

static bool write_page(FILE *file, void *context) {
    const Search *search = context;
    return collection_write_page(file, &search->collection, &search->rules.limits);
}

static bool write_sgf(FILE *file, void *context) {
    return collection_write_sgf(file, &((const Search *)context)->collection);
}

static bool watch(size_t done, void *context) {
    const Search *search = context;
    return progress_show(&search->progress, (double)done / search->positions);
}

static ReviewRun search_game(Search *search, const ReviewedGame *game) {
    KanameStatus status;
    search->positions = (double)game->count + 1;
    progress_begin(&search->progress, search->positions);
    ReviewRun run = collection_add(&search->collection, game, search->crew, &search->rules, watch,
                                   search, &status);
    (void)progress_end(&search->progress);
    if (run == REVIEW_RUN_FAILED)
        say_error("%s: %s: %s\n", COMMAND.name, game->name, kaname_status_text(status));
    return run;
}

static ReviewRun search_games(Search *search) {
    const Gathered *gathered = &search->gathered;
    ReviewRun run = REVIEW_RUN_DONE;
    double positions = 0;
    size_t done = 0;
    for (size_t i = 0; i < gathered->count; i++)
        positions += (double)gathered->games[i].count + 1;
    progress_init(&search->progress, review_crew_engine(search->crew), "game", gathered->count,
                  positions);
    for (; done < gathered->count && run == REVIEW_RUN_DONE; done += run == REVIEW_RUN_DONE)
        run = search_game(search, &gathered->games[done]);
    progress_release(&search->progress);
    if (run == REVIEW_RUN_STOPPED)
        say_error("%s: stopped after %zu of %zu game%s\n", COMMAND.name, done, gathered->count,
                  say_plural(gathered->count));
    return run;
}

static bool write_pos(const Search *search) {
    size_t written;
    const char *wrong = collection_save_pos(search->options->pos, &search->collection, &written);
    if (wrong != NULL)
        say_error("%s: %s: %s\n", COMMAND.name, search->options->pos, wrong);
    else if (written < search->collection.count)
        say_error("%s: %zu of %zu puzzle%s written as .pos; the format holds games of "
                  "15x15 without setup and passes\n",
                  COMMAND.name, written, search->collection.count,
                  search->collection.count == 1 ? " is" : "s are");
    return wrong == NULL;
}

static bool write_all(Search *search, const Targets *targets) {
    const PuzzlesOptions *options = search->options;
    bool has_files = options->json != NULL || options->sgf != NULL || options->html != NULL ||
                     options->pos != NULL;
    bool is_good = targets_write(targets, search);
    if (is_good && options->pos != NULL)
        is_good = write_pos(search);
    if (!has_files)
        return collection_write_table(stdout, &search->collection, options->has_keys) &&
               fflush(stdout) == 0;
    return is_good;
}

static int run_search(Search *search) {
    const PuzzlesOptions *options = search->options;
    const Target list[] = {
        {options->json, FILES_KIND_OF("{\"program\":\"Kaname"), write_json},
        {options->sgf, FILES_KIND_OF("(;FF[4]GM[4]CA[UTF-8]AP[Kaname]"), write_sgf},
        {options->html, FILES_KIND_OF("<!DOCTYPE html>"), write_page}};
    const Targets targets = {COMMAND.name, list, sizeof list / sizeof list[0], options->files,
                             (size_t)options->file_count};
    const GatherRules rules = {
        {options->has_rule, options->rule, options->width, options->height, GAME_POS_DETECT}, 0};
    if (!targets_check(&targets))
        return 1;
    gather(&search->gathered, COMMAND.name, options->files, options->file_count, &rules,
           review_crew_engine(search->crew));
    bool is_good = search->gathered.count > 0;
    if (is_good) {
        ReviewRun run = search_games(search);
        is_good = run != REVIEW_RUN_FAILED && write_all(search, &targets) &&
                  run == REVIEW_RUN_DONE && search->gathered.is_whole;
    }
    collection_release(&search->collection);
    gather_release(&search->gathered);
    return is_good ? 0 : 1;
}

static PuzzleRules rules_of(const PuzzlesOptions *options) {
    bool is_timed = options->turn_ms > 0;
    uint64_t nodes = is_timed ? 0 : PUZZLES_NODES;
    if (options->nodes > 0)
        nodes = (uint64_t)options->nodes;
    return (PuzzleRules){.limits = {.nodes = nodes, .turn_ms = is_timed ? options->turn_ms : -1},
                         .least_moves = options->least_moves,
                         .has_vct = !options->is_vcf_only};
}

int puzzles_run(const WeightsFiles *weights, int count, char *const *words) {
    char error[64];
    int status;
    PuzzlesOptions *options = calloc(1, sizeof *options);
    Search *search = calloc(1, sizeof *search);
    if (options == NULL || search == NULL) {
        say_error("%s: not enough memory\n", COMMAND.name);
        status = 1;
    } else {
        *options = (PuzzlesOptions){.width = 15, .height = 15, .weights = *weights};
        if (options_take(&COMMAND, count, words, options, &status)) {
            status = 1;
            if (check(options, error, sizeof error) != OPTIONS_READ) {
                status = options_refuse(&COMMAND, error);
            } else {
                line_prepare_process();
                *search = (Search){.options = options, .rules = rules_of(options)};
                search->crew = review_crew_new(COMMAND.name, &options->weights, options->threads);
                if (search->crew != NULL)
                    status = run_search(search);
                review_crew_free(search->crew);
            }
        }
    }
    free(options);
    free(search);
    return status;
}
