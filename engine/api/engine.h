/* engine.h: the engine behind kaname.h, and what the files of this folder share. Private to it.
 *
 * lifecycle.c makes and frees the engine, engine.c changes it as a whole, evaluation.c owns the
 * evaluators of the rules, position.c the board, settings.c what a user sets, hash.c the
 * transposition table, search.c and solve.c the two kinds of thinking, status.c the words. One
 * thread at a time, but for the stop flag. */
#ifndef KANAME_API_ENGINE_H
#define KANAME_API_ENGINE_H

#include <stdatomic.h>

#include "board/board.h"
#include "eval/eval.h"
#include "kaname.h"
#include "search/memory.h"
#include "search/params.h"
#include "search/pool.h"
#include "search/timeman.h"
#include "search/tt.h"
#include "threat/solver.h"

struct KanameEngine {
    Evaluator *evaluators[RULES]; /* NULL: the built-in one, not needed yet */
    uint64_t evaluator_ids[RULES];
    Board board;
    CellSet walls, excluded;
    Blocked blocked;
    Isa isa;

    uint64_t memory_limit; /* bytes, 0: none */
    uint64_t hash_bytes;   /* asked for, 0: by the memory limit */
    int threads;           /* asked for */

    Params params;
    Tt tt;
    uint64_t tt_request; /* bytes that the table was last given or refused */
    Pool *pool;          /* NULL: not needed yet */
    int pool_request;    /* threads that it was asked for */
    size_t pool_vcf_bytes, pool_eval_bytes;
    /* NULL: not needed yet. Its tables and the transposition table take turns. */
    Solver *solver;
    uint64_t solver_request; /* bytes that it was asked for */
    bool is_stale;           /* what the workers know belongs to other positions: clear it first */
    atomic_bool stop;
};

/* ---- engine.c -------------------------------------------------------------------------------- */

/* Nothing learned so far holds any more. A large table goes back to the system, here and not when
 * the next search has its clock running, as that takes some time; a small one is sooner cleared. */
void engine_forget(KanameEngine *engine);
void engine_release_solver(KanameEngine *engine);
/* The same stones and side to move under other tables or with other instructions. */
void engine_rebuild(KanameEngine *engine, const RuleTables *tables);

/* ---- evaluation.c ---------------------------------------------------------------------------- */

void engine_evaluation_init(KanameEngine *engine);
void engine_evaluation_release(KanameEngine *engine);
/* The evaluator of the rule, made when first asked for; the engine's. NULL: out of memory. */
const Evaluator *engine_evaluator_of(KanameEngine *engine, Rule rule);
/* That of the rule set now. */
const Evaluator *engine_evaluator(const KanameEngine *engine);
/* Memory of all evaluators made so far. */
uint64_t engine_evaluation_bytes(const KanameEngine *engine);

/* ---- Points and stones ----------------------------------------------------------------------- */

static inline bool is_on_board(const Board *board, int x, int y) {
    return x >= 0 && x < board->width && y >= 0 && y < board->height;
}

static inline Cell cell_at(const Board *board, int x, int y) {
    return (Cell)(y * board->width + x);
}

/* Colour of the stone on an occupied cell. */
static inline Color color_of_stone(const Board *board, Cell cell) {
    return cellset_has(&board->occupied[BLACK], cell) ? BLACK : WHITE;
}

/* ---- search.c -------------------------------------------------------------------------------- */

MemoryPlan engine_plan_memory(const KanameEngine *engine);
bool are_limits_valid(const KanameLimits *limits);
/* The clock of a search or solution that began at now_ms. */
Timeman engine_timeman(const KanameEngine *engine, const KanameLimits *limits, int64_t now_ms);

#endif
