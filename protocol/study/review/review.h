/* review.h: `pbrain-kaname review`: judges the moves of games, and writes a table, JSON, an
 * annotated record and a page. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_REVIEW_H
#define KANAME_PROTOCOL_STUDY_REVIEW_REVIEW_H

#include "games/game.h"
#include "io/options.h"
#include "io/weights.h"
#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    REVIEW_NODES = 100000, /* of a search, if neither --nodes nor --time is given */
    REVIEW_FILES_MAX = 4096
};

typedef struct ReviewOptions {
    int64_t nodes, turn_ms; /* 0: not given */
    int threads, opening;
    bool has_rule;
    KanameRule rule;
    int width, height; /* for games that do not name a size */
    GamePosOrder pos_order;
    const char *json, *sgf, *html, *resume, *book;
    WeightsFiles weights;
    int file_count;
    const char *files[REVIEW_FILES_MAX];
} ReviewOptions;

/* Reads the words after `review`. On a mistake writes a message to `error`. */
OptionsOutcome review_read_options(ReviewOptions *options, int count, char *const *words,
                                   char *error, size_t error_size);

/* Runs the command; `weights` are the files named before the word `review`. Returns the exit status
 * of the process: 0; 1 if a game cannot be read even in part, a file cannot be written, or the
 * review was stopped; 2 for wrong arguments. */
int review_run(const WeightsFiles *weights, int count, char *const *words);

#endif
