/* One table says which options there are, what they mean and where each is kept; checks that need
 * several options together come last. */
#include "run/options.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "game/engine_options.h"
#include "game/referee.h"

/* ---- Engines ------------------------------------------------------------------------------ */

static EngineOptions *add_engine(OptionReader *reader, Options *options) {
    if (options->engine_count == OPTIONS_ENGINES_MAX) {
        option_complain(reader, "more than %d engines", OPTIONS_ENGINES_MAX);
        return NULL;
    }
    EngineOptions *grown = realloc(options->engines, (options->engine_count + 1) * sizeof *grown);
    if (grown == NULL) {
        option_complain(reader, "no memory");
        return NULL;
    }
    options->engines = grown;
    engine_options_init(&grown[options->engine_count]);
    return &grown[options->engine_count++];
}

static int read_engine(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    EngineOptions *engine = add_engine(reader, target);
    return engine != NULL ? option_read_pairs(reader, row->words, engine, left, words) : -1;
}

static void print_engines(FILE *out, const void *target) {
    const Options *options = target;
    for (size_t i = 0; i < options->engine_count; i++) {
        fprintf(out, "engine %zu = %s\n", i + 1, options->engines[i].command);
        option_print_settings(out, &engine_table, &options->engines[i], "  ");
    }
}

/* Keeps the words for options_check(), after a look whether they can be read. */
static int read_each(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    Options *options = target;
    EngineOptions probe;
    engine_options_init(&probe);
    int count = option_read_pairs(reader, row->words, &probe, left, words);
    engine_options_release(&probe);
    if (count <= 0)
        return count;
    size_t total = options->each_count + (size_t)count;
    char **grown = realloc(options->each, total * sizeof *grown);
    if (grown == NULL) {
        option_complain(reader, "no memory");
        return -1;
    }
    options->each = grown;
    for (int i = 0; i < count; i++) {
        grown[options->each_count] = NULL;
        if (!option_text(reader, &grown[options->each_count], words[i]))
            return -1;
        options->each_count++;
    }
    return count;
}

static int read_quick(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    static char *const defaults[] = {"-each", "tc=30/1", "-games", "100", "-repeat"};
    Options *options = target;
    (void)row;
    if (left < 2 || words[0][0] == '-' || words[1][0] == '-') {
        option_complain(reader, "expected two commands after it");
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        EngineOptions *engine = add_engine(reader, options);
        const char *command = words[i];
        if (strncmp(command, "cmd=", 4) == 0)
            command += 4;
        if (engine == NULL || !option_text(reader, &engine->command, command))
            return -1;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    options->concurrency = processors > 1 ? (int)processors : 1;
    return option_read_words(reader, sizeof defaults / sizeof *defaults, defaults) ? 2 : -1;
}

static int read_config(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    ConfigWords config;
    char error[400];
    (void)row;
    (void)target;
    if (left < 1) {
        option_complain(reader, "expected a file name after it");
        return -1;
    }
    bool is_read = config_read(&config, reader->command, words[0], error, sizeof error) ||
                   option_complain(reader, "%s", error);
    OptionReader file_reader = *reader;
    file_reader.is_from_file = true;
    is_read = is_read && option_read_words(&file_reader, config.count, config.list);
    config_release(&config);
    return is_read ? 1 : -1;
}

/* ---- Games -------------------------------------------------------------------------------- */

static int read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    Options *options = target;
    (void)row;
    char *end = NULL;
    long number = left > 0 ? strtol(words[0], &end, 10) : -1;
    if (left < 1 || end == words[0] || *end != '\0' || number < 0 || number > 11 ||
        !referee_knows_rule((int)number)) {
        option_expected(reader, left > 0 ? words[0] : "",
                        "0, 1, 4, 8 or 9, or one of these plus 2");
        return -1;
    }
    options->is_continuous = (number & REFEREE_CONTINUOUS) != 0;
    options->rule = (GameRule)(number & ~REFEREE_CONTINUOUS);
    return 1;
}

static void print_rule(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "rule = %d\ncontinuous = %d\n", (int)options->rule, options->is_continuous);
}

