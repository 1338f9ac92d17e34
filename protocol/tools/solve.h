/* solve.h: `pbrain-kaname solve`: does the side to move win by fours (or by threats)? One position
 * a line in, one answer a line out.
 *
 * A position is a game in notation, Black first (`h8i9j10`), or sets of stones with points from
 * 0 at the top left (`B=7,7;8,8 W=7,8 side=B`, `-` for none; without a side, Black at equal counts
 * and White at one Black stone more). An answer has four fields, separated by tabs: `win`, `no-win`
 * or `unknown` (a limit was reached), the winning line in notation or `-`, nodes, milliseconds.
 * `--verify` adds a fifth: `verified` if the win held against every legal reply (verify.h), `hole`
 * if not, `not verified` if memory was short, `-` if there is no win. The answer to a line that is
 * no position is `error`, a tab and the reason with the number of the line. */
#ifndef KANAME_PROTOCOL_TOOLS_SOLVE_H
#define KANAME_PROTOCOL_TOOLS_SOLVE_H

#include "io/lines.h"
#include "io/options.h"
#include "io/weights.h"
#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

enum { SOLVE_LIMIT_MAX_MS = 1000000000 };

typedef struct SolveOptions {
    KanameRule rule;
    int width, height;
    KanameSolveMode mode;
    int64_t limit_ms; /* of each position, without verification; negative: no limit */
    bool verify;
    WeightsFiles weights;
    const char *file; /* NULL: standard input */
} SolveOptions;

/* Reads the words behind `solve`. On a mistake writes it to `error`. */
OptionsOutcome solve_read_options(SolveOptions *options, int count, char *const *words, char *error,
                                  size_t error_size);

/* Answers all positions of `reader`. Returns false if at least one line is no position. */
bool solve_positions(KanameEngine *engine, const SolveOptions *options, LineReader *reader,
                     LineWriter *writer);

/* Runs the command; `weights` are the files named in front of the word `solve`. Returns the
 * process's exit status: 0; 1 if a line was no position or the input could not be read; 2 for wrong
 * arguments. */
int solve_run(const WeightsFiles *weights, int count, char *const *words);

#endif
