/* table.h: the fitted tables, an evaluator whose numbers are Weights.
 *
 * Score = sum over the empty cells of what their four shapes are worth to either colour, which the
 * board keeps as its tallies, plus what the turn is worth by counts of classes, linked cells and
 * threats at hand. It keeps no state. Everything is a weight of weights.h, fitted to games by
 * kaname-train; see engine/train/README.md. */
#ifndef KANAME_EVAL_TABLE_TABLE_H
#define KANAME_EVAL_TABLE_TABLE_H

#include "eval/eval.h"
#include "eval/table/weights.h"

/* An evaluator by these weights, which it copies. Free it with evaluator_free(). NULL: out of
 * memory. */
Evaluator *table_evaluator_new(const Weights *weights);
/* By the weights built in for the rule. */
Evaluator *table_evaluator_embedded(Rule rule);
/* By a weights file: see evaluator_load(). */
KanameStatus table_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

/* Which threats are at hand, 0..THREAT_STATES - 1: 256 times what the side to move must answer (0
 * nothing, 1 an open four to come, 2 a five), plus 16 times its own threats, plus the other side's.
 * A side's threats: 1 for a cell of four-three, 2 of double three, 4 of any other four, 8 of a
 * three. */
int threat_state(const Board *board, Color us);

/* Numbers of the terms of weights.h that make up what the turn is worth, a term as often as it
 * counts; returns how many. A cell where a side makes a four is linked to the side's cells that one
 * five could contain together with it: attacks, of the classes from CLASS_THREE to CLASS_OPEN_FOUR,
 * and builders, from CLASS_TWO to CLASS_SLEEPING_THREE_TWO. What lies close together makes wins by
 * threats. */
enum { TABLE_TERMS_MAX = 2 * (CLASSES + CELLS_MAX) + 2 };
int table_terms(const Board *board, uint16_t terms[TABLE_TERMS_MAX]);

#endif
