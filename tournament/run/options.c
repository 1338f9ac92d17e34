/* One table says which words there are and where each is kept; checks that need several options
 * together come last. */
#include "run/options.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/values.h"
#include "game/referee.h"
#include "store/sample.h"

const char *const options_help[] = {
    "usage: kaname-tournament [OPTION]... -engine ENGINE_OPTIONS -engine ENGINE_OPTIONS ...",
    "       kaname-tournament -quick COMMAND COMMAND [OPTION]...",
    "       kaname-tournament report FILE [-json F] [-pgn F] [-sgf F] [-psq DIR] [-html F]",
    "       kaname-tournament check -engine cmd=COMMAND",
    "       kaname-tournament openings -engine cmd=COMMAND [OPTION]...",
    "       kaname-tournament tune -engine cmd=COMMAND -params FILE [OPTION]...",
    "",
    "Engines",
    "  -engine K=V...      add an engine; -each K=V... sets the same for all engines",
    "    cmd=COMMAND       program and arguments; runs in the program's own directory",
    "    name=NAME         default: what it answers to ABOUT",
    "    tc=M[/T][+I]      seconds for the match, per turn, added per move; M 0: no match limit",
    "    nodes=N depth=N thread=N",
    "                      limits sent as INFO",
    "    maxmemory=BYTES   default 367001600; K, M, G may follow",
    "    tolerance=S       seconds over a limit before the game is lost, default 3",
    "    option.K=V        sent as INFO K V",
    "    restart=on|off    a new process for every game, default off",
    "    starttimeout=S endtimeout=S maxwait=S",
    "                      seconds to answer ABOUT and START (10), to exit after END (1), to move",
    "                      where no time limit is set (600)",
    "Games",
    "  -rule N             0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact; plus 2: "
    "continuous",
    "  -boardsize N[xM]    5 to 22, default 15",
    "  -swap2              engines open by the SWAP2BOARD dialogue",
    "  -openings file=F [type=offset|pos] [order=sequential|random] [srand=N]",
    "                      or: -openings none; default: the built-in ones of the rule and size",
    "  -repeat             each opening twice, sides swapped",
    "  -transform          turn and mirror the openings each time the list is used up",
    "  -drawafter N        a draw after N stones",
    "  -resign N SCORE     an engine loses that tells -SCORE or less N times in a row",
    "  -draw N SCORE       a draw when both tell -SCORE..SCORE for N moves in a row",
    "  -sendbyboard        send BOARD and never TURN",
    "  -memory             an engine that uses over maxmemory, children included, loses",
    "Tournament",
    "  -games N            of each encounter, default 1",
    "  -rounds N           default 1",
    "  -gauntlet           the first engine against the others",
    "  -format F           roundrobin (default), gauntlet, swiss, knockout",
    "  -sprt [elo0=A] elo1=B [alpha=P] [beta=P] [model=trinomial|pentanomial|normalised]",
    "                      two engines; stops when decided. Pentanomial with -repeat by default",
    "  -seed N             makes all but the engines' timing reproducible",
    "  -concurrency N      games at a time, default 1",
    "  -pin                each game on a processor of its own",
    "  -suspend            stop engines while it is not their turn",
    "  -fatalerror         end the run when an engine crashes, hangs or does not start",
    "  -quick A B          -engine cmd=A -engine cmd=B -each tc=30/1 -games 100 -repeat",
    "                      -concurrency (processors); further options change that",
    "  -config FILE        the same options as JSON",
    "Results",
    "  -db FILE            SQLite, default kaname-tournament.db",
    "  -resume             go on with the last run of the database",
    "  -pgn F -sgf F -msg F",
    "                      append the games, their messages",
    "  -sample [freq=P] [format=csv|bin|bin_lz4|binpack|binpack_lz4] [file=F]",
    "  -loseonly           with a gauntlet: write only games that the first engine lost",
    "  -log                what was said with engines, to kaname-tournament.N.log",
    "  -debug              more of it, and on the terminal",
    NULL,
};

