#include "session/settings.h"

#include "level/level.h"

#include <ctype.h>
#include <string.h>

enum { CAUTION_DEFAULT = 1, CAUTION_MAX = 5, THREATS_MAX = 2, DETAIL_MAX = 3 };

void settings_init(Settings *settings) {
    *settings = (Settings){
        .rule_code = -1, .caution = CAUTION_DEFAULT, .level = LEVEL_FULL, .uses_database = true};
}

/* ---- Keys -------------------------------------------------------------------------------- */

typedef struct Key {
    const char *word;
    void (*set)(Settings *settings, int64_t value);
} Key;

static void set_caution(Settings *settings, int64_t factor) {
    if (factor >= 0 && factor <= CAUTION_MAX)
        settings->caution = factor;
}

static void set_hash_size(Settings *settings, int64_t kib) {
    if (kib < 0 || kib > (int64_t)1 << SETTINGS_HASH_MAX_LOG2_KIB)
        return;
    settings->hash_kib = kib;
    settings->is_hash_new = settings->is_unprepared = true;
}

static void set_max_depth(Settings *settings, int64_t plies) {
    settings->max_depth = plies;
}

static void set_max_memory(Settings *settings, int64_t bytes) {
    enum { LIMIT_LOG2 = 44 }; /* 16 TiB: more is an error */
    if (bytes < 0 || bytes > (int64_t)1 << LIMIT_LOG2)
        return;
    settings->memory_bytes = bytes;
    settings->is_memory_new = settings->is_unprepared = true;
}

static void set_max_node(Settings *settings, int64_t nodes) {
    settings->max_nodes = nodes;
}

static void set_nbestsym(Settings *settings, int64_t value) {
    settings->hides_symmetric = value != 0;
}

static void set_pondering(Settings *settings, int64_t value) {
    settings->ponders = value != 0;
}

static void set_rule(Settings *settings, int64_t code) {
    bool is_known = (code >= 0 && code <= 4) || code == 6 || (code >= 8 && code <= 11);
    if (!is_known)
        return;
    settings->is_unprepared |= code != settings->rule_code;
    settings->rule_code = code;
}

static void set_seed(Settings *settings, int64_t seed) {
    settings->seed = seed;
}

static void set_show_detail(Settings *settings, int64_t level) {
    if (level >= 0 && level <= DETAIL_MAX)
        settings->detail = level;
}

static void set_start_depth(Settings *settings, int64_t plies) {
    settings->start_depth = plies;
}

static void set_strength(Settings *settings, int64_t percent) {
    if (percent >= 0 && percent <= 100)
        settings->level = level_of_strength((int)percent);
}

static void set_thread_num(Settings *settings, int64_t count) {
    if (count < 1 || count > KANAME_MAX_THREADS)
        return;
    settings->threads = count;
    settings->are_threads_new = settings->is_unprepared = true;
}

static void set_time_increment(Settings *settings, int64_t ms) {
    if (ms >= 0)
        settings->increment_ms = ms;
}

static void set_time_left(Settings *settings, int64_t ms) {
    settings->left_ms = ms;
    settings->has_left = true;
}

static void set_timeout_match(Settings *settings, int64_t ms) {
    settings->is_unprepared |= !settings->has_match || ms != settings->match_ms;
    settings->match_ms = ms;
    settings->has_match = true;
}

static void set_timeout_turn(Settings *settings, int64_t ms) {
    settings->is_unprepared |= !settings->has_turn || ms != settings->turn_ms;
    settings->turn_ms = ms;
    settings->has_turn = true;
}

static void set_usedatabase(Settings *settings, int64_t value) {
    settings->uses_database = value != 0;
}

static void set_vcthread(Settings *settings, int64_t kind) {
    if (kind >= 0 && kind <= THREATS_MAX)
        settings->threats = kind;
}

