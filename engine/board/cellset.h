/* cellset.h: sets of cells, one bit per cell. Plain values. */
#ifndef KANAME_BOARD_CELLSET_H
#define KANAME_BOARD_CELLSET_H

#include "base/types.h"

enum { SET_WORDS = (CELLS_MAX + 63) / 64 };

typedef struct CellSet {
    uint64_t word[SET_WORDS];
} CellSet;

static inline bool cellset_has(const CellSet *set, Cell cell) {
    return (set->word[cell >> 6] >> (cell & 63)) & 1;
}
static inline void cellset_add(CellSet *set, Cell cell) {
    set->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}
static inline void cellset_flip(CellSet *set, Cell cell) {
    set->word[cell >> 6] ^= (uint64_t)1 << (cell & 63);
}
static inline void cellset_clear(CellSet *set) {
    *set = (CellSet){{0}};
}

/* Adds the cells of another set, or keeps only those that it has too. */
static inline void cellset_unite(CellSet *set, const CellSet *with) {
    for (int i = 0; i < SET_WORDS; i++)
        set->word[i] |= with->word[i];
}
static inline void cellset_intersect(CellSet *set, const CellSet *with) {
    for (int i = 0; i < SET_WORDS; i++)
        set->word[i] &= with->word[i];
}

/* Returns the lowest cell of a set; CELL_NONE if it is empty. */
static inline Cell cellset_first(const CellSet *set) {
    for (int i = 0; i < SET_WORDS; i++)
        if (set->word[i] != 0)
            return (Cell)(i * 64 + __builtin_ctzll(set->word[i]));
    return CELL_NONE;
}

/* Returns the next cell of the set after `cell`; CELL_NONE at the end. */
static inline Cell cellset_next(const CellSet *set, Cell cell) {
    int i = cell >> 6;
    uint64_t rest = set->word[i] & (~(uint64_t)1 << (cell & 63));
    while (rest == 0) {
        if (++i == SET_WORDS)
            return CELL_NONE;
        rest = set->word[i];
    }
    return (Cell)(i * 64 + __builtin_ctzll(rest));
}

/* Writes the cells in ascending order to `cells`, which has room for CELLS_MAX. Returns their
 * number.
 */
static inline int cellset_list(const CellSet *set, Cell *cells) {
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = set->word[i]; bits != 0; bits &= bits - 1)
            cells[count++] = (Cell)(i * 64 + __builtin_ctzll(bits));
    return count;
}

/* Returns the number of cells of the set below `cell`. */
static inline int cellset_rank(const CellSet *set, Cell cell) {
    int word = cell >> 6, rank = 0;
    for (int i = 0; i < word; i++)
        rank += __builtin_popcountll(set->word[i]);
    return rank + __builtin_popcountll(set->word[word] & (((uint64_t)1 << (cell & 63)) - 1));
}

#endif
