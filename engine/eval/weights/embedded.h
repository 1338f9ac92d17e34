/* embedded.h: the weights files of this folder as bytes, one a rule; embed.cmake makes the C file
 * when the library is built. Constant. */
#ifndef KANAME_EVAL_WEIGHTS_EMBEDDED_H
#define KANAME_EVAL_WEIGHTS_EMBEDDED_H

#include "base/types.h"

typedef struct EmbeddedWeights {
    const unsigned char *data;
    size_t size;
} EmbeddedWeights;

extern const EmbeddedWeights EMBEDDED_WEIGHTS[RULES];

#endif
