/* eval.h: the static evaluation of a position, and the only interface by which search, threat and
 * api use evaluators.
 *
 * An Evaluator holds the numbers of one rule: it is built once, then read-only and shared by all
 * threads. An EvalState follows one board with one evaluator and belongs to that board's thread.
 * Play, undo and pass do not touch the state: at the next score or order the evaluator finds the
 * changes (board_same_stones(), board_changed()) and catches up.
 *
 * Every evaluator keeps these promises: scores and orders are integers, equal for every instruction
 * set, and depend on the position alone, not on the path to it. A score never claims a proof.
 *
 * An evaluator of another kind adds an EvaluatorKind and an Evaluator of its own, in a folder
 * beside table/, and a line in load.c that recognises its files. */
#ifndef KANAME_EVAL_EVAL_H
#define KANAME_EVAL_EVAL_H

#include <assert.h>

#include "board/board.h"
#include "eval/opening_scale.h"
#include "kaname.h"

typedef struct Evaluator Evaluator;

/* Follows a board: see eval_begin(). A plain value that owns no memory. */
typedef struct EvalState {
    const Evaluator *evaluator;
    const Board *board;
    void *memory; /* evaluator->state_bytes, aligned to a cache line; owned by the caller */
} EvalState;

/* How promising each cell of one position is for the side to move: either by the cell's shapes or
 * cell by cell. Valid until the position changes or the next eval_order(). */
typedef struct MoveOrder {
    /* By ShapeKey: the worth of the own shapes that a stone makes, and of the opponent's shapes
     * that it denies. NULL: by_cell holds the order. */
    const int16_t *make, *deny;
    const int32_t *by_cell; /* by Cell; defined only for the cells passed to eval_order() */
} MoveOrder;

/* The functions of one kind of evaluator. Constant. */
typedef struct EvaluatorKind {
    const char *name; /* "table" */
    /* Begins to follow the board, in any position: see eval_begin(). NULL: keeps no state. */
    void (*begin)(EvalState *state);
    /* See eval_score() and eval_order(). */
    Score (*score)(EvalState *state);
    /* See eval_score_within(). NULL: every score is exact. */
    Score (*score_within)(EvalState *state, Score low, Score high, bool *is_exact);
    MoveOrder (*order)(EvalState *state, const CellSet *cells);
    void (*free)(Evaluator *evaluator);
    bool is_network; /* for kaname_evaluator() */
} EvaluatorKind;

/* First member of the struct of each kind. */
struct Evaluator {
    const EvaluatorKind *kind;
    RuleTables *tables;   /* of the rule, with this evaluator's tallies; its boards use them */
    uint64_t id;          /* identifies the numbers: the id of their file */
    uint32_t win_scale;   /* the score, in units, at which a search gives odds of e to 1; >= 1 */
    OpeningScale opening; /* of that score; a network has none, since it knows the stage */
    size_t bytes;         /* total memory, tables included */
    size_t state_bytes;   /* memory of each state besides EvalState itself; 0: none */
};

/* ---- Lifecycle ----------------------------------------------------------------------------- */

/* Return a new evaluator with the embedded numbers of the rule; NULL if out of memory. The caller
 * frees it with evaluator_free(). A rule without an embedded network has its tables. */
Evaluator *evaluator_embedded(Rule rule, bool is_network);
/* Returns the id of the embedded evaluator without building it. */
uint64_t evaluator_embedded_id(Rule rule, bool is_network);
/* Builds the evaluator of a file from its bytes, which it reads during the call only; the rule is
 * evaluator->tables->rule. Fails with KANAME_ERR_FOREIGN (no kind recognises the file), _VERSION,
 * _OBSOLETE, _DAMAGED or _MEMORY; then *evaluator is undefined. */
KanameStatus evaluator_load(Evaluator **evaluator, const void *data, size_t size);
void evaluator_free(Evaluator *evaluator); /* ignores NULL; no board or state may still use it */

/* ---- Following a board --------------------------------------------------------------------- */

/* Lets the state follow this board, in any position, through play, undo and pass. The board must
 * use evaluator->tables. Call it again after board_init() and board_copy(). `memory` has
 * evaluator->state_bytes, aligned to a cache line, with any contents, and outlives the state. */
static inline void eval_begin(EvalState *state, const Evaluator *evaluator, const Board *board,
                              void *memory) {
    assert(board->tables == evaluator->tables);
    *state = (EvalState){evaluator, board, memory};
    if (evaluator->kind->begin != NULL)
        evaluator->kind->begin(state);
}

/* Returns the static score of the board's position from the view of the side to move, within
 * +-SCORE_EVAL_MAX. */
static inline Score eval_score(EvalState *state) {
    return state->evaluator->kind->score(state);
}

/* Returns the static score, or a cheaper estimate that lies below `low` or above `high`; sets
 * *is_exact. An estimate depends on the position alone, too. */
static inline Score eval_score_within(EvalState *state, Score low, Score high, bool *is_exact) {
    *is_exact = true;
    const EvaluatorKind *kind = state->evaluator->kind;
    return kind->score_within == NULL ? kind->score(state)
                                      : kind->score_within(state, low, high, is_exact);
}

/* Returns the move order of the side to move on these empty cells. */
static inline MoveOrder eval_order(EvalState *state, const CellSet *cells) {
    return state->evaluator->kind->order(state, cells);
}

/* Returns the order of one of the cells passed to eval_order(): the greater, the more promising, on
 * a scale of the evaluator's own; magnitude below 1 << 16. */
static inline int order_of(const MoveOrder *order, const Board *board, Cell cell) {
    if (order->make == NULL)
        return order->by_cell[cell];
    Color us = board_to_move(board);
    return order->make[board_shapes(board, us, cell)] +
           order->deny[board_shapes(board, opponent(us), cell)];
}

#endif
