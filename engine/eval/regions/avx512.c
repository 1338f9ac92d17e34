/* avx512.c: the kernels for AVX-512 with VNNI. */
#include "eval/regions/lanes_avx512.h"

#if KANAME_X86
/* Uses the vectors included above. */
#include "eval/regions/kernels_body.h"
#endif
