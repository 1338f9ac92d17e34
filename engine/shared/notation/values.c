#include "shared/notation/values.h"

#include "shared/text/words.h"

#include <stdlib.h>
#include <string.h>

static const char *const rule_names[KANAME_RULE_COUNT] = {[KANAME_RULE_FREESTYLE] = "freestyle",
                                                          [KANAME_RULE_STANDARD] = "standard",
                                                          [KANAME_RULE_RENJU] = "renju",
                                                          [KANAME_RULE_CARO] = "caro",
                                                          [KANAME_RULE_CARO_EXACT] = "caro-exact"};

typedef struct RuleWord {
    const char *word;
    KanameRule rule;
} RuleWord;

/* Words besides the names: the rule codes of the protocol, and caro with exactly five (CARO5) or
 * with overlines too (CARO6). Sorted. */
static const RuleWord rule_words[] = {
    {"0", KANAME_RULE_FREESTYLE}, {"1", KANAME_RULE_STANDARD},   {"4", KANAME_RULE_RENJU},
    {"8", KANAME_RULE_CARO},      {"9", KANAME_RULE_CARO_EXACT}, {"CARO5", KANAME_RULE_CARO_EXACT},
    {"CARO6", KANAME_RULE_CARO},
};
enum { RULE_WORD_COUNT = sizeof rule_words / sizeof rule_words[0] };

const char *values_rule_name(KanameRule rule) {
    return rule_names[rule];
}

bool values_rule(const char *value, KanameRule *rule) {
    Word word = {value, strlen(value)};
    for (int i = 0; i < KANAME_RULE_COUNT; i++)
        if (word_is(word, rule_names[i])) {
            *rule = (KanameRule)i;
            return true;
        }
    size_t index = word_find(word, rule_words, RULE_WORD_COUNT, sizeof rule_words[0]);
    if (index == RULE_WORD_COUNT)
        return false;
    *rule = rule_words[index].rule;
    return true;
}

/* A continuous game differs only in its walls. */
KanameRule values_rule_of_code(int64_t code, bool is_yixin) {
    enum { EXACT = 1, CONTINUOUS = 2, RENJU = 4, CARO = 8 };
    if (code < 0)
        return KANAME_RULE_FREESTYLE;
    if (code == CONTINUOUS && is_yixin)
        return KANAME_RULE_RENJU;
    if (code & CARO)
        return code & EXACT ? KANAME_RULE_CARO_EXACT : KANAME_RULE_CARO;
    if (code & RENJU)
        return KANAME_RULE_RENJU;
    return code & EXACT ? KANAME_RULE_STANDARD : KANAME_RULE_FREESTYLE;
}

static bool is_side(int64_t side) {
    return side >= KANAME_MIN_SIZE && side <= KANAME_MAX_SIZE;
}

bool values_size(const char *value, int *width, int *height) {
    const char *end = value + strlen(value);
    const char *cross = strchr(value, 'x');
    const char *first_end = cross != NULL ? cross : end;
    Words first = words_of(value, (size_t)(first_end - value));
    int64_t columns, rows;
    if (!words_integer(&first, &columns) || !words_at_end(&first))
        return false;
    rows = columns;
    if (cross != NULL) {
        Words second = words_of(cross + 1, (size_t)(end - cross - 1));
        if (!words_integer(&second, &rows) || !words_at_end(&second))
            return false;
    }
    if (!is_side(columns) || !is_side(rows))
        return false;
    *width = (int)columns;
    *height = (int)rows;
    return true;
}

bool values_seconds(const char *value, int64_t *ms) {
    char *end;
    if (value[0] < '0' || value[0] > '9')
        return false;
    for (const char *at = value; *at != '\0'; at++)
        if ((*at < '0' || *at > '9') && *at != '.')
            return false;
    double seconds = strtod(value, &end);
    if (*end != '\0' || seconds < 0.01 || seconds > VALUES_SECONDS_MAX)
        return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}