static int read_board_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                           char *const *words) {
    Options *options = target;
    const char *word = left > 0 ? words[0] : "";
    (void)row;
    char *end;
    long width = strtol(word, &end, 10), height = width;
    bool is_read = end != word && isdigit((unsigned char)word[0]);
    if (is_read && *end == 'x') {
        const char *second = end + 1;
        height = strtol(second, &end, 10);
        is_read = end != second && isdigit((unsigned char)second[0]);
    }
    if (!is_read || *end != '\0' || width < GAME_MIN_SIZE || width > GAME_MAX_SIZE ||
        height < GAME_MIN_SIZE || height > GAME_MAX_SIZE) {
        option_expected(reader, word, "a size from %d to %d, or WIDTHxHEIGHT", GAME_MIN_SIZE,
                        GAME_MAX_SIZE);
        return -1;
    }
    options->width = (int)width;
    options->height = (int)height;
    return 1;
}

static void print_board_size(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "board = %dx%d\n", options->width, options->height);
}

static int read_no_openings(OptionReader *reader, const OptionRow *row, void *target, int left,
                            char *const *words) {
    Options *options = target;
    (void)reader;
    (void)row;
    (void)left;
    (void)words;
    options->is_without_openings = true;
    return 0;
}

static void print_openings(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "openings = %s\n",
            options->is_without_openings     ? "none"
            : options->openings_file == NULL ? "built-in"
                                             : options->openings_file);
}

/* A number of moves and a score. */
static int read_adjudication(OptionReader *reader, int left, char *const *words, int *moves,
                             int *score) {
    if (left < 2) {
        option_complain(reader, "expected a number of moves and a score after it");
        return -1;
    }
    if (!option_int(reader, words[0], 1, GAME_MAX_CELLS, moves) ||
        !option_int(reader, words[1], 0, INT_MAX, score))
        return -1;
    return 2;
}

static int read_resign(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    Options *options = target;
    (void)row;
    return read_adjudication(reader, left, words, &options->resign_moves, &options->resign_score);
}

static void print_resign(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "resign = %d %d\n", options->resign_moves, options->resign_score);
}

static int read_draw(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    Options *options = target;
    (void)row;
    return read_adjudication(reader, left, words, &options->draw_moves, &options->draw_score);
}

static void print_draw(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "draw = %d %d\n", options->draw_moves, options->draw_score);
}

static int read_gauntlet(OptionReader *reader, const OptionRow *row, void *target, int left,
                         char *const *words) {
    Options *options = target;
    (void)reader;
    (void)row;
    (void)left;
    (void)words;
    options->format = SCHEDULE_GAUNTLET;
    return 0;
}

/* ---- Results ------------------------------------------------------------------------------ */

static const char *const sample_formats[] = {"csv",     "bin",         "bin_lz4",
                                             "binpack", "binpack_lz4", NULL};

static int read_sample_format(OptionReader *reader, const OptionRow *row, void *target, int left,
                              char *const *words) {
    static const struct {
        SampleFormat format;
        bool is_lz4;
    } formats[] = {{SAMPLE_CSV, false},
                   {SAMPLE_BIN, false},
                   {SAMPLE_BIN, true},
                   {SAMPLE_BINPACK, false},
                   {SAMPLE_BINPACK, true}};
    SampleOptions *sample = &((Options *)target)->outputs.sample;
    int index;
    (void)left;
    if (!option_choice(reader, words[0], row->choices, &index))
        return -1;
    sample->format = formats[index].format;
    sample->is_lz4 = formats[index].is_lz4;
    return 1;
}

