/* plain.c: the kernels for any processor. */
#include "eval/regions/lanes_plain.h"
/* After the vectors that it uses. */
#include "eval/regions/kernels_body.h"
