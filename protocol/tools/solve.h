/* solve.h: `pbrain-kaname solve`: does the side to move win by fours (or by threats)? One position
 * a line in, one answer a line out.
 *
 * A position is a game in notation, Black first (`h8i9j10`), or sets of stones with points from 0
 * (`B=7,7;8,8 W=7,8 side=B`, `-` for none; without a side, Black at equal counts and White at one
 * Black stone more). An answer has four fields, separated by tabs: `win`, `no-win` or `unknown`
 * (a limit came first), the winning line in notation or `-`, nodes, milliseconds. With `--verify` a
 * fifth one: `verified` when the win held against every legal reply (verify.h), `hole` when it did
 * not, `not verified` when memory ran out, `-` when there is no win. A line that is no position is
 * answered by `error`, a tab and the reason with the line's number. */
#ifndef KANAME_PROTOCOL_TOOLS_SOLVE_H
#define KANAME_PROTOCOL_TOOLS_SOLVE_H

#include "io/lines.h"
#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct SolveOptions {
    KanameRule rule;
    int width, height;
    KanameSolveMode mode;
    int64_t limit_ms; /* a position, without verifying it; negative: no limit */
    bool verify;
    const char *file; /* NULL: standard input */
} SolveOptions;

/* Reads the arguments behind the word `solve`. On a mistake writes what is wrong to `error`. */
bool solve_read_options(SolveOptions *options, int count, char **arguments, char *error,
                        size_t error_size);

/* Answers all positions that `source` holds. False: at least one line was no position. */
bool solve_positions(KanameEngine *engine, const SolveOptions *options, LineReader *reader,
                     LineWriter *writer);

/* The whole command. Returns the process's exit status: 0, 1 when a line was no position or the
 * input could not be read, 2 for wrong arguments. */
int solve_run(int count, char **arguments);

#endif
