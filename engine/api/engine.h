/* engine.h: the engine behind kaname.h, and the functions that the files of this folder share.
 * Private to the folder.
 *
 * lifecycle.c makes and frees the engine, engine.c changes it as a whole, evaluation.c owns the
 * evaluators of the rules, position.c the board, settings.c what a user sets, hash.c the
 * transposition table, table.c one that several engines use, search.c and solve.c the two kinds of
 * search, status.c the texts of status codes. One thread at a time, except for the stop flag. */
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
    Evaluator *evaluators[RULES]; /* NULL: the embedded one, not built yet */
    uint64_t evaluator_ids[RULES];
    bool uses_network; /* of the embedded evaluators */
    Board board;
    CellSet walls, excluded;
    Blocked blocked;
    Isa isa;

    uint64_t memory_limit; /* bytes, 0: none */
    uint64_t hash_bytes;   /* requested; 0: by the memory limit */
    int threads;           /* requested */

    Params params;
    KanameTable *table;  /* that other engines use too; NULL: the engine has a table of its own */
    Tt tt;               /* the own one, or a view of `table` */
    uint64_t tt_request; /* bytes that the own one was last given or refused; 0: none */
    Pool *pool;          /* NULL: not created yet */
    int pool_request;    /* threads requested of it */
    size_t pool_vcf_bytes, pool_eval_bytes;
    /* NULL: not created yet. Only one of the solver and the transposition table has memory. */
    Solver *solver;
    uint64_t solver_request; /* bytes requested of it */
    bool is_stale;           /* the workers hold results of other positions: clear them first */
    Probes *probes;          /* of the next search; NULL: none. See probe.h */
    atomic_bool stop;
};

/* ---- engine.c -------------------------------------------------------------------------------- */

/* Clears everything that searches have learned. Returns a large table to the system now rather than
 * while the next search's clock runs, since that takes time; clearing a small one is faster. */
void engine_forget(KanameEngine *engine);
void engine_release_solver(KanameEngine *engine);
/* Rebuilds the board with the same stones and side to move for other tables or another instruction
 * set. */
void engine_rebuild(KanameEngine *engine, const RuleTables *tables);

/* ---- evaluation.c ---------------------------------------------------------------------------- */

void engine_evaluation_init(KanameEngine *engine);
void engine_evaluation_release(KanameEngine *engine);
/* Returns the evaluator of the rule, built on the first call and owned by the engine; NULL if out
 * of memory. */
const Evaluator *engine_evaluator_of(KanameEngine *engine, Rule rule);
/* Returns the evaluator of the current rule. */
const Evaluator *engine_evaluator(const KanameEngine *engine);
/* Returns the memory of all evaluators built so far, in bytes. */
uint64_t engine_evaluation_bytes(const KanameEngine *engine);

/* ---- Points and stones ----------------------------------------------------------------------- */

static inline bool is_on_board(const Board *board, int x, int y) {
    return x >= 0 && x < board->width && y >= 0 && y < board->height;
}

static inline Cell cell_at(const Board *board, int x, int y) {
    return (Cell)(y * board->width + x);
}

/* Returns the colour of the stone on an occupied cell. */
static inline Color color_of_stone(const Board *board, Cell cell) {
    return cellset_has(&board->occupied[BLACK], cell) ? BLACK : WHITE;
}

/* ---- search.c -------------------------------------------------------------------------------- */

MemoryPlan engine_plan_memory(const KanameEngine *engine);
bool engine_limits_are_valid(const KanameLimits *limits);
/* Returns the time plan of a search that began at now_ms. */
Timeman engine_timeman(const KanameEngine *engine, const KanameLimits *limits, int64_t now_ms);

#endif
