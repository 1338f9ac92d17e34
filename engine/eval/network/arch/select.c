#include "eval/network/arch/select.h"

#include "base/x86.h"

const NetworkKernels *network_kernels(Isa isa) {
#if KANAME_X86
    return isa == ISA_SCALAR ? &NETWORK_SCALAR : &NETWORK_AVX2;
#elif defined(__wasm_simd128__)
    return isa == ISA_SCALAR ? &NETWORK_SCALAR : &NETWORK_SIMD128;
#else
    (void)isa;
    return &NETWORK_SCALAR;
#endif
}
