/* values.h: values of options that are neither numbers nor file names. Each pair of functions reads
 * and prints one kind of value, with the types of `read` and `show` in shared/cli/option.h; the
 * target is a GenerateOptions. */
#ifndef KANAME_TRAIN_VALUES_H
#define KANAME_TRAIN_VALUES_H

#include <stdbool.h>

#include "base/types.h"
#include "shared/cli/option.h"

enum { VALUES_STONES_MAX = 16, VALUES_LATE_MAX = 120 };

/* Choices: the names of rules in the order of Rule, of file formats in that of GameFormat. */
extern const char *const values_rules[], *const values_formats[];
/* Finds the rule of this name. Returns false if there is none. */
bool values_find_rule(const char *name, Rule *rule);

/* Up to GENERATE_CHOICES_MAX rules or sizes with commas between. */
int values_read_rules(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
void values_show_rules(const void *target, char text[OPTION_SHOWN_MAX]);
int values_read_sizes(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
void values_show_sizes(const void *target, char text[OPTION_SHOWN_MAX]);
/* `A-B`: the least and the most stones of an opening, 0 to VALUES_STONES_MAX. */
int values_read_stones(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words);
void values_show_stones(const void *target, char text[OPTION_SHOWN_MAX]);
/* `A-B`: the least and the most stones from which a game is searched, 0 to VALUES_LATE_MAX. */
int values_read_late(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words);
void values_show_late(const void *target, char text[OPTION_SHOWN_MAX]);

#endif
