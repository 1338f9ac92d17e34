/* bench.h: the command `pbrain-kaname bench`: a fixed amount of work. Its speed compares builds;
 * its node count shows whether a change altered the engine's behaviour. */
#ifndef KANAME_PROTOCOL_STUDY_BENCH_H
#define KANAME_PROTOCOL_STUDY_BENCH_H

#include "engines/weights.h"
#include "kaname.h"
#include "shared/cli/option.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern const OptionCommand bench_usage;

/* Searches the positions to `depth` plies and writes a line for each to `lines`, unless it is NULL.
 * Sets the engine's threads, table, rule and size. Returns false if a search fails. */
bool bench_search(KanameEngine *engine, int depth, FILE *lines, uint64_t *nodes, int64_t *spent_ms);

/* Searches every position of a fixed list with one thread and prints progress, then `Nodes/s: N`,
 * `Updates/s: N` (stones played and taken back) and last `Bench: N`, the sum of the nodes.
 * `weights` are the files named before the word `bench`. Returns the exit status of the process. */
int bench_run(const WeightsFiles *weights, int count, char *const *words);

#endif
