/* block.h: a large block of zeroed memory for a table that is probed at random. */
#ifndef KANAME_BASE_BLOCK_H
#define KANAME_BASE_BLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { BLOCK_LINE_BYTES = 64 }; /* a cache line */

typedef struct Block {
    void *begin;  /* aligned to a cache line; NULL: no memory */
    size_t bytes; /* usable bytes from `begin` on */
    void *memory; /* the allocation, slightly larger */
    size_t memory_bytes;
} Block;

/* Allocates zeroed memory. Returns at once for any size, because the system provides each page when
 * it is first touched. Asks for large pages, which avoid most TLB misses and most page faults of a
 * new table. Returns false if out of memory. */
bool block_init(Block *block, size_t bytes);
/* Touches every page, so that the next user of the table need not wait for page faults. Returns
 * early once `stop` is set. Keeps the contents. Other threads may use the block meanwhile if they
 * access it by atomic operations alone. */
void block_touch(const Block *block, const atomic_bool *stop);
/* Returns the memory to the system. Accepts a block that is {0} or already released. */
void block_release(Block *block);

#endif
