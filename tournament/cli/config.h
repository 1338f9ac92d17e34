/* config.h: converts a JSON file of options to the words of a command line.
 *
 * The file is an object; each member is an option without its '-'. `true` sets a flag, `false` does
 * not; a text or number is the option's value, an array its values, an object its KEY=VALUE words.
 * A row's `list` names an array with one use of the option per entry, or, inside an option, an
 * object of KEY=VALUE words. */
#ifndef TOURNAMENT_CLI_CONFIG_H
#define TOURNAMENT_CLI_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/cli/option.h"
#include "shared/status/failure.h"

typedef struct ConfigWords {
    int count, capacity;
    char **list;
    const char *wrong; /* during config_read(): the member within a member; NULL: none */
} ConfigWords;

/* Returns false on failure; then `failure` names the file and the wrong line or member. The caller
 * releases the words in either case. */
bool config_read(ConfigWords *words, const OptionCommand *command, const char *path,
                 Failure *failure);
void config_release(ConfigWords *words);

#endif
