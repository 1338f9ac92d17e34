/* isa.h: the instruction sets that the engine has code paths for. All paths give identical results.
 * Any thread. */
#ifndef KANAME_BASE_ISA_H
#define KANAME_BASE_ISA_H

#include <stdbool.h>

typedef enum {
    ISA_SCALAR,
    ISA_AVX2,
    ISA_AVX512,
    ISA_SIMD128,
    ISAS
} Isa; /* the last: WebAssembly */

/* Returns the fastest one that this build and processor have. */
Isa isa_best(void);
bool isa_available(Isa isa);

#endif
