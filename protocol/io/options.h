/* options.h: the command line of a program or subcommand as a table of options. One row yields the
 * parsing, the error text, the default and the lines of --help. */
#ifndef KANAME_PROTOCOL_IO_OPTIONS_H
#define KANAME_PROTOCOL_IO_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Option Option;

/* Reads `value` into the member of `target` that the row names. Returns false, and changes nothing,
 * if the value is not valid. `value` is NULL for a flag. */
typedef bool (*OptionReader)(const Option *option, const char *value, void *target);

struct Option {
    const char *name; /* `--level`; of an operand the name in capitals, `FILE`; `FILE...` takes all
                         that follow */
    const char *argument; /* the value's name in --help; NULL: a flag, or an operand */
    const char *initial;  /* default, read as if given; NULL: the caller's value stays */
    int64_t least, most;  /* range of a number; both 0: none */
    const char *help; /* meaning and unit; --help puts the range before it, the default after it */
    OptionReader read;
    size_t offset; /* of the member in the structure to fill; may be unused by special readers */
};

typedef struct CommandLine {
    const char *name;    /* `pbrain-kaname solve` */
    const char *usage;   /* the text after the name: `[OPTIONS] [FILE]` */
    const char *summary; /* a paragraph for --help */
    const Option *options;
    size_t option_count;
} CommandLine;

typedef enum {
    OPTIONS_READ,
    OPTIONS_HELP,   /* --help was found; the words after it were not read */
    OPTIONS_MISTAKE /* a word is wrong */
} OptionsOutcome;

/* Sets the defaults and reads `count` words into `target`, options and operands in any order. On a
 * mistake writes a message that names the wrong word to `error`. */
OptionsOutcome options_read(const CommandLine *command, int count, char *const *words, void *target,
                            char *error, size_t error_size);
/* The same, but stops before the first word that is neither an option nor a value of one. Sets
 * `taken` to the number of words read. */
OptionsOutcome options_read_leading(const CommandLine *command, int count, char *const *words,
                                    void *target, int *taken, char *error, size_t error_size);

/* Like options_read(), for a command that is about to run: prints the help on standard output or
 * the mistake on standard error. Returns true if the command should run; else sets `status`, the
 * exit status: 0 after the help, 1 if the help cannot be written, 2 after a mistake. */
bool options_take(const CommandLine *command, int count, char *const *words, void *target,
                  int *status);
/* Prints a mistake of the command on standard error. Returns the exit status 2. */
int options_refuse(const CommandLine *command, const char *error);
/* Prints usage, summary and options on standard output. Returns false if that cannot be written. */
bool options_print_help(const CommandLine *command);
/* Prints a row in the layout of the help: a name and its meaning, wrapped to 79 columns. */
void options_print_row(const char *name, const char *help);

/* Readers of one member, by its type: bool, int, int64_t, const char *, KanameRule. Numbers must be
 * decimal and within the row's range. */
bool option_read_flag(const Option *option, const char *value, void *target);
bool option_read_int(const Option *option, const char *value, void *target);
bool option_read_int64(const Option *option, const char *value, void *target);
bool option_read_text(const Option *option, const char *value, void *target);
bool option_read_rule(const Option *option, const char *value, void *target);

#endif
