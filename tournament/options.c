/* One table says which words there are and where each is kept; checks that need several options
 * together come last. */
#include "options.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee.h"
#include "sample.h"

const char *const options_help[] = {
    "usage: kaname-tournament [OPTION]... -engine ENGINE_OPTIONS -engine ENGINE_OPTIONS ...",
    "       kaname-tournament -quick COMMAND COMMAND [OPTION]...",
    "       kaname-tournament report FILE [-json F] [-pgn F] [-sgf F] [-psq DIR] [-html F]",
    "       kaname-tournament check -engine cmd=COMMAND",
    "       kaname-tournament openings -engine cmd=COMMAND [OPTION]...",
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

typedef struct Reader {
    Options *options;
    EngineOptions each;
    bool has_each;
    const char *option; /* being read, for errors */
    char *error;
    size_t error_size;
} Reader;

/* ---- Errors and values -------------------------------------------------------------------- */

static bool complain(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Always false, so that callers can return it. */
static bool complain(Reader *reader, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(reader->error, reader->error_size, "%s%s%s", reader->option ? reader->option : "",
             reader->option ? ": " : "", what);
    return false;
}

static bool read_whole(Reader *reader, const char *word, int64_t least, int64_t most,
                       int64_t *value) {
    char *end;
    errno = 0;
    intmax_t number = strtoimax(word, &end, 10);
    bool is_number = end != word && *end == '\0' && !isspace((unsigned char)word[0]);
    if (!is_number || errno == ERANGE || number < least || number > most) {
        if (most == INT64_MAX)
            return complain(reader, "'%s': expected a whole number, %" PRId64 " or more", word,
                            least);
        return complain(reader, "'%s': expected a whole number from %" PRId64 " to %" PRId64, word,
                        least, most);
    }
    *value = (int64_t)number;
    return true;
}

static bool read_int(Reader *reader, const char *word, int least, int most, int *value) {
    int64_t number;
    if (!read_whole(reader, word, least, most, &number))
        return false;
    *value = (int)number;
    return true;
}

/* A decimal number, nothing behind it; *end is where it stops when `end` is not NULL. */
static bool read_real(const char *word, char **end, double *value) {
    char *stop;
    if (!isdigit((unsigned char)word[0]) && word[0] != '.' && word[0] != '-' && word[0] != '+')
        return false;
    *value = strtod(word, &stop);
    if (stop == word || !isfinite(*value))
        return false;
    if (end != NULL)
        *end = stop;
    return end != NULL || *stop == '\0';
}

enum { SECONDS_MAX = 100000000 };

static bool read_seconds(Reader *reader, const char *word, int64_t *ms) {
    double seconds;
    if (!read_real(word, NULL, &seconds) || seconds < 0 || seconds > SECONDS_MAX)
        return complain(reader, "'%s': expected seconds, 0 or more", word);
    *ms = (int64_t)llround(seconds * 1000);
    return true;
}

static bool set_text(Reader *reader, char **target, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return complain(reader, "no memory");
    free(*target);
    *target = copy;
    return true;
}

/* The text behind "key="; NULL: the word is another one. */
static const char *value_of(const char *word, const char *key) {
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* ---- Engine options ----------------------------------------------------------------------- */

/* M, M/T, M+I, M/T+I in seconds. */
static bool read_time_control(Reader *reader, const char *word, EngineOptions *engine) {
    static const char expected[] =
        "tc=%s: expected MATCH, MATCH/TURN, MATCH+INCREMENT or MATCH/TURN+INCREMENT in seconds";
    double match, turn, increment = 0;
    char *end;
    if (!read_real(word, &end, &match))
        return complain(reader, expected, word);
    turn = match;
    if (*end == '/' && !read_real(end + 1, &end, &turn))
        return complain(reader, expected, word);
    if (*end == '+' && !read_real(end + 1, &end, &increment))
        return complain(reader, expected, word);
    if (*end != '\0' || match < 0 || turn < 0 || increment < 0 || match > SECONDS_MAX ||
        turn > SECONDS_MAX || increment > SECONDS_MAX)
        return complain(reader, expected, word);
    engine->match_ms = (int64_t)llround(match * 1000);
    engine->turn_ms = (int64_t)llround(turn * 1000);
    engine->increment_ms = (int64_t)llround(increment * 1000);
    return true;
}

static bool read_bytes(Reader *reader, const char *word, uint64_t *bytes) {
    double value;
    char *end;
    if (read_real(word, &end, &value) && value >= 0) {
        double unit = 1;
        switch (toupper((unsigned char)*end)) {
        case 'K':
            unit = 1024.0;
            end++;
            break;
        case 'M':
            unit = 1048576.0;
            end++;
            break;
        case 'G':
            unit = 1073741824.0;
            end++;
            break;
        default:
            break;
        }
        if (*end == '\0' && value * unit < 1e18) {
            *bytes = (uint64_t)(value * unit);
            return true;
        }
    }
    return complain(reader, "maxmemory=%s: expected bytes, 0 or more", word);
}

static bool add_raw_option(Reader *reader, EngineOptions *engine, const char *text) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return complain(reader, "'option.%s': expected option.KEY=VALUE", text);
    if (strlen(text) > 2000 || strpbrk(text, "\r\n") != NULL)
        return complain(reader, "'option.%.40s...': a line break, or over 2000 bytes", text);
    if (engine->option_count == PLAYER_OPTION_MAX)
        return complain(reader, "'option.%s': more than %d of them", text, PLAYER_OPTION_MAX);
    return set_text(reader, &engine->options[engine->option_count++], text);
}

static bool read_on_off(Reader *reader, const char *key, const char *word, bool *value) {
    if (strcmp(word, "on") == 0 || strcmp(word, "true") == 0 || strcmp(word, "1") == 0)
        *value = true;
    else if (strcmp(word, "off") == 0 || strcmp(word, "false") == 0 || strcmp(word, "0") == 0)
        *value = false;
    else
        return complain(reader, "%s=%s: expected on or off", key, word);
    return true;
}

static bool read_engine_number(Reader *reader, const char *word, EngineOptions *engine,
                               bool *is_known) {
    const char *value;
    int64_t number = 0;
    *is_known = true;
    if ((value = value_of(word, "depth")) != NULL)
        return read_int(reader, value, 0, 10000, &engine->depth);
    if ((value = value_of(word, "thread")) != NULL)
        return read_int(reader, value, 0, 4096, &engine->threads);
    if ((value = value_of(word, "nodes")) != NULL) {
        bool is_read = read_whole(reader, value, 0, INT64_MAX, &number);
        engine->nodes = (uint64_t)number;
        return is_read;
    }
    if ((value = value_of(word, "tolerance")) != NULL)
        return read_seconds(reader, value, &engine->tolerance_ms);
    if ((value = value_of(word, "starttimeout")) != NULL)
        return read_seconds(reader, value, &engine->start_ms);
    if ((value = value_of(word, "endtimeout")) != NULL)
        return read_seconds(reader, value, &engine->end_ms);
    if ((value = value_of(word, "maxwait")) != NULL)
        return read_seconds(reader, value, &engine->silence_ms);
    *is_known = false;
    return true;
}

static bool read_engine_word(Reader *reader, const char *word, EngineOptions *engine) {
    const char *value;
    bool is_known;
    if (!read_engine_number(reader, word, engine, &is_known))
        return false;
    if (is_known)
        return true;
    if ((value = value_of(word, "cmd")) != NULL) {
        char **words = process_split(value);
        if (words == NULL)
            return complain(reader, "cmd=%s: expected a command, quotes closed", value);
        free(words);
        return set_text(reader, &engine->command, value);
    }
    if ((value = value_of(word, "name")) != NULL) {
        if (value[0] == '\0' || strlen(value) >= GAME_NAME_MAX - 8)
            return complain(reader, "name=%s: expected 1 to %d bytes", value, GAME_NAME_MAX - 9);
        bool is_set = set_text(reader, &engine->name, value);
        if (is_set)
            message_clean(engine->name);
        return is_set;
    }
    if ((value = value_of(word, "tc")) != NULL)
        return read_time_control(reader, value, engine);
    if ((value = value_of(word, "maxmemory")) != NULL)
        return read_bytes(reader, value, &engine->max_memory);
    if ((value = value_of(word, "restart")) != NULL)
        return read_on_off(reader, "restart", value, &engine->restart);
    if (strncmp(word, "option.", strlen("option.")) == 0)
        return add_raw_option(reader, engine, word + strlen("option."));
    return complain(reader,
                    "'%s': expected cmd=, name=, tc=, nodes=, depth=, thread=, maxmemory=, "
                    "tolerance=, option.K=, restart=, starttimeout=, endtimeout= or maxwait=",
                    word);
}

void options_release_engine(EngineOptions *engine) {
    free(engine->command);
    free(engine->name);
    for (size_t i = 0; i < engine->option_count; i++)
        free(engine->options[i]);
}

/* What nobody has set is marked by these, until defaults are filled in. */
enum { UNSET = -1 };

static void init_engine(EngineOptions *engine) {
    *engine = (EngineOptions){.match_ms = UNSET,
                              .tolerance_ms = UNSET,
                              .start_ms = UNSET,
                              .end_ms = UNSET,
                              .silence_ms = UNSET,
                              .depth = UNSET,
                              .threads = UNSET,
                              .nodes = UINT64_MAX,
                              .max_memory = UINT64_MAX};
}

/* What -each says holds for every engine, as in c-gomoku-cli also over what the engine says. */
static bool apply_each(Reader *reader, EngineOptions *engine) {
    const EngineOptions *each = &reader->each;
    if (each->command != NULL && !set_text(reader, &engine->command, each->command))
        return false;
    if (each->name != NULL && !set_text(reader, &engine->name, each->name))
        return false;
    if (each->match_ms != UNSET) {
        engine->match_ms = each->match_ms;
        engine->turn_ms = each->turn_ms;
        engine->increment_ms = each->increment_ms;
    }
    if (each->tolerance_ms != UNSET)
        engine->tolerance_ms = each->tolerance_ms;
    if (each->start_ms != UNSET)
        engine->start_ms = each->start_ms;
    if (each->end_ms != UNSET)
        engine->end_ms = each->end_ms;
    if (each->silence_ms != UNSET)
        engine->silence_ms = each->silence_ms;
    if (each->depth != UNSET)
        engine->depth = each->depth;
    if (each->threads != UNSET)
        engine->threads = each->threads;
    if (each->nodes != UINT64_MAX)
        engine->nodes = each->nodes;
    if (each->max_memory != UINT64_MAX)
        engine->max_memory = each->max_memory;
    engine->restart |= each->restart;
    for (size_t i = 0; i < each->option_count; i++)
        if (!add_raw_option(reader, engine, each->options[i]))
            return false;
    return true;
}

static void fill_engine_defaults(EngineOptions *engine) {
    if (engine->match_ms == UNSET)
        engine->match_ms = 0;
    if (engine->tolerance_ms == UNSET)
        engine->tolerance_ms = 3000;
    if (engine->start_ms == UNSET)
        engine->start_ms = 10000;
    if (engine->end_ms == UNSET)
        engine->end_ms = 1000;
    if (engine->silence_ms == UNSET)
        engine->silence_ms = 600000;
    if (engine->depth == UNSET)
        engine->depth = 0;
    if (engine->threads == UNSET)
        engine->threads = 0;
    if (engine->nodes == UINT64_MAX)
        engine->nodes = 0;
    if (engine->max_memory == UINT64_MAX)
        engine->max_memory = 367001600;
}

static EngineOptions *add_engine(Reader *reader) {
    Options *options = reader->options;
    if (options->engine_count == OPTIONS_ENGINES_MAX) {
        complain(reader, "more than %d engines", OPTIONS_ENGINES_MAX);
        return NULL;
    }
    EngineOptions *grown = realloc(options->engines, (options->engine_count + 1) * sizeof *grown);
    if (grown == NULL) {
        complain(reader, "no memory");
        return NULL;
    }
    options->engines = grown;
    init_engine(&grown[options->engine_count]);
    return &grown[options->engine_count++];
}

/* ---- Options with several words ----------------------------------------------------------- */

static bool read_openings_word(Reader *reader, const char *word) {
    Options *options = reader->options;
    const char *value;
    if ((value = value_of(word, "file")) != NULL)
        return set_text(reader, &options->openings_file, value);
    if (strcmp(word, "none") == 0) {
        options->has_openings = false;
        return true;
    }
    if ((value = value_of(word, "type")) != NULL) {
        if (strcmp(value, "pos") != 0 && strcmp(value, "offset") != 0)
            return complain(reader, "type=%s: expected offset or pos", value);
        options->notation = strcmp(value, "pos") == 0 ? OPENING_POS : OPENING_OFFSET;
        return true;
    }
    if ((value = value_of(word, "order")) != NULL) {
        if (strcmp(value, "random") != 0 && strcmp(value, "sequential") != 0)
            return complain(reader, "order=%s: expected sequential or random", value);
        options->is_random_order = strcmp(value, "random") == 0;
        return true;
    }
    if ((value = value_of(word, "srand")) != NULL) {
        int64_t seed = 0;
        bool is_read = read_whole(reader, value, 0, INT64_MAX, &seed);
        options->order_seed = (uint64_t)seed;
        return is_read;
    }
    return complain(reader, "'%s': expected file=, type=, order=, srand= or none", word);
}

static bool read_sprt_real(Reader *reader, const char *key, const char *word, double *value) {
    if (!read_real(word, NULL, value))
        return complain(reader, "%s=%s: expected a number", key, word);
    return true;
}

static bool read_sprt_word(Reader *reader, const char *word) {
    Sprt *sprt = &reader->options->sprt;
    const char *value;
    if ((value = value_of(word, "elo0")) != NULL)
        return read_sprt_real(reader, "elo0", value, &sprt->elo0);
    if ((value = value_of(word, "elo1")) != NULL)
        return read_sprt_real(reader, "elo1", value, &sprt->elo1);
    if ((value = value_of(word, "alpha")) != NULL)
        return read_sprt_real(reader, "alpha", value, &sprt->alpha);
    if ((value = value_of(word, "beta")) != NULL)
        return read_sprt_real(reader, "beta", value, &sprt->beta);
    if ((value = value_of(word, "model")) != NULL) {
        static const char *const names[] = {"trinomial", "pentanomial", "normalised"};
        for (int i = 0; i < SPRT_MODELS; i++) {
            if (strcmp(value, names[i]) == 0) {
                sprt->model = (SprtModel)i;
                reader->options->has_sprt_model = true;
                return true;
            }
        }
        return complain(reader, "model=%s: expected trinomial, pentanomial or normalised", value);
    }
    return complain(reader, "'%s': expected elo0=, elo1=, alpha=, beta= or model=", word);
}

static bool read_sample_word(Reader *reader, const char *word) {
    Options *options = reader->options;
    const char *value;
    if ((value = value_of(word, "freq")) != NULL) {
        double freq;
        if (!read_real(value, NULL, &freq) || freq < 0 || freq > 1)
            return complain(reader, "freq=%s: expected a number from 0 to 1", value);
        options->sample_freq = freq;
        return true;
    }
    if ((value = value_of(word, "file")) != NULL)
        return set_text(reader, &options->sample_file, value);
    if ((value = value_of(word, "format")) != NULL) {
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
        return complain(reader, "format=%s: expected csv, bin, bin_lz4, binpack or binpack_lz4",
                        value);
    }
    return complain(reader, "'%s': expected freq=, format= or file=", word);
}

/* ---- Options with one word ---------------------------------------------------------------- */

static bool read_rule(Reader *reader, const char *word) {
    Options *options = reader->options;
    int code;
    char *end;
    long number = strtol(word, &end, 10);
    if (end == word || *end != '\0' || number < 0 || number > 11 ||
        !referee_knows_rule((int)number))
        return complain(reader, "'%s': expected 0, 1, 4, 8 or 9, or one of these plus 2", word);
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
        return complain(reader, "'%s': expected a size from %d to %d, or WIDTHxHEIGHT", word,
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
    return complain(reader, "'%s': expected roundrobin, gauntlet, swiss or knockout", word);
}

static bool read_seed(Reader *reader, const char *word) {
    int64_t seed = 0;
    bool is_read = read_whole(reader, word, 0, INT64_MAX, &seed);
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
        complain(reader, "expected a number of moves and a score after it");
        return -1;
    }
    if (!read_int(reader, words[0], 1, GAME_MAX_CELLS, moves) ||
        !read_int(reader, words[1], 0, INT_MAX, score))
        return -1;
    return 2;
}

static int read_engine(Reader *reader, int left, char *const *words, EngineOptions *engine) {
    int taken = 0;
    if (engine == NULL)
        return -1;
    while (taken < left && words[taken][0] != '-')
        if (!read_engine_word(reader, words[taken++], engine))
            return -1;
    return taken;
}

static int read_quick(Reader *reader, int left, char *const *words) {
    static char *const defaults[] = {"-each", "tc=30/1", "-games", "100", "-repeat"};
    if (left < 2 || words[0][0] == '-' || words[1][0] == '-') {
        complain(reader, "expected two commands after it");
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        EngineOptions *engine = add_engine(reader);
        const char *command = words[i];
        if (strncmp(command, "cmd=", 4) == 0)
            command += 4;
        if (engine == NULL || !set_text(reader, &engine->command, command))
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
        complain(reader, "expected a value after it");
        return -1;
    }
    bool is_read = spec->text != NULL ? set_text(reader, spec->text, words[0])
                   : spec->number != NULL
                       ? read_int(reader, words[0], spec->least, spec->most, spec->number)
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
            complain(reader, "expected a file name after it");
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
            return complain(reader, "'%s': no such option; --help lists them", name);
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

/* ---- JSON --------------------------------------------------------------------------------- */

typedef struct Words {
    int count, capacity;
    char **list;
} Words;

static bool add_word(Words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool add_word(Words *words, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        return false;
    if (words->count == words->capacity) {
        int capacity = words->capacity == 0 ? 64 : 2 * words->capacity;
        char **grown = realloc(words->list, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        words->list = grown;
        words->capacity = capacity;
    }
    words->list[words->count] = strdup(text);
    return words->list[words->count] != NULL && ++words->count > 0;
}

static void release_words(Words *words) {
    for (int i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
}

/* A string or number as one word, with what goes before it. */
static bool add_scalar(Words *words, const char *prefix, const cJSON *item) {
    if (cJSON_IsString(item))
        return add_word(words, "%s%s", prefix, item->valuestring);
    if (cJSON_IsNumber(item))
        return add_word(words, "%s%.15g", prefix, item->valuedouble);
    if (cJSON_IsBool(item))
        return add_word(words, "%s%s", prefix, cJSON_IsTrue(item) ? "on" : "off");
    return false;
}

/* {"cmd": "x", "options": {"K": "V"}} as cmd=x option.K=V */
static bool add_object(Words *words, const cJSON *object) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        char prefix[160];
        if (cJSON_IsObject(item) && strcmp(item->string, "options") == 0) {
            const cJSON *option;
            cJSON_ArrayForEach(option, item) {
                snprintf(prefix, sizeof prefix, "option.%.100s=", option->string);
                if (!add_scalar(words, prefix, option))
                    return false;
            }
            continue;
        }
        snprintf(prefix, sizeof prefix, "%.100s=", item->string);
        if (!add_scalar(words, prefix, item))
            return false;
    }
    return true;
}

/* One member of the file as the words of one option (or of several engines). */
static bool add_member(Words *words, const cJSON *item) {
    bool is_engines = strcmp(item->string, "engines") == 0;
    if (is_engines && cJSON_IsArray(item)) {
        const cJSON *engine;
        cJSON_ArrayForEach(engine, item) {
            if (!cJSON_IsObject(engine) || !add_word(words, "-engine") ||
                !add_object(words, engine))
                return false;
        }
        return true;
    }
    if (cJSON_IsFalse(item))
        return true;
    if (!add_word(words, "-%.100s", item->string))
        return false;
    if (cJSON_IsTrue(item))
        return true;
    if (cJSON_IsObject(item))
        return add_object(words, item);
    if (cJSON_IsArray(item)) {
        const cJSON *part;
        cJSON_ArrayForEach(part, item) {
            if (!add_scalar(words, "", part))
                return false;
        }
        return true;
    }
    return add_scalar(words, "", item);
}

static char *read_text_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    enum { CONFIG_MAX = 1 << 20 };
    char *text = malloc(CONFIG_MAX + 1);
    size_t length = text == NULL ? 0 : fread(text, 1, CONFIG_MAX, file);
    if (text != NULL)
        text[length] = '\0';
    fclose(file);
    return text;
}

static bool read_config(Reader *reader, const char *path) {
    errno = 0;
    char *text = read_text_file(path);
    if (text == NULL)
        return complain(reader, "%s: %s", path, strerror(errno));
    const char *stop = text;
    cJSON *root = cJSON_ParseWithOpts(text, &stop, true);
    if (!cJSON_IsObject(root)) {
        int line = 1;
        for (const char *at = text; at < stop; at++)
            line += *at == '\n';
        complain(reader, "%s:%d: expected a JSON object", path, line);
        cJSON_Delete(root);
        free(text);
        return false;
    }
    Words words = {0};
    bool is_read = true;
    const cJSON *item;
    cJSON_ArrayForEach(item, root) {
        if (!add_member(&words, item)) {
            is_read = complain(reader, "%s: \"%.100s\" has a value that no option takes", path,
                               item->string);
            break;
        }
    }
    is_read = is_read && read_words(reader, words.count, words.list, true);
    release_words(&words);
    cJSON_Delete(root);
    free(text);
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

static bool check_engines(Reader *reader) {
    Options *options = reader->options;
    for (size_t i = 0; i < options->engine_count; i++) {
        EngineOptions *engine = &options->engines[i];
        if (!apply_each(reader, engine))
            return false;
        fill_engine_defaults(engine);
        if (engine->command == NULL)
            return complain(reader, "-engine: number %zu has no cmd=COMMAND", i + 1);
    }
    if (options->engine_count < 2)
        return complain(reader, "-engine: expected two engines or more, got %zu",
                        options->engine_count);
    return true;
}

static bool check_together(Reader *reader) {
    Options *options = reader->options;
    if (!check_engines(reader))
        return false;
    if (options->has_sprt) {
        if (options->engine_count > 2)
            return complain(reader, "-sprt: expected two engines, got %zu", options->engine_count);
        if (!options->has_sprt_model && options->is_repeat)
            options->sprt.model = SPRT_PENTANOMIAL;
        if (options->sprt.model != SPRT_TRINOMIAL && !options->is_repeat)
            return complain(reader, "-sprt: this model counts pairs of games: expected -repeat");
        if (!sprt_is_valid(&options->sprt))
            return complain(reader, "-sprt: expected elo0 < elo1, alpha and beta between 0 and "
                                    "0.5");
    }
    if (options->is_lose_only && options->format != SCHEDULE_GAUNTLET)
        return complain(reader, "-loseonly: expected -gauntlet with it");
    if (options->is_swap2 && options->openings_file != NULL)
        return complain(reader, "-swap2: expected no -openings file, the engines open themselves");
    if (!sample_can_hold(options->sample, options->rule, options->is_continuous, options->width,
                         options->height))
        return complain(reader, "-sample: the packed formats know square boards and the rules 0, 1 "
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
        return set_text(reader, &options->sample_file, name);
    }
    return true;
}

bool options_parse(Options *options, int count, char *const *words, char *error,
                   size_t error_size) {
    Reader reader = {.options = options, .error = error, .error_size = error_size};
    init_engine(&reader.each);
    bool is_read = read_words(&reader, count, words, false) && check_together(&reader);
    options_release_engine(&reader.each);
    return is_read;
}

int options_parse_engine(EngineOptions *engine, int count, char *const *words, char *error,
                         size_t error_size) {
    Reader reader = {.option = "-engine", .error = error, .error_size = error_size};
    init_engine(engine);
    int taken = read_engine(&reader, count, words, engine);
    if (taken >= 0 && engine->command == NULL) {
        complain(&reader, "no cmd=COMMAND");
        taken = -1;
    }
    fill_engine_defaults(engine);
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
