/* ttfile.h: saves and loads the transposition table as a stream of bytes.
 *
 * Little-endian: "KANAMEHT"; version (u32); rule, width, height and a zero (u8 each); the id of the
 * weights (u64); the walls, 64 bytes; entries of 16 bytes (key and data, as tt.c packs them), the
 * last one all zero; the 64-bit FNV-1a hash (Fowler, Noll, Vo, 1991) of everything before it. */
#ifndef KANAME_SEARCH_TTFILE_H
#define KANAME_SEARCH_TTFILE_H

#include "board/board.h"
#include "kaname.h"
#include "search/tt.h"

/* The rule, board and weights for which the entries hold. */
typedef struct TtOrigin {
    uint8_t rule, width, height;
    uint64_t weights_id; /* of the evaluator */
    CellSet walls;
} TtOrigin;

/* Returns a number that tells origins apart in a table of several: the salt of tt_view(). */
uint64_t tt_origin_salt(const TtOrigin *origin);

KanameStatus tt_save(const Tt *tt, const TtOrigin *origin, KanameWriteFn write, void *context);
/* Loading takes two steps, so that the caller can release memory for the entries. The first
 * compares the origin and sets `sum`, which the second continues. It loads into a table without
 * memory, which gets `bytes`; on an error it has no memory. */
KanameStatus tt_load_header(const TtOrigin *origin, KanameReadFn read, void *context,
                            uint64_t *sum);
KanameStatus tt_load_entries(Tt *tt, uint64_t bytes, KanameReadFn read, void *context,
                             uint64_t sum);

#endif
