#include "io/options.h"

#include "io/values.h"

#include <stddef.h>

const char *const options_rules[] = {"freestyle", "standard", "renju", "caro", "caro-exact", NULL};

bool options_rule(OptionReader *reader, const char *word, KanameRule *rule) {
    return values_rule(word, rule) || option_expected(reader, word, "%s", OPTIONS_RULE_HELP);
}

bool options_size(OptionReader *reader, const char *word, int *width, int *height) {
    return values_size(word, width, height) ||
           option_expected(reader, word, "a size from %d to %d, or WIDTHxHEIGHT", KANAME_MIN_SIZE,
                           KANAME_MAX_SIZE);
}
