/* memory.h: divides a memory limit among an engine's threads and tables.
 *
 * Pure functions of their arguments that allocate nothing. Any thread. */
#ifndef KANAME_SEARCH_MEMORY_H
#define KANAME_SEARCH_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* All sizes in bytes. */
typedef struct MemoryLimits {
    uint64_t total; /* of the process; 0: no limit */
    uint64_t table; /* requested for the transposition table; 0: no request */
    uint64_t held;  /* by the engine before any search: its struct and the evaluators */
    size_t state;   /* of a worker's evaluation state */
    int threads;    /* requested, at least 1 */
} MemoryLimits;

typedef struct MemoryPlan {
    int threads;          /* at least 1, at most the number requested */
    size_t vcf_bytes;     /* VCF table of each worker */
    size_t vct_bytes;     /* VCT table, one for all workers */
    uint64_t table_bytes; /* upper limit of the transposition table, or of a solver in its place */
} MemoryPlan;

/* Returns a plan that keeps the process within limits->total, unless that is less than one worker
 * and the smallest table need. Without a total the table gets the size requested, or 64 MiB. */
MemoryPlan memory_plan(const MemoryLimits *limits);

/* Returns the bytes of the transposition table for a search of `ms` milliseconds (negative: no time
 * limit) and `nodes` nodes of all workers (0: no limit), at most plan->table_bytes. A short search
 * gets a small table: it would fill a part of a large one, which is slower, and which the system
 * takes long to provide and to zero. Within the plan, the result is at least `present`, the table's
 * current size, because a smaller table would lose entries. */
uint64_t memory_table_bytes(const MemoryPlan *plan, int64_t ms, uint64_t nodes, uint64_t present);

#endif
