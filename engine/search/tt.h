/* tt.h: the transposition table, shared by all threads of an engine without a lock.
 *
 * Races: a slot is two words, `data` and `check` = key xor data, read and written one by one with
 * relaxed atomics. If two threads interleave, check xor data differs from the key, and the probe
 * misses. So a probe returns either nothing or an entry that one thread stored whole under this
 * key. The user of the move still checks that its cell is empty, in case two positions share a key.
 *
 * The table stores a proven result as distance from the position itself and returns it as distance
 * from the root, hence the `ply` arguments. */
#ifndef KANAME_SEARCH_TT_H
#define KANAME_SEARCH_TT_H

#include <stdatomic.h>

#include "base/block.h"
#include "base/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TtEntry {
    Cell move;   /* CELL_NONE: none */
    Score score; /* a proven one counts from the root */
    Score eval;  /* static score, SCORE_NONE: none */
    int depth;   /* 0..255 */
    Bound bound;
} TtEntry;

enum { TT_BUCKET_SLOTS = 4, TT_BUCKET_BYTES = 64 };

typedef struct TtSlot {
    _Atomic uint64_t check, data;
} TtSlot;

typedef struct TtBucket {
    TtSlot slots[TT_BUCKET_SLOTS];
} TtBucket;

_Static_assert(sizeof(TtSlot) == 16, "two words a slot");
_Static_assert(sizeof(TtBucket) == TT_BUCKET_BYTES && (int)TT_BUCKET_BYTES == (int)BLOCK_LINE_BYTES,
               "a bucket is a cache line");

typedef struct Tt {
    TtBucket *buckets; /* NULL: no table; probes miss and stores are lost */
    Block memory;
    uint64_t bucket_count;
    unsigned age;  /* of the current search, 0..63 */
    uint64_t salt; /* goes into every key; 0: none. See tt_view() */
} Tt;

/* Makes an empty table without memory. */
void tt_init(Tt *tt);
void tt_release(Tt *tt);
/* No search may be running during these three. tt_resize() replaces the table by a cleared one of
 * `bytes`; if memory is short, of a half, a quarter, ... of that, or by none. It returns at once
 * for any size, because the system zeroes each page when it is first touched; tt_clear() writes the
 * whole table. */
void tt_resize(Tt *tt, uint64_t bytes);
void tt_clear(Tt *tt);
/* Begins a new search: entries of older ones are replaced first. */
void tt_new_search(Tt *tt);
uint64_t tt_bytes(const Tt *tt);
/* Returns a view of the table for searches of positions of one kind, with their own `salt` and the
 * age that the table has now, 0..63. Searches with other salts may use the table at the same time.
 * The view owns no memory: the table must outlive it. */
Tt tt_view(const Tt *tt, uint64_t salt, unsigned age);

void tt_prefetch(const Tt *tt, uint64_t key);
/* Reads the entry of the position. Returns false, and leaves `entry` unchanged, if there is none.
 */
bool tt_probe(const Tt *tt, uint64_t key, int ply, TtEntry *entry);
void tt_store(Tt *tt, uint64_t key, int ply, const TtEntry *entry);
/* Reads a slot, for saving; 0 <= index < bucket_count * TT_BUCKET_SLOTS. Returns false if it is
 * empty. */
bool tt_slot(const Tt *tt, uint64_t index, uint64_t *key, uint64_t *data);
/* Stores the key and data of tt_slot() as an old entry, in place of the stalest one of its bucket.
 * Returns false if the data is invalid. */
bool tt_put(Tt *tt, uint64_t key, uint64_t data);
/* Returns the permille of slots that hold entries of the current search, estimated on a sample. */
int tt_fill_permille(const Tt *tt);

#endif