static EngineOptions *add_engine(Reader *reader) {
    Options *options = reader->options;
    if (options->engine_count == OPTIONS_ENGINES_MAX) {
        reader_complain(reader, "more than %d engines", OPTIONS_ENGINES_MAX);
        return NULL;
    }
    EngineOptions *grown = realloc(options->engines, (options->engine_count + 1) * sizeof *grown);
    if (grown == NULL) {
        reader_complain(reader, "no memory");
        return NULL;
    }
    options->engines = grown;
    reader_engine_init(&grown[options->engine_count]);
    return &grown[options->engine_count++];
}

/* ---- Options with several words ----------------------------------------------------------- */

static bool read_openings_word(Reader *reader, const char *word) {
    Options *options = reader->options;
    const char *value;
    if ((value = reader_value(word, "file")) != NULL)
        return reader_text(reader, &options->openings_file, value);
    if (strcmp(word, "none") == 0) {
        options->has_openings = false;
        return true;
    }
    if ((value = reader_value(word, "type")) != NULL) {
        if (strcmp(value, "pos") != 0 && strcmp(value, "offset") != 0)
            return reader_complain(reader, "type=%s: expected offset or pos", value);
        options->notation = strcmp(value, "pos") == 0 ? OPENING_POS : OPENING_OFFSET;
        return true;
    }
    if ((value = reader_value(word, "order")) != NULL) {
        if (strcmp(value, "random") != 0 && strcmp(value, "sequential") != 0)
            return reader_complain(reader, "order=%s: expected sequential or random", value);
        options->is_random_order = strcmp(value, "random") == 0;
        return true;
    }
    if ((value = reader_value(word, "srand")) != NULL) {
        int64_t seed = 0;
        bool is_read = reader_whole(reader, value, 0, INT64_MAX, &seed);
        options->order_seed = (uint64_t)seed;
        return is_read;
    }
    return reader_complain(reader, "'%s': expected file=, type=, order=, srand= or none", word);
}

static bool read_sprt_real(Reader *reader, const char *key, const char *word, double *value) {
    if (!reader_real(word, NULL, value))
        return reader_complain(reader, "%s=%s: expected a number", key, word);
    return true;
}

static bool read_sprt_word(Reader *reader, const char *word) {
    Sprt *sprt = &reader->options->sprt;
    const char *value;
    if ((value = reader_value(word, "elo0")) != NULL)
        return read_sprt_real(reader, "elo0", value, &sprt->elo0);
    if ((value = reader_value(word, "elo1")) != NULL)
        return read_sprt_real(reader, "elo1", value, &sprt->elo1);
    if ((value = reader_value(word, "alpha")) != NULL)
        return read_sprt_real(reader, "alpha", value, &sprt->alpha);
    if ((value = reader_value(word, "beta")) != NULL)
        return read_sprt_real(reader, "beta", value, &sprt->beta);
    if ((value = reader_value(word, "model")) != NULL) {
        static const char *const names[] = {"trinomial", "pentanomial", "normalised"};
        for (int i = 0; i < SPRT_MODELS; i++) {
            if (strcmp(value, names[i]) == 0) {
                sprt->model = (SprtModel)i;
                reader->options->has_sprt_model = true;
                return true;
            }
        }
        return reader_complain(reader, "model=%s: expected trinomial, pentanomial or normalised",
                               value);
    }
    return reader_complain(reader, "'%s': expected elo0=, elo1=, alpha=, beta= or model=", word);
}

static bool read_sample_word(Reader *reader, const char *word) {
    Options *options = reader->options;
    const char *value;
    if ((value = reader_value(word, "freq")) != NULL) {
        double freq;
        if (!reader_real(value, NULL, &freq) || freq < 0 || freq > 1)
            return reader_complain(reader, "freq=%s: expected a number from 0 to 1", value);
        options->sample_freq = freq;
        return true;
    }
    if ((value = reader_value(word, "file")) != NULL)
        return reader_text(reader, &options->sample_file, value);
    if ((value = reader_value(word, "format")) != NULL) {
        static const struct {
            const char *name;
            SampleFormat format;
            bool is_lz4;
        } formats[] = {{"csv", SAMPLE_CSV, false},
                       {"bin", SAMPLE_BIN, false},
                       {"bin_lz4", SAMPLE_BIN, true},
                       {"binpack", SAMPLE_BINPACK, false},
                       {"binpack_lz4", SAMPLE_BINPACK, true}};
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            if (strcmp(value, formats[i].name) == 0) {
                options->sample = formats[i].format;
                options->is_sample_lz4 = formats[i].is_lz4;
                return true;
            }
        }
        return reader_complain(
            reader, "format=%s: expected csv, bin, bin_lz4, binpack or binpack_lz4", value);
    }
    return reader_complain(reader, "'%s': expected freq=, format= or file=", word);
}

