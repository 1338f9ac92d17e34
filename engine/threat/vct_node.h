/* vct_node.h: the proof-number search behind vct.h: the state of one search, the threats and
 * replies of a position, and its table entries. Private to the files vct*.c. */
#ifndef KANAME_THREAT_VCT_NODE_H
#define KANAME_THREAT_VCT_NODE_H

#include "threat/vcf.h"
#include "threat/vct_table.h"
#include "threat/vct_types.h"

/* A move of a node, and the numbers of the position after it from the view of the side to move in
 * that position. */
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
    int root_stones;       /* on the board when the search began */
    uint64_t threat_nodes; /* stones that a VCF may play to find a threat */
    uint64_t nodes, max_nodes, next_poll;
    uint64_t nodes_in_all; /* never exceeded; UINT64_MAX: no limit */
    bool is_abandoned;     /* a limit was reached: unwind */
    bool is_spent;         /* nodes_in_all was reached, or the poll ended a VCF: what was being
                              evaluated is unknown */
    bool is_too_deep;      /* no room was left for children: more nodes would not help */
    bool (*poll)(void *context);
    void *context;
    VcfResult vcf_result; /* scratch */
    int children_used;
    VctChild children[VCT_CHILDREN_MAX];
};

/* Prepares a search in which the side to move attacks. */
void vct_begin(Vct *vct, const Board *board, const VctLimits *limits);

/* Returns whether a limit has been reached. */
bool vct_limit_reached(Vct *vct);

/* Counts a stone that is about to be played. Returns false if nodes_in_all allows none. */
bool vct_count_stone(Vct *vct);

/* Returns whether the attacker has a five or a win by fours, which vct->vcf_result then holds. */
bool vct_wins_by_fours(Vct *vct, Board *board, uint64_t max_nodes);

typedef enum { THREAT_NONE, THREAT_FIVE, THREAT_OPEN_FOUR, THREAT_FOURS } ThreatKind;

/* Returns what the attacker threatens with the defender to move. Sets `replies` to all cells, fouls
 * included, that may answer it. THREAT_FOURS: vct->vcf_result holds the win. */
ThreatKind vct_threat(Vct *vct, Board *board, CellSet *replies);

/* Searches until the position is solved or a limit is reached. `entry` holds the numbers of
 * the first evaluation and then those of the search. */
void vct_solve(Vct *vct, Board *board, VctEntry *entry);

#endif
