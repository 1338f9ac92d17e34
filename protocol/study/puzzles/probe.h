/* probe.h: what puzzles ask of a position: fives at hand, and wins by threats. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_PROBE_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_PROBE_H

#include "kaname.h"
#include "study/review/judgement.h"

/* Returns how many points make five for the side, and writes one of them to `last`. */
int probe_fives(const KanameEngine *engine, KanameColor side, KanamePoint *last);

/* Returns whether either side can make five at once. */
bool probe_has_five(const KanameEngine *engine);

/* Solves the engine's position for the side to move, independently of earlier searches. */
KanameStatus probe_solve(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                         KanameSolution *solution);
/* The same, but uses what earlier searches of the mode have learned: much faster for many positions
 * in succession. */
KanameStatus probe_solve_on(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                            KanameSolution *solution);

#endif
