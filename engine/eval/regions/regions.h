/* regions.h: an evaluator that corrects the fitted tables by a network of regions: see numbers.h.
 *
 * Each state keeps the accumulators and sums of both colours' views (state.h), each of which
 * catches up with the board only for a score or order. */
#ifndef KANAME_EVAL_REGIONS_REGIONS_H
#define KANAME_EVAL_REGIONS_REGIONS_H

#include "eval/eval.h"
#include "eval/regions/numbers.h"

/* Builds an evaluator from the bytes of a file: see evaluator_load(). */
KanameStatus regions_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

#endif
