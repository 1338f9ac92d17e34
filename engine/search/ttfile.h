/* ttfile.h: a transposition table as a stream of bytes and back.
 *
 * Little endian: "KANAMEHT", version (u32), rule, width, height (u8 each), a zero, the walls as 64
 * bytes, then 16 bytes an entry (key and data as tt.h packs them), ended by an entry of key and
 * data zero, then a 64-bit FNV-1a sum of all before it (Fowler, Noll, Vo, 1991). */
#ifndef KANAME_SEARCH_TTFILE_H
#define KANAME_SEARCH_TTFILE_H

#include "board/board.h"
#include "kaname.h"
#include "search/tt.h"

/* What the entries hold true for. */
typedef struct TtOrigin {
    uint8_t rule, width, height;
    CellSet walls;
} TtOrigin;

KanameStatus tt_save(const Tt *tt, const TtOrigin *origin, KanameWriteFn write, void *context);
/* `tt` must be without memory; it gets `bytes` of it. On an error it has none, as before. */
KanameStatus tt_load(Tt *tt, uint64_t bytes, const TtOrigin *origin, KanameReadFn read,
                     void *context);

#endif
