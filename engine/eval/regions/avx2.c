/* avx2.c: the kernels for AVX2. */
#include "eval/regions/lanes_avx2.h"

#if KANAME_X86
/* Uses the vectors included above. */
#include "eval/regions/kernels_body.h"
#endif
