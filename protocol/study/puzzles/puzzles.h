/* puzzles.h: `pbrain-kaname puzzles`: finds puzzles in games and writes them. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_PUZZLES_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_PUZZLES_H

#include "engines/weights.h"
#include "kaname.h"
#include "shared/cli/reader.h"
#include "shared/games/files.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PUZZLES_NODES = 50000, /* of a search, if neither --nodes nor --time is given */
    PUZZLES_FILES_MAX = 4096
};

typedef struct PuzzlesOptions {
    int64_t nodes, turn_ms; /* 0: not given */
    int threads, least_moves, most_firsts;
    bool is_vcf_only, is_defence, has_keys;
    GameFileRules rules;
    const char *json, *sgf, *html, *pos;
    WeightsFiles weights;
    OptionList files;
} PuzzlesOptions;

extern const OptionCommand puzzles_usage;

/* Runs the command; `weights` are the files named before the word `puzzles`. Returns the exit
 * status of the process: 0; 1 if a game cannot be read even in part, a file cannot be written, or
 * the command was stopped; 2 for wrong arguments. */
int puzzles_run(const WeightsFiles *weights, int count, char *const *words);

#endif
