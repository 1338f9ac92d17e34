/* config.h: a JSON file that states options, as the words that a command line would have.
 *
 * An object: each member is an option without its '-'. true sets a flag, false leaves it, a text or
 * number is its value, an array its values, an object its KEY=VALUE words. A row's `list` names an
 * array with one use of the option an entry, or, inside an option, an object of KEY=VALUE words. */
#ifndef TOURNAMENT_CLI_CONFIG_H
#define TOURNAMENT_CLI_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/option.h"

typedef struct ConfigWords {
    int count, capacity;
    char **list;
} ConfigWords;

/* False: `error` names the file and the line or the member at fault. The words must be released in
 * either case. */
bool config_read(ConfigWords *words, const OptionCommand *command, const char *path, char *error,
                 size_t error_size);
void config_release(ConfigWords *words);

#endif
