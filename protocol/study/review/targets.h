/* targets.h: the output files of a command: checked before the long work, written after it. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_TARGETS_H
#define KANAME_PROTOCOL_STUDY_REVIEW_TARGETS_H

#include "shared/files/replace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct Target {
    const char *path; /* NULL: not requested; "-": standard output */
    FilesKind kind;
    bool (*write)(FILE *file, void *context); /* returns false on failure */
} Target;

typedef struct Targets {
    const char *name; /* of the command; begins the messages */
    const Target *targets;
    size_t count;
    char *const *inputs; /* paths that must not be replaced; NULLs are skipped */
    size_t input_count;
} Targets;

/* On failure both print the reason on standard error and return false. No target may be an input or
 * another target, or replace a file of another kind. */
bool targets_check(const Targets *targets);
bool targets_write(const Targets *targets, void *context);

#endif
