/* neon.c: the kernels for 64-bit ARM. */
#include "eval/regions/lanes_neon.h"

#if KANAME_NEON
/* After the vectors that it uses. */
#include "eval/regions/kernels_body.h"
#endif
