/* solver.h: solves problems by threat searches with large tables. The tables are kept from one
 * problem to the next; their entries hold for one rule and board geometry.
 *
 * A Solver is owned by one thread. Allocates no memory after solver_new(). */
#ifndef KANAME_THREAT_SOLVER_H
#define KANAME_THREAT_SOLVER_H

#include "board/board.h"

typedef struct Solver Solver;

typedef enum {
    SOLVER_FOURS,  /* wins by fours: vcf.h */
    SOLVER_THREATS /* wins by any threats: vct.h, VCT_EVERY */
} SolverKind;

/* Returns a solver whose tables take `bytes` in total, at least 64 KiB, or, if memory is short, a
 * half, a quarter, ... of that, down to 64 KiB; NULL if the system does not have even that. The
 * caller frees it with solver_free(). */
Solver *solver_new(SolverKind kind, uint64_t bytes);
void solver_free(Solver *solver); /* ignores NULL */
SolverKind solver_kind(const Solver *solver);

typedef struct SolverLimits {
    uint64_t max_nodes; /* stones played, at least 1, never exceeded; UINT64_MAX: no limit */
    /* Called about every thousand nodes; returns true to end the search. */
    bool (*poll)(void *context);
    void *context;
} SolverLimits;

typedef enum {
    SOLVER_NO_WIN, /* no such win exists */
    SOLVER_WIN,    /* proven */
    SOLVER_UNKNOWN /* a limit ended the search */
} SolverVerdict;

typedef struct SolverResult {
    SolverVerdict verdict;
    uint64_t nodes; /* stones played */
    /* Of a win, from the side to move up to the five; valid until the next search. In renju it ends
     * earlier if every empty cell is forbidden to the defender. */
    const Cell *line;
    int line_count; /* 0 without a win */
} SolverResult;

/* Searches for a win of the side to move. Leaves the board unchanged. */
SolverResult solver_search(Solver *solver, Board *board, const SolverLimits *limits);

#endif
