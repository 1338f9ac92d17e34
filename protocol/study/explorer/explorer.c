#include "study/explorer/explorer.h"

#include "database/book.h"
#include "database/openings_key.h"
#include "engines/engines.h"
#include "games/options.h"
#include "io/lines.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"
#include "shared/games/files.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"
#include "study/explorer/gathered.h"
#include "study/explorer/played.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ExplorerOptions {
    GameFileRules rules;
    WeightsFiles weights;
    const char *database;
    const char *openings; /* path; NULL: none is written */
    int depth, least;
    OptionList files;
} ExplorerOptions;

/* ---- Options ------------------------------------------------------------------------------- */

static const OptionRow ROWS[] = {
    {.name = "--openings",
     .value = "FILE",
     .help = "write the openings of all games of the database, for the page and 'play --book'; "
             "what searches found stays in FILE",
     .kind = OPTION_WORD,
     .offset = offsetof(ExplorerOptions, openings)},
    {.name = "--depth",
     .value = "N",
     .help = "of --openings: most stones of a position",
     .standard = "10",
     .kind = OPTION_INT,
     .offset = offsetof(ExplorerOptions, depth),
     .most = OPENINGS_STONES_MAX},
    {.name = "--least",
     .value = "N",
     .help = "of --openings: games that played a move, at least",
     .standard = "2",
     .kind = OPTION_INT,
     .offset = offsetof(ExplorerOptions, least),
     .least = 1,
     .most = INT_MAX},
    {.name = "DATABASE",
     .help = "position database, created if it is missing",
     .kind = OPTION_WORD,
     .offset = offsetof(ExplorerOptions, database),
     .is_required = true},
    {.name = "GAME...",
     .help = "files with games, or - for standard input; position databases and texts of "
             "positions; required without --openings",
     .kind = OPTION_LIST,
     .offset = offsetof(ExplorerOptions, files)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = game_options_rows,
     .offset = offsetof(ExplorerOptions, rules),
     .only = game_options_without_order},
};

static const char NAME[] = "pbrain-kaname gather";

static bool check(OptionReader *reader, void *target) {
    const ExplorerOptions *options = target;
    return options->files.count > 0 || options->openings != NULL ||
           option_complain(reader, "GAME... is missing");
}

const OptionCommand explorer_usage = {
    .program = "pbrain-kaname",
    .name = "gather",
    .about = "count the moves of games in a position database",
    .usage = (const char *const[]){"[OPTIONS] DATABASE GAME...",
                                   "--openings FILE [OPTIONS] DATABASE [GAME...]", NULL},
    .summary = "Counts in a position database which moves were played in each position of games "
               "and how the "
               "games ended. 'play --book' and 'review --book' show it. Each game counts once, in "
               "any number "
               "of files; turned and mirrored games are the same game. Of a game with variations, "
               "the main "
               "line counts. Reads " GAME_FORMATS_READ "; texts of positions, as YXDBTOTXTALL and "
               "'kaname-tournament analyze -positions' write them; other position databases. May "
               "be stopped "
               "at any time; the same command continues. --openings writes the positions near the "
               "empty board to a text, which 'openings' searches.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0],
    .check = check};

/* ---- The command --------------------------------------------------------------------------- */

typedef struct Explorer {
    const char *database;
    Book *book; /* NULL: nothing to add so far */
    KanameEngine *engine;
    BookGame played;
    const char *file; /* being read */
    long added, known, left_out, positions;
    bool has_failed; /* the database cannot be written */
} Explorer;

static void complain(const char *file, int game, const char *wrong) {
    if (game > 1)
        say_error("%s: %s, game %d: %s\n", NAME, file, game, wrong);
    else
        say_error("%s: %s: %s\n", NAME, file, wrong);
}

static void leave_out(Explorer *explorer, int game, const char *wrong) {
    complain(explorer->file, game, wrong);
    explorer->left_out++;
}

/* Opens the database when the first game or position is there to be added: what cannot be read
 * leaves no empty one. Returns false on failure, which it reports. */
static bool open_book(Explorer *explorer) {
    Failure failure = FAILURE_NONE;
    if (explorer->book == NULL && !explorer->has_failed) {
        explorer->book = book_open(explorer->database, &failure);
        explorer->has_failed = explorer->book == NULL;
        if (explorer->has_failed)
            complain(explorer->database, 1, failure.text);
    }
    return explorer->book != NULL;
}

