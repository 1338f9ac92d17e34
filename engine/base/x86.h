/* x86.h: functions for some processors only. AVX2 or AVX512 before a function compiles it for that
 * instruction set; its caller checks isa_available() first. Only where KANAME_X86 is 1. */
#ifndef KANAME_BASE_X86_H
#define KANAME_BASE_X86_H

#if defined(__x86_64__) && defined(__GNUC__)
#define KANAME_X86 1
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,bmi,bmi2,popcnt")))
#else
#define KANAME_X86 0
#endif

#endif
