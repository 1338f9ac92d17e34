#include "study/puzzles/puzzles.h"

#include "games/options.h"
#include "io/lines.h"
#include "shared/cli/say.h"
#include "shared/games/read.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"
#include "study/puzzles/collection.h"
#include "study/review/crew.h"
#include "study/review/gather.h"
#include "study/review/progress.h"
#include "study/review/targets.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- Options ------------------------------------------------------------------------------- */

static const OptionRow ROWS[] = {
    {.name = "--nodes",
     .value = "N",
     .help = "nodes of each search: results are repeatable",
     .otherwise = "50000 without --time",
     .kind = OPTION_WHOLE,
     .offset = offsetof(PuzzlesOptions, nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "--time",
     .value = "S",
     .help = "time of each search",
     .unit = "seconds",
     .kind = OPTION_SECONDS,
     .offset = offsetof(PuzzlesOptions, turn_ms),
     .least_real = 0.01,
     .most_real = VALUES_SECONDS_MAX},
    {.name = "--threads",
     .value = "N",
     .help = "positions to search at the same time; results do not depend on it",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(PuzzlesOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--moves",
     .value = "N",
     .help = "least number of the winner's moves, the five included",
     .standard = "4",
     .kind = OPTION_INT,
     .offset = offsetof(PuzzlesOptions, least_moves),
     .least = 1,
     .most = KANAME_MAX_CELLS},
    {.name = "--firsts",
     .value = "N",
     .help = "most first moves that may win, or stop the win; 0: any number for "
             "wins, 8 for --defence",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(PuzzlesOptions, most_firsts),
     .least = 0,
     .most = PUZZLE_FIRSTS_MAX},
    {.name = "--vcf",
     .help = "wins by fours alone",
     .kind = OPTION_FLAG,
     .offset = offsetof(PuzzlesOptions, is_vcf_only)},
    {.name = "--defence",
     .help = "positions where few moves stop the opponent's win, instead of wins",
     .kind = OPTION_FLAG,
     .offset = offsetof(PuzzlesOptions, is_defence)},
    {.name = "--keys",
     .help = "add the first moves to the table",
     .kind = OPTION_FLAG,
     .offset = offsetof(PuzzlesOptions, has_keys)},
    {.name = "--json",
     .value = "FILE",
     .help = "write positions and solutions as JSON",
     .kind = OPTION_WORD,
     .offset = offsetof(PuzzlesOptions, json)},
    {.name = "--sgf",
     .value = "FILE",
     .help = "write a game for each puzzle: setup, then the solution",
     .kind = OPTION_WORD,
     .offset = offsetof(PuzzlesOptions, sgf)},
    {.name = "--html",
     .value = "FILE",
     .help = "write a page with hidden answers",
     .kind = OPTION_WORD,
     .offset = offsetof(PuzzlesOptions, html)},
    {.name = "--pos",
     .value = "PREFIX",
     .help = "write PREFIX001.pos and so on: the moves up to each puzzle",
     .kind = OPTION_WORD,
     .offset = offsetof(PuzzlesOptions, pos)},
    {.name = "GAME...",
     .help = "files with games, or - for standard input",
     .kind = OPTION_LIST,
     .offset = offsetof(PuzzlesOptions, files),
     .is_required = true},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = game_options_rows,
     .offset = offsetof(PuzzlesOptions, rules),
     .only = game_options_without_order},
    {.rows = weights_rows,
     .offset = offsetof(PuzzlesOptions, weights),
     .only = weights_rows_without_eval},
};

static const char NAME[] = "pbrain-kaname puzzles";

const OptionCommand puzzles_usage = {
    .program = "pbrain-kaname",
    .name = "puzzles",
    .about = "find puzzles in games",
    .usage = (const char *const[]){"[OPTIONS] GAME...", NULL},
    .summary = "Finds positions in games where the side to move wins by fours (VCF) or by "
               "threats (VCT) with only one winning first move: no other four leads to a VCF, "
               "and a search without the move proves no win. Each win is played against every "
               "legal reply. The level, 1 to 5, rises with the moves and the nodes that find "
               "the win. A game without moves is one position. Reads " GAME_FORMATS_READ
               ". Without output files, prints a table; an output named - is standard output. "
               "Ctrl-C stops; puzzles found so far are "
               "written.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

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
    if (progress_end(&search->progress) && run == REVIEW_RUN_DONE)
        run = REVIEW_RUN_STOPPED;
    if (run == REVIEW_RUN_FAILED)
        say_error("%s: %s: %s\n", NAME, game->name, kaname_status_text(status));
    return run;
}

static ReviewRun search_games(Search *search) {
    const Gathered *gathered = &search->gathered;
    ReviewRun run = REVIEW_RUN_DONE;
    double positions = 0;
    size_t done = 0;
    for (size_t i = 0; i < gathered->count; i++)
        positions += (double)gathered->games[i].count + 1;
    progress_init(&search->progress, "game", gathered->count, positions);
    for (; done < gathered->count && run == REVIEW_RUN_DONE; done += run == REVIEW_RUN_DONE)
        run = search_game(search, &gathered->games[done]);
    progress_release(&search->progress);
    if (run == REVIEW_RUN_STOPPED)
        say_error("%s: stopped after %zu of %zu game%s\n", NAME, done, gathered->count,
                  say_plural(gathered->count));
    return run;
}

static bool write_pos(const Search *search) {
    size_t written;
    const char *wrong = collection_save_pos(search->options->pos, &search->collection, &written);
    if (wrong != NULL)
        say_error("%s: %s: %s\n", NAME, search->options->pos, wrong);
    else if (written < search->collection.count)
        say_error("%s: %zu of %zu puzzle%s written as .pos; the format holds games of "
                  "15x15 without setup and passes\n",
                  NAME, written, search->collection.count,
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
        {options->html, FILES_KIND_OF_PAGE, write_page}};
    const Targets targets = {NAME, list, sizeof list / sizeof list[0], options->files.words,
                             (size_t)options->files.count};
    const GatherRules rules = {.files = options->rules, .takes_positions = true};
    if (!targets_check(&targets))
        return 1;
    gather_games(&search->gathered, NAME, options->files.words, options->files.count, &rules,
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
                         .most_firsts = options->most_firsts,
                         .has_vct = !options->is_vcf_only,
                         .is_defence = options->is_defence};
}

static int run(const PuzzlesOptions *options) {
    Search *search = calloc(1, sizeof *search);
    int status = 1;
    if (search == NULL) {
        say_error("%s: not enough memory\n", NAME);
        return status;
    }
    line_prepare_process();
    *search = (Search){.options = options, .rules = rules_of(options)};
    search->crew = review_crew_new(NAME, &options->weights, options->threads);
    if (search->crew != NULL)
        status = run_search(search);
    review_crew_free(search->crew);
    free(search);
    return status;
}

int puzzles_run(const WeightsFiles *weights, int count, char *const *words) {
    PuzzlesOptions options = {.weights = *weights};
    OptionOutcome outcome = option_read_command(&puzzles_usage, &options, count, words);
    int status = outcome == OPTION_READ ? run(&options) : option_status(outcome);
    option_release(&TABLES[0], &options);
    return status;
}
