/* network.h: an evaluator that corrects the fitted tables by a network: see numbers.h.
 *
 * Each state keeps the accumulators and features of all empty cells and their sums. It catches up
 * stone by stone and keeps what it replaces, so that it can go back. */
#ifndef KANAME_EVAL_NETWORK_NETWORK_H
#define KANAME_EVAL_NETWORK_NETWORK_H

#include "eval/eval.h"
#include "eval/network/numbers.h"

/* Returns whether the rule has an embedded network. */
bool network_is_embedded(Rule rule);
/* Returns the id of the embedded network, which must exist, without building it. */
uint64_t network_embedded_id(Rule rule);
/* Returns a new evaluator with the embedded network, which must exist; NULL if out of memory. */
Evaluator *network_evaluator_embedded(Rule rule);
/* Builds an evaluator from the bytes of a network file: see evaluator_load(). */
KanameStatus network_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

#endif
