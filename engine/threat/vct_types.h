/* vct_types.h: limits and result of a search for a win by continuous threats (vct.h). */
#ifndef KANAME_THREAT_VCT_TYPES_H
#define KANAME_THREAT_VCT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/types.h"

typedef struct Vct Vct;

typedef enum {
    VCT_THREES,
    VCT_ANY,  /* wins by fours that a stone of some class threatens */
    VCT_EVERY /* the same for every stone; many times slower */
} VctThreats;

enum { VCT_THREAT_NODES = 64 };

typedef struct VctLimits {
    VctThreats threats;
    /* Unless VCT_THREES: stones that a VCF may play to find a threat; 0: VCT_THREAT_NODES. */
    uint64_t threat_nodes;
    /* Stones played, those of the VCFs included; UINT64_MAX: no limit. All moves of a position are
     * evaluated together, so a search overruns it by some hundred. */
    uint64_t max_nodes;
    /* The same with the search for the line of a win, never exceeded; 0: no limit. */
    uint64_t nodes_in_all;
    /* Called about every thousand nodes; returns true to end the search. May be NULL. */
    bool (*poll)(void *context);
    void *context;
} VctLimits;

typedef enum {
    VCT_NONE,   /* no win by these threats exists */
    VCT_WIN,    /* proven; the line is in the result */
    VCT_UNKNOWN /* a limit ended the search, or the tree was too deep */
} VctVerdict;

/* The winning line begins with the side to move and alternates; the defender's stones are his
 * longest defence within the proof found. It ends like a VcfResult's, with the attacker's first
 * stone that the defender cannot answer. */
typedef struct VctResult {
    VctVerdict verdict;
    uint64_t nodes;
    int plies; /* of a win: to the five on the board by this line, 1 if it is the next stone */
    int line_count;
    Cell line[CELLS_MAX];
} VctResult;

#endif
