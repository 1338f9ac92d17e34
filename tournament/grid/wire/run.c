#include "grid/wire/run.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "shared/opening/rule.h"
#include "shared/referee/referee.h"

enum { OPTION_BYTES_MAX = 2001 };

static const int64_t ms_max = INT64_C(100000000) * 1000;
static const int64_t count_max = INT64_C(1) << 53;

/* ---- Writing ------------------------------------------------------------------------------ */

static bool add_engine(cJSON *list, const WireEngine *engine) {
    const EngineOptions *options = &engine->options;
    cJSON *item = cJSON_CreateObject();
    if (item == NULL || !cJSON_AddItemToArray(list, item))
        return false;
    cJSON *more = cJSON_AddArrayToObject(item, "options");
    bool is_good = more != NULL && wire_add_text(item, "name", engine->name) &&
                   wire_add_text(item, "hash", engine->hash) &&
                   wire_add_whole(item, "match_ms", options->match_ms) &&
                   wire_add_whole(item, "turn_ms", options->turn_ms) &&
                   wire_add_whole(item, "increment_ms", options->increment_ms) &&
                   wire_add_whole(item, "tolerance_ms", options->tolerance_ms) &&
                   wire_add_whole(item, "start_ms", options->start_ms) &&
                   wire_add_whole(item, "end_ms", options->end_ms) &&
                   wire_add_whole(item, "silence_ms", options->silence_ms) &&
                   wire_add_whole(item, "nodes", (int64_t)options->nodes) &&
                   wire_add_whole(item, "depth", options->depth) &&
                   wire_add_whole(item, "threads", options->threads) &&
                   wire_add_whole(item, "memory", (int64_t)options->max_memory) &&
                   cJSON_AddBoolToObject(item, "restart", options->restart) != NULL;
    for (size_t i = 0; i < options->option_count && is_good; i++)
        is_good = cJSON_AddItemToArray(more, cJSON_CreateString(options->options[i])) != 0;
    return is_good;
}

/* Returns 0 for none, N for rule N - 1. */
static int opening_number(const OpeningRule *rule) {
    return rule != NULL ? opening_rule_index(rule) + 1 : 0;
}

static bool read_opening_rule(const cJSON *message, const OpeningRule **rule) {
    int number;
    if (!wire_int(message, "opening_rule", 0, OPENING_RULES, &number))
        return false;
    *rule = number > 0 ? opening_rule_at(number - 1) : NULL;
    return true;
}

static bool add_settings(cJSON *message, const PlaySettings *settings) {
    return wire_add_whole(message, "rule", (int64_t)settings->game.rule) &&
           cJSON_AddBoolToObject(message, "continuous", settings->game.is_continuous) != NULL &&
           wire_add_whole(message, "width", settings->game.width) &&
           wire_add_whole(message, "height", settings->game.height) &&
           wire_add_whole(message, "opening_rule", opening_number(settings->opening_rule)) &&
           cJSON_AddBoolToObject(message, "by_board", settings->by_board) != NULL &&
           wire_add_whole(message, "draw_after", settings->draw_after) &&
           wire_add_whole(message, "resign_moves", settings->resign_moves) &&
           wire_add_whole(message, "resign_score", settings->resign_score) &&
           wire_add_whole(message, "draw_moves", settings->draw_moves) &&
           wire_add_whole(message, "draw_score", settings->draw_score);
}

