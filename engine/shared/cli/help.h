/* help.h: prints --help, from which the manual page is made too, from tables of options. */
#ifndef KANAME_SHARED_CLI_HELP_H
#define KANAME_SHARED_CLI_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "shared/cli/option.h"

/* Prints the help of a command: usage, summary, options by group with unit, range and default.
 * `target` holds the defaults of a command with init(); NULL: shows those of the rows alone. */
void help_print(FILE *out, const OptionCommand *command, const void *target);
/* Prints one entry as those of options: a name and its meaning. */
void help_print_entry(FILE *out, const char *name, const char *meaning);
/* Prints an entry for each command of the list but the first, which is the program itself. The list
 * ends with NULL. */
void help_print_commands(FILE *out, const OptionCommand *const *commands);
/* Joins words for a sentence: "a, b or c". Longer lists are cut. */
void help_join(char *text, size_t size, const char *const *words);
/* Does the same for the KEY=VALUE words that a table reads. */
void help_join_pairs(char *text, size_t size, const OptionTable *table);
/* Returns whether a row inside another option is a word without "=VALUE". */
bool help_is_bare(const OptionRow *row);

#endif
