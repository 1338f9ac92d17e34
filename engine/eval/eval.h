/* eval.h: what a position is worth without searching, whatever the evaluator. All that search,
 * threat and api see of evaluators.
 *
 * An Evaluator is the numbers of one rule: built once, then read-only and shared by all threads. An
 * EvalState follows one board with one evaluator and belongs to that board's thread. It costs
 * nothing while stones are played, undone and passed: at the next score or order the evaluator
 * finds out what changed (board_same_stones(), board_changed()) and catches up.
 *
 * Of every evaluator: scores and orders are integers, the same for every instruction set, and
 * depend on the position alone, not on how the state came to it. A score never claims a proof.
 *
 * An evaluator of another kind brings an EvaluatorKind and an Evaluator of its own, in a folder
 * beside table/, and the line in load.c that knows its files. */
#ifndef KANAME_EVAL_EVAL_H
#define KANAME_EVAL_EVAL_H

#include <assert.h>

#include "board/board.h"
#include "kaname.h"

typedef struct Evaluator Evaluator;

/* Follows a board: see eval_begin(). Plain value; holds no memory of its own. */
typedef struct EvalState {
    const Evaluator *evaluator;
    const Board *board;
    void *memory; /* evaluator->state_bytes, on a cache line; the caller's */
} EvalState;

/* How promising stones of the side to move look on the cells of one position: either by the cells'
 * shapes, or cell by cell. Valid until the position changes or the state is asked again. */
typedef struct MoveOrder {
    /* By ShapeKey: what a stone gains by its own shapes, and by the opponent's that it takes away.
     * NULL: see by_cell. */
    const int16_t *make, *deny;
    const int32_t *by_cell; /* by Cell; only the cells asked for are defined */
} MoveOrder;

/* The functions of one kind of evaluator. Constant. */
typedef struct EvaluatorKind {
    const char *name; /* "table" */
    /* The board is in a position that the state knows nothing of. NULL: keeps nothing. */
    void (*begin)(EvalState *state);
    /* See eval_score() and eval_order(). */
    Score (*score)(EvalState *state);
    MoveOrder (*order)(EvalState *state, const CellSet *cells);
    void (*free)(Evaluator *evaluator);
} EvaluatorKind;

/* First member of the struct of each kind. */
struct Evaluator {
    const EvaluatorKind *kind;
    RuleTables *tables; /* of the rule, with this evaluator's tallies: its boards stand on them */
    uint64_t id;        /* tells sets of numbers apart; that of the file they came from */
    uint32_t win_scale; /* a search's score of so many units stands for odds of e to one; >= 1 */
    size_t bytes;       /* memory of it all, tables included */
    size_t state_bytes; /* memory of each state besides EvalState itself; 0: none */
};

/* ---- Lifecycle ----------------------------------------------------------------------------- */

/* The evaluator built in for the rule. NULL: out of memory. */
Evaluator *evaluator_embedded(Rule rule);
/* Its id, without building it. */
uint64_t evaluator_embedded_id(Rule rule);
/* The evaluator whose file has these bytes; its rule is evaluator->tables->rule. The bytes are
 * needed during the call only. KANAME_ERR_FOREIGN (no kind knows the file), _VERSION, _DAMAGED,
 * _MEMORY: *evaluator is undefined. */
KanameStatus evaluator_load(Evaluator **evaluator, const void *data, size_t size);
void evaluator_free(Evaluator *evaluator); /* NULL is fine; no board or state may be on it */

/* ---- Following a board --------------------------------------------------------------------- */

/* The state follows this board, which stands on evaluator->tables, in whatever position it is; from
 * here on through play, undo and pass. Again after board_init() and board_copy(). `memory` has
 * evaluator->state_bytes, on a cache line, and outlives the state; its contents do not matter. */
static inline void eval_begin(EvalState *state, const Evaluator *evaluator, const Board *board,
                              void *memory) {
    assert(board->tables == evaluator->tables);
    *state = (EvalState){evaluator, board, memory};
    if (evaluator->kind->begin != NULL)
        evaluator->kind->begin(state);
}

/* Static score of the board's position, side to move's view, within +-SCORE_EVAL_MAX. */
static inline Score eval_score(EvalState *state) {
    return state->evaluator->kind->score(state);
}

/* Order of the stones of the side to move on these empty cells. */
static inline MoveOrder eval_order(EvalState *state, const CellSet *cells) {
    return state->evaluator->kind->order(state, cells);
}

/* The order of one of the cells asked for: any scale, the most promising has the greatest number;
 * magnitude below 1 << 16. */
static inline int order_of(const MoveOrder *order, const Board *board, Cell cell) {
    if (order->make == NULL)
        return order->by_cell[cell];
    Color us = board_to_move(board);
    return order->make[board_shapes(board, us, cell)] +
           order->deny[board_shapes(board, opponent(us), cell)];
}

#endif
