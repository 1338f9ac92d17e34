/* options.h: reads the command line of a tournament, or the same options from a JSON file, into a
 * checked struct.
 *
 * Every option of c-gomoku-cli has the same meaning here. Reading options starts, opens and writes
 * nothing, except that it reads a -config file. */
#ifndef TOURNAMENT_RUN_OPTIONS_H
#define TOURNAMENT_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "run/option_fields.h"
#include "run/option_rows.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"

/* Sets the defaults. */
void options_init(Options *options);
void options_release(Options *options);

/* Applies -each, then checks options that depend on each other; call it after all are read. A
 * tournament needs two engines or more, a command that asks a single engine exactly one, the last
 * form one or more. Returns false after it left an error in the reader. */
bool options_check(OptionReader *reader, Options *options);
bool options_check_single(OptionReader *reader, Options *options);
bool options_check_some(OptionReader *reader, Options *options);

/* Initialises the struct and reads the words after the program's name. On failure returns false;
 * `failure` then names the option, the wrong word and the expected form. Release the options in any
 * case. */
bool options_parse(Options *options, int count, char *const *words, Failure *failure);

/* Returns the settings that decide what is played, one "key = value" per line, which the caller
 * frees; NULL if out of memory. Equal for two runs exactly if one may resume the other. */
char *options_settings(const Options *options);

#endif
