/* bench.h: a fixed amount of work, to compare builds by speed and to see by one number, the nodes
 * searched, whether a change altered what the engine does. */
#ifndef KANAME_PROTOCOL_TOOLS_BENCH_H
#define KANAME_PROTOCOL_TOOLS_BENCH_H

#include "kaname.h"

enum { BENCH_DEPTH_DEFAULT = 10, BENCH_DEPTH_MAX = 64 };

/* Searches every position of the list to `depth` plies with one thread and prints progress, then
 * `Nodes/s: N`, `Updates/s: N` (stones played and taken back) and last `Bench: N`, the sum of the
 * nodes. Returns the process's exit status. */
int bench_run(KanameEngine *engine, int depth);

#endif
