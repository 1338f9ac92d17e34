/* vcf.h: victory by continuous fours. The attacker plays only fours, each of which leaves the
 * defender one reply (in caro sometimes several), until the defender cannot answer one.
 *
 * Sound and complete for every rule: a win is a proof, and VCF_NONE means that no win by fours
 * exists.
 * - Black under renju never plays a forbidden four.
 * - If the only reply is forbidden to Black, White wins.
 * - If a reply makes a four, or a five threat stood before, the attacker must stop it: he continues
 *   only with a four on a cell that does so.
 * - Draws need no special case: a four always leaves an empty cell.
 *
 * Depth-first search over attacker moves with iterative deepening, so that short wins are found
 * first, and a table of refuted positions: the attacker, to move, does not win within a number of
 * moves. Searches of forced sequences are described by Allis, van den Herik, Huntjens, "Go-Moku
 * Solved by New Search Techniques", 1996.
 *
 * A Vcf is owned by one thread. Allocates no memory after vcf_new(). Entries of the table hold for
 * one rule and board geometry: call vcf_clear() when either changes. */
#ifndef KANAME_THREAT_VCF_H
#define KANAME_THREAT_VCF_H

#include <stdatomic.h>

#include "board/board.h"

typedef struct Vcf Vcf;

/* Returns a Vcf with an empty table; NULL if out of memory. `table_bytes` is rounded down to a
 * power of two, at least 4 KiB. The caller frees it with vcf_free(). */
Vcf *vcf_new(size_t table_bytes);
void vcf_free(Vcf *vcf); /* ignores NULL */
void vcf_clear(Vcf *vcf);
/* Touches the table's memory: see block_touch(). */
void vcf_touch(Vcf *vcf, const atomic_bool *stop);
/* Returns the memory of one Vcf without its table, in bytes. */
size_t vcf_fixed_bytes(void);

enum { VCF_MOVES_MAX = 255 }; /* more attacker moves than fit on any board */

typedef struct VcfLimits {
    int max_moves;      /* attacker moves, 1..VCF_MOVES_MAX */
    uint64_t max_nodes; /* stones played; UINT64_MAX: no limit */
    bool quick;         /* sound but incomplete: skips simple fours, except those whose only reply
                           is forbidden; never returns VCF_NONE; takes the first win within
                           max_moves, however long */
    bool shorten;       /* after a win, search for a shorter one with as many nodes again */
    /* Called about every thousand nodes; returns true to end the search. May be NULL. */
    bool (*poll)(void *context);
    void *context;
} VcfLimits;

typedef enum {
    VCF_NONE,   /* no win by fours exists */
    VCF_WIN,    /* proven; the line is in the result */
    VCF_UNKNOWN /* a limit ended the search */
} VcfVerdict;

/* The winning line begins with the side to move and alternates. It ends with the attacker's first
 * stone that the defender cannot answer: it makes a five, threatens two, or threatens one that the
 * defender is forbidden to stop. Where the defender has a choice (caro), the line holds his longest
 * defence. */
typedef struct VcfResult {
    VcfVerdict verdict;
    uint64_t nodes; /* stones played: fours and replies */
    int plies;      /* of a win: to the five on the board, 1 if it is the next stone */
    int line_count;
    Cell line[CELLS_MAX];
} VcfResult;

/* Searches for a win of the side to move. Leaves the board unchanged. Without a win, sets only the
 * result's verdict and nodes. */
void vcf_search(Vcf *vcf, Board *board, const VcfLimits *limits, VcfResult *result);
/* Prefetches the position's table entry for a quick search that follows. */
void vcf_prefetch_quick(const Vcf *vcf, const Board *board);

#endif
