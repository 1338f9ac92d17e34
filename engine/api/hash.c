#include "api/engine.h"

#include "search/ttfile.h"

uint64_t kaname_hash_kib(const KanameEngine *engine) {
    return tt_bytes(&engine->tt) / 1024;
}

int kaname_hash_permille(const KanameEngine *engine) {
    return tt_fill_permille(&engine->tt);
}

void kaname_clear_hash(KanameEngine *engine) {
    engine_forget(engine);
}

static TtOrigin origin_of(const KanameEngine *engine) {
    return (TtOrigin){.rule = (uint8_t)engine->board.tables->rule,
                      .width = (uint8_t)engine->board.width,
                      .height = (uint8_t)engine->board.height,
                      .walls = engine->walls};
}

KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write, void *context) {
    TtOrigin origin = origin_of(engine);
    return tt_save(&engine->tt, &origin, write, context);
}

KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context) {
    TtOrigin origin = origin_of(engine);
    uint64_t bytes = engine_plan_memory(engine).table_bytes;
    Tt loaded;
    tt_init(&loaded);
    KanameStatus status = tt_load(&loaded, bytes, &origin, read, context);
    if (status != KANAME_OK)
        return status;
    tt_release(&engine->tt);
    engine->tt = loaded;
    engine->tt_request = bytes;
    return KANAME_OK;
}
