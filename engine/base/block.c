#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise() */
#endif
#include "base/block.h"

#include <stdint.h>
#include <stdlib.h>

static void *first_multiple(void *memory, uintptr_t of) {
    return (char *)memory + (of - (uintptr_t)memory % of) % of;
}

void block_touch(const Block *block, const atomic_bool *stop) {
    enum { PAGE_BYTES = 4096 };
    _Atomic(unsigned char) *memory = block->begin;
    for (size_t at = 0; at < block->bytes; at += PAGE_BYTES) {
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return;
        /* A page that is not there yet is zero: a zero written over it provides it. */
        unsigned char none = 0;
        (void)atomic_compare_exchange_strong_explicit(&memory[at], &none, 0, memory_order_relaxed,
                                                      memory_order_relaxed);
    }
}

#if defined(__linux__)
#include <sys/mman.h>

/* Not calloc(): it may reuse freed memory, which it then clears at once, and large pages must begin
 * at multiples of their size. */
bool block_init(Block *block, size_t bytes) {
    const size_t page = (size_t)2 << 20;
    *block = (Block){0};
    bool is_large = bytes >= page;
    if (bytes > SIZE_MAX - page)
        return false;
    size_t taken = is_large ? bytes + page : bytes; /* begins somewhere in the first page */
    void *memory = mmap(NULL, taken, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    *block = (Block){memory, bytes, memory, taken};
    if (is_large) {
        block->begin = first_multiple(memory, page);
        /* Only whole pages, so that no more memory is taken than requested. Only a hint. */
        (void)madvise(block->begin, bytes / page * page, MADV_HUGEPAGE);
    }
    return true;
}

void block_release(Block *block) {
    if (block->memory != NULL)
        (void)munmap(block->memory, block->memory_bytes);
    *block = (Block){0};
}
#else
bool block_init(Block *block, size_t bytes) {
    *block = (Block){0};
    if (bytes > SIZE_MAX - BLOCK_LINE_BYTES)
        return false;
    block->memory = calloc(1, bytes + BLOCK_LINE_BYTES);
    if (block->memory == NULL)
        return false;
    block->begin = first_multiple(block->memory, BLOCK_LINE_BYTES);
    block->bytes = bytes;
    block->memory_bytes = bytes + BLOCK_LINE_BYTES;
    return true;
}

void block_release(Block *block) {
    free(block->memory);
    *block = (Block){0};
}
#endif
