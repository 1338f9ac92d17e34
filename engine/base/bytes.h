/* bytes.h: numbers as files keep them, the low byte first, and the sum over a file's bytes. */
#ifndef KANAME_BASE_BYTES_H
#define KANAME_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* `bytes` from 1 to 8; the rest of the value is cut off. */
static inline void bytes_put(unsigned char *at, int bytes, uint64_t value) {
    for (int i = 0; i < bytes; i++, value >>= 8)
        at[i] = (unsigned char)(value & 0xFF);
}

static inline uint64_t bytes_get(const unsigned char *at, int bytes) {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--)
        value = value << 8 | at[i];
    return value;
}

/* FNV-1a with 64 bits (Fowler, Noll, Vo, 1991). `sum` is BYTES_SUM_START, or the sum over the bytes
 * before these. */
#define BYTES_SUM_START UINT64_C(0xCBF29CE484222325)
static inline uint64_t bytes_sum(uint64_t sum, const unsigned char *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    return sum;
}

#endif
