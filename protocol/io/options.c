#include "io/options.h"

#include "shared/notation/values.h"

#include <stddef.h>

const char *const options_rules[] = {"freestyle", "standard", "renju", "caro", "caro-exact", NULL};

int options_read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    (void)left;
    bool is_rule = values_rule(words[0], option_field(row, target)) ||
                   option_expected(reader, words[0], "%s", OPTIONS_RULE_HELP);
    return is_rule ? 1 : -1;
}

int options_read_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    int *size = option_field(row, target);
    (void)left;
    bool is_size = values_size(words[0], &size[0], &size[1]) ||
                   option_expected(reader, words[0], "a size from %d to %d, or WIDTHxHEIGHT",
                                   KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    return is_size ? 1 : -1;
}
