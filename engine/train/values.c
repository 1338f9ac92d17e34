#include "train/values.h"

#include <stdio.h>
#include <string.h>

#include "base/rule.h"
#include "shared/cli/reader.h"
#include "train/generate_options.h"

const char *const values_rules[] = {"freestyle", "standard", "renju", "caro", "caro-exact", NULL};
const char *const values_formats[] = {"kaname", "bin", "binpack", NULL};

bool values_find_rule(const char *name, Rule *rule) {
    for (int i = 0; i < RULES; i++)
        if (strcmp(name, rule_name((Rule)i)) == 0) {
            *rule = (Rule)i;
            return true;
        }
    return false;
}

/* Reads a whole decimal number. Returns false if the text is anything else or does not fit. */
static bool read_number(const char *text, uint64_t *number) {
    *number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
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

static bool take_rules(GenerateOptions *options, const char *value) {
    char word[16];
    options->rule_count = 0;
    while (options->rule_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        Rule rule;
        if (!values_find_rule(word, &rule))
            return false;
        options->rules[options->rule_count++] = (KanameRule)rule;
    }
    return *value == '\0' && options->rule_count > 0;
}

int values_read_rules(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    GenerateOptions *options = target;
    (void)row;
    (void)left;
    if (take_rules(options, words[0]))
        return 1;
    option_expected(reader, words[0],
                    "rules with commas between: freestyle, standard, renju, caro, caro-exact");
    return -1;
}

/* Adds a word to a list. */
static void show_next(char text[OPTION_SHOWN_MAX], const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, OPTION_SHOWN_MAX - used, "%s%s", used > 0 ? "," : "", word);
}

void values_show_rules(const void *target, char text[OPTION_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    text[0] = '\0';
    for (int i = 0; i < options->rule_count; i++)
        show_next(text, rule_name((Rule)options->rules[i]));
}

static bool take_sizes(GenerateOptions *options, const char *value) {
    char word[16];
    options->size_count = 0;
    while (options->size_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        uint64_t size;
        if (!read_number(word, &size) || size < KANAME_MIN_SIZE || size > KANAME_MAX_SIZE)
            return false;
        options->sizes[options->size_count++] = (int)size;
    }
    return *value == '\0' && options->size_count > 0;
}

int values_read_sizes(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    GenerateOptions *options = target;
    (void)row;
    (void)left;
    if (take_sizes(options, words[0]))
        return 1;
    option_expected(reader, words[0], "sizes from %d to %d with commas between", KANAME_MIN_SIZE,
                    KANAME_MAX_SIZE);
    return -1;
}

void values_show_sizes(const void *target, char text[OPTION_SHOWN_MAX]) {
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
    if (!read_number(word, &from) || !read_number(dash + 1, &to) || from > to || to > limit)
        return false;
    *least = (int)from;
    *most = (int)to;
    return true;
}

int values_read_stones(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    GenerateOptions *options = target;
    (void)row;
    (void)left;
    if (take_range(words[0], VALUES_STONES_MAX, &options->stones_min, &options->stones_max))
        return 1;
    option_expected(reader, words[0], "A-B, 0 to %d", VALUES_STONES_MAX);
    return -1;
}

void values_show_stones(const void *target, char text[OPTION_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    snprintf(text, OPTION_SHOWN_MAX, "%d-%d", options->stones_min, options->stones_max);
}

int values_read_late(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    GenerateOptions *options = target;
    (void)row;
    (void)left;
    if (take_range(words[0], VALUES_LATE_MAX, &options->late_min, &options->late_max))
        return 1;
    option_expected(reader, words[0], "A-B, 0 to %d", VALUES_LATE_MAX);
    return -1;
}

void values_show_late(const void *target, char text[OPTION_SHOWN_MAX]) {
    const GenerateOptions *options = target;
    snprintf(text, OPTION_SHOWN_MAX, "%d-%d", options->late_min, options->late_max);
}
