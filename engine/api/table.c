/* table.c: a transposition table that several engines use at the same time. */
#include "api/table.h"

#include <stdlib.h>

#include "search/ttfile.h"

KanameTable *kaname_table_new(uint64_t kib) {
    KanameTable *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    tt_init(&table->tt);
    tt_resize(&table->tt, kib <= UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX);
    if (tt_bytes(&table->tt) == 0) {
        free(table);
        return NULL;
    }
    atomic_init(&table->searches, 0);
    atomic_init(&table->engines, 0);
    return table;
}

void kaname_table_free(KanameTable *table) {
    if (table == NULL)
        return;
    tt_release(&table->tt);
    free(table);
}

void kaname_use_table(KanameEngine *engine, KanameTable *table) {
    if (table == engine->table)
        return;
    engine_forget(engine);
    tt_release(&engine->tt); /* a small one is kept by engine_forget() */
    engine->tt_request = 0;
    if (engine->table != NULL)
        atomic_fetch_sub(&engine->table->engines, 1);
    if (table != NULL)
        atomic_fetch_add(&table->engines, 1);
    engine->table = table;
}

TtOrigin engine_origin(const KanameEngine *engine) {
    return (TtOrigin){.rule = (uint8_t)engine->board.tables->rule,
                      .width = (uint8_t)engine->board.width,
                      .height = (uint8_t)engine->board.height,
                      .weights_id = engine_evaluator(engine)->id,
                      .walls = engine->walls};
}

/* The searches of all engines at about the same time have the same age. */
void engine_view_table(KanameEngine *engine) {
    KanameTable *table = engine->table;
    TtOrigin origin = engine_origin(engine);
    unsigned age = atomic_fetch_add(&table->searches, 1) / atomic_load(&table->engines);
    engine->tt = tt_view(&table->tt, tt_origin_salt(&origin), age);
}
