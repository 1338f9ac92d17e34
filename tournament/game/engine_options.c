#include "game/engine_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/game_record.h"
#include "game/message.h"
#include "process/spawn.h"
#include "shared/cli/reader.h"

/* Whether a time in seconds would become 0, which means no limit. */
static bool is_too_short(double seconds) {
    return seconds > 0 && seconds < 0.001;
}

/* Reads M, M/T, M+I or M/T+I in seconds. */
static int read_time_control(OptionReader *reader, const OptionRow *row, void *target, int left,
                             char *const *words) {
    EngineOptions *engine = target;
    double match, turn, increment = 0;
    char *end;
    (void)row;
    (void)left;
    bool is_read = option_real(words[0], &end, &match);
    turn = match;
    if (is_read && *end == '/')
        is_read = option_real(end + 1, &end, &turn);
    if (is_read && *end == '+')
        is_read = option_real(end + 1, &end, &increment);
    if (!is_read || *end != '\0' || match < 0 || turn < 0 || increment < 0 ||
        match > OPTION_SECONDS_MAX || turn > OPTION_SECONDS_MAX || increment > OPTION_SECONDS_MAX) {
        option_expected(reader, words[0],
                        "MATCH, MATCH/TURN, MATCH+INCREMENT or MATCH/TURN+INCREMENT in seconds");
        return -1;
    }
    if (is_too_short(match) || is_too_short(turn) || is_too_short(increment)) {
        option_expected(reader, words[0], "0 or at least 0.001 seconds");
        return -1;
    }
    engine->match_ms = llround(match * 1000);
    engine->turn_ms = llround(turn * 1000);
    engine->increment_ms = llround(increment * 1000);
    return 1;
}

static void print_time_control(FILE *out, const void *target) {
    const EngineOptions *engine = target;
    fprintf(out, "  tc = %" PRId64 "/%" PRId64 "+%" PRId64 " ms\n", engine->match_ms,
            engine->turn_ms, engine->increment_ms);
}

static int read_command(OptionReader *reader, const OptionRow *row, void *target, int left,
                        char *const *words) {
    EngineOptions *engine = target;
    (void)row;
    (void)left;
    char **split = spawn_split(words[0]);
    if (split == NULL) {
        option_expected(reader, words[0], "a command, quotes closed");
        return -1;
    }
    free(split);
    return option_text(reader, &engine->command, words[0]) ? 1 : -1;
}

static int read_name(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    EngineOptions *engine = target;
    (void)row;
    (void)left;
    if (words[0][0] == '\0' || strlen(words[0]) > GAME_NAME_LENGTH_MAX) {
        option_expected(reader, words[0], "1 to %d bytes", GAME_NAME_LENGTH_MAX);
        return -1;
    }
    if (!option_text(reader, &engine->name, words[0]))
        return -1;
    message_clean(engine->name);
    return 1;
}

static void print_name(FILE *out, const void *target) {
    const EngineOptions *engine = target;
    fprintf(out, "  name = %s\n", engine->name != NULL ? engine->name : "");
}

/* Reads option.KEY=VALUE, which is sent as INFO. */
static int read_info(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    EngineOptions *engine = target;
    const char *text = words[0], *equals = strchr(text, '=');
    (void)row;
    (void)left;
    bool is_read = false;
    if (equals == NULL || equals == text)
        option_expected(reader, text, "option.KEY=VALUE");
    else if (strlen(text) > 2000 || strpbrk(text, "\r\n") != NULL)
        option_complain(reader, "'option.%.40s...': expected 2000 bytes at most, on one line",
                        text);
    else if (engine->option_count == PLAYER_OPTION_MAX)
        option_expected(reader, text, "%d options of an engine at most", PLAYER_OPTION_MAX);
    else
        is_read = option_text(reader, &engine->options[engine->option_count++], text);
    return is_read ? 1 : -1;
}

static void print_info(FILE *out, const void *target) {
    const EngineOptions *engine = target;
    for (size_t i = 0; i < engine->option_count; i++)
        fprintf(out, "  option.%s\n", engine->options[i]);
}

static void print_tolerance(FILE *out, const void *target) {
    const EngineOptions *engine = target;
    if (engine->tolerance_ms == TOLERANCE_BY_LIMIT)
        fprintf(out, "  tolerance = %d %% within %d to %d ms\n", TOLERANCE_PERCENT,
                TOLERANCE_LEAST_MS, TOLERANCE_MOST_MS);
    else
        fprintf(out, "  tolerance = %" PRId64 " ms\n", engine->tolerance_ms);
}

#define AT(field) .offset = offsetof(EngineOptions, field)

