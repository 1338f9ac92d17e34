/* help.h: prints --help, from which the manual page is made too, from tables of options. */
#ifndef TOURNAMENT_CLI_HELP_H
#define TOURNAMENT_CLI_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/option.h"

/* Prints the help of a command: usage, options by group with unit, range and default. */
void help_print(FILE *out, const OptionCommand *command);
/* Joins words for a sentence: "a, b or c". Longer lists are cut. */
void help_join(char *text, size_t size, const char *const *words);
/* Does the same for the KEY=VALUE words that a table reads. */
void help_join_pairs(char *text, size_t size, const OptionTable *table);
/* Returns whether a row inside another option is a word without "=VALUE". */
bool help_is_bare(const OptionRow *row);

#endif
