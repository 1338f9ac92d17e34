#include "io/values.h"

#include "io/words.h"

#include <string.h>

typedef struct RuleName {
    const char *word;
    KanameRule rule;
} RuleName;

/* Sorted by word. The numbers are the rule codes of the protocol. */
static const RuleName rule_names[] = {
    {"0", KANAME_RULE_FREESTYLE},
    {"1", KANAME_RULE_STANDARD},
    {"4", KANAME_RULE_RENJU},
    {"8", KANAME_RULE_CARO},
    {"9", KANAME_RULE_CARO_EXACT},
    {"CARO", KANAME_RULE_CARO},
    {"CARO-EXACT", KANAME_RULE_CARO_EXACT},
    {"CARO5", KANAME_RULE_CARO_EXACT},
    {"CARO6", KANAME_RULE_CARO},
    {"FREESTYLE", KANAME_RULE_FREESTYLE},
    {"RENJU", KANAME_RULE_RENJU},
    {"STANDARD", KANAME_RULE_STANDARD},
};
enum { RULE_NAME_COUNT = sizeof rule_names / sizeof rule_names[0] };

bool option_rule(const char *value, KanameRule *rule) {
    Word word = {value, strlen(value)};
    size_t index = word_find(word, rule_names, RULE_NAME_COUNT, sizeof rule_names[0]);
    if (index == RULE_NAME_COUNT)
        return false;
    *rule = rule_names[index].rule;
    return true;
}

const char *option_rule_name(KanameRule rule) {
    static const char *const names[KANAME_RULE_COUNT] = {
        [KANAME_RULE_FREESTYLE] = "freestyle",   [KANAME_RULE_STANDARD] = "standard",
        [KANAME_RULE_RENJU] = "renju",           [KANAME_RULE_CARO] = "caro",
        [KANAME_RULE_CARO_EXACT] = "caro-exact",
    };
    return names[rule];
}

static bool is_side(int64_t side) {
    return side >= KANAME_MIN_SIZE && side <= KANAME_MAX_SIZE;
}

bool option_size(const char *value, int *width, int *height) {
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
