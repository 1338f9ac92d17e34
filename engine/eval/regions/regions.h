/* regions.h: an evaluator that corrects the fitted tables by a network of regions: see numbers.h.
 * It computes each position from nothing (reference.h), which is slow: for yardsticks and matches
 * at equal nodes. */
#ifndef KANAME_EVAL_REGIONS_REGIONS_H
#define KANAME_EVAL_REGIONS_REGIONS_H

#include "eval/eval.h"
#include "eval/regions/numbers.h"

/* Builds an evaluator from the bytes of a file: see evaluator_load(). */
KanameStatus regions_evaluator_load(Evaluator **evaluator, const void *data, size_t size);

#endif
