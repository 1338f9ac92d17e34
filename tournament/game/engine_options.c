/* engine_options.c: the words behind -engine and -each. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/values.h"
#include "process/spawn.h"

/* M, M/T, M+I, M/T+I in seconds. */
static bool read_time_control(Reader *reader, const char *word, EngineOptions *engine) {
    static const char expected[] =
        "tc=%s: expected MATCH, MATCH/TURN, MATCH+INCREMENT or MATCH/TURN+INCREMENT in seconds";
    double match, turn, increment = 0;
    char *end;
    if (!reader_real(word, &end, &match))
        return reader_complain(reader, expected, word);
    turn = match;
    if (*end == '/' && !reader_real(end + 1, &end, &turn))
        return reader_complain(reader, expected, word);
    if (*end == '+' && !reader_real(end + 1, &end, &increment))
        return reader_complain(reader, expected, word);
    if (*end != '\0' || match < 0 || turn < 0 || increment < 0 || match > READER_SECONDS_MAX ||
        turn > READER_SECONDS_MAX || increment > READER_SECONDS_MAX)
        return reader_complain(reader, expected, word);
    engine->match_ms = (int64_t)llround(match * 1000);
    engine->turn_ms = (int64_t)llround(turn * 1000);
    engine->increment_ms = (int64_t)llround(increment * 1000);
    return true;
}

static bool read_bytes(Reader *reader, const char *word, uint64_t *bytes) {
    double value;
    char *end;
    if (reader_real(word, &end, &value) && value >= 0) {
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
    return reader_complain(reader, "maxmemory=%s: expected bytes, 0 or more", word);
}

static bool add_raw_option(Reader *reader, EngineOptions *engine, const char *text) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return reader_complain(reader, "'option.%s': expected option.KEY=VALUE", text);
    if (strlen(text) > 2000 || strpbrk(text, "\r\n") != NULL)
        return reader_complain(reader, "'option.%.40s...': a line break, or over 2000 bytes", text);
    if (engine->option_count == PLAYER_OPTION_MAX)
        return reader_complain(reader, "'option.%s': more than %d of them", text,
                               PLAYER_OPTION_MAX);
    return reader_text(reader, &engine->options[engine->option_count++], text);
}

static bool read_on_off(Reader *reader, const char *key, const char *word, bool *value) {
    if (strcmp(word, "on") == 0 || strcmp(word, "true") == 0 || strcmp(word, "1") == 0)
        *value = true;
    else if (strcmp(word, "off") == 0 || strcmp(word, "false") == 0 || strcmp(word, "0") == 0)
        *value = false;
    else
        return reader_complain(reader, "%s=%s: expected on or off", key, word);
    return true;
}

static bool read_engine_number(Reader *reader, const char *word, EngineOptions *engine,
                               bool *is_known) {
    const char *value;
    int64_t number = 0;
    *is_known = true;
    if ((value = reader_value(word, "depth")) != NULL)
        return reader_int(reader, value, 0, 10000, &engine->depth);
    if ((value = reader_value(word, "thread")) != NULL)
        return reader_int(reader, value, 0, 4096, &engine->threads);
    if ((value = reader_value(word, "nodes")) != NULL) {
        bool is_read = reader_whole(reader, value, 0, INT64_MAX, &number);
        engine->nodes = (uint64_t)number;
        return is_read;
    }
    if ((value = reader_value(word, "tolerance")) != NULL)
        return reader_seconds(reader, value, &engine->tolerance_ms);
    if ((value = reader_value(word, "starttimeout")) != NULL)
        return reader_seconds(reader, value, &engine->start_ms);
    if ((value = reader_value(word, "endtimeout")) != NULL)
        return reader_seconds(reader, value, &engine->end_ms);
    if ((value = reader_value(word, "maxwait")) != NULL)
        return reader_seconds(reader, value, &engine->silence_ms);
    *is_known = false;
    return true;
}

bool reader_engine_word(Reader *reader, const char *word, EngineOptions *engine) {
    const char *value;
    bool is_known;
    if (!read_engine_number(reader, word, engine, &is_known))
        return false;
    if (is_known)
        return true;
    if ((value = reader_value(word, "cmd")) != NULL) {
        char **words = spawn_split(value);
        if (words == NULL)
            return reader_complain(reader, "cmd=%s: expected a command, quotes closed", value);
        free(words);
        return reader_text(reader, &engine->command, value);
    }
    if ((value = reader_value(word, "name")) != NULL) {
        if (value[0] == '\0' || strlen(value) >= GAME_NAME_MAX - 8)
            return reader_complain(reader, "name=%s: expected 1 to %d bytes", value,
                                   GAME_NAME_MAX - 9);
        bool is_set = reader_text(reader, &engine->name, value);
        if (is_set)
            message_clean(engine->name);
        return is_set;
    }
    if ((value = reader_value(word, "tc")) != NULL)
        return read_time_control(reader, value, engine);
    if ((value = reader_value(word, "maxmemory")) != NULL)
        return read_bytes(reader, value, &engine->max_memory);
    if ((value = reader_value(word, "restart")) != NULL)
        return read_on_off(reader, "restart", value, &engine->restart);
    if (strncmp(word, "option.", strlen("option.")) == 0)
        return add_raw_option(reader, engine, word + strlen("option."));
    return reader_complain(
        reader,
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

void reader_engine_init(EngineOptions *engine) {
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

bool reader_engine_apply_each(Reader *reader, EngineOptions *engine) {
    const EngineOptions *each = &reader->each;
    if (each->command != NULL && !reader_text(reader, &engine->command, each->command))
        return false;
    if (each->name != NULL && !reader_text(reader, &engine->name, each->name))
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

void reader_engine_defaults(EngineOptions *engine) {
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
