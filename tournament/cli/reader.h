/* reader.h: reads the words of a command line into structs, by the rows of tables.
 *
 * On a wrong word every function leaves an error that names the option, the word and the expected
 * form. */
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
    bool is_help;                 /* --help was found: reading stopped there */
    char *error;                  /* buffer for the error */
    size_t error_size;
};

typedef enum OptionOutcome { OPTION_READ, OPTION_HELPED, OPTION_WRONG } OptionOutcome;

/* Leaves an error. Always returns false, so that callers can return it. */
bool option_complain(OptionReader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Leaves the error that `word` does not have the expected form. Always returns false. */
bool option_expected(OptionReader *reader, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the defaults of all rows. `target` is the zeroed struct. */
void option_defaults(const OptionTable *table, void *target);
/* Reads all words by the tables of the command. Returns false after an error, or if --help was
 * found. */
bool option_read_words(OptionReader *reader, int count, char *const *words);
/* Reads KEY=VALUE words up to the next word with a '-'. Returns how many it took, or a negative
 * number after a wrong word. */
int option_read_pairs(OptionReader *reader, const OptionTable *table, void *target, int left,
                      char *const *words);

/* Reads the words after the option, or the value of a KEY=VALUE word, into the row's field. Returns
 * how many it took, or a negative number after a wrong word. */
int option_read_value(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);

/* Reads the whole command line of a subcommand after its name: sets defaults, reads the words,
 * prints the help or the error. The caller zeroes the struct first and releases it in any case. */
OptionOutcome option_read_command(const OptionCommand *command, void *target, int count,
                                  char *const *words);
/* Returns the exit status of a program that ends after this outcome. */
int option_status(OptionOutcome outcome);
/* Prints an error on stderr, after the names of the program and the command. */
void option_print_error(const OptionCommand *command, const char *error);

/* Read values, for read() functions. Return false after they left an error. */
bool option_whole(OptionReader *reader, const char *word, int64_t least, int64_t most,
                  int64_t *value);
bool option_int(OptionReader *reader, const char *word, int least, int most, int *value);
/* Frees the old text and stores a copy. */
bool option_text(OptionReader *reader, char **target, const char *text);
/* Finds the index of the word in the list, which ends with NULL. */
bool option_choice(OptionReader *reader, const char *word, const char *const *choices, int *index);

/* Reads a finite decimal number; leaves no error. If `end` is NULL, nothing may follow the number;
 * else *end is set to its end. */
bool option_real(const char *word, char **end, double *value);

enum { OPTION_SECONDS_MAX = 100000000 };

#endif
