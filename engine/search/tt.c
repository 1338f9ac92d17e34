#include "search/tt.h"

#include <assert.h>
#include <string.h>

/* data, from the low bit: move 16, score 16, eval 16, depth 8, bound 2, age 6. */
enum { SCORE_SHIFT = 16, EVAL_SHIFT = 32, DEPTH_SHIFT = 48, BOUND_SHIFT = 56, AGE_SHIFT = 58 };
enum { AGES = 64, FILL_SAMPLE = 256 };

static uint64_t data_pack(const TtEntry *entry, Score score, unsigned age) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)score << SCORE_SHIFT |
           (uint64_t)(uint16_t)entry->eval << EVAL_SHIFT | (uint64_t)entry->depth << DEPTH_SHIFT |
           (uint64_t)entry->bound << BOUND_SHIFT | (uint64_t)age << AGE_SHIFT;
}

static int data_depth(uint64_t data) {
    return (int)(data >> DEPTH_SHIFT & 255);
}
static Bound data_bound(uint64_t data) {
    return (Bound)(data >> BOUND_SHIFT & 3);
}
static unsigned data_age(uint64_t data) {
    return (unsigned)(data >> AGE_SHIFT);
}

/* Convert a proven score from distance to the root to distance to the position, and back. */
static Score score_to_table(Score score, int ply) {
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}

static Score score_from_table(Score score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

void tt_init(Tt *tt) {
    *tt = (Tt){0};
}

void tt_release(Tt *tt) {
    block_release(&tt->memory);
    *tt = (Tt){0};
}

void tt_resize(Tt *tt, uint64_t bytes) {
    tt_release(tt);
    if (bytes > SIZE_MAX / 2)
        bytes = SIZE_MAX / 2;
    for (uint64_t count = bytes / TT_BUCKET_BYTES; count > 0; count /= 2) {
        if (!block_init(&tt->memory, (size_t)count * TT_BUCKET_BYTES))
            continue;
        tt->buckets = tt->memory.begin;
        tt->bucket_count = count;
        return;
    }
}

void tt_clear(Tt *tt) {
    if (tt->buckets != NULL)
        memset(tt->buckets, 0, (size_t)tt_bytes(tt));
    tt->age = 0;
}

void tt_new_search(Tt *tt) {
    tt->age = (tt->age + 1) % AGES;
}

uint64_t tt_bytes(const Tt *tt) {
    return tt->bucket_count * TT_BUCKET_BYTES;
}

/* Takes the high half of key times count, so the count need not be a power of two. */
static TtBucket *bucket_of(const Tt *tt, uint64_t key) {
    uint64_t high = key >> 32, low = key & 0xFFFFFFFF;
    return &tt->buckets[(high * tt->bucket_count + (low * tt->bucket_count >> 32)) >> 32];
}

Tt tt_view(const Tt *tt, uint64_t salt, unsigned age) {
    return (Tt){
        .buckets = tt->buckets, .bucket_count = tt->bucket_count, .age = age % AGES, .salt = salt};
}

void tt_prefetch(const Tt *tt, uint64_t key) {
    if (tt->buckets != NULL)
        __builtin_prefetch(bucket_of(tt, key ^ tt->salt));
}

bool tt_probe(const Tt *tt, uint64_t key, int ply, TtEntry *entry) {
    if (tt->buckets == NULL)
        return false;
    key ^= tt->salt;
    TtBucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_BUCKET_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slots[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data_bound(data) == BOUND_NONE)
            continue;
        entry->move = (Cell)(data & 0xFFFF);
        entry->score = score_from_table((int16_t)(data >> SCORE_SHIFT & 0xFFFF), ply);
        entry->eval = (int16_t)(data >> EVAL_SHIFT & 0xFFFF);
        entry->depth = data_depth(data);
        entry->bound = data_bound(data);
        return true;
    }
    return false;
}

