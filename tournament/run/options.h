/* options.h: the command line of a tournament, and the same as a JSON file, as a checked struct.
 *
 * Every option of c-gomoku-cli means here what it means there. Nothing is started, opened or
 * written while options are read, except that a -config file is read. */
#ifndef TOURNAMENT_RUN_OPTIONS_H
#define TOURNAMENT_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/reader.h"
#include "run/option_fields.h"
#include "run/option_rows.h"

/* Sets the defaults. */
void options_init(Options *options);
void options_release(Options *options);

/* Applies -each, then checks options that depend on each other: after all are read. A tournament
 * needs two engines or more, the single form exactly one, for a command that asks one engine; the
 * last form takes any number but none. False: an error was left in the reader. */
bool options_check(OptionReader *reader, Options *options);
bool options_check_single(OptionReader *reader, Options *options);
bool options_check_some(OptionReader *reader, Options *options);

/* Reads the words behind the program's name. The struct is initialised. False: `error` names the
 * option and the word at fault and what was expected; the options must still be released. */
bool options_parse(Options *options, int count, char *const *words, char *error, size_t error_size);

/* Returns all that decides what is played, one "key = value" a line, to be freed; NULL: no memory.
 * Equal for two runs exactly if one may resume the other. */
char *options_settings(const Options *options);

#endif
