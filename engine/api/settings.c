#include "api/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const ISA_NAMES[ISAS] = {[ISA_SCALAR] = "scalar",
                                            [ISA_AVX2] = "avx2",
                                            [ISA_AVX512] = "avx512",
                                            [ISA_SIMD128] = "simd128"};

const char *kaname_isa(const KanameEngine *engine) {
    return ISA_NAMES[engine->isa];
}

KanameStatus kaname_set_isa(KanameEngine *engine, const char *name) {
    for (int isa = 0; isa < ISAS; isa++)
        if (strcmp(name, ISA_NAMES[isa]) == 0) {
            if (!isa_available((Isa)isa))
                return KANAME_ERR_UNSUPPORTED;
            engine->isa = (Isa)isa;
            engine_rebuild(engine, engine->board.tables);
            return KANAME_OK;
        }
    return KANAME_ERR_RANGE;
}

KanameStatus kaname_set_memory(KanameEngine *engine, uint64_t bytes) {
    engine->memory_limit = bytes;
    return KANAME_OK;
}

KanameStatus kaname_set_hash(KanameEngine *engine, uint64_t kib) {
    engine->hash_bytes = kib <= UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    return KANAME_OK;
}

KanameStatus kaname_set_threads(KanameEngine *engine, int threads) {
    if (threads < 1 || threads > KANAME_MAX_THREADS)
        return KANAME_ERR_RANGE;
    engine->threads = threads;
    return KANAME_OK;
}

bool kaname_param(size_t index, KanameParam *param) {
    assert(params_count() <= KANAME_MAX_PARAMS);
    if (index >= params_count())
        return false;
    const ParamInfo *info = params_info(index);
    *param = (KanameParam){.name = info->name,
                           .meaning = info->meaning,
                           .value = info->value,
                           .minimum = info->minimum,
                           .maximum = info->maximum};
    return true;
}

KanameStatus kaname_set_param(KanameEngine *engine, const char *name, int value) {
    return params_set(&engine->params, name, value) ? KANAME_OK : KANAME_ERR_RANGE;
}

KanameStatus kaname_get_param(const KanameEngine *engine, const char *name, int *value) {
    return params_get(&engine->params, name, value) ? KANAME_OK : KANAME_ERR_RANGE;
}

KanameStatus kaname_exclude(KanameEngine *engine, int x, int y, bool excluded) {
    if (!is_on_board(&engine->board, x, y))
        return KANAME_ERR_OFF_BOARD;
    Cell cell = cell_at(&engine->board, x, y);
    if (cellset_has(&engine->excluded, cell) != excluded)
        cellset_flip(&engine->excluded, cell);
    return KANAME_OK;
}

void kaname_exclude_clear(KanameEngine *engine) {
    cellset_clear(&engine->excluded);
}

/* Returns whether the moves can be played in turn on the empty board. */
static KanameStatus check_path(const KanameEngine *engine, const KanamePoint *moves, size_t count) {
    const Board *board = &engine->board;
    CellSet used = engine->walls;
    for (size_t i = 0; i < count; i++) {
        if (!is_on_board(board, moves[i].x, moves[i].y))
            return KANAME_ERR_OFF_BOARD;
        Cell cell = cell_at(board, moves[i].x, moves[i].y);
        if (cellset_has(&used, cell))
            return KANAME_ERR_OCCUPIED;
        cellset_add(&used, cell);
    }
    return KANAME_OK;
}

KanameStatus kaname_exclude_path(KanameEngine *engine, const KanamePoint *moves, size_t count) {
    const Board *board = &engine->board;
    if (count == 0 || count > CELLS_MAX)
        return KANAME_ERR_RANGE;
    KanameStatus status = check_path(engine, moves, count);
    if (status != KANAME_OK)
        return status;
    Board *line = malloc(sizeof *line);
    if (line == NULL)
        return KANAME_ERR_MEMORY;
    board_init(line, board->tables, board->width, board->height, &engine->walls, engine->isa);
    for (size_t i = 0; i + 1 < count; i++)
        board_play(line, cell_at(board, moves[i].x, moves[i].y));
    Cell last = cell_at(board, moves[count - 1].x, moves[count - 1].y);
    bool is_added = blocked_add(&engine->blocked, line, last);
    free(line);
    return is_added ? KANAME_OK : KANAME_ERR_MEMORY;
}

void kaname_exclude_paths_clear(KanameEngine *engine) {
    blocked_release(&engine->blocked);
}