/* ---- The table ---------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(Options, field)

static const char *const notations[] = {[OPENING_OFFSET] = "offset", [OPENING_POS] = "pos", NULL};

static const char *const orders[] = {"sequential", "random", NULL};

static const OptionRow opening_rows[] = {
    {.name = "file",
     .value = "FILE",
     .help = "one opening a line",
     .otherwise = "the built-in ones of the rule and size",
     .kind = OPTION_TEXT,
     AT(openings_file),
     .print = print_openings},
    {.name = "none",
     .help = "starts games on the empty board",
     .kind = OPTION_OWN,
     .read = read_no_openings,
     .resume = OPTION_ELSEWHERE,
     .example = "none"},
    {.name = "type",
     .value = "T",
     .help = "notation of the file:",
     .standard = "offset",
     .kind = OPTION_CHOICE,
     .choices = notations,
     AT(notation),
     .setting = "notation"},
    {.name = "order",
     .value = "O",
     .help = "order in which they are played:",
     .standard = "sequential",
     .kind = OPTION_CHOICE,
     .choices = orders,
     AT(opening_order)},
    {.name = "srand",
     .value = "N",
     .help = "seed of the random order; 0: taken from -seed",
     .standard = "0",
     .kind = OPTION_WHOLE,
     AT(order_seed),
     .most = INT64_MAX},
    {.name = NULL},
};

static const OptionTable opening_table = {.rows = opening_rows};

static const char *const models[] = {"trinomial", "pentanomial", "normalised", NULL};

static const OptionRow sprt_rows[] = {
    {.name = "elo0",
     .value = "A",
     .help = "hypothesis 0: the first engine is not better than this",
     .unit = "Elo",
     .standard = "0",
     .kind = OPTION_REAL,
     AT(sprt.elo0)},
    {.name = "elo1",
     .value = "B",
     .help = "hypothesis 1, above elo0",
     .unit = "Elo",
     .standard = "0",
     .kind = OPTION_REAL,
     AT(sprt.elo1)},
    {.name = "alpha",
     .value = "P",
     .help = "chance to accept hypothesis 1 wrongly, below 0.5",
     .standard = "0.05",
     .kind = OPTION_REAL,
     AT(sprt.alpha)},
    {.name = "beta",
     .value = "P",
     .help = "chance to accept hypothesis 0 wrongly, below 0.5",
     .standard = "0.05",
     .kind = OPTION_REAL,
     AT(sprt.beta)},
    {.name = "model",
     .value = "MODEL",
     .help = "how results are counted:",
     .otherwise = "trinomial, with -repeat pentanomial",
     .kind = OPTION_CHOICE,
     .choices = models,
     AT(sprt.model),
     .given = offsetof(Options, has_sprt_model)},
    {.name = NULL},
};

static const OptionTable sprt_table = {.rows = sprt_rows};

static const OptionRow sample_rows[] = {
    {.name = "freq",
     .value = "P",
     .help = "chance of each position",
     .standard = "1",
     .kind = OPTION_REAL,
     AT(outputs.sample.freq),
     .most_real = 1},
    {.name = "format",
     .value = "FORMAT",
     .help = "format of the file:",
     .standard = "csv",
     .kind = OPTION_OWN,
     .choices = sample_formats,
     .read = read_sample_format,
     .example = "format=bin"},
    {.name = "file",
     .value = "FILE",
     .help = "file that they are appended to; LZ4 files are rewritten",
     .otherwise = "sample.csv, sample.bin or sample.binpack, with .lz4",
     .kind = OPTION_TEXT,
     AT(outputs.sample.file)},
    {.name = NULL},
};

static const OptionTable sample_table = {.rows = sample_rows};

const char options_engines_group[] = "Engines", options_games_group[] = "Games",
           options_running_group[] = "Running";
static const char tournament_group[] = "Tournament", results_group[] = "Results";

const char *const options_groups[] = {options_engines_group, options_games_group, tournament_group,
                                      options_running_group, results_group,       NULL};

static const char *const formats[] = {"roundrobin", "gauntlet", "swiss", "knockout", NULL};

static const char *const rules[] = {"0", "1", "4", "8", "9", "2", "3", "6", "10", "11", NULL};

/* The order of rows is the order of the settings. */
const OptionRow options_rows[] = {
    {.name = "-format",
     .value = "FORMAT",
     .help = "who meets whom:",
     .group = tournament_group,
     .standard = "roundrobin",
     .kind = OPTION_CHOICE,
     .choices = formats,
     AT(format)},
    {.name = "-gauntlet",
     .help = "short for -format gauntlet: the first engine meets each other one",
     .group = tournament_group,
     .kind = OPTION_OWN,
     .read = read_gauntlet,
     .resume = OPTION_ELSEWHERE,
     .example = "-gauntlet"},
    {.name = "-games",
     .value = "N",
     .help = "games of each encounter",
     .group = tournament_group,
     .standard = "1",
     .kind = OPTION_INT,
     AT(games),
     .least = 1,
     .most = 10000000},
    {.name = "-rounds",
     .value = "N",
     .help = "number of times that all encounters are played",
     .group = tournament_group,
     .otherwise = "1; with -format swiss enough to rank the engines",
     .kind = OPTION_INT,
     AT(rounds),
     .least = 1,
     .most = 1000000},
    {.name = "-repeat",
     .help = "plays each opening twice, sides swapped",
     .group = tournament_group,
     .kind = OPTION_FLAG,
     AT(is_repeat)},
    {.name = "-transform",
     .help = "turns and mirrors the openings each time the list is used up",
     .group = options_games_group,
     .kind = OPTION_FLAG,
     AT(is_transform)},
    {.name = "-rule",
     .value = "N",
     .help = "0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact; plus 2: continuous",
     .group = options_games_group,
     .standard = "0",
     .kind = OPTION_OWN,
     .choices = rules,
     .read = read_rule,
     .print = print_rule,
     .example = "-rule 1"},
    {.name = "-swap2",
     .help = "engines open by the SWAP2BOARD dialogue",
     .group = options_games_group,
     .kind = OPTION_FLAG,
     AT(is_swap2)},
    {.name = "-boardsize",
     .value = "N[xM]",
     .help = "size of the board, 5 to 22",
     .group = options_games_group,
     .unit = "cells",
     .standard = "15",
     .kind = OPTION_OWN,
     .read = read_board_size,
     .print = print_board_size,
     .example = "-boardsize 20x12"},
    {.name = "-openings",
     .value = "WORD...",
     .help = "stones on the board at the start of a game:",
     .group = options_games_group,
     .kind = OPTION_WORDS,
     .words = &opening_table},
    {.name = "-drawafter",
     .value = "N",
     .help = "ends the game as a draw at this number of stones; 0: never",
     .group = options_games_group,
     .unit = "stones",
     .standard = "0",
     .kind = OPTION_INT,
     AT(draw_after),
     .most = GAME_MAX_CELLS,
     .setting = "draw after"},
    {.name = "-resign",
     .value = "N SCORE",
     .help = "an engine that reports -SCORE or less N times in a row loses",
     .group = options_games_group,
     .otherwise = "off",
     .kind = OPTION_OWN,
     .read = read_resign,
     .print = print_resign,
     .example = "-resign 3 500"},
    {.name = "-draw",
     .value = "N SCORE",
     .help = "ends the game as a draw if both engines report -SCORE to SCORE N times in a row",
     .group = options_games_group,
     .otherwise = "off",
     .kind = OPTION_OWN,
     .read = read_draw,
     .print = print_draw,
     .example = "-draw 10 20"},
    {.name = "-sendbyboard",
     .help = "sends BOARD and never TURN",
     .group = options_games_group,
     .kind = OPTION_FLAG,
     AT(by_board),
     .setting = "by board"},
    {.name = "-memory",
     .help = "an engine that uses more than maxmemory, children included, loses",
     .group = options_games_group,
     .kind = OPTION_FLAG,
     AT(is_memory_watched)},
    {.name = "-engine",
     .value = "WORD...",
     .help = "adds an engine:",
     .group = options_engines_group,
     .kind = OPTION_OWN,
     .words = &engine_table,
     .read = read_engine,
     .print = print_engines,
     .list = "engines",
     .example = "-engine cmd=another"},
    {.name = "-each",
     .value = "WORD...",
     .help = "sets words for all engines; overrides -engine",
     .group = options_engines_group,
     .kind = OPTION_OWN,
     .words = &engine_table,
     .read = read_each,
     .resume = OPTION_ELSEWHERE,
     .example = "-each nodes=77"},
    {.name = "-quick",
     .value = "COMMAND COMMAND",
     .help = "two engines, -each tc=30/1 -games 100 -repeat, and a -concurrency of all "
             "processors; later options change that",
     .group = options_engines_group,
     .kind = OPTION_OWN,
     .read = read_quick,
     .resume = OPTION_ELSEWHERE,
     .example = "-quick one another"},
    {.name = "-config",
     .value = "FILE",
     .help = "reads options from a JSON file",
     .group = options_engines_group,
     .kind = OPTION_OWN,
     .read = read_config,
     .resume = OPTION_ELSEWHERE,
     .is_command_line_only = true},
    {.name = "-sprt",
     .value = "WORD...",
     .help = "two engines; stops when the test decides:",
     .group = tournament_group,
     .kind = OPTION_WORDS,
     .given = offsetof(Options, has_sprt),
     .words = &sprt_table,
     .resume = OPTION_FREE},
    {.name = "-seed",
     .value = "N",
     .help = "makes all but the engines' timing reproducible",
     .group = options_running_group,
     .otherwise = "random; openings and tune: 1",
     .kind = OPTION_WHOLE,
     AT(seed),
     .given = offsetof(Options, has_seed),
     .most = INT64_MAX,
     .resume = OPTION_ELSEWHERE},
    {.name = "-concurrency",
     .value = "N",
     .help = "number of tables that play at the same time",
     .group = options_running_group,
     .standard = "1",
     .kind = OPTION_INT,
     AT(concurrency),
     .least = 1,
     .most = 1024,
     .resume = OPTION_FREE},
    {.name = "-pin",
     .help = "binds each table to a processor of its own",
     .group = options_running_group,
     .kind = OPTION_FLAG,
     AT(is_pinning),
     .resume = OPTION_FREE},
    {.name = "-suspend",
     .help = "stops engines while it is not their turn",
     .group = options_running_group,
     .kind = OPTION_FLAG,
     AT(is_suspending),
     .resume = OPTION_FREE},
    {.name = "-fatalerror",
     .help = "ends the run if an engine crashes, hangs or does not start",
     .group = options_running_group,
     .kind = OPTION_FLAG,
     AT(is_fatal_error),
     .resume = OPTION_FREE},
    {.name = "-log",
     .help = "writes the dialogue with engines to kaname-tournament.N.log, one file a table",
     .group = options_running_group,
     .kind = OPTION_FLAG,
     AT(is_log),
     .resume = OPTION_FREE},
    {.name = "-debug",
     .help = "writes more of it, also to the terminal",
     .group = options_running_group,
     .kind = OPTION_FLAG,
     AT(is_debug),
     .resume = OPTION_FREE},
    {.name = "-db",
     .value = "FILE",
     .help = "SQLite database of runs and games",
     .group = results_group,
     .standard = "kaname-tournament.db",
     .kind = OPTION_TEXT,
     AT(database),
     .resume = OPTION_FREE},
    {.name = "-resume",
     .help = "continues the last run of the database",
     .group = results_group,
     .kind = OPTION_FLAG,
     AT(is_resume),
     .resume = OPTION_FREE},
    {.name = "-pgn",
     .value = "FILE",
     .help = "appends the games as PGN",
     .group = results_group,
     .kind = OPTION_TEXT,
     AT(outputs.pgn),
     .resume = OPTION_FREE},
    {.name = "-sgf",
     .value = "FILE",
     .help = "appends the games as SGF",
     .group = results_group,
     .kind = OPTION_TEXT,
     AT(outputs.sgf),
     .resume = OPTION_FREE},
    {.name = "-msg",
     .value = "FILE",
     .help = "appends the engines' messages",
     .group = results_group,
     .kind = OPTION_TEXT,
     AT(outputs.messages),
     .resume = OPTION_FREE},
    {.name = "-sample",
     .value = "WORD...",
     .help = "appends positions with move and result, for training:",
     .group = results_group,
     .kind = OPTION_WORDS,
     .given = offsetof(Options, outputs.sample.is_wanted),
     .words = &sample_table,
     .resume = OPTION_FREE},
    {.name = "-loseonly",
     .help = "with a gauntlet: -pgn, -sgf, -msg and -sample take only games that the first "
             "engine lost",
     .group = results_group,
     .kind = OPTION_FLAG,
     AT(outputs.is_lose_only),
     .resume = OPTION_FREE},
    {.name = NULL},
};

