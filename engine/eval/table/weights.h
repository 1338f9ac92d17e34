/* weights.h: the numbers of the evaluation of one rule, and the file that carries them.
 *
 * A cell's shapes count as a set: which shape lies in which direction makes no difference. There
 * are COMBOS such sets. All numbers are in evaluation units, except those of the move order, which
 * have a scale of their own, and the shares.
 *
 * Tapered evaluation: what a shape is worth falls as the board fills, so each stage has its share
 * of the cells' worth. The other weights come twice, for an empty board and for a late one; in
 * between they are mixed (https://www.chessprogramming.org/Tapered_Eval).
 *
 * A file, little-endian:
 *      0  8 bytes  "KanameWt"
 *      8  u16      version, WEIGHTS_VERSION
 *     10  u8       rule, 0..RULES - 1
 *     11  u8       roles: 2 if Black and White have weights of their own (renju), else 1
 *     12  u32      bytes that follow the header
 *     16  u64      FNV-1a hash of everything after it
 *     24  u32      win_scale
 *     28  100      who made them from what: text, the rest zero
 *    128  RoleWeights of each role, as i16 in the order of its fields
 *
 * Plain values; a Weights is not changed once it is in use, and any number of threads read it. */
#ifndef KANAME_EVAL_TABLE_WEIGHTS_H
#define KANAME_EVAL_TABLE_WEIGHTS_H

#include "board/shape.h"
#include "kaname.h"

enum {
    COMBOS = 2380, /* 14 shapes, 4 of them: (14 + 3) over 4 */
    /* Of the side to move and of the other side: see threat_state() in table.h. */
    THREAT_STATES = 3 * 256,
    STAGE_STONES = 8, /* from one stage to the next */
    STAGES = 17,
    SHARE_UNIT = 1024, /* a share of one */
    LATE_STONES = 80,  /* from which on the board is late */
    COUNTS = 32,       /* cells of one class; more count as one less than this */
    LINKED_CLASSES = CLASS_OPEN_FOUR - CLASS_FOUL_SUSPECT_FOUR + 1, /* cells of fours */
    LINKED_ATTACKS = 8, /* more count as one less than this */
    LINKED_BUILDERS = 16,
    WEIGHTS_VERSION = 3,
    WEIGHTS_HEADER_BYTES = 128,
    WEIGHTS_ORIGIN_BYTES = 100
};

/* What depends on who is to move, by number: see eval_terms() in table.h. A side's terms, first
 * those of the side to move: its cells of each class, and each cell where it makes a four, with the
 * cells that are linked to it. */
enum {
    TERM_COUNT = 0, /* + class * COUNTS + how many cells */
    /* + (row * LINKED_ATTACKS + attacks) * LINKED_BUILDERS + builders, where row 0 is the class
     * CLASS_FOUL_SUSPECT_FOUR */
    TERM_LINKED = TERM_COUNT + CLASSES * COUNTS,
    SIDE_TERMS = TERM_LINKED + LINKED_CLASSES * LINKED_ATTACKS * LINKED_BUILDERS,
    TERM_THREAT = 2 * SIDE_TERMS, /* + threat_state() */
    TERM_TO_MOVE = TERM_THREAT + THREAT_STATES,
    TERMS
};

/* A worth on an empty board and on a late one. */
typedef struct Tapered {
    int16_t early, late;
} Tapered;

/* value, make, deny and share are those of the colour whose shapes they are, the terms those of the
 * colour that is to move. */
typedef struct RoleWeights {
    int16_t value[COMBOS]; /* of an empty cell with these shapes */
    int16_t make[COMBOS];  /* order of moves: what a stone of the colour gains there */
    int16_t deny[COMBOS];  /* order of moves: what it takes from the colour */
    int16_t share[STAGES]; /* of the values; with 0, STAGE_STONES, ... stones, linear in between */
    Tapered term[TERMS];
} RoleWeights;

#define WEIGHTS_MAGIC "KanameWt" /* a file's first bytes */

enum {
    WEIGHTS_ROLE_NUMBERS = 3 * COMBOS + STAGES + 2 * TERMS,
    WEIGHTS_ROLE_BYTES = 2 * WEIGHTS_ROLE_NUMBERS,
    WEIGHTS_BYTES_MAX = WEIGHTS_HEADER_BYTES + 2 * WEIGHTS_ROLE_BYTES
};
_Static_assert(sizeof(RoleWeights) == WEIGHTS_ROLE_BYTES, "nothing but numbers of 16 bits");

typedef struct Weights {
    Rule rule;
    RoleWeights role[COLORS]; /* the same twice where the rule is fair */
    uint32_t win_scale;       /* a search's score of so many units is even odds times e; >= 1 */
    uint64_t hash;            /* as in the file */
    char origin[WEIGHTS_ORIGIN_BYTES + 1];
} Weights;

/* Number of the set of four shapes that a key holds, 0..COMBOS - 1; the key is a real one. */
int combo_of_key(ShapeKey key);
/* One key of each set. */
ShapeKey key_of_combo(int combo);

/* Reads a file's bytes. KANAME_ERR_FOREIGN, _VERSION or _DAMAGED: `weights` are undefined. */
KanameStatus weights_read(Weights *weights, const void *data, size_t size);
/* Writes the file's bytes, returns how many; `data` holds WEIGHTS_BYTES_MAX. Sets the hash. */
size_t weights_write(Weights *weights, void *data);
/* The weights built in for the rule. */
void weights_embedded(Weights *weights, Rule rule);
uint64_t weights_embedded_hash(Rule rule);

#endif