/* ---- Options with one word ---------------------------------------------------------------- */

static bool read_rule(Reader *reader, const char *word) {
    Options *options = reader->options;
    int code;
    char *end;
    long number = strtol(word, &end, 10);
    if (end == word || *end != '\0' || number < 0 || number > 11 ||
        !referee_knows_rule((int)number))
        return reader_complain(reader, "'%s': expected 0, 1, 4, 8 or 9, or one of these plus 2",
                               word);
    code = (int)number;
    options->is_continuous = (code & REFEREE_CONTINUOUS) != 0;
    options->rule = (GameRule)(code & ~REFEREE_CONTINUOUS);
    return true;
}

static bool read_board_size(Reader *reader, const char *word) {
    Options *options = reader->options;
    char *end;
    long width = strtol(word, &end, 10), height = width;
    bool is_read = end != word && isdigit((unsigned char)word[0]);
    if (is_read && *end == 'x') {
        const char *second = end + 1;
        height = strtol(second, &end, 10);
        is_read = end != second && isdigit((unsigned char)second[0]);
    }
    if (!is_read || *end != '\0' || width < GAME_MIN_SIZE || width > GAME_MAX_SIZE ||
        height < GAME_MIN_SIZE || height > GAME_MAX_SIZE)
        return reader_complain(reader, "'%s': expected a size from %d to %d, or WIDTHxHEIGHT", word,
                               GAME_MIN_SIZE, GAME_MAX_SIZE);
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool read_format(Reader *reader, const char *word) {
    static const char *const names[] = {"roundrobin", "gauntlet", "swiss", "knockout"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(word, names[i]) == 0) {
            reader->options->format = (ScheduleFormat)i;
            return true;
        }
    }
    return reader_complain(reader, "'%s': expected roundrobin, gauntlet, swiss or knockout", word);
}

static bool read_seed(Reader *reader, const char *word) {
    int64_t seed = 0;
    bool is_read = reader_whole(reader, word, 0, INT64_MAX, &seed);
    reader->options->seed = (uint64_t)seed;
    reader->options->has_seed = true;
    return is_read;
}

/* ---- The list of options ------------------------------------------------------------------ */

typedef struct Spec {
    const char *name;
    bool *flag;  /* set by the option alone */
    char **text; /* the next word */
    int *number; /* the next word, from least to most */
    int least, most;
    bool (*read)(Reader *reader, const char *word);      /* the next word */
    bool (*read_each)(Reader *reader, const char *word); /* each word up to the next option */
} Spec;

enum { SPECS_MAX = 48 };

/* Fills the table for these options; returns how many. */
static size_t list_specs(Options *o, Spec *specs) {
    const Spec list[] = {
        {.name = "-repeat", .flag = &o->is_repeat},
        {.name = "-transform", .flag = &o->is_transform},
        {.name = "-loseonly", .flag = &o->is_lose_only},
        {.name = "-log", .flag = &o->is_log},
        {.name = "-debug", .flag = &o->is_debug},
        {.name = "-sendbyboard", .flag = &o->by_board},
        {.name = "-fatalerror", .flag = &o->is_fatal_error},
        {.name = "-swap2", .flag = &o->is_swap2},
        {.name = "-memory", .flag = &o->is_memory_watched},
        {.name = "-suspend", .flag = &o->is_suspending},
        {.name = "-pin", .flag = &o->is_pinning},
        {.name = "-resume", .flag = &o->is_resume},
        {.name = "-pgn", .text = &o->pgn},
        {.name = "-sgf", .text = &o->sgf},
        {.name = "-msg", .text = &o->messages},
        {.name = "-db", .text = &o->database},
        {.name = "-concurrency", .number = &o->concurrency, .least = 1, .most = 1024},
        {.name = "-games", .number = &o->games, .least = 1, .most = 10000000},
        {.name = "-rounds", .number = &o->rounds, .least = 1, .most = 1000000},
        {.name = "-drawafter", .number = &o->draw_after, .least = 0, .most = GAME_MAX_CELLS},
        {.name = "-rule", .read = read_rule},
        {.name = "-boardsize", .read = read_board_size},
        {.name = "-format", .read = read_format},
        {.name = "-seed", .read = read_seed},
        {.name = "-openings", .read_each = read_openings_word},
        {.name = "-sprt", .read_each = read_sprt_word},
        {.name = "-sample", .read_each = read_sample_word},
    };
    size_t count = sizeof list / sizeof *list;
    memcpy(specs, list, sizeof list);
    return count;
}