const OptionTable options_table = {.rows = options_rows};

/* ---- The whole ---------------------------------------------------------------------------- */

void options_init(Options *options) {
    *options = (Options){0};
    option_defaults(&options_table, options);
}

void options_release(Options *options) {
    for (size_t i = 0; i < options->engine_count; i++)
        engine_options_release(&options->engines[i]);
    free(options->engines);
    for (size_t i = 0; i < options->each_count; i++)
        free(options->each[i]);
    free(options->each);
    option_release(&options_table, options);
    *options = (Options){0};
}

static bool check_engines(OptionReader *reader, Options *options, bool is_single) {
    for (size_t i = 0; i < options->engine_count; i++) {
        EngineOptions *engine = &options->engines[i];
        reader->option = "-each";
        if (option_read_pairs(reader, &engine_table, engine, (int)options->each_count,
                              options->each) < 0)
            return false;
        reader->option = "-engine";
        if (engine->command == NULL)
            return option_complain(reader, "number %zu has no cmd=COMMAND", i + 1);
    }
    reader->option = "-engine";
    if (is_single && options->engine_count != 1)
        return option_complain(reader, "expected one engine, got %zu", options->engine_count);
    if (!is_single && options->engine_count < 2)
        return option_complain(reader, "expected two engines or more, got %zu",
                               options->engine_count);
    return true;
}

