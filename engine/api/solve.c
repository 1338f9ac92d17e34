#include "api/engine.h"

#include "base/clock.h"

typedef struct SolveContext {
    const atomic_bool *stop;
    const Timeman *timeman;
} SolveContext;

static bool solve_must_end(void *context) {
    const SolveContext *solve = context;
    return atomic_load_explicit(solve->stop, memory_order_relaxed) ||
           timeman_is_over(solve->timeman, clock_ms());
}

/* Provides a solver of the kind with as much memory as the plan allows and the system has. */
static KanameStatus prepare_solver(KanameEngine *engine, SolverKind kind) {
    uint64_t bytes = engine_plan_memory(engine).table_bytes;
    if (engine->solver != NULL && solver_kind(engine->solver) == kind &&
        engine->solver_request == bytes)
        return KANAME_OK;
    engine_release_solver(engine);
    tt_release(&engine->tt);
    engine->tt_request = 0;
    engine->solver = solver_new(kind, bytes);
    engine->solver_request = bytes;
    return engine->solver != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
}

KanameStatus kaname_solve(KanameEngine *engine, KanameSolveMode mode, const KanameLimits *limits,
                          KanameSolution *solution) {
    static const KanameSolveVerdict VERDICTS[] = {[SOLVER_NO_WIN] = KANAME_SOLVE_NO_WIN,
                                                  [SOLVER_WIN] = KANAME_SOLVE_WIN,
                                                  [SOLVER_UNKNOWN] = KANAME_SOLVE_UNKNOWN};
    Board *board = &engine->board;
    if ((mode != KANAME_SOLVE_VCF && mode != KANAME_SOLVE_VCT) || !engine_limits_are_valid(limits))
        return KANAME_ERR_RANGE;
    int64_t now_ms = clock_ms();
    KanameStatus status =
        prepare_solver(engine, mode == KANAME_SOLVE_VCF ? SOLVER_FOURS : SOLVER_THREATS);
    if (status != KANAME_OK)
        return status;
    Timeman timeman = engine_timeman(engine, limits, now_ms);
    SolveContext context = {&engine->stop, &timeman};
    SolverLimits solver_limits = {.max_nodes =
                                      limits->max_nodes > 0 ? limits->max_nodes : UINT64_MAX,
                                  .poll = solve_must_end,
                                  .context = &context};
    SolverResult result = solver_search(engine->solver, board, &solver_limits);
    solution->verdict = VERDICTS[result.verdict];
    solution->nodes = result.nodes;
    solution->line_count = (size_t)result.line_count;
    for (int i = 0; i < result.line_count; i++)
        solution->line[i] = (KanamePoint){board->x[result.line[i]], board->y[result.line[i]]};
    solution->time_ms = clock_ms() - timeman.start_ms;
    return KANAME_OK;
}
