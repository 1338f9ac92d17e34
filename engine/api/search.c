#include "api/engine.h"

#include "api/probe.h"
#include "api/table.h"
#include "base/block.h"
#include "base/clock.h"

enum { WIDTH_MAX = 6, THREAT_PERCENT_MAX = 10000 };

MemoryPlan engine_plan_memory(const KanameEngine *engine) {
    uint64_t table_bytes = engine->table != NULL ? tt_bytes(&engine->table->tt) : 0;
    MemoryLimits limits = {.total = engine->memory_limit,
                           .table = engine->hash_bytes,
                           .held = sizeof *engine + engine_evaluation_bytes(engine) + table_bytes,
                           .state = engine_evaluator(engine)->state_bytes,
                           .threads = engine->threads};
    return memory_plan(&limits);
}

/* Provides the workers that the settings require, cleared of other positions. */
static KanameStatus prepare_pool(KanameEngine *engine, const MemoryPlan *plan) {
    size_t eval_bytes = engine_evaluator(engine)->state_bytes;
    engine_release_solver(engine);
    if (engine->pool == NULL || engine->pool_request != plan->threads ||
        engine->pool_vcf_bytes != plan->vcf_bytes || engine->pool_eval_bytes != eval_bytes) {
        pool_free(engine->pool);
        engine->pool = pool_new(plan->threads, plan->vcf_bytes, plan->vct_bytes, eval_bytes);
        if (engine->pool == NULL)
            return KANAME_ERR_MEMORY;
        engine->pool_request = plan->threads;
        engine->pool_vcf_bytes = plan->vcf_bytes;
        engine->pool_eval_bytes = eval_bytes;
    }
    if (engine->is_stale)
        pool_clear(engine->pool);
    engine->is_stale = false;
    return KANAME_OK;
}

/* Provides the workers and the table that the settings require, for a search with these limits. */
static KanameStatus prepare_memory(KanameEngine *engine, const KanameLimits *limits,
                                   const Timeman *timeman) {
    MemoryPlan plan = engine_plan_memory(engine);
    if (engine->table != NULL)
        return prepare_pool(engine, &plan);
    int64_t ms = timeman_is_limited(timeman) ? timeman->hard_ms : -1;
    uint64_t bytes = memory_table_bytes(&plan, ms, limits->max_nodes, engine->tt_request);
    bool is_resized = bytes != engine->tt_request;
    if (is_resized) { /* gives back what new workers may need */
        tt_release(&engine->tt);
        engine->tt_request = 0;
    }
    KanameStatus status = prepare_pool(engine, &plan);
    if (status != KANAME_OK)
        return status;
    if (is_resized)
        tt_resize(&engine->tt, bytes);
    engine->tt_request = bytes;
    return KANAME_OK;
}

Timeman engine_timeman(const KanameEngine *engine, const KanameLimits *limits, int64_t now_ms) {
    Timeman timeman;
    timeman_init(&timeman, limits, now_ms, board_stones(&engine->board),
                 board_empty_count(&engine->board), &engine->params);
    return timeman;
}

KanameStatus kaname_prepare(KanameEngine *engine, const KanameLimits *limits) {
    if (limits == NULL) {
        MemoryPlan plan = engine_plan_memory(engine);
        return prepare_pool(engine, &plan);
    }
    if (!engine_limits_are_valid(limits))
        return KANAME_ERR_RANGE;
    Timeman timeman = engine_timeman(engine, limits, clock_ms());
    return prepare_memory(engine, limits, &timeman);
}

void kaname_warm_up(KanameEngine *engine) {
    if (engine->pool == NULL)
        return;
    pool_touch(engine->pool, &engine->stop);
    block_touch(&engine_tt(engine)->memory, &engine->stop);
}

KanameLimits kaname_no_limits(void) {
    return (KanameLimits){.turn_ms = -1, .match_ms = -1, .margin_ms = -1};
}

int64_t kaname_now_ms(void) {
    return clock_ms();
}

bool engine_limits_are_valid(const KanameLimits *limits) {
    return limits->lines >= 0 && limits->lines <= KANAME_MAX_LINES && limits->max_depth >= 0 &&
           limits->start_depth >= 0 && limits->width >= 0 && limits->width <= WIDTH_MAX &&
           limits->threat_percent >= 0 && limits->threat_percent <= THREAT_PERCENT_MAX &&
           limits->balance_score >= -SCORE_WIN && limits->balance_score <= SCORE_WIN;
}

static int percent_of(int value, int percent) {
    return (int)((int64_t)value * percent / 100);
}

/* Returns the parameters, adjusted to the limits. */
static Params params_for(const KanameEngine *engine, const KanameLimits *limits) {
    /* near_square and near_star of each width. */
    static const int WIDTHS[WIDTH_MAX + 1][2] = {{0, 0}, {1, 2}, {2, 3}, {2, 4},
                                                 {3, 4}, {4, 5}, {5, 5}};
    Params params = engine->params;
    if (limits->width > 0) {
        params.near_square = WIDTHS[limits->width][0];
        params.near_star = WIDTHS[limits->width][1];
    }
    if (limits->threat_percent > 0) {
        params.root_vcf_nodes = percent_of(params.root_vcf_nodes, limits->threat_percent);
        params.leaf_vcf_nodes = percent_of(params.leaf_vcf_nodes, limits->threat_percent);
        params.vct_permille = percent_of(params.vct_permille, limits->threat_percent);
        params.vct_against_permille =
            percent_of(params.vct_against_permille, limits->threat_percent);
    }
    return params;
}

void engine_set_probes(KanameEngine *engine, Probes *probes) {
    engine->probes = probes;
}

KanameStatus kaname_think(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, KanameResult *result) {
    int64_t now_ms = clock_ms();
    if (!engine_limits_are_valid(limits))
        return KANAME_ERR_RANGE;
    const Board *board = &engine->board;
    Params params = params_for(engine, limits);
    Timeman timeman = engine_timeman(engine, limits, now_ms);
    KanameStatus status = prepare_memory(engine, limits, &timeman);
    if (status != KANAME_OK)
        return status;
    if (engine->table != NULL)
        engine_view_table(engine);
    else
        tt_new_search(&engine->tt);
    Search search = {.params = &params,
                     .tt = &engine->tt,
                     .timeman = &timeman,
                     .limits = limits,
                     .callbacks = callbacks,
                     .board = board,
                     .evaluator = engine_evaluator(engine),
                     .excluded = &engine->excluded,
                     .blocked = &engine->blocked,
                     .probes = engine->probes,
                     .user_stop = &engine->stop};
    uint64_t nodes;
    const RootBest *best = pool_search(engine->pool, &search, &nodes);
    if (best == NULL)
        return KANAME_ERR_NO_MOVE;
    *result = (KanameResult){.best = {board->x[best->move], board->y[best->move]},
                             .score = best->score,
                             .depth = best->depth,
                             .nodes = nodes,
                             .time_ms = clock_ms() - timeman.start_ms,
                             .pv_count = (size_t)best->pv_count};
    for (int i = 0; i < best->pv_count; i++)
        result->pv[i] = (KanamePoint){board->x[best->pv[i]], board->y[best->pv[i]]};
    return KANAME_OK;
}

void kaname_stop(KanameEngine *engine) {
    atomic_store(&engine->stop, true);
}

void kaname_clear_stop(KanameEngine *engine) {
    atomic_store(&engine->stop, false);
}
