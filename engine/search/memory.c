#include "search/memory.h"

#include <stdbool.h>

#include "search/worker.h"
#include "threat/vct.h"

enum {
    MIB = 1 << 20,
    PROCESS_BYTES = 5 * MIB, /* without an engine */
    STACK_BYTES = MIB,       /* of a worker: the part that it touches */
    VCF_BYTES = MIB,
    VCT_BYTES = 16 * MIB,
    VCF_BYTES_SMALL = 128 << 10, /* below SMALL_LIMIT_BYTES */
    VCT_BYTES_SMALL = 256 << 10,
    SMALL_LIMIT_BYTES = 64 * MIB,
    WORKERS_DIVISOR = 3, /* the workers may take this part of the total */
    TABLE_BYTES_MIN = 64 << 10,
    TABLE_BYTES_DEFAULT = 64 * MIB,
    /* A quarter of the nodes take an entry of 16 bytes, and the table serves four moves. Larger
     * tables are slower: fewer of their addresses are at hand. */
    TABLE_BYTES_PER_NODE = 16,
    NODES_PER_MS = 1 << 10,      /* of each worker */
    TABLE_BYTES_BRIEF = 8 * MIB, /* enough for any shorter search */
    FREE_DIVISOR = 16 /* this part of the total stays free for pages that the plan does not count */
};

static uint64_t worker_bytes(const MemoryLimits *limits, const MemoryPlan *plan) {
    return worker_fixed_bytes() + plan->vcf_bytes + limits->state + STACK_BYTES;
}

static int threads_for(const MemoryLimits *limits, const MemoryPlan *plan) {
    if (limits->total == 0)
        return limits->threads;
    uint64_t most = limits->total / WORKERS_DIVISOR / worker_bytes(limits, plan);
    if (most < 1)
        return 1;
    return most < (uint64_t)limits->threads ? (int)most : limits->threads;
}

static uint64_t table_bytes_for(const MemoryLimits *limits, const MemoryPlan *plan) {
    if (limits->total == 0)
        return limits->table > 0 ? limits->table : TABLE_BYTES_DEFAULT;
    uint64_t others = PROCESS_BYTES + limits->held + vct_fixed_bytes() + plan->vct_bytes +
                      (uint64_t)plan->threads * worker_bytes(limits, plan) +
                      limits->total / FREE_DIVISOR;
    uint64_t allowed = limits->total > others ? limits->total - others : 0;
    if (allowed < TABLE_BYTES_MIN)
        allowed = TABLE_BYTES_MIN;
    return limits->table > 0 && limits->table < allowed ? limits->table : allowed;
}

MemoryPlan memory_plan(const MemoryLimits *limits) {
    bool is_tight = limits->total > 0 && limits->total < SMALL_LIMIT_BYTES;
    MemoryPlan plan = {.vcf_bytes = is_tight ? VCF_BYTES_SMALL : VCF_BYTES,
                       .vct_bytes = is_tight ? VCT_BYTES_SMALL : VCT_BYTES};
    plan.threads = threads_for(limits, &plan);
    plan.table_bytes = table_bytes_for(limits, &plan);
    return plan;
}

uint64_t memory_table_bytes(const MemoryPlan *plan, int64_t ms, uint64_t nodes, uint64_t present) {
    uint64_t allowed = plan->table_bytes;
    uint64_t most = allowed / TABLE_BYTES_PER_NODE;
    uint64_t nodes_per_ms = (uint64_t)plan->threads * NODES_PER_MS;
    if (nodes == 0 || nodes > most)
        nodes = most;
    if (ms >= 0 && (uint64_t)ms < nodes / nodes_per_ms)
        nodes = (uint64_t)ms * nodes_per_ms;
    if (nodes == most)
        return allowed;
    uint64_t wanted = nodes * TABLE_BYTES_PER_NODE;
    if (wanted < TABLE_BYTES_BRIEF)
        wanted = TABLE_BYTES_BRIEF;
    if (wanted < present)
        wanted = present;
    return wanted < allowed ? wanted : allowed;
}
