/* memory.h: how a memory limit is shared out among an engine's threads and tables.
 *
 * Pure functions of their arguments: they allocate nothing. Any thread. */
#ifndef KANAME_SEARCH_MEMORY_H
#define KANAME_SEARCH_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* All sizes in bytes. */
typedef struct MemoryLimits {
    uint64_t total; /* of the process; 0: no limit */
    uint64_t table; /* wanted for the transposition table; 0: no wish */
    uint64_t held;  /* by the engine before any search: its struct and the evaluators */
    size_t state;   /* of a worker's evaluation state */
    int threads;    /* wanted, at least 1 */
} MemoryLimits;

typedef struct MemoryPlan {
    int threads;      /* at least 1, at most those wanted */
    size_t vcf_bytes; /* table of wins by fours, of each worker */
    size_t vct_bytes; /* table of wins by threats, of all workers together */
    uint64_t
        table_bytes; /* most that the transposition table, or a solver in its place, may take */
} MemoryPlan;

/* Keeps the process within limits->total, unless that is less than one worker and the smallest
 * table need. Without a total the table gets what is wanted, or 64 MiB. */
MemoryPlan memory_plan(const MemoryLimits *limits);

/* Bytes of the transposition table for a search of `ms` milliseconds (negative: no time limit), at
 * most plan->table_bytes. A short search gets a small table, since the system takes longer to hand
 * out a large one, all zero, than the search has. The result is not below `present`, the size the
 * table has now, as far as the plan allows it: a smaller table would lose entries. */
uint64_t memory_table_bytes(const MemoryPlan *plan, int64_t ms, uint64_t present);

#endif
