/* vct_table.h: the table of proof and disproof numbers of vct.c.
 *
 * Numbers are kept from the view of the side to move, as phi and delta (Nagai 2002): phi is what
 * it still takes to show that this side reaches its aim (the attacker to win, the defender to
 * hold), delta what it takes to show that it does not. phi 0: shown, delta is infinite; delta 0:
 * refuted, phi is infinite. */
#ifndef KANAME_THREAT_VCT_TABLE_H
#define KANAME_THREAT_VCT_TABLE_H

#include "base/block.h"
#include "base/types.h"

enum {
    PROOF_INFINITE = (1 << 21) - 1, /* and the largest finite one is one less */
    PROOF_PLIES_MAX = 511,
    PROOF_WORK_MAX = 15
};

typedef struct VctEntry {
    uint32_t phi, delta;
    Cell move;      /* of an attacker who wins: how; CELL_NONE otherwise */
    uint16_t plies; /* of a win: to the five */
    uint8_t work;   /* logarithm of the nodes it took: what is cheap is overwritten first */
} VctEntry;

typedef struct VctSlot {
    uint64_t key, data;
} VctSlot;

typedef struct VctTable {
    VctSlot *slots;
    Block memory;
    uint64_t bucket_mask;
} VctTable;

/* Rounds down to a power of two, at least 4 KiB. False: out of memory. */
bool vct_table_init(VctTable *table, size_t bytes);
void vct_table_release(VctTable *table);
void vct_table_clear(VctTable *table);

bool vct_table_get(const VctTable *table, uint64_t key, VctEntry *entry);
void vct_table_put(VctTable *table, uint64_t key, const VctEntry *entry);

#endif
