/* table.h: the transposition table behind KanameTable. Private to the folder. */
#ifndef KANAME_API_TABLE_H
#define KANAME_API_TABLE_H

#include "api/engine.h"
#include "search/ttfile.h"

struct KanameTable {
    Tt tt;
    atomic_uint searches; /* begun so far */
    atomic_uint engines;  /* that use it */
};

/* Returns the table that the engine uses, its own or one of several. */
static inline const Tt *engine_tt(const KanameEngine *engine) {
    return engine->table != NULL ? &engine->table->tt : &engine->tt;
}

/* Returns what the entries of the engine's searches hold for. */
TtOrigin engine_origin(const KanameEngine *engine);
/* Begins a search in engine->table, which is not NULL. */
void engine_view_table(KanameEngine *engine);

#endif
