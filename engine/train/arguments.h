/* arguments.h: a command line of `--name value` pairs and other words. */
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
    ARGUMENT_CUSTOM  /* take() reads it; false: it is wrong */
} ArgumentKind;

typedef struct Argument {
    const char *name; /* with its dashes */
    ArgumentKind kind;
    void *target;
    double least, most;
    bool (*take)(void *target, const char *value);
} Argument;

/* Reads them; other words go to `words` (room for `count`). False: `error` says what is wrong. */
bool arguments_read(const Argument *arguments, size_t argument_count, int count, char **values,
                    char **words, int *word_count, char *error, size_t error_size);

/* A whole decimal number; false: it is none or does not fit. */
bool number_read(const char *text, uint64_t *number);

#endif
