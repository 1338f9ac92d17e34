/* sse2.c: the kernels for SSE2. */
#include "eval/regions/lanes_sse2.h"

#if KANAME_SSE2
/* Uses the vectors included above. */
#include "eval/regions/kernels_body.h"
#endif
