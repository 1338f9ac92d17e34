/* weights.h: evaluation weights from a file, in place of the built-in ones. */
#ifndef KANAME_PROTOCOL_TOOLS_WEIGHTS_H
#define KANAME_PROTOCOL_TOOLS_WEIGHTS_H

#include "kaname.h"

/* NULL: done. Else why not, in English, without a final dot (static storage): the engine's weights
 * are as they were. */
const char *weights_load(KanameEngine *engine, const char *path);

#endif
