/* options.h: rules and board sizes as values of options, for the tables of commands. */
#ifndef KANAME_PROTOCOL_IO_OPTIONS_H
#define KANAME_PROTOCOL_IO_OPTIONS_H

#include "kaname.h"
#include "shared/cli/reader.h"

#include <stddef.h>

/* Help texts and the words that completion offers. */
#define OPTIONS_RULE_HELP                                                                          \
    "freestyle, standard, renju, caro (overlines win) or caro-exact, or a protocol code 0, 1, 4, " \
    "8, 9"
#define OPTIONS_SIZE_HELP "width and height of the board in cells, 5 to 22"
extern const char *const options_rules[];

/* The `read` of a row whose field is a KanameRule: reads a word as values.h says. */
int options_read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
/* The `read` of a row whose field is the int of the width, followed by that of the height. */
int options_read_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);

/* The rows --rule and --size of a table whose target is a T: `rule_` is its KanameRule, `width_`
 * the int of its width. `value_` and `help_` say which sizes it takes. */
#define OPTIONS_ROW_RULE(T, rule_)                                                          \
    {                                                                                       \
        .name = "--rule", .value = "R", .help = OPTIONS_RULE_HELP, .standard = "freestyle", \
        .kind = OPTION_OWN, .choices = options_rules, .read = options_read_rule,            \
        .offset = offsetof(T, rule_)                                                        \
    }
#define OPTIONS_ROW_SIZE(T, width_, value_, help_)                                              \
    {                                                                                           \
        .name = "--size", .value = value_, .help = help_, .standard = "15", .kind = OPTION_OWN, \
        .read = options_read_size, .offset = offsetof(T, width_)                                \
    }

#endif