char *wire_run_print(const WireRun *run) {
    cJSON *message = wire_make("run");
    cJSON *engines = cJSON_AddArrayToObject(message, "engines");
    cJSON *aside = cJSON_AddArrayToObject(message, "aside");
    bool is_good = engines != NULL && aside != NULL && wire_add_text(message, "run", run->key) &&
                   wire_add_whole(message, "work", (int64_t)run->work) &&
                   cJSON_AddBoolToObject(message, "done", run->is_done) != NULL &&
                   cJSON_AddNumberToObject(message, "reference", run->reference) != NULL &&
                   wire_add_whole(message, "lease_ms", run->lease_ms) &&
                   add_settings(message, &run->settings) &&
                   cJSON_AddBoolToObject(message, "watch_memory", run->is_memory_watched) != NULL &&
                   cJSON_AddBoolToObject(message, "suspend", run->is_suspending) != NULL;
    for (int i = 0; i < run->engine_count && is_good; i++)
        is_good = add_engine(engines, &run->engines[i]);
    for (int i = 0; i < run->aside_count && is_good; i++)
        is_good = cJSON_AddItemToArray(aside, cJSON_CreateString(run->aside[i])) != 0;
    if (is_good)
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_option(const cJSON *item, EngineOptions *options) {
    const char *text = cJSON_GetStringValue(item);
    if (text == NULL || strlen(text) >= OPTION_BYTES_MAX ||
        options->option_count == PLAYER_OPTION_MAX)
        return false;
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    options->options[options->option_count++] = copy;
    message_clean(copy);
    const char *equals = strchr(copy, '=');
    return strcmp(copy, text) == 0 && equals != NULL && equals != copy;
}

static bool read_engine(const cJSON *item, WireEngine *engine) {
    EngineOptions *options = &engine->options;
    int64_t nodes, memory;
    const cJSON *more = wire_array(item, "options", PLAYER_OPTION_MAX), *each;
    if (more == NULL || !wire_text(item, "name", engine->name, sizeof engine->name) ||
        engine->name[0] == '\0' || !wire_text(item, "hash", engine->hash, sizeof engine->hash) ||
        !wire_whole(item, "match_ms", 0, ms_max, &options->match_ms) ||
        !wire_whole(item, "turn_ms", 0, ms_max, &options->turn_ms) ||
        !wire_whole(item, "increment_ms", 0, ms_max, &options->increment_ms) ||
        !wire_whole(item, "tolerance_ms", TOLERANCE_BY_LIMIT, ms_max, &options->tolerance_ms) ||
        !wire_whole(item, "start_ms", 0, ms_max, &options->start_ms) ||
        !wire_whole(item, "end_ms", 0, ms_max, &options->end_ms) ||
        !wire_whole(item, "silence_ms", 0, ms_max, &options->silence_ms) ||
        !wire_whole(item, "nodes", 0, count_max, &nodes) ||
        !wire_int(item, "depth", 0, INT_MAX, &options->depth) ||
        !wire_int(item, "threads", 0, 4096, &options->threads) ||
        !wire_whole(item, "memory", 0, count_max, &memory) ||
        !wire_flag(item, "restart", &options->restart))
        return false;
    options->nodes = (uint64_t)nodes;
    options->max_memory = (uint64_t)memory;
    bool is_read = true;
    cJSON_ArrayForEach(each, more) is_read = is_read && read_option(each, options);
    return is_read;
}

static bool read_engines(const cJSON *message, WireRun *run) {
    const cJSON *list = wire_array(message, "engines", WIRE_ENGINES_MAX), *item;
    if (list == NULL || cJSON_GetArraySize(list) == 0)
        return false;
    run->engines = calloc((size_t)cJSON_GetArraySize(list), sizeof *run->engines);
    bool is_read = run->engines != NULL;
    cJSON_ArrayForEach(item, list) is_read =
        is_read && read_engine(item, &run->engines[run->engine_count++]);
    return is_read;
}

static bool read_aside(const cJSON *message, WireRun *run) {
    const cJSON *list = wire_array(message, "aside", WIRE_ASIDE_MAX), *item;
    if (list == NULL)
        return false;
    run->aside = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *run->aside);
    if (run->aside == NULL)
        return false;
    cJSON_ArrayForEach(item, list) {
        const char *name = cJSON_GetStringValue(item);
        if (name == NULL || strlen(name) >= WIRE_WORKER_MAX || !wire_is_name(name))
            return false;
        strcpy(run->aside[run->aside_count++], name);
    }
    return true;
}

static bool read_settings(const cJSON *message, PlaySettings *settings) {
    int rule;
    if (!wire_int(message, "rule", 0, 9, &rule) || !referee_knows_rule(rule) ||
        (rule & REFEREE_CONTINUOUS) != 0)
        return false;
    settings->game.rule = (GameRule)rule;
    return wire_flag(message, "continuous", &settings->game.is_continuous) &&
           wire_int(message, "width", GAME_MIN_SIZE, GAME_MAX_SIZE, &settings->game.width) &&
           wire_int(message, "height", GAME_MIN_SIZE, GAME_MAX_SIZE, &settings->game.height) &&
           read_opening_rule(message, &settings->opening_rule) &&
           wire_flag(message, "by_board", &settings->by_board) &&
           wire_int(message, "draw_after", 0, GAME_MAX_CELLS, &settings->draw_after) &&
           wire_int(message, "resign_moves", 0, INT_MAX, &settings->resign_moves) &&
           wire_int(message, "resign_score", INT_MIN, INT_MAX, &settings->resign_score) &&
           wire_int(message, "draw_moves", 0, INT_MAX, &settings->draw_moves) &&
           wire_int(message, "draw_score", INT_MIN, INT_MAX, &settings->draw_score);
}

bool wire_run_read(const char *text, size_t length, WireRun *run) {
    int work;
    cJSON *message = wire_parse(text, length, "run");
    *run = (WireRun){0};
    bool is_read = wire_text(message, "run", run->key, sizeof run->key) && wire_is_name(run->key) &&
                   strchr(run->key, '.') == NULL &&
                   wire_int(message, "work", WIRE_WORK_GAMES, WIRE_WORK_OPENINGS, &work) &&
                   wire_flag(message, "done", &run->is_done) &&
                   wire_real(message, "reference", 0, 1e9, &run->reference) &&
                   wire_whole(message, "lease_ms", 100, 24 * 3600 * 1000, &run->lease_ms) &&
                   read_settings(message, &run->settings) &&
                   wire_flag(message, "watch_memory", &run->is_memory_watched) &&
                   wire_flag(message, "suspend", &run->is_suspending) &&
                   read_engines(message, run) && read_aside(message, run);
    if (is_read)
        run->work = (WireWork)work;
    cJSON_Delete(message);
    return is_read;
}

void wire_run_release(WireRun *run) {
    for (int i = 0; i < run->engine_count; i++)
        engine_options_release(&run->engines[i].options);
    free(run->engines);
    free(run->aside);
    *run = (WireRun){0};
}

bool wire_run_is_aside(const WireRun *run, const char *worker) {
    for (int i = 0; i < run->aside_count; i++)
        if (strcmp(run->aside[i], worker) == 0)
            return true;
    return false;
}

const char wire_run_limits[] =
    "no message to workers can hold these settings: expected -lease from 0.1 s to a day, numbers "
    "below 2^53 and texts without control characters";

bool wire_run_fits(const WireRun *run) {
    WireRun read;
    char *text = wire_run_print(run);
    bool is_read = text != NULL && wire_run_read(text, strlen(text), &read);
    if (text != NULL)
        wire_run_release(&read);
    free(text);
    return is_read;
}