static void count_game(const GameFromFile *from, void *context) {
    Explorer *explorer = context;
    size_t rest;
    if (explorer->has_failed)
        return;
    if (from->status != GAME_READ_WHOLE) {
        leave_out(explorer, from->number, from->fault);
        return;
    }
    /* A mirror image is the same game here. */
    if (from->game->notice[0] != '\0' && from->game->format != GAME_POS)
        complain(explorer->file, from->number, from->game->notice);
    const char *wrong = played_take(&explorer->played, from->game, explorer->engine, &rest);
    if (wrong != NULL) {
        leave_out(explorer, from->number, wrong);
        return;
    }
    if (!open_book(explorer))
        return;
    BookAdding adding = book_add(explorer->book, &explorer->played);
    explorer->added += adding == BOOK_ADDED;
    explorer->known += adding == BOOK_KNOWN;
    explorer->has_failed = adding == BOOK_FAILED;
    if (adding == BOOK_ADDED && rest > 0) {
        char text[128];
        snprintf(text, sizeof text, "%zu move%s counted; %zu after a pass or setup stones left out",
                 explorer->played.count, say_plural(explorer->played.count), rest);
        complain(explorer->file, from->number, text);
    }
}

static void take_positions(Explorer *explorer) {
    BookIntake intake;
    if (!open_book(explorer))
        return;
    if (!book_take(explorer->book, explorer->file, &intake))
        leave_out(explorer, 1, book_error(explorer->book));
    explorer->added += intake.added;
    explorer->known += intake.known;
    explorer->positions += intake.positions > 0 ? intake.positions : 0;
    if (intake.left_out > 0)
        leave_out(explorer, 1, "some of its rows are not valid games");
}

static void take_file(Explorer *explorer, const GameFileRules *rules) {
    if (book_file(explorer->file) != BOOK_FILE_OTHER) {
        take_positions(explorer);
        return;
    }
    const char *wrong = games_each(explorer->file, rules, count_game, explorer);
    if (wrong != NULL)
        leave_out(explorer, 1, wrong);
}

static bool print_summary(const Explorer *explorer, const char *database) {
    char name[FILES_PATH_MAX];
    printf("%s: %ld game%s added, %ld known", say_plain_copy(name, sizeof name, database),
           explorer->added, say_plural((uint64_t)explorer->added), explorer->known);
    if (explorer->left_out > 0)
        printf(", %ld left out", explorer->left_out);
    if (explorer->positions > 0)
        printf("; %ld position%s merged", explorer->positions,
               say_plural((uint64_t)explorer->positions));
    printf("\n");
    return fflush(stdout) == 0;
}

/* Writes the file of openings, if one is wanted. Reports a failure. */
static bool write_openings(Explorer *explorer, const ExplorerOptions *options) {
    Failure failure = FAILURE_NONE;
    if (options->openings == NULL)
        return true;
    if (explorer->book == NULL) /* no game was added: a missing database stays missing */
        explorer->book = book_open_to_read(explorer->database, &failure);
    if (explorer->book == NULL) {
        complain(explorer->database, 1, failure.text);
        return false;
    }
    long count =
        gathered_write(explorer->book, options->depth, options->least, options->openings, &failure);
    if (count < 0) {
        say_error("%s: %s\n", NAME, failure.text);
        return false;
    }
    char name[FILES_PATH_MAX];
    printf("%s: %ld position%s\n", say_plain_copy(name, sizeof name, options->openings), count,
           say_plural((uint64_t)count));
    return fflush(stdout) == 0;
}

static int run(const ExplorerOptions *options) {
    Explorer *explorer = calloc(1, sizeof *explorer);
    if (explorer == NULL) {
        say_error("%s: not enough memory\n", NAME);
        return 1;
    }
    bool is_good = false;
    explorer->engine = engines_new(NAME, &options->weights);
    explorer->database = options->database;
    if (explorer->engine != NULL) {
        for (int i = 0; i < options->files.count && !explorer->has_failed; i++) {
            explorer->file = options->files.words[i];
            take_file(explorer, &options->rules);
        }
        if (explorer->has_failed && explorer->book != NULL)
            complain(options->database, 1, book_error(explorer->book));
        bool is_open = explorer->book != NULL || !explorer->has_failed;
        is_good =
            is_open && (options->files.count == 0 || print_summary(explorer, options->database)) &&
            !explorer->has_failed && write_openings(explorer, options) && explorer->left_out == 0;
    }
    book_close(explorer->book);
    kaname_free(explorer->engine);
    free(explorer);
    return is_good ? 0 : 1;
}

int explorer_run(const WeightsFiles *weights, int count, char *const *words) {
    ExplorerOptions options = {.weights = *weights};
    OptionOutcome outcome = option_read_command(&explorer_usage, &options, count, words);
    int status = option_status(outcome);
    if (outcome == OPTION_READ) {
        line_prepare_process();
        status = run(&options);
    }
    option_release(&TABLES[0], &options);
    return status;
}
