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

/* The `read` of a row whose field is a KanameRule: reads a word as values.h says. */
int options_read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
/* The `read` of a row whose field is the int of the width, followed by that of the height. */
int options_read_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);

#endif
