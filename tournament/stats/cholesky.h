/* cholesky.h: solution of small, dense systems of linear equations.
 *
 * Matrices are positive definite, size * size, stored by rows. Pure functions. */
#ifndef TOURNAMENT_STATS_CHOLESKY_H
#define TOURNAMENT_STATS_CHOLESKY_H

/* Replaces the lower triangle of a by that of L, a = L L^T. */
void cholesky(double *a, int size);

/* Replaces b by the solution x of L L^T x = b. */
void cholesky_solve(const double *l, int size, double *b);

#endif
