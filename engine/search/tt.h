/* tt.h: the transposition table, shared by all threads of an engine without a lock.
 *
 * Races: a slot is two words, `data` and `check` = key xor data, read and written one by one
 * with relaxed atomics. Two threads may interleave; then check xor data is not the key and the
 * probe takes the slot for a stranger's. So a probe returns either nothing or what one thread
 * stored whole under this key. Whoever uses the move still checks that its cell is empty, in case
 * two positions have one key.
 *
 * Scores of proven results are stored as distance from the position itself and handed out as
 * distance from the root, hence the `ply` arguments. */
#ifndef KANAME_SEARCH_TT_H
#define KANAME_SEARCH_TT_H

#include <stdatomic.h>

#include "base/block.h"
#include "base/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TtEntry {
    Cell move;   /* CELL_NONE: none */
    Score score; /* root distance for proven results */
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
    TtBucket *buckets; /* NULL: no table, probes miss and stores are lost */
    Block memory;
    uint64_t bucket_count;
    unsigned age; /* 0..63, of the current search */
} Tt;

/* An empty handle without memory. */
void tt_init(Tt *tt);
void tt_release(Tt *tt);
/* No search may be running for these three. The first gives the table so many bytes, cleared; half
 * of that and so on when memory is short, no table at all in the end. That memory is zeroed by the
 * system page by page as it is first touched, so this returns at once for any size, but
 * tt_clear() writes over all of the table. */
void tt_resize(Tt *tt, uint64_t bytes);
void tt_clear(Tt *tt);
/* Begins a new search: entries of older ones are replaced first. */
void tt_new_search(Tt *tt);
uint64_t tt_bytes(const Tt *tt);

void tt_prefetch(const Tt *tt, uint64_t key);
/* Fills in the entry of the position. False: there is none, and the entry stays as it was. */
bool tt_probe(const Tt *tt, uint64_t key, int ply, TtEntry *entry);
void tt_store(Tt *tt, uint64_t key, int ply, const TtEntry *entry);
/* Slots one by one, for saving: 0 <= index < bucket_count * TT_BUCKET_SLOTS. False: it is empty. */
bool tt_slot(const Tt *tt, uint64_t index, uint64_t *key, uint64_t *data);
/* Keeps what tt_slot() gave, where the table at hand has room for it; it counts as old. False: no
 * table ever held such data. */
bool tt_put(Tt *tt, uint64_t key, uint64_t data);
/* Permille of the slots (of a sample) that hold entries of the current search. */
int tt_fill_permille(const Tt *tt);

#endif
