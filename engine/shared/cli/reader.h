/* reader.h: reads the words of a command line into structs, by the rows of tables.
 *
 * On a wrong word every function leaves an error that names the option, the word and the expected
 * form. */
#ifndef KANAME_SHARED_CLI_READER_H
#define KANAME_SHARED_CLI_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/cli/option.h"
#include "shared/cli/value.h"

typedef enum OptionOutcome { OPTION_READ, OPTION_HELPED, OPTION_WRONG } OptionOutcome;

/* Sets the defaults of all rows that have one. */
void option_defaults(const OptionTable *table, void *target);
/* Reads all words by the tables of the command; of a command that leads, those up to the first word
 * that is no option. Returns false after an error, or if --help was found. */
bool option_read_words(OptionReader *reader, int count, char *const *words);
/* Reads KEY=VALUE words up to the next word with a '-'. Returns how many it took, or a negative
 * number after a wrong word. */
int option_read_pairs(OptionReader *reader, const OptionTable *table, void *target, int left,
                      char *const *words);

/* Reads the whole command line of a command after its name: sets defaults, reads the words, checks
 * them. Prints nothing; after OPTION_WRONG `failure` holds the error, after OPTION_HELPED the
 * struct holds the defaults. Sets `taken` to the number of words read, unless it is NULL. The
 * caller sets the struct first, unless the command has init(), and releases it in any case. */
OptionOutcome option_read(const OptionCommand *command, void *target, int count, char *const *words,
                          int *taken, Failure *failure);
/* The same, and prints the help or the error. */
OptionOutcome option_read_command(const OptionCommand *command, void *target, int count,
                                  char *const *words);
/* Returns the exit status of a program that ends after this outcome: 0, or 1 if the help cannot be
 * written, or 2 after a wrong word. */
int option_status(OptionOutcome outcome);
/* Runs a command whose line is one struct: reads it as option_read_command() does, calls `use`
 * unless the help was printed or a word is wrong, and frees what the rows allocated. Returns the
 * exit status. */
int option_run(const OptionCommand *command, void *line, int (*use)(void *line), int argc,
               char **argv);
/* Prints an error on stderr, after the names of the program and the command. */
void option_print_error(const OptionCommand *command, const char *error);

#endif
