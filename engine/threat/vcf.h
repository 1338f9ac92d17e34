/* vcf.h: victory by continuous fours. The attacker plays nothing but fours, each of which leaves
 * the defender one reply (in caro sometimes a few), until a four comes that cannot be answered.
 *
 * Sound and complete for every rule: a win is a proof, VCF_NONE means that no such win exists.
 * - Black under renju never plays a forbidden four.
 * - A reply that is forbidden to Black is no reply: White wins.
 * - A reply that makes a four (or a five threat that stood before) binds the attacker in turn: he
 *   goes on only with a four on a cell that also stops it.
 * - Draws need no care: a four always leaves an empty cell.
 *
 * Depth-first search over attacker moves with a table of refuted positions (an attacker to move
 * who cannot win in so many moves), deepened step by step so that short wins come first. The
 * search of such forced sequences is old; see Allis, van den Herik, Huntjens, "Go-Moku Solved by
 * New Search Techniques", 1996.
 *
 * A Vcf is owned by one thread. No memory is allocated after vcf_new(). What the table holds is
 * true of a position under one rule and board geometry; vcf_clear() between those. */
#ifndef KANAME_THREAT_VCF_H
#define KANAME_THREAT_VCF_H

#include <stdatomic.h>

#include "board/board.h"

typedef struct Vcf Vcf;

/* `table_bytes` is rounded down to a power of two, at least 4 KiB. NULL: out of memory. */
Vcf *vcf_new(size_t table_bytes);
void vcf_free(Vcf *vcf); /* NULL is fine */
void vcf_clear(Vcf *vcf);
/* Touches the table's memory: see block_touch(). */
void vcf_touch(Vcf *vcf, const atomic_bool *stop);
/* Memory of one Vcf without its table, in bytes. */
size_t vcf_fixed_bytes(void);

enum { VCF_MOVES_MAX = 255 }; /* more attacker moves than any board has room for */

typedef struct VcfLimits {
    int max_moves;      /* attacker moves, 1..VCF_MOVES_MAX */
    uint64_t max_nodes; /* stones played; UINT64_MAX: no limit */
    bool quick;         /* sound but not complete: leaves out fours that promise nothing else, never
                           says VCF_NONE, and takes the first win within max_moves, however long */
    bool shorten;       /* after a win, look on for a shorter one with as many nodes again */
    /* Called every thousand nodes or so, true: give up. May be NULL. */
    bool (*poll)(void *context);
    void *context;
} VcfLimits;

typedef enum {
    VCF_NONE,   /* no win by fours exists */
    VCF_WIN,    /* proven; the line is in the result */
    VCF_UNKNOWN /* a limit came first */
} VcfVerdict;

/* The winning line begins with the side to move and alternates. It ends with the attacker's first
 * stone after which no reply helps: a five, two fives at once, or one that the defender may not
 * stop. Where the defender had a choice (caro) it holds his longest defence. */
typedef struct VcfResult {
    VcfVerdict verdict;
    uint64_t nodes; /* stones played: fours and replies */
    int plies;      /* of a win: to the five on the board, 1 if it is the next stone */
    int line_count;
    Cell line[CELLS_MAX];
} VcfResult;

/* Searches for the side to move. The board is the same after it. Without a win only verdict and
 * nodes of the result are set. */
void vcf_search(Vcf *vcf, Board *board, const VcfLimits *limits, VcfResult *result);
/* Begins to fetch what the table knows of the position, for a quick search that is to come. */
void vcf_prefetch_quick(const Vcf *vcf, const Board *board);

#endif
