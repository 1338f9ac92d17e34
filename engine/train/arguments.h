/* arguments.h: a command line of options and other words. One row for each option yields the
 * parsing, the error text, the default and the lines of --help. */
#ifndef KANAME_TRAIN_ARGUMENTS_H
#define KANAME_TRAIN_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    ARGUMENT_TEXT,   /* const char * */
    ARGUMENT_INT,    /* int, least..most */
    ARGUMENT_NUMBER, /* uint64_t, least..most */
    ARGUMENT_REAL,   /* double, least..most */
    ARGUMENT_FLAG,   /* bool; takes no value */
    ARGUMENT_CUSTOM  /* take() reads it, show() writes it */
} ArgumentKind;

enum { ARGUMENT_SHOWN_MAX = 64 }; /* bytes of a value as --help shows it */

/* Reads `value` into the target. Returns false if it is not valid. */
typedef bool (*ArgumentTaker)(void *target, const char *value);
/* Writes the target's value as ArgumentTaker reads it. */
typedef void (*ArgumentShower)(const void *target, char text[ARGUMENT_SHOWN_MAX]);

/* A row. What the target holds before the command line is read is the default; a number below
 * `least` and a NULL text stand for none. */
typedef struct Argument {
    const char *name;  /* with its dashes */
    const char *value; /* what --help calls the value; NULL: a flag */
    const char *help;  /* meaning and unit; --help puts the range before it, the default behind */
    ArgumentKind kind;
    void *target;
    double least, most;
    ArgumentTaker take;
    ArgumentShower show;
} Argument;

Argument argument_text(const char *name, const char *value, const char **target, const char *help);
Argument argument_int(const char *name, int *target, int least, int most, const char *help);
Argument argument_number(const char *name, uint64_t *target, uint64_t least, uint64_t most,
                         const char *help);
Argument argument_real(const char *name, double *target, double least, double most,
                       const char *help);
Argument argument_flag(const char *name, bool *target, const char *help);
Argument argument_custom(const char *name, const char *value, void *target, ArgumentTaker take,
                         ArgumentShower show, const char *help);

typedef struct ArgumentTable {
    const char *command; /* `kaname-train fit` */
    const char *usage;   /* what follows the command: `--out FILE [OPTIONS] GAMES...` */
    const char *summary; /* a paragraph for --help */
    const Argument *arguments;
    size_t count;
    bool takes_words; /* words that are neither options nor values of options */
} ArgumentTable;

typedef enum {
    ARGUMENTS_READ,
    ARGUMENTS_HELP,   /* --help was found; the words behind it were not read */
    ARGUMENTS_MISTAKE /* a word is wrong */
} ArgumentsOutcome;

/* Reads `count` words; those that are no options go to `words`, which has room for `count`. On a
 * mistake writes a text that names the word at fault to `error`. */
ArgumentsOutcome arguments_read(const ArgumentTable *table, int count, char **values, char **words,
                                int *word_count, char *error, size_t error_size);
/* Prints usage, summary and options on standard output; targets must hold their defaults. */
void arguments_print_help(const ArgumentTable *table);
/* Prints a row as those of the help: a name and what it means, wrapped to 79 columns. */
void arguments_print_row(const char *name, const char *help);

/* Reads a whole decimal number. Returns false if the text is anything else or does not fit. */
bool number_read(const char *text, uint64_t *number);

#endif