static bool read_words(Reader *reader, int count, char *const *words, bool is_nested);

/* -resign and -draw: two numbers; returns words taken, negative on failure. */
static int read_adjudication(Reader *reader, int left, char *const *words, int *moves, int *score) {
    if (left < 2) {
        reader_complain(reader, "expected a number of moves and a score after it");
        return -1;
    }
    if (!reader_int(reader, words[0], 1, GAME_MAX_CELLS, moves) ||
        !reader_int(reader, words[1], 0, INT_MAX, score))
        return -1;
    return 2;
}

static int read_engine(Reader *reader, int left, char *const *words, EngineOptions *engine) {
    int taken = 0;
    if (engine == NULL)
        return -1;
    while (taken < left && words[taken][0] != '-')
        if (!reader_engine_word(reader, words[taken++], engine))
            return -1;
    return taken;
}

static int read_quick(Reader *reader, int left, char *const *words) {
    static char *const defaults[] = {"-each", "tc=30/1", "-games", "100", "-repeat"};
    if (left < 2 || words[0][0] == '-' || words[1][0] == '-') {
        reader_complain(reader, "expected two commands after it");
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        EngineOptions *engine = add_engine(reader);
        const char *command = words[i];
        if (strncmp(command, "cmd=", 4) == 0)
            command += 4;
        if (engine == NULL || !reader_text(reader, &engine->command, command))
            return -1;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    reader->options->concurrency = processors > 1 ? (int)processors : 1;
    if (!read_words(reader, sizeof defaults / sizeof *defaults, defaults, true))
        return -1;
    return 2;
}

static bool read_config(Reader *reader, const char *path);

/* Takes the words of one option behind its name; the number taken, negative on failure. */
static int read_spec(Reader *reader, const Spec *spec, int left, char *const *words) {
    if (spec->flag != NULL) {
        *spec->flag = true;
        return 0;
    }
    if (spec->read_each != NULL) {
        int taken = 0;
        while (taken < left && words[taken][0] != '-')
            if (!spec->read_each(reader, words[taken++]))
                return -1;
        return taken;
    }
    if (left < 1) {
        reader_complain(reader, "expected a value after it");
        return -1;
    }
    bool is_read = spec->text != NULL ? reader_text(reader, spec->text, words[0])
                   : spec->number != NULL
                       ? reader_int(reader, words[0], spec->least, spec->most, spec->number)
                       : spec->read(reader, words[0]);
    return is_read ? 1 : -1;
}

/* Options that need more than the table can say; -2: it is none of them. */
static int read_special(Reader *reader, int left, char *const *words, bool is_nested) {
    Options *options = reader->options;
    const char *name = reader->option;
    if (strcmp(name, "-engine") == 0)
        return read_engine(reader, left, words, add_engine(reader));
    if (strcmp(name, "-each") == 0)
        return read_engine(reader, left, words, &reader->each);
    if (strcmp(name, "-gauntlet") == 0) {
        options->format = SCHEDULE_GAUNTLET;
        return 0;
    }
    if (strcmp(name, "-resign") == 0)
        return read_adjudication(reader, left, words, &options->resign_moves,
                                 &options->resign_score);
    if (strcmp(name, "-draw") == 0)
        return read_adjudication(reader, left, words, &options->draw_moves, &options->draw_score);
    if (strcmp(name, "-quick") == 0)
        return read_quick(reader, left, words);
    if (strcmp(name, "-config") == 0 && !is_nested) {
        if (left < 1) {
            reader_complain(reader, "expected a file name after it");
            return -1;
        }
        return read_config(reader, words[0]) ? 1 : -1;
    }
    return -2;
}

static bool read_words(Reader *reader, int count, char *const *words, bool is_nested) {
    Spec specs[SPECS_MAX];
    size_t spec_count = list_specs(reader->options, specs);
    for (int at = 0; at < count;) {
        const char *name = words[at++];
        reader->option = name;
        int taken = read_special(reader, count - at, &words[at], is_nested);
        for (size_t i = 0; i < spec_count && taken == -2; i++)
            if (strcmp(name, specs[i].name) == 0)
                taken = read_spec(reader, &specs[i], count - at, &words[at]);
        if (taken == -2) {
            reader->option = NULL;
            return reader_complain(reader, "'%s': no such option; --help lists them", name);
        }
        if (taken < 0)
            return false;
        if (strcmp(name, "-sprt") == 0)
            reader->options->has_sprt = true;
        if (strcmp(name, "-sample") == 0 && reader->options->sample == SAMPLE_NONE)
            reader->options->sample = SAMPLE_CSV;
        at += taken;
    }
    reader->option = NULL;
    return true;
}

static bool read_config(Reader *reader, const char *path) {
    ConfigWords words;
    char error[400];
    bool is_read = config_read(&words, path, error, sizeof error);
    if (!is_read)
        reader_complain(reader, "%s", error);
    is_read = is_read && read_words(reader, words.count, words.list, true);
    config_release(&words);
    return is_read;
}

/* ---- The whole ---------------------------------------------------------------------------- */

void options_init(Options *options) {
    *options = (Options){.rule = GAME_RULE_FREESTYLE,
                         .width = 15,
                         .height = 15,
                         .games = 1,
                         .has_openings = true,
                         .sprt = {.model = SPRT_TRINOMIAL, .alpha = 0.05, .beta = 0.05},
                         .concurrency = 1,
                         .sample_freq = 1};
}

void options_release(Options *options) {
    for (size_t i = 0; i < options->engine_count; i++)
        options_release_engine(&options->engines[i]);
    free(options->engines);
    free(options->openings_file);
    free(options->database);
    free(options->pgn);
    free(options->sgf);
    free(options->messages);
    free(options->sample_file);
    *options = (Options){0};
}

static bool check_engines(Reader *reader, bool is_single) {
    Options *options = reader->options;
    for (size_t i = 0; i < options->engine_count; i++) {
        EngineOptions *engine = &options->engines[i];
        if (!reader_engine_apply_each(reader, engine))
            return false;
        reader_engine_defaults(engine);
        if (engine->command == NULL)
            return reader_complain(reader, "-engine: number %zu has no cmd=COMMAND", i + 1);
    }
    if (is_single && options->engine_count != 1)
        return reader_complain(reader, "-engine: expected one engine, got %zu",
                               options->engine_count);
    if (!is_single && options->engine_count < 2)
        return reader_complain(reader, "-engine: expected two engines or more, got %zu",
                               options->engine_count);
    return true;
}

static bool check_together(Reader *reader, bool is_single) {
    Options *options = reader->options;
    if (!check_engines(reader, is_single))
        return false;
    if (options->has_sprt) {
        if (options->engine_count > 2)
            return reader_complain(reader, "-sprt: expected two engines, got %zu",
                                   options->engine_count);
        if (!options->has_sprt_model && options->is_repeat)
            options->sprt.model = SPRT_PENTANOMIAL;
        if (options->sprt.model != SPRT_TRINOMIAL && !options->is_repeat)
            return reader_complain(reader,
                                   "-sprt: this model counts pairs of games: expected -repeat");
        if (!sprt_is_valid(&options->sprt))
            return reader_complain(reader,
                                   "-sprt: expected elo0 < elo1, alpha and beta between 0 and "
                                   "0.5");
    }
    if (options->is_lose_only && options->format != SCHEDULE_GAUNTLET)
        return reader_complain(reader, "-loseonly: expected -gauntlet with it");
    if (options->is_swap2 && options->openings_file != NULL)
        return reader_complain(reader,
                               "-swap2: expected no -openings file, the engines open themselves");
    if (!sample_can_hold(options->sample, options->rule, options->is_continuous, options->width,
                         options->height))
        return reader_complain(reader,
                               "-sample: the packed formats know square boards and the rules 0, 1 "
                               "and 4 only; expected format=csv with this -rule and -boardsize");
    if (options->rounds == 0 && options->format != SCHEDULE_SWISS)
        options->rounds = 1;
    if (options->is_debug)
        options->is_log = true;
    if (options->sample != SAMPLE_NONE && options->sample_file == NULL) {
        static const char *const names[] = {"", "sample.csv", "sample.bin", "sample.binpack"};
        char name[32];
        snprintf(name, sizeof name, "%s%s", names[options->sample],
                 options->is_sample_lz4 ? ".lz4" : "");
        return reader_text(reader, &options->sample_file, name);
    }
    return true;
}

static bool parse(Options *options, bool is_single, int count, char *const *words, char *error,
                  size_t error_size) {
    Reader reader = {.options = options, .error = error, .error_size = error_size};
    reader_engine_init(&reader.each);
    bool is_read = read_words(&reader, count, words, false) && check_together(&reader, is_single);
    options_release_engine(&reader.each);
    return is_read;
}

bool options_parse(Options *options, int count, char *const *words, char *error,
                   size_t error_size) {
    return parse(options, false, count, words, error, error_size);
}

bool options_parse_single(Options *options, int count, char *const *words, char *error,
                          size_t error_size) {
    return parse(options, true, count, words, error, error_size);
}

int options_parse_engine(EngineOptions *engine, int count, char *const *words, char *error,
                         size_t error_size) {
    Reader reader = {.option = "-engine", .error = error, .error_size = error_size};
    reader_engine_init(engine);
    int taken = read_engine(&reader, count, words, engine);
    if (taken >= 0 && engine->command == NULL) {
        reader_complain(&reader, "no cmd=COMMAND");
        taken = -1;
    }
    reader_engine_defaults(engine);
    return taken;
}

/* ---- Settings ----------------------------------------------------------------------------- */

char *options_settings(const Options *options) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    static const char *const formats[] = {"roundrobin", "gauntlet", "swiss", "knockout"};
    fprintf(out, "format = %s\ngames = %d\nrounds = %d\nrepeat = %d\ntransform = %d\n",
            formats[options->format], options->games, options->rounds, options->is_repeat,
            options->is_transform);
    fprintf(out, "rule = %d\ncontinuous = %d\nswap2 = %d\nboard = %dx%d\n", (int)options->rule,
            options->is_continuous, options->is_swap2, options->width, options->height);
    fprintf(out, "openings = %s\nnotation = %s\norder = %s\nsrand = %" PRIu64 "\n",
            !options->has_openings           ? "none"
            : options->openings_file == NULL ? "built-in"
                                             : options->openings_file,
            options->notation == OPENING_POS ? "pos" : "offset",
            options->is_random_order ? "random" : "sequential", options->order_seed);
    fprintf(out, "draw after = %d\nresign = %d %d\ndraw = %d %d\nby board = %d\nmemory = %d\n",
            options->draw_after, options->resign_moves, options->resign_score, options->draw_moves,
            options->draw_score, options->by_board, options->is_memory_watched);
    for (size_t i = 0; i < options->engine_count; i++) {
        const EngineOptions *engine = &options->engines[i];
        fprintf(out, "engine %zu = %s\n", i + 1, engine->command);
        fprintf(out, "  name = %s\n", engine->name != NULL ? engine->name : "");
        fprintf(out, "  tc = %" PRId64 "/%" PRId64 "+%" PRId64 " ms\n", engine->match_ms,
                engine->turn_ms, engine->increment_ms);
        fprintf(out,
                "  nodes = %" PRIu64 "\n  depth = %d\n  thread = %d\n  maxmemory = %" PRIu64 "\n",
                engine->nodes, engine->depth, engine->threads, engine->max_memory);
        fprintf(out, "  tolerance = %" PRId64 " ms\n  restart = %d\n", engine->tolerance_ms,
                engine->restart);
        for (size_t j = 0; j < engine->option_count; j++)
            fprintf(out, "  option.%s\n", engine->options[j]);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
