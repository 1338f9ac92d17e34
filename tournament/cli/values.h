/* values.h: words of a command line made into checked values, for the files that read options.
 *
 * On a wrong word every function returns false and leaves an error that names the option, the word
 * and what was expected. */
#ifndef TOURNAMENT_CLI_VALUES_H
#define TOURNAMENT_CLI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/options.h"

enum { READER_SECONDS_MAX = 100000000 };

typedef struct Reader {
    Options *options;
    EngineOptions each; /* what -each said so far */
    const char *option; /* being read, for errors; NULL: none */
    char *error;
    size_t error_size;
} Reader;

/* Always false, so that callers can return it. */
bool reader_complain(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool reader_whole(Reader *reader, const char *word, int64_t least, int64_t most, int64_t *value);
bool reader_int(Reader *reader, const char *word, int least, int most, int *value);
/* Seconds, 0 or more, decimals allowed. */
bool reader_seconds(Reader *reader, const char *word, int64_t *ms);
/* Frees what was there and keeps a copy. */
bool reader_text(Reader *reader, char **target, const char *text);

/* A finite decimal number; leaves no error. `end` NULL: nothing may follow; else it is where the
 * number stops. */
bool reader_real(const char *word, char **end, double *value);
/* The text behind "key="; NULL: the word is another one. */
const char *reader_value(const char *word, const char *key);

/* game/engine_options.c: one word of an engine; marks of what nobody has set, and filling them in.
 */
void reader_engine_init(EngineOptions *engine);
bool reader_engine_word(Reader *reader, const char *word, EngineOptions *engine);
/* What -each says holds for every engine, as in c-gomoku-cli also over what the engine says. */
bool reader_engine_apply_each(Reader *reader, EngineOptions *engine);
void reader_engine_defaults(EngineOptions *engine);

#endif
