/* evaluator_file.h: evaluators from files of weights and networks. */
#ifndef KANAME_TRAIN_EVALUATOR_FILE_H
#define KANAME_TRAIN_EVALUATOR_FILE_H

#include "eval/eval.h"

/* Builds the evaluator of a file; the caller frees it with evaluator_free(). Returns NULL, or a
 * static text that states why there is none. */
const char *evaluator_read(Evaluator **evaluator, const char *path);

#endif
