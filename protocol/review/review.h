/* review.h: `pbrain-kaname review`: judges the moves of games, and writes a table, JSON, an
 * annotated record and a page. */
#ifndef KANAME_PROTOCOL_REVIEW_REVIEW_H
#define KANAME_PROTOCOL_REVIEW_REVIEW_H

#include "io/options.h"
#include "io/weights.h"
#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    REVIEW_NODES = 100000, /* of a search, without --nodes and --time */
    REVIEW_FILES_MAX = 4096
};

typedef struct ReviewOptions {
    int64_t nodes, turn_ms; /* 0: not given */
    int threads, opening;
    bool has_rule;
    KanameRule rule;
    int width, height; /* for files that do not name them */
    const char *json, *sgf, *html, *resume, *book;
    WeightsFiles weights;
    int file_count;
    const char *files[REVIEW_FILES_MAX];
} ReviewOptions;

/* Reads the words behind `review`. On a mistake writes it to `error`. */
OptionsOutcome review_read_options(ReviewOptions *options, int count, char *const *words,
                                   char *error, size_t error_size);

/* Runs the command; `weights` are the files named in front of the word `review`. Returns the
 * process's exit status: 0; 1 if a game cannot be read, not even in part, a file cannot be written,
 * or the review was stopped; 2 for wrong arguments. */
int review_run(const WeightsFiles *weights, int count, char *const *words);

#endif
