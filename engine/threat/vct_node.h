/* vct_node.h: the proof-number search that vct.h offers: the state of one search, the threats and
 * replies of a position, and the table's view of them. Private to the files vct*.c. */
#ifndef KANAME_THREAT_VCT_NODE_H
#define KANAME_THREAT_VCT_NODE_H

#include "threat/vcf.h"
#include "threat/vct_table.h"
#include "threat/vct_types.h"

/* A move of a node and the numbers of the position after it, from the view of the side to move
 * there. */
typedef struct VctChild {
    uint32_t phi, delta;
    Cell move;
    uint16_t plies;
} VctChild;

enum { VCT_CHILDREN_MAX = 1 << 14 }; /* of all nodes on one path */

struct Vct {
    VctTable table;
    Vcf *vcf;
    VctThreats threats;
    Color attacker;
    uint64_t nodes, max_nodes, next_poll;
    bool is_abandoned; /* a limit came: unwind */
    bool is_too_deep;  /* there was no room for children: more nodes would not help */
    bool (*poll)(void *context);
    void *context;
    VcfResult vcf_result; /* scratch */
    int children_used;
    VctChild children[VCT_CHILDREN_MAX];
};

/* Sets a search up; the side to move attacks. */
void vct_begin(Vct *vct, const Board *board, const VctLimits *limits);

/* True once a limit has come. */
bool vct_limit_reached(Vct *vct);

/* The attacker has a win by fours (or a five); vct->vcf_result holds it. */
bool vct_wins_by_fours(Vct *vct, Board *board, uint64_t max_nodes);

typedef enum { THREAT_NONE, THREAT_FIVE, THREAT_OPEN_FOUR, THREAT_FOURS } ThreatKind;

/* What the attacker threatens, the defender to move, and all cells (fouls among them) that may
 * answer it. THREAT_FOURS: the win is in vct->vcf_result. */
ThreatKind vct_threat(Vct *vct, Board *board, CellSet *replies);

/* What the table knows, or a first look: numbers of the position on the board. */
void vct_evaluate(Vct *vct, Board *board, VctEntry *entry);

/* Searches until the position is solved or a limit comes. Numbers as after vct_evaluate(). */
void vct_solve(Vct *vct, Board *board, VctEntry *entry);

#endif
