/* solve.h: `pbrain-kaname solve`: finds out whether the side to move wins by fours (or by threats).
 * Reads one position a line and writes one answer a line.
 *
 * A position is a game in notation, Black first (`h8i9j10`), or sets of stones with points from 0
 * at the top left (`B=7,7;8,8 W=7,8 side=B`, `-` for none; without `side` Black is to move at equal
 * counts, White at one more black stone). An answer has four fields, separated by tabs: `win`,
 * `no-win` or `unknown` (a limit was reached), the winning line in notation or `-`, nodes,
 * milliseconds. `--verify` adds a fifth: `verified` if the win holds against every legal reply
 * (verify.h), `hole` if not, `not verified` if out of memory, `-` if there is no win. The answer to
 * a line that is not a position, or one in which a side has won, is `error`, a tab and the reason
 * with the number of the line. */
#ifndef KANAME_PROTOCOL_STUDY_SOLVE_H
#define KANAME_PROTOCOL_STUDY_SOLVE_H

#include "engines/weights.h"
#include "io/lines.h"
#include "kaname.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stdint.h>

enum { SOLVE_LIMIT_MAX_MS = 1000000000 };

typedef struct SolveOptions {
    KanameRule rule;
    int width, height;
    KanameSolveMode mode;
    int64_t limit_ms; /* for each position, verification excluded; negative: no limit */
    bool verify;
    WeightsFiles weights;
    const char *file; /* NULL: standard input */
} SolveOptions;

extern const OptionCommand solve_usage;

/* Reads the words after `solve`. On a mistake writes a message to `failure`. */
OptionOutcome solve_read_options(SolveOptions *options, int count, char *const *words,
                                 Failure *failure);

/* Answers all positions of `reader`, or those up to an answer that cannot be written. Returns false
 * if at least one line has no position to solve. */
bool solve_positions(KanameEngine *engine, const SolveOptions *options, LineReader *reader,
                     LineWriter *writer);

/* Runs the command; `weights` are the files named before the word `solve`. Returns the exit status
 * of the process: 0; 1 if a line had no position to solve or the input could not be read; 2 for
 * wrong arguments. */
int solve_run(const WeightsFiles *weights, int count, char *const *words);

#endif
