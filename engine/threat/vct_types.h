/* vct_types.h: what a search for a win by continuous threats takes and returns (vct.h). */
#ifndef KANAME_THREAT_VCT_TYPES_H
#define KANAME_THREAT_VCT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/types.h"

typedef struct Vct Vct;

typedef enum { VCT_THREES, VCT_ANY } VctThreats;

typedef struct VctLimits {
    VctThreats threats;
    /* Stones played, those of the searches by fours too; UINT64_MAX: no limit. A position's moves
     * are looked at together, so it is overrun by some hundred. */
    uint64_t max_nodes;
    uint64_t nodes_in_all; /* with those that find the line of a win again; 0: no limit */
    /* Called every thousand nodes or so, true: give up. May be NULL. */
    bool (*poll)(void *context);
    void *context;
} VctLimits;

typedef enum {
    VCT_NONE,   /* no win by these threats exists */
    VCT_WIN,    /* proven; the line is in the result */
    VCT_UNKNOWN /* a limit came first, or the tree was too deep */
} VctVerdict;

/* The winning line begins with the side to move and alternates; the defender's stones are his
 * longest defence within the proof found. It ends like a VcfResult's: with the attacker's first
 * stone after which no reply helps. */
typedef struct VctResult {
    VctVerdict verdict;
    uint64_t nodes;
    int plies; /* of a win: to the five on the board by this line, 1 if it is the next stone */
    int line_count;
    Cell line[CELLS_MAX];
} VctResult;

#endif
