/* sse2.c: the kernels for SSE2. */
#include "eval/regions/lanes_sse2.h"

#if KANAME_SSE2
/* After the vectors that it uses. */
#include "eval/regions/kernels_body.h"
#endif
