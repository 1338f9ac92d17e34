/* embedded.h: the weights files and networks of this folder as bytes, at most one of each a rule;
 * embed.cmake makes the C file when the library is built. Constant. */
#ifndef KANAME_EVAL_WEIGHTS_EMBEDDED_H
#define KANAME_EVAL_WEIGHTS_EMBEDDED_H

#include "base/types.h"

typedef struct EmbeddedWeights {
    const unsigned char *data;
    size_t size;
} EmbeddedWeights;

extern const EmbeddedWeights EMBEDDED_WEIGHTS[RULES];
extern const EmbeddedWeights EMBEDDED_NETWORKS[RULES]; /* size 0: the rule has none */

#endif
