/* plain.c: the kernels for any processor. */
#include "eval/regions/lanes_plain.h"
/* Uses the vectors included above. */
#include "eval/regions/kernels_body.h"
