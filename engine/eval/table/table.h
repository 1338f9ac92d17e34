/* table.h: the fitted tables, an evaluator whose numbers are Weights.
 *
 * The score is the worth of the empty cells plus the worth of the turn. The four shapes of a cell
 * have a worth for each colour; the board keeps the sums as its tallies. The worth of the turn
 * depends on counts of classes, linked cells and threats at hand. All numbers are weights of
 * weights.h, which kaname-train fits to games (engine/train/README.md). Keeps no state. */
#ifndef KANAME_EVAL_TABLE_TABLE_H
#define KANAME_EVAL_TABLE_TABLE_H

#include "eval/eval.h"
#include "eval/table/weights.h"

/* Returns a new evaluator with a copy of these weights; NULL if out of memory. The caller frees it
 * with evaluator_free(). */
Evaluator *table_evaluator_new(const Weights *weights);
/* The same with the embedded weights of the rule. */
Evaluator *table_evaluator_embedded(Rule rule);
/* Builds an evaluator from a weights file: see evaluator_load(). */
KanameStatus table_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

/* Returns the number of the threats at hand, 0..THREAT_STATES - 1: 256 times the threat that `us`,
 * the side to move, must answer (0 nothing, 1 a threatened open four, 2 a threatened five), plus 16
 * times its own threats, plus the other side's. A side's threats are the sum of 1 for a cell of
 * four-three, 2 of double-three, 4 of any other four, 8 of a three. */
int threat_state(const Board *board, Color us);

/* Lists the terms of weights.h that make up the worth of the turn, by number, each as often as it
 * counts. Returns the length of the list. A cell where a side makes a four is linked to those cells
 * of the side that one five could contain together with it: attacks, of the classes CLASS_THREE to
 * CLASS_OPEN_FOUR, and builders, of CLASS_TWO to CLASS_SLEEPING_THREE_TWO. Linked cells combine to
 * wins by threats. */
enum { TABLE_TERMS_MAX = 2 * (CLASSES + CELLS_MAX) + 2 };
int table_terms(const Board *board, uint16_t terms[TABLE_TERMS_MAX]);

#endif
