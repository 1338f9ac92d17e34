#include "api/table.h"

uint64_t kaname_hash_kib(const KanameEngine *engine) {
    return tt_bytes(engine_tt(engine)) / 1024;
}

int kaname_hash_permille(const KanameEngine *engine) {
    return tt_fill_permille(&engine->tt);
}

void kaname_clear_hash(KanameEngine *engine) {
    engine_forget(engine);
}

KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write, void *context) {
    TtOrigin origin = engine_origin(engine);
    if (engine->table != NULL)
        return KANAME_ERR_UNSUPPORTED;
    return tt_save(&engine->tt, &origin, write, context);
}

static void release_tables(KanameEngine *engine) {
    engine_release_solver(engine);
    tt_release(&engine->tt);
    engine->tt_request = 0;
}

KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context) {
    TtOrigin origin = engine_origin(engine);
    if (engine->table != NULL)
        return KANAME_ERR_UNSUPPORTED;
    uint64_t bytes = engine_plan_memory(engine).table_bytes, sum;
    KanameStatus status = tt_load_header(&origin, read, context, &sum);
    if (status != KANAME_OK)
        return status;
    /* A memory limit has no room for a second table. */
    if (engine->memory_limit > 0)
        release_tables(engine);
    Tt loaded;
    tt_init(&loaded);
    status = tt_load_entries(&loaded, bytes, read, context, sum);
    if (status != KANAME_OK)
        return status;
    release_tables(engine);
    engine->tt = loaded;
    engine->tt_request = bytes;
    return KANAME_OK;
}
