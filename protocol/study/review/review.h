/* review.h: `pbrain-kaname review`: judges the moves of games, and writes a table, JSON, an
 * annotated record and a page. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_REVIEW_H
#define KANAME_PROTOCOL_STUDY_REVIEW_REVIEW_H

#include "engines/weights.h"
#include "kaname.h"
#include "shared/cli/reader.h"
#include "shared/games/files.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    REVIEW_NODES = 100000, /* of a search, if neither --nodes nor --time is given */
    REVIEW_FILES_MAX = 4096
};

typedef struct ReviewOptions {
    int64_t nodes, turn_ms; /* 0: not given */
    int threads, opening;
    GameFileRules rules;
    const char *json, *sgf, *html, *resume, *book;
    WeightsFiles weights;
    OptionList files;
} ReviewOptions;

extern const OptionCommand review_usage;

/* Runs the command; `weights` are the files named before the word `review`. Returns the exit status
 * of the process: 0; 1 if a game cannot be read even in part, a file cannot be written, or the
 * review was stopped; 2 for wrong arguments. */
int review_run(const WeightsFiles *weights, int count, char *const *words);

#endif
