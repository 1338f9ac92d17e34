#include "study/convert.h"

#include "games/json.h"
#include "games/options.h"
#include "games/write.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/games/files.h"
#include "shared/status/status.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct ConvertOptions {
    GameFileRules rules;
    bool json;
    const char *from, *to; /* `to` is NULL: standard output */
} ConvertOptions;

/* ---- Options ------------------------------------------------------------------------------- */

static const OptionRow ROWS[] = {
    {.name = "--json",
     .help = "print each game as one line of JSON",
     .kind = OPTION_FLAG,
     .offset = offsetof(ConvertOptions, json)},
    {.name = "GAME",
     .help = "file with games, or - for standard input",
     .kind = OPTION_WORD,
     .offset = offsetof(ConvertOptions, from),
     .is_required = true},
    {.name = "FILE",
     .help = "file to write, in the format of its ending: " GAME_FORMATS_WRITTEN,
     .otherwise = "SGF on standard output",
     .kind = OPTION_WORD,
     .offset = offsetof(ConvertOptions, to)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS}, {.rows = game_options_rows, .offset = offsetof(ConvertOptions, rules)}};

static const char NAME[] = "pbrain-kaname convert";

const OptionCommand convert_usage = {
    .program = "pbrain-kaname",
    .name = "convert",
    .about = "convert games of any format to SGF, JSON or another one",
    .usage = (const char *const[]){"[OPTIONS] GAME [FILE]", NULL},
    .summary =
        "Reads the games of a file and writes them in another format. Reads " GAME_FORMATS_READ
        ". SGF and JSON hold several games with their variations, comments and names; the other "
        "formats hold the main line of one. Of a damaged game the readable part is printed; FILE "
        "is "
        "written only if all games are whole. Replaces only files that hold games.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

/* ---- Games --------------------------------------------------------------------------------- */

typedef struct Conversion {
    const char *from;
    bool json;
    Game **games; /* of a file that is written */
    size_t count, capacity;
    bool is_kept;      /* games are collected, not printed */
    bool is_too_large; /* out of memory */
    long read;         /* games of which something could be read */
    bool is_damaged;   /* one of the games is incomplete */
} Conversion;

static void complain(const char *file, int game, const char *kind, const char *wrong) {
    if (game > 1)
        say_error("%s: %s, game %d: %s%s\n", NAME, file, game, kind, wrong);
    else
        say_error("%s: %s: %s%s\n", NAME, file, kind, wrong);
}

/* Moves the game into the list. Returns false if out of memory. */
static bool keep(Conversion *conversion, Game *game) {
    enum { FIRST_CAPACITY = 8 };
    if (conversion->count == conversion->capacity) {
        size_t capacity = conversion->capacity > 0 ? 2 * conversion->capacity : FIRST_CAPACITY;
        Game **games = realloc(conversion->games, capacity * sizeof(Game *));
        if (games == NULL)
            return false;
        conversion->games = games;
        conversion->capacity = capacity;
    }
    Game *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return false;
    game_trim(game);
    *kept = *game;
    game_init(game, kept->rule, kept->width, kept->height);
    conversion->games[conversion->count++] = kept;
    return true;
}

static void take_game(const GameFromFile *from, void *context) {
    Conversion *conversion = context;
    conversion->is_damaged |= from->status != GAME_READ_WHOLE;
    if (from->fault[0] != '\0')
        complain(conversion->from, from->number, "", from->fault);
    if (from->game->notice[0] != '\0')
        complain(conversion->from, from->number, "note: ", from->game->notice);
    bool is_read = from->status != GAME_READ_NOTHING && from->game->node_count > 0;
    conversion->read += is_read;
    if (conversion->json) /* one that cannot be read too, so that it is not missed */
        game_write_json(stdout, from->game, from->number, from->fault);
    else if (!is_read)
        return;
    else if (!conversion->is_kept)
        game_write(stdout, from->game, GAME_SGF);
    else if (!conversion->is_too_large && !keep(conversion, from->game))
        conversion->is_too_large = true;
}

static void release(Conversion *conversion) {
    for (size_t i = 0; i < conversion->count; i++) {
        game_release(conversion->games[i]);
        free(conversion->games[i]);
    }
    free(conversion->games);
}

/* Writes the games that are kept. Returns whether that succeeded; prints why not. */
static bool write_file(const Conversion *conversion, const char *to) {
    const char *wrong = conversion->is_too_large ? status_text(STATUS_MEMORY)
                        : conversion->is_damaged
                            ? "not written, since a game is damaged"
                            : game_save_all(to, (const Game *const *)conversion->games,
                                            conversion->count, conversion->from);
    if (wrong != NULL) {
        complain(to, 1, "", wrong);
        return false;
    }
    const char *rule = game_save_leaves_rule(to, conversion->games[0]);
    if (rule != NULL)
        complain(to, 1, "note: the format does not hold the rule, ", rule);
    return true;
}

static int run(const ConvertOptions *options) {
    Conversion conversion = {
        .from = options->from, .json = options->json, .is_kept = options->to != NULL};
    const char *wrong = games_each(options->from, &options->rules, take_game, &conversion);
    if (wrong != NULL)
        complain(options->from, 1, "", wrong);
    bool is_good = wrong == NULL && conversion.read > 0;
    if (is_good && options->to != NULL)
        is_good = write_file(&conversion, options->to);
    release(&conversion);
    return is_good && fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

/* ---- The command --------------------------------------------------------------------------- */

int convert_run(const WeightsFiles *weights, int count, char *const *words) {
    ConvertOptions options = {.json = false};
    (void)weights;
    OptionOutcome outcome = option_read_command(&convert_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    if (options.json && options.to != NULL) {
        option_print_error(&convert_usage, "--json prints on standard output and takes no FILE");
        return option_status(OPTION_WRONG);
    }
    return run(&options);
}
