/* values.h: values of options that are neither numbers nor file names. Each pair of functions reads
 * and prints one kind of value; see arguments.h for the calls. */
#ifndef KANAME_TRAIN_VALUES_H
#define KANAME_TRAIN_VALUES_H

#include "train/arguments.h"

enum { VALUES_STONES_MAX = 16, VALUES_LATE_MAX = 120 };

/* The target is a Rule: `freestyle`, `standard`, `renju`, `caro`, `caro-exact`. */
bool values_take_rule(void *target, const char *value);
void values_show_rule(const void *target, char text[ARGUMENT_SHOWN_MAX]);

/* The target is a GenerateOptions; up to GENERATE_CHOICES_MAX values with commas between. */
bool values_take_rules(void *target, const char *value);
void values_show_rules(const void *target, char text[ARGUMENT_SHOWN_MAX]);
bool values_take_sizes(void *target, const char *value);
void values_show_sizes(const void *target, char text[ARGUMENT_SHOWN_MAX]);
/* `A-B`: the least and the most stones of an opening, 0 to VALUES_STONES_MAX. */
bool values_take_stones(void *target, const char *value);
void values_show_stones(const void *target, char text[ARGUMENT_SHOWN_MAX]);
/* `A-B`: the least and the most stones from which a game is searched, 0 to VALUES_LATE_MAX. */
bool values_take_late(void *target, const char *value);
void values_show_late(const void *target, char text[ARGUMENT_SHOWN_MAX]);

/* The target is a GameFormat: `kaname`, `bin`, `binpack`. */
bool values_take_format(void *target, const char *value);
void values_show_format(const void *target, char text[ARGUMENT_SHOWN_MAX]);

#endif
