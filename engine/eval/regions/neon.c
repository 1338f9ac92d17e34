/* neon.c: the kernels for 64-bit ARM. */
#include "eval/regions/lanes_neon.h"

#if KANAME_NEON
/* Uses the vectors included above. */
#include "eval/regions/kernels_body.h"
#endif
