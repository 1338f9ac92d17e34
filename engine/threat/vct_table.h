/* vct_table.h: the table of proof and disproof numbers of vct.c.
 *
 * Numbers are from the view of the side to move, as phi and delta (Nagai 2002). phi estimates the
 * work left to prove that this side reaches its aim (the attacker to win, the defender to hold),
 * delta the work left to disprove it. Proven: phi is 0 and delta infinite; disproven: delta is 0
 * and phi infinite. */
#ifndef KANAME_THREAT_VCT_TABLE_H
#define KANAME_THREAT_VCT_TABLE_H

#include "base/block.h"
#include "base/types.h"

enum {
    PROOF_INFINITE = (1 << 21) - 1, /* the largest finite number is one less */
    PROOF_PLIES_MAX = 511,
    PROOF_WORK_MAX = 15
};

typedef struct VctEntry {
    uint32_t phi, delta;
    Cell move;      /* the winning move of the attacker; CELL_NONE otherwise */
    uint16_t plies; /* of a win: to the five */
    uint8_t work;   /* logarithm of the nodes spent: cheap entries are overwritten first */
} VctEntry;

typedef struct VctSlot {
    uint64_t key, data;
} VctSlot;

typedef struct VctTable {
    VctSlot *slots;
    Block memory;
    uint64_t bucket_mask;
} VctTable;

/* Makes an empty table. `bytes` is rounded down to a power of two, at least 4 KiB. Returns false if
 * out of memory. */
bool vct_table_init(VctTable *table, size_t bytes);
void vct_table_release(VctTable *table);
void vct_table_clear(VctTable *table);

bool vct_table_get(const VctTable *table, uint64_t key, VctEntry *entry);
void vct_table_put(VctTable *table, uint64_t key, const VctEntry *entry);

#endif
