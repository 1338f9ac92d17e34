/* solver.h: threat searches of problems, with large tables of their own. The tables stay from one
 * problem to the next; what they hold is true under one rule and board geometry.
 *
 * A Solver is owned by one thread. No memory is allocated after solver_new(). */
#ifndef KANAME_THREAT_SOLVER_H
#define KANAME_THREAT_SOLVER_H

#include "board/board.h"

typedef struct Solver Solver;

typedef enum {
    SOLVER_FOURS,  /* wins by fours: vcf.h */
    SOLVER_THREATS /* wins by any threats: vct.h, VCT_ANY */
} SolverKind;

/* With tables of `bytes` together, or of the greatest half, quarter, ... of them that the system
 * has, down to 64 KiB. NULL: not even those. */
Solver *solver_new(SolverKind kind, uint64_t bytes);
void solver_free(Solver *solver); /* NULL is fine */
SolverKind solver_kind(const Solver *solver);

typedef struct SolverLimits {
    uint64_t max_nodes; /* stones played; UINT64_MAX: no limit */
    /* Called every thousand nodes or so, true: give up. */
    bool (*poll)(void *context);
    void *context;
} SolverLimits;

typedef enum {
    SOLVER_NO_WIN, /* no such win exists */
    SOLVER_WIN,    /* proven */
    SOLVER_UNKNOWN /* a limit came first */
} SolverVerdict;

typedef struct SolverResult {
    SolverVerdict verdict;
    uint64_t nodes;   /* stones played */
    const Cell *line; /* of a win, from the side to move on; valid until the next search */
    int line_count;   /* 0 without a win */
} SolverResult;

/* Searches for the side to move. The board is the same after it. */
SolverResult solver_search(Solver *solver, Board *board, const SolverLimits *limits);

#endif