static bool check_sprt(OptionReader *reader, Options *options) {
    reader->option = "-sprt";
    if (options->engine_count > 2)
        return option_complain(reader, "expected two engines, got %zu", options->engine_count);
    if (!options->has_sprt_model && options->is_repeat)
        options->sprt.model = SPRT_PENTANOMIAL;
    if (options->sprt.model != SPRT_TRINOMIAL && !options->is_repeat)
        return option_complain(reader, "this model counts pairs of games: expected -repeat");
    return sprt_is_valid(&options->sprt) ||
           option_complain(reader, "expected elo0 < elo1, alpha and beta between 0 and 0.5");
}

static bool check_sample(OptionReader *reader, Options *options) {
    SampleOptions *sample = &options->outputs.sample;
    reader->option = "-sample";
    if (!sample_can_hold(sample->format, options->rule, options->is_continuous, options->width,
                         options->height))
        return option_complain(reader,
                               "the packed formats know square boards and the rules 0, 1 and 4 "
                               "only; expected format=csv with this -rule and -boardsize");
    if (sample->file != NULL)
        return true;
    static const char *const names[] = {
        [SAMPLE_CSV] = "csv", [SAMPLE_BIN] = "bin", [SAMPLE_BINPACK] = "binpack"};
    char name[32];
    snprintf(name, sizeof name, "sample.%s%s", names[sample->format], sample->is_lz4 ? ".lz4" : "");
    return option_text(reader, &sample->file, name);
}

