/* bytes.h: little-endian numbers in files, and the checksum of a file. */
#ifndef KANAME_BASE_BYTES_H
#define KANAME_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Write and read the low `bytes` bytes of a value; 1 <= bytes <= 8. */
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

/* Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo, 1991) of the bytes. `sum` is BYTES_SUM_START,
 * or the hash of the bytes before these. */
#define BYTES_SUM_START UINT64_C(0xCBF29CE484222325)
static inline uint64_t bytes_sum(uint64_t sum, const unsigned char *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    return sum;
}

#endif
