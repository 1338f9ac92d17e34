/* network.h: an evaluator that corrects the fitted tables by a network: see numbers.h.
 *
 * Each state keeps the accumulators and features of all empty cells and their sums. It updates per
 * stone and logs replaced values for undo. */
#ifndef KANAME_EVAL_NETWORK_NETWORK_H
#define KANAME_EVAL_NETWORK_NETWORK_H

#include "eval/eval.h"
#include "eval/network/numbers.h"

/* Builds an evaluator from the bytes of a network file: see evaluator_load(). */
KanameStatus network_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

#endif