/* Sorted by word. Other keys (folder, evaluate, thread_split_depth, ...) have no effect. */
static const Key keys[] = {
    {"CAUTION_FACTOR", set_caution},
    {"CHECKMATE", set_vcthread},
    {"HASH_SIZE", set_hash_size},
    {"MAX_DEPTH", set_max_depth},
    {"MAX_MEMORY", set_max_memory},
    {"MAX_NODE", set_max_node},
    {"NBESTSYM", set_nbestsym},
    {"NBEST_SYM", set_nbestsym},
    {"PONDERING", set_pondering},
    {"RULE", set_rule},
    {"SEED", set_seed},
    {"SHOW_DETAIL", set_show_detail},
    {"START_DEPTH", set_start_depth},
    {"STRENGTH", set_strength},
    {"THREAD_NUM", set_thread_num},
    {"TIMEOUT_MATCH", set_timeout_match},
    {"TIMEOUT_TURN", set_timeout_turn},
    {"TIME_INCREMENT", set_time_increment},
    {"TIME_LEFT", set_time_left},
    {"USEDATABASE", set_usedatabase},
    {"VCTHREAD", set_vcthread},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* Sets the search parameter NAME of a key PARAM_NAME. Returns false if there is none of this name,
 * or the value is out of its range. */
static bool set_param(Settings *settings, Word name, int64_t value) {
    char lower[64];
    if (name.length >= sizeof lower)
        return false;
    for (size_t i = 0; i < name.length; i++)
        lower[i] = (char)tolower((unsigned char)name.text[i]);
    lower[name.length] = '\0';
    KanameParam param;
    for (size_t i = 0; i < KANAME_MAX_PARAMS && kaname_param(i, &param); i++) {
        if (strcmp(param.name, lower) != 0)
            continue;
        if (value < param.minimum || value > param.maximum)
            return false;
        settings->params[i].value = (int)value;
        return settings->params[i].is_new = settings->are_params_new = true;
    }
    return false;
}

/* Takes `table` or `network`; ignores other words. */
static void set_evaluator(Settings *settings, Words *words) {
    Word name;
    if (!words_next(words, &name))
        return;
    bool is_table = word_is(name, "TABLE");
    if (!is_table && !word_is(name, "NETWORK"))
        return;
    settings->evaluator = is_table ? KANAME_EVALUATOR_TABLE : KANAME_EVALUATOR_NETWORK;
    settings->is_evaluator_new = settings->is_unprepared = true;
}

/* Takes a level's name or number; ignores other words. */
static void set_level(Settings *settings, Words *words) {
    Word name;
    int level = words_next(words, &name) ? level_find(name.text, name.length) : 0;
    if (level > 0)
        settings->level = level;
}

bool settings_info(Settings *settings, Words *words) {
    enum { PREFIX = 6 };
    Word word;
    if (!words_next(words, &word))
        return false;
    int64_t value;
    if (word.length > PREFIX && word_is((Word){word.text, PREFIX}, "PARAM_")) {
        Word name = {word.text + PREFIX, word.length - PREFIX};
        settings->is_param_refused =
            !words_integer(words, &value) || !set_param(settings, name, value);
        return false;
    }
    if (word_is(word, "EVALUATOR")) {
        set_evaluator(settings, words);
        return false;
    }
    if (word_is(word, "LEVEL")) {
        set_level(settings, words);
        return false;
    }
    size_t index = word_find(word, keys, KEY_COUNT, sizeof keys[0]);
    if (index == KEY_COUNT || !words_integer(words, &value))
        return false;
    keys[index].set(settings, value);
    return keys[index].set == set_timeout_turn && value == 0;
}

/* ---- Use --------------------------------------------------------------------------------- */

KanameRule settings_rule(const Settings *settings, const Dialect *dialect) {
    return dialect_rule(dialect, settings->rule_code);
}

static void apply_params(Settings *settings, KanameEngine *engine) {
    KanameParam param;
    for (size_t i = 0; i < KANAME_MAX_PARAMS && kaname_param(i, &param); i++) {
        if (settings->params[i].is_new)
            (void)kaname_set_param(engine, param.name, settings->params[i].value);
        settings->params[i].is_new = false;
    }
    settings->are_params_new = false;
}

void settings_apply(Settings *settings, const Dialect *dialect, KanameEngine *engine) {
    KanameRule rule = settings_rule(settings, dialect);
    if (settings->rule_code >= 0 && rule != kaname_rule(engine))
        (void)kaname_set_rule(engine, rule);
    if (settings->is_evaluator_new)
        (void)kaname_set_evaluator(engine, settings->evaluator);
    if (settings->is_memory_new)
        (void)kaname_set_memory(engine, (uint64_t)settings->memory_bytes);
    if (settings->is_hash_new)
        (void)kaname_set_hash(engine, (uint64_t)settings->hash_kib);
    if (settings->are_threads_new)
        (void)kaname_set_threads(engine, (int)settings->threads);
    if (settings->are_params_new)
        apply_params(settings, engine);
    settings->is_evaluator_new = false;
    settings->is_memory_new = settings->is_hash_new = settings->are_threads_new = false;
    settings->is_unprepared = false;
}

/* Returns the time left for the game; -1: no limit. */
static int64_t match_left_ms(const Settings *settings, int64_t used_ms) {
    bool is_timed = !settings->has_match || settings->match_ms > 0;
    if (settings->has_left)
        return !is_timed || settings->left_ms == SETTINGS_TIME_UNLIMITED ? -1
               : settings->left_ms > 0                                   ? settings->left_ms
                                                                         : 0;
    if (!settings->has_match || !is_timed)
        return -1;
    return settings->match_ms > used_ms ? settings->match_ms - used_ms : 0;
}

/* Indexed by vcthread. */
static const int THREAT_PERCENT[THREATS_MAX + 1] = {0, 400, 1600};

KanameLimits settings_limits(const Settings *settings, int64_t start_ms, int64_t used_ms) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = start_ms;
    limits.match_ms = match_left_ms(settings, used_ms);
    limits.increment_ms = settings->increment_ms;
    limits.max_nodes = settings->max_nodes > 0 ? (uint64_t)settings->max_nodes : 0;
    limits.max_depth = settings->max_depth > 0 && settings->max_depth < KANAME_MAX_CELLS
                           ? (int)settings->max_depth
                           : 0;
    limits.start_depth = settings->start_depth > 0 && settings->start_depth < KANAME_MAX_CELLS
                             ? (int)settings->start_depth
                             : 0;
    limits.width = settings->caution == CAUTION_DEFAULT ? 0 : (int)settings->caution + 1;
    limits.threat_percent = THREAT_PERCENT[settings->threats];
    bool has_other_limit = limits.match_ms >= 0 || limits.max_nodes > 0 || limits.max_depth > 0;
    if (settings->has_turn)
        limits.turn_ms = settings->turn_ms;
    else if (!has_other_limit)
        limits.turn_ms = SETTINGS_TURN_DEFAULT_MS;
    if (limits.match_ms == 0)
        limits.turn_ms = 0; /* no time left: answer at once */
    return limits;
}

bool settings_wants_realtime(const Settings *settings) {
    return settings->detail == 1 || settings->detail == 3;
}

bool settings_wants_detail(const Settings *settings) {
    return settings->detail == 2 || settings->detail == 3;
}
