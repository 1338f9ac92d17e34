/* fit_outputs.h: the files that a fit of a network writes: the network, the loss curve, its picture
 * and the state. Errors go to standard error, after the name of the command. One thread. */
#ifndef KANAME_TRAIN_FIT_OUTPUTS_H
#define KANAME_TRAIN_FIT_OUTPUTS_H

#include <stdio.h>

#include "shared/files/replace.h"

enum { FIT_INPUTS_MAX = 3 };

typedef enum FitOutputKind { FIT_NETWORK, FIT_CSV, FIT_SVG, FIT_STATE, FIT_OUTPUTS } FitOutputKind;

/* A file that the fit writes. Its rules say which existing file it may replace. */
typedef struct FitOutput {
    const char *path; /* NULL: the file is not written */
    FilesRules rules;
} FitOutput;

typedef struct FitOutputs {
    const char *command;
    FitOutput of[FIT_OUTPUTS];
    const char *inputs[FIT_INPUTS_MAX]; /* besides the games; NULL: none */
} FitOutputs;

/* Prints the error. Returns false. */
bool fit_complain(const FitOutputs *outputs, const char *path, const char *why);

/* Checks that no output overwrites an input, a file of games or another output. Returns false after
 * it printed an error. */
bool fit_outputs_check(const FitOutputs *outputs, char *const *paths, int path_count);
/* Writes one file by `write`, unless it has no path. Returns false after it printed an error. */
bool fit_outputs_write(const FitOutputs *outputs, FitOutputKind kind,
                       void (*write)(const void *content, FILE *file), const void *content);

#endif
