/* options.h: rules and board sizes as values of options, for the tables of commands. */
#ifndef KANAME_PROTOCOL_IO_OPTIONS_H
#define KANAME_PROTOCOL_IO_OPTIONS_H

#include "kaname.h"
#include "shared/cli/reader.h"

/* Help texts and the words that completion offers. */
#define OPTIONS_RULE_HELP                                                                          \
    "freestyle, standard, renju, caro (overlines win) or caro-exact, or a protocol code 0, 1, 4, " \
    "8, 9"
#define OPTIONS_SIZE_HELP "width and height of the board in cells, 5 to 22"
extern const char *const options_rules[];

/* Read a word as values.h says. Return false after they left an error. */
bool options_rule(OptionReader *reader, const char *word, KanameRule *rule);
bool options_size(OptionReader *reader, const char *word, int *width, int *height);

#endif