/* The order of rows is the order of the settings. */
const OptionRow engine_rows[] = {
    {.name = "cmd",
     .value = "COMMAND",
     .help = "program and arguments; runs in the folder of a program that is named with one, else "
             "in the current folder",
     .kind = OPTION_OWN,
     .read = read_command,
     .resume = OPTION_ELSEWHERE,
     .example = "cmd=another"},
    {.name = "name",
     .value = "NAME",
     .help = "name in results",
     .otherwise = "its answer to ABOUT",
     .kind = OPTION_OWN,
     .read = read_name,
     .print = print_name,
     .example = "name=Another"},
    {.name = "tc",
     .value = "M[/T][+I]",
     .help = "time for the match, per turn (default: M), added per move; M 0: no match limit",
     .unit = "seconds",
     .otherwise = "no limit: without nodes and depth, the engine decides, up to maxwait",
     .kind = OPTION_OWN,
     .read = read_time_control,
     .print = print_time_control,
     .example = "tc=30/1"},
    {.name = "nodes",
     .value = "N",
     .help = "limit per move, sent as INFO; 0: none",
     .unit = "nodes",
     .standard = "0",
     .kind = OPTION_WHOLE,
     AT(nodes),
     .most = INT64_MAX},
    {.name = "depth",
     .value = "N",
     .help = "limit per move, sent as INFO; 0: none",
     .unit = "plies",
     .standard = "0",
     .kind = OPTION_INT,
     AT(depth),
     .most = 10000},
    {.name = "thread",
     .value = "N",
     .help = "sent as INFO; 0: not sent",
     .unit = "threads",
     .standard = "0",
     .kind = OPTION_INT,
     AT(threads),
     .most = 4096},
    {.name = "maxmemory",
     .value = "BYTES",
     .help = "sent as INFO; K, M or G may follow; 0: no limit",
     .unit = "bytes",
     .standard = "367001600",
     .kind = OPTION_BYTES,
     AT(max_memory),
     .example = "maxmemory=1G"},
    {.name = "tolerance",
     .value = "S",
     .help = "time over a limit before the game is lost",
     .unit = "seconds",
     .otherwise = "5% of the time for the move, 0.05 at least and 1 at most",
     .kind = OPTION_SECONDS,
     AT(tolerance_ms),
     .print = print_tolerance},
    {.name = "restart",
     .help = "starts a new process for every game",
     .otherwise = "off",
     .kind = OPTION_FLAG,
     AT(restart)},
    {.name = "option.",
     .value = "KEY=VALUE",
     .help = "sent as INFO KEY VALUE",
     .kind = OPTION_OWN,
     .read = read_info,
     .print = print_info,
     .list = "options",
     .example = "option.key=value"},
    {.name = "starttimeout",
     .value = "S",
     .help = "time to answer ABOUT and START, each",
     .unit = "seconds",
     .standard = "10",
     .kind = OPTION_SECONDS,
     AT(start_ms),
     .resume = OPTION_FREE},
    {.name = "endtimeout",
     .value = "S",
     .help = "time to exit after END",
     .unit = "seconds",
     .standard = "1",
     .kind = OPTION_SECONDS,
     AT(end_ms),
     .resume = OPTION_FREE},
    {.name = "maxwait",
     .value = "S",
     .help = "time to move where no time limit is set",
     .unit = "seconds",
     .standard = "600",
     .kind = OPTION_SECONDS,
     AT(silence_ms),
     .resume = OPTION_FREE},
    {.name = NULL},
};

const OptionTable engine_table = {.rows = engine_rows};

static const char *const program_words[] = {"cmd", "name", NULL};
const OptionTable engine_program_table = {.rows = engine_rows, .only = program_words};

void engine_options_init(EngineOptions *engine) {
    *engine = (EngineOptions){.tolerance_ms = TOLERANCE_BY_LIMIT};
    option_defaults(&engine_table, engine);
}

int64_t engine_options_tolerance_ms(const EngineOptions *engine, int64_t limit_ms) {
    int64_t tolerance_ms = limit_ms * TOLERANCE_PERCENT / 100;
    if (engine->tolerance_ms != TOLERANCE_BY_LIMIT)
        return engine->tolerance_ms;
    if (tolerance_ms < TOLERANCE_LEAST_MS)
        return TOLERANCE_LEAST_MS;
    return tolerance_ms < TOLERANCE_MOST_MS ? tolerance_ms : TOLERANCE_MOST_MS;
}

void engine_options_release(EngineOptions *engine) {
    free(engine->command);
    free(engine->name);
    for (size_t i = 0; i < engine->option_count; i++)
        free(engine->options[i]);
    *engine = (EngineOptions){0};
}
