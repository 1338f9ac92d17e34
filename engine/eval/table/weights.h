/* weights.h: the weights of the evaluation of one rule, and their file.
 *
 * A cell's four shapes count as a set: the directions in which they lie do not matter. There are
 * COMBOS sets. All numbers are in evaluation units, except those of the move order, which have a
 * scale of their own, and the shares.
 *
 * Tapered evaluation: the worth of a shape falls as the board fills, so each stage counts a share
 * of the cells' worth. Every other weight has a value for an empty board and one for a late board,
 * and is interpolated between them (https://www.chessprogramming.org/Tapered_Eval).
 *
 * A file, little-endian:
 *      0  8 bytes  "KanameWt"
 *      8  u16      version: WEIGHTS_VERSION, or WEIGHTS_VERSION_PLAIN, which has no opening scale
 *     10  u8       rule, 0..RULES - 1
 *     11  u8       roles: 2 if Black and White have different weights (renju), else 1
 *     12  u32      bytes that follow the header
 *     16  u64      FNV-1a hash of everything after it
 *     24  u32      win_scale
 *     28  96       origin of the weights: text, padded with zeros
 *    124  u8       opening scale: percent, 1..255
 *    125  u8       opening_stones
 *    126  u8       full_stones, greater than opening_stones
 *    127  u8       0
 *    128  RoleWeights of each role, as i16 in the order of its fields
 *
 * Files without an opening scale are written as WEIGHTS_VERSION_PLAIN, so that they and their
 * hashes are those of before there was one. In these, bytes 124 to 127 belong to the origin: they
 * are ignored on reading and written as 0.
 *
 * Plain values. A Weights in use is read-only and shared by all threads. */
#ifndef KANAME_EVAL_TABLE_WEIGHTS_H
#define KANAME_EVAL_TABLE_WEIGHTS_H

#include "board/shape.h"
#include "eval/opening_scale.h"
#include "kaname.h"

enum {
    COMBOS = 2380, /* 14 shapes, 4 of them: (14 + 3) over 4 */
    /* Threats of the side to move and of the other side: see threat_state() in table.h. */
    THREAT_STATES = 3 * 256,
    STAGE_STONES = 8, /* stones from one stage to the next */
    STAGES = 17,
    SHARE_UNIT = 1024, /* a share of 1 */
    LATE_STONES = 80,  /* the board is late from this number of stones on */
    COUNTS = 32,       /* counts of the cells of one class, 0 to 31; larger ones count as 31 */
    LINKED_CLASSES = CLASS_OPEN_FOUR - CLASS_FOUL_SUSPECT_FOUR + 1, /* cells of fours */
    LINKED_ATTACKS = 8, /* counts, 0 to 7; larger ones count as 7. The builders likewise */
    LINKED_BUILDERS = 16,
    WEIGHTS_MAX = 8000, /* of every number, plus or minus, so that no sum overflows */
    WEIGHTS_VERSION_PLAIN = 3,
    WEIGHTS_VERSION = 4,
    WEIGHTS_HEADER_BYTES = 128,
    WEIGHTS_ORIGIN_BYTES = 96
};

/* Numbers of the terms that depend on the side to move: see table_terms() in table.h. The terms of
 * the side to move come first, then those of the other side: the number of its cells of each class,
 * and each cell where it makes a four, with the cells linked to it. */
enum {
    TERM_COUNT = 0, /* + class * COUNTS + number of cells */
    /* + (row * LINKED_ATTACKS + attacks) * LINKED_BUILDERS + builders, where row 0 is the class
     * CLASS_FOUL_SUSPECT_FOUR */
    TERM_LINKED = TERM_COUNT + CLASSES * COUNTS,
    SIDE_TERMS = TERM_LINKED + LINKED_CLASSES * LINKED_ATTACKS * LINKED_BUILDERS,
    TERM_THREAT = 2 * SIDE_TERMS, /* + threat_state() */
    TERM_TO_MOVE = TERM_THREAT + THREAT_STATES,
    TERMS
};

/* A weight on an empty board and on a late one. */
typedef struct Tapered {
    int16_t early, late;
} Tapered;

/* value, make, deny and share belong to the colour of the shapes, the terms to the colour to move.
 */
typedef struct RoleWeights {
    int16_t value[COMBOS]; /* of an empty cell with these shapes */
    int16_t make[COMBOS];  /* move order: for a stone of the colour, which makes them */
    int16_t deny[COMBOS];  /* move order: for a stone of the opponent, which denies them */
    int16_t share[STAGES]; /* of the values at 0, STAGE_STONES, ... stones, linear in between */
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
    RoleWeights role[COLORS]; /* equal unless rule_has_roles() */
    uint32_t win_scale; /* the score, in units, at which a search gives odds of e to 1; >= 1 */
    OpeningScale opening;
    uint64_t hash; /* as in the file */
    char origin[WEIGHTS_ORIGIN_BYTES + 1];
} Weights;

/* Returns the number of the key's set of four shapes, 0..COMBOS - 1. The key must be valid. */
int combo_of_key(ShapeKey key);
/* Returns one of the keys that hold the set. */
ShapeKey key_of_combo(int combo);

/* Reads a file's bytes. Fails with KANAME_ERR_FOREIGN, _VERSION or _DAMAGED (as for a number beyond
 * +-WEIGHTS_MAX); then `weights` is undefined. */
KanameStatus weights_read(Weights *weights, const void *data, size_t size);
/* Writes the file's bytes to `data`, which has room for WEIGHTS_BYTES_MAX, and sets the hash.
 * Returns the number of bytes. */
size_t weights_write(Weights *weights, void *data);
/* Read the embedded weights of the rule, or their hash alone. */
void weights_embedded(Weights *weights, Rule rule);
uint64_t weights_embedded_hash(Rule rule);

#endif
