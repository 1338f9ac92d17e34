#include "train/values.h"

#include <stdio.h>
#include <string.h>

#include "base/rule.h"
#include "train/gamefile.h"
#include "train/generate.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const FORMAT_NAMES[] = {"kaname", "bin", "binpack"};

bool values_take_rule(void *target, const char *value) {
    for (int rule = 0; rule < RULES; rule++)
        if (strcmp(value, rule_name((Rule)rule)) == 0) {
            *(Rule *)target = (Rule)rule;
            return true;
        }
    return false;
}

void values_show_rule(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    snprintf(text, ARGUMENT_SHOWN_MAX, "%s", rule_name(*(const Rule *)target));
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Reads the next word of a comma-separated list. Returns false if there is none or it is too long.
 */
static bool next_of_list(const char **list, char *word, size_t capacity) {
    size_t length = strcspn(*list, ",");
    bool ends_in_comma = (*list)[length] == ',' && (*list)[length + 1] == '\0';
    if (length == 0 || length >= capacity || ends_in_comma)
        return false;
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length + ((*list)[length] == ',');
    return true;
}

bool values_take_rules(void *target, const char *value) {
    GenerateOptions *options = target;
    char word[16];
    options->rule_count = 0;
    while (options->rule_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        Rule rule;
        if (!values_take_rule(&rule, word))
            return false;
        options->rules[options->rule_count++] = (KanameRule)rule;
    }
    return *value == '\0' && options->rule_count > 0;
}

/* Adds a word to a list. */
static void show_next(char text[ARGUMENT_SHOWN_MAX], const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, ARGUMENT_SHOWN_MAX - used, "%s%s", used > 0 ? "," : "", word);
}

void values_show_rules(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    text[0] = '\0';
    for (int i = 0; i < options->rule_count; i++)
        show_next(text, rule_name((Rule)options->rules[i]));
}

bool values_take_sizes(void *target, const char *value) {
    GenerateOptions *options = target;
    char word[16];
    options->size_count = 0;
    while (options->size_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        uint64_t size;
        if (!number_read(word, &size) || size < KANAME_MIN_SIZE || size > KANAME_MAX_SIZE)
            return false;
        options->sizes[options->size_count++] = (int)size;
    }
    return *value == '\0' && options->size_count > 0;
}

void values_show_sizes(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    text[0] = '\0';
    for (int i = 0; i < options->size_count; i++) {
        char word[16];
        snprintf(word, sizeof word, "%d", options->sizes[i]);
        show_next(text, word);
    }
}

/* ---- Others --------------------------------------------------------------------------------- */

/* Reads `A-B`, A at most B, B at most `limit`. */
static bool take_range(const char *value, uint64_t limit, int *least, int *most) {
    char word[16];
    uint64_t from, to;
    const char *dash = strchr(value, '-');
    if (dash == NULL || (size_t)(dash - value) >= sizeof word)
        return false;
    memcpy(word, value, (size_t)(dash - value));
    word[dash - value] = '\0';
    if (!number_read(word, &from) || !number_read(dash + 1, &to) || from > to || to > limit)
        return false;
    *least = (int)from;
    *most = (int)to;
    return true;
}

bool values_take_stones(void *target, const char *value) {
    GenerateOptions *options = target;
    return take_range(value, VALUES_STONES_MAX, &options->stones_min, &options->stones_max);
}

void values_show_stones(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    snprintf(text, ARGUMENT_SHOWN_MAX, "%d-%d", options->stones_min, options->stones_max);
}

bool values_take_late(void *target, const char *value) {
    GenerateOptions *options = target;
    return take_range(value, VALUES_LATE_MAX, &options->late_min, &options->late_max);
}

void values_show_late(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    snprintf(text, ARGUMENT_SHOWN_MAX, "%d-%d", options->late_min, options->late_max);
}

bool values_take_format(void *target, const char *value) {
    for (size_t i = 0; i < COUNT_OF(FORMAT_NAMES); i++)
        if (strcmp(value, FORMAT_NAMES[i]) == 0) {
            *(GameFormat *)target = (GameFormat)i;
            return true;
        }
    return false;
}

void values_show_format(const void *target, char text[ARGUMENT_SHOWN_MAX]) {
    snprintf(text, ARGUMENT_SHOWN_MAX, "%s", FORMAT_NAMES[*(const GameFormat *)target]);
}