static bool check_together(OptionReader *reader, Options *options, bool is_single) {
    if (!check_engines(reader, options, is_single) ||
        (options->has_sprt && !check_sprt(reader, options)))
        return false;
    if (options->outputs.is_lose_only && options->format != SCHEDULE_GAUNTLET) {
        reader->option = "-loseonly";
        return option_complain(reader, "expected -gauntlet with it");
    }
    if (options->is_swap2 && options->openings_file != NULL) {
        reader->option = "-swap2";
        return option_complain(reader, "expected no -openings file, the engines open themselves");
    }
    if (options->rounds == 0 && options->format != SCHEDULE_SWISS)
        options->rounds = 1;
    if (options->is_debug)
        options->is_log = true;
    return !options->outputs.sample.is_wanted || check_sample(reader, options);
}

bool options_check(OptionReader *reader, Options *options) {
    return check_together(reader, options, false);
}

bool options_check_single(OptionReader *reader, Options *options) {
    return check_together(reader, options, true);
}

bool options_parse(Options *options, int count, char *const *words, char *error,
                   size_t error_size) {
    const OptionCommand command = {.tables = &options_table, .table_count = 1};
    OptionReader reader = {
        .command = &command, .target = options, .error = error, .error_size = error_size};
    return option_read_words(&reader, count, words) && options_check(&reader, options);
}

char *options_settings(const Options *options) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    option_print_settings(out, &options_table, options, "");
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
