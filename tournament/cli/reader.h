/* reader.h: words of a command line read into structs, as the rows of tables say.
 *
 * On a wrong word every function leaves an error that names the option, the word and what was
 * expected. */
#ifndef TOURNAMENT_CLI_READER_H
#define TOURNAMENT_CLI_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/option.h"

struct OptionReader {
    const OptionCommand *command; /* whose options are read */
    void *target;                 /* the command's struct */
    const char *option;           /* being read, for errors; NULL: none */
    const char *word;             /* the KEY=VALUE word being read, for errors; NULL: none */
    bool is_from_file;            /* the words come from a -config file */
    bool is_help;                 /* --help was met: reading stopped there */
    char *error;                  /* where a complaint goes */
    size_t error_size;
};

typedef enum OptionOutcome { OPTION_READ, OPTION_HELPED, OPTION_WRONG } OptionOutcome;

/* Leaves an error. Always false, so that callers can return it. */
bool option_complain(OptionReader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Leaves the error that `word` is not what was expected. Always false. */
bool option_expected(OptionReader *reader, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the defaults of all rows. `target` is the zeroed struct. */
void option_defaults(const OptionTable *table, void *target);
/* Reads all words by the tables of the command. False: an error was left, or --help was met. */
bool option_read_words(OptionReader *reader, int count, char *const *words);
/* Reads KEY=VALUE words up to the next word with a '-'. Returns how many it took, negative after a
 * wrong one. */
int option_read_pairs(OptionReader *reader, const OptionTable *table, void *target, int left,
                      char *const *words);

/* Reads the words behind the option, or the value of a KEY=VALUE word, into the row's field.
 * Returns how many it took, negative after a wrong one. */
int option_read_value(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);

/* The whole command line of a subcommand behind its name: sets defaults, reads the words, prints
 * help or the error. The struct, zeroed before, is to be released in any case. */
OptionOutcome option_read_command(const OptionCommand *command, void *target, int count,
                                  char *const *words);
/* The exit status of a program that ends after this outcome. */
int option_status(OptionOutcome outcome);
/* Prints an error as a command does: on stderr, behind the names of program and command. */
void option_print_error(const OptionCommand *command, const char *error);

/* Values, for read() functions. False: an error was left. */
bool option_whole(OptionReader *reader, const char *word, int64_t least, int64_t most,
                  int64_t *value);
bool option_int(OptionReader *reader, const char *word, int least, int most, int *value);
/* Frees what was there and keeps a copy. */
bool option_text(OptionReader *reader, char **target, const char *text);
/* The index of the word in the list, ended by NULL. */
bool option_choice(OptionReader *reader, const char *word, const char *const *choices, int *index);

/* A finite decimal number; leaves no error. `end` NULL: nothing may follow; else set to where the
 * number stops. */
bool option_real(const char *word, char **end, double *value);

enum { OPTION_SECONDS_MAX = 100000000 };

#endif
