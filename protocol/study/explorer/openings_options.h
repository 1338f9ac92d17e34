/* openings_options.h: the options of `pbrain-kaname openings`. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_OPTIONS_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_OPTIONS_H

#include "engines/weights.h"
#include "kaname.h"
#include "shared/cli/option.h"

#include <stdint.h>

typedef struct OpeningsOptions {
    KanameRule rule;
    int width, height;
    int64_t nodes, positions;
    int lines, threads, depth;
    int margin, slack; /* percent */
    int part, parts;   /* set both to 1 before the options are read */
    WeightsFiles weights;
    const char *wanted, *only; /* lists of positions; NULL: none */
    const char *path;
    OptionList others; /* files whose values are taken first */
} OpeningsOptions;

extern const OptionCommand openings_usage;
extern const char openings_name[]; /* of the command, for lines on standard error */

/* Frees what option_read_command() has allocated. */
void openings_options_release(OpeningsOptions *options);

#endif
