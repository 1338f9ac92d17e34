/* block.h: a large block of zeroed memory for a table that is probed at random. */
#ifndef KANAME_BASE_BLOCK_H
#define KANAME_BASE_BLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { BLOCK_LINE_BYTES = 64 }; /* a cache line */

typedef struct Block {
    void *begin;  /* on a cache line; NULL: none */
    size_t bytes; /* from there on */
    void *memory; /* what the system gave, somewhat more */
    size_t memory_bytes;
} Block;

/* The system gives the pages as they are first touched, so this returns at once for any size, and
 * where it can it gives large pages: they spare most of the misses of the address cache, and most
 * of the interruptions when a new table is first filled. False: out of memory. */
bool block_init(Block *block, size_t bytes);
/* Touches every page, so that whoever uses the table next need not wait for them; ends early once
 * `stop` is set. What is in it stays. The caller alone may use it meanwhile. */
void block_touch(Block *block, const atomic_bool *stop);
/* The memory goes back to the system. Fine after {0} and twice. */
void block_release(Block *block);

#endif
