/* value.h: reads single words of a command line as numbers, texts and choices.
 *
 * On a wrong word every function but option_real() leaves an error in the reader that names the
 * option, the word and the expected form. */
#ifndef KANAME_SHARED_CLI_VALUE_H
#define KANAME_SHARED_CLI_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/cli/option.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

struct OptionReader {
    const OptionCommand *command; /* whose options are read */
    void *target;                 /* the command's struct */
    const char *option;           /* being read, for errors; NULL: none */
    const char *word;             /* the KEY=VALUE word being read, for errors; NULL: none */
    bool is_from_file;            /* the words come from a -config file */
    bool is_help;                 /* --help was found: reading stopped there */
    int operands;                 /* words read so far other than options */
    int taken;                    /* words read by option_read_words() */
    Failure *failure;             /* STATUS_OPTION after a wrong word */
};

/* Leaves an error. Always returns false, so that callers can return it. */
bool option_complain(OptionReader *reader, const char *format, ...) FORMAT_CHECK(2, 3);
/* Leaves the error that `word` does not have the expected form. Always returns false. */
bool option_expected(OptionReader *reader, const char *word, const char *format, ...)
    FORMAT_CHECK(3, 4);

/* Reads one word into the field of a row whose kind is not OPTION_LIST, OPTION_WORDS or
 * OPTION_OWN. */
bool option_read_field(OptionReader *reader, const OptionRow *row, void *field, const char *word);

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