/* Returns how readily the slot is replaced: empty ones first, then old and shallow ones. */
static int staleness(const Tt *tt, uint64_t data) {
    if (data_bound(data) == BOUND_NONE)
        return INT32_MAX;
    int searches_ago = (int)((tt->age + AGES - data_age(data)) % AGES);
    return 8 * searches_ago - data_depth(data);
}

static void slot_write(TtSlot *slot, uint64_t key, uint64_t data) {
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

/* Finds the slot that holds the position, or else the stalest one, and reads its `data`. Returns
 * whether the slot holds the position. */
static inline bool slot_for(const Tt *tt, uint64_t key, TtSlot **slot, uint64_t *data) {
    TtBucket *bucket = bucket_of(tt, key);
    int most_stale = INT32_MIN;
    for (int i = 0; i < TT_BUCKET_SLOTS; i++) {
        uint64_t there = atomic_load_explicit(&bucket->slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slots[i].check, memory_order_relaxed);
        bool is_same = (check ^ there) == key && data_bound(there) != BOUND_NONE;
        int stale = staleness(tt, there);
        if (!is_same && stale <= most_stale)
            continue;
        most_stale = stale;
        *slot = &bucket->slots[i];
        *data = there;
        if (is_same)
            return true;
    }
    return false;
}

void tt_store(Tt *tt, uint64_t key, int ply, const TtEntry *entry) {
    assert(entry->depth >= 0 && entry->depth < 256 && entry->bound != BOUND_NONE);
    if (tt->buckets == NULL)
        return;
    key ^= tt->salt;
    TtSlot *slot;
    uint64_t data;
    TtEntry stored = *entry;
    if (slot_for(tt, key, &slot, &data)) {
        /* The same position: a much deeper result stays unless the new one is exact or a proof. A
         * known move is always kept. */
        if (data_age(data) == tt->age && entry->depth + 3 < data_depth(data) &&
            entry->bound != BOUND_EXACT && !is_decided(entry->score))
            return;
        if (stored.move == CELL_NONE)
            stored.move = (Cell)(data & 0xFFFF);
    }
    slot_write(slot, key, data_pack(&stored, score_to_table(stored.score, ply), tt->age));
}

bool tt_slot(const Tt *tt, uint64_t index, uint64_t *key, uint64_t *data) {
    const TtSlot *slot = &tt->buckets[index / TT_BUCKET_SLOTS].slots[index % TT_BUCKET_SLOTS];
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    *key = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data;
    return data_bound(*data) != BOUND_NONE;
}

bool tt_put(Tt *tt, uint64_t key, uint64_t data) {
    int score = (int16_t)(data >> SCORE_SHIFT & 0xFFFF), eval = (int16_t)(data >> EVAL_SHIFT);
    if (data_bound(data) == BOUND_NONE || score < -SCORE_WIN || score > SCORE_WIN ||
        (eval != SCORE_NONE && (eval < -SCORE_EVAL_MAX || eval > SCORE_EVAL_MAX)))
        return false;
    unsigned old = (tt->age + AGES - 1) % AGES;
    data = (data & ~((uint64_t)(AGES - 1) << AGE_SHIFT)) | (uint64_t)old << AGE_SHIFT;
    TtSlot *slot;
    uint64_t there;
    (void)slot_for(tt, key, &slot, &there);
    slot_write(slot, key, data);
    return true;
}

int tt_fill_permille(const Tt *tt) {
    uint64_t buckets = tt->bucket_count < FILL_SAMPLE ? tt->bucket_count : FILL_SAMPLE;
    if (buckets == 0)
        return 0;
    int used = 0;
    for (uint64_t i = 0; i < buckets; i++)
        for (int j = 0; j < TT_BUCKET_SLOTS; j++) {
            uint64_t data =
                atomic_load_explicit(&tt->buckets[i].slots[j].data, memory_order_relaxed);
            used += data_bound(data) != BOUND_NONE && data_age(data) == tt->age;
        }
    return (int)((uint64_t)used * 1000 / (buckets * TT_BUCKET_SLOTS));
}
