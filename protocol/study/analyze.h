/* analyze.h: `pbrain-kaname analyze`: the best lines of a position, with win rate, score, depth and
 * nodes, as a table below the board or as JSON. */
#ifndef KANAME_PROTOCOL_STUDY_ANALYZE_H
#define KANAME_PROTOCOL_STUDY_ANALYZE_H

#include "engines/weights.h"
#include "kaname.h"
#include "shared/cli/reader.h"
#include "shared/games/files.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stdint.h>

enum { ANALYZE_TURN_MS = 5000 /* if none of time, depth and nodes is limited */ };

typedef struct AnalyzeOptions {
    int lines, depth, threads; /* depth 0: no limit */
    int move;                  /* the position after so many moves, if has_move */
    int64_t turn_ms, nodes;    /* 0: no limit */
    GameFileRules rules;
    bool has_move, is_json, is_ascii;
    WeightsFiles weights;
    const char *what; /* moves, a file's path or `-`; NULL: standard input */
} AnalyzeOptions;

extern const OptionCommand analyze_usage;

/* Runs the command; `weights` are the files named before the word `analyze`. Returns the exit
 * status of the process: 0; 1 if the game cannot be read even in part, or the search fails; 2 for
 * wrong arguments. */
int analyze_run(const WeightsFiles *weights, int count, char *const *words);

#endif
