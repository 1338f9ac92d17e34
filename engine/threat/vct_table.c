#include "threat/vct_table.h"

#include <string.h>

/* From the lowest bit: phi, delta, move, plies, work. An empty slot is all zero; an entry never is,
 * since phi and delta are never both 0. */
enum { NUMBER_BITS = 21, MOVE_BITS = 9, PLIES_BITS = 9 };
enum { DELTA_AT = NUMBER_BITS, MOVE_AT = 2 * NUMBER_BITS, PLIES_AT = MOVE_AT + MOVE_BITS };
enum { WORK_AT = PLIES_AT + PLIES_BITS, MOVE_NONE = (1 << MOVE_BITS) - 1 };
enum { BUCKET_SLOTS = 4, BUCKET_BYTES = 64, BUCKETS_MIN = 64 };

_Static_assert(BUCKET_SLOTS * sizeof(VctSlot) == BUCKET_BYTES &&
                   (int)BUCKET_BYTES == (int)BLOCK_LINE_BYTES,
               "a bucket is a cache line");
_Static_assert(WORK_AT == 60 && PROOF_WORK_MAX == 15, "everything fits");
_Static_assert((int)CELLS_MAX <= (int)MOVE_NONE, "a move does");

static uint64_t bits_at(uint64_t data, int at, int bits) {
    return data >> at & (((uint64_t)1 << bits) - 1);
}

static uint64_t pack(const VctEntry *entry) {
    uint64_t move = entry->move == CELL_NONE ? MOVE_NONE : entry->move;
    return entry->phi | (uint64_t)entry->delta << DELTA_AT | move << MOVE_AT |
           (uint64_t)entry->plies << PLIES_AT | (uint64_t)entry->work << WORK_AT;
}

static VctEntry unpack(uint64_t data) {
    uint64_t move = bits_at(data, MOVE_AT, MOVE_BITS);
    return (VctEntry){.phi = (uint32_t)bits_at(data, 0, NUMBER_BITS),
                      .delta = (uint32_t)bits_at(data, DELTA_AT, NUMBER_BITS),
                      .move = move == MOVE_NONE ? CELL_NONE : (Cell)move,
                      .plies = (uint16_t)bits_at(data, PLIES_AT, PLIES_BITS),
                      .work = (uint8_t)(data >> WORK_AT)};
}

bool vct_table_init(VctTable *table, size_t bytes) {
    size_t buckets = BUCKETS_MIN;
    while (buckets <= bytes / (2 * (size_t)BUCKET_BYTES))
        buckets *= 2;
    if (!block_init(&table->memory, buckets * BUCKET_BYTES))
        return false;
    table->slots = table->memory.begin;
    table->bucket_mask = buckets - 1;
    return true;
}

void vct_table_release(VctTable *table) {
    block_release(&table->memory);
}

void vct_table_clear(VctTable *table) {
    memset(table->slots, 0, (size_t)(table->bucket_mask + 1) * BUCKET_BYTES);
}

static VctSlot *bucket_of(const VctTable *table, uint64_t key) {
    return &table->slots[(key & table->bucket_mask) * BUCKET_SLOTS];
}

bool vct_table_get(const VctTable *table, uint64_t key, VctEntry *entry) {
    const VctSlot *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET_SLOTS; i++)
        if (bucket[i].key == key && bucket[i].data != 0) {
            *entry = unpack(bucket[i].data);
            return true;
        }
    return false;
}

/* Each time an entry survives because of its work, its work is lowered by one step, so that old
 * entries are replaced in the end. */
void vct_table_put(VctTable *table, uint64_t key, const VctEntry *entry) {
    VctSlot *bucket = bucket_of(table, key), *victim = bucket;
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        if (bucket[i].data == 0 || bucket[i].key == key) {
            bucket[i] = (VctSlot){key, pack(entry)};
            return;
        }
        if (bucket[i].data >> WORK_AT < victim->data >> WORK_AT)
            victim = &bucket[i];
    }
    for (int i = 0; i < BUCKET_SLOTS; i++)
        if (&bucket[i] != victim && bucket[i].data >> WORK_AT > 0)
            bucket[i].data -= (uint64_t)1 << WORK_AT;
    *victim = (VctSlot){key, pack(entry)};
}
