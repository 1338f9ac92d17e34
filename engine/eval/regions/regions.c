#include "eval/regions/regions.h"

#include <stdlib.h>

#include "eval/regions/reference.h"
#include "eval/table/table.h"

enum {
    ORDER_UNIT_SHIFT = 8, /* from REGIONS_LOGIT to 32 units a nat */
    ORDER_MOST = (1 << 16) - 1
};

_Static_assert(REGIONS_LOGIT >> ORDER_UNIT_SHIFT == 32, "units of the order");

typedef struct RegionsEvaluator {
    Evaluator base;
    Evaluator *table; /* whose tables the boards use */
    int roles;
    int64_t units; /* evaluation units of a nat */
    RegionsRows rows;
    RegionsNumbers numbers[COLORS]; /* of each role */
} RegionsEvaluator;

/* Scratch of a state; nothing is kept from one call to the next. */
typedef struct RegionsState {
    RegionsFeatures features;
    RegionsMixed mixed;
    int32_t order[CELLS_MAX];
} RegionsState;

static const RegionsEvaluator *regions_of(const EvalState *state) {
    return (const RegionsEvaluator *)state->evaluator;
}

static const RegionsNumbers *numbers_of(const EvalState *state) {
    const RegionsEvaluator *regions = regions_of(state);
    return &regions->numbers[regions->roles == 2 ? (int)board_to_move(state->board) : 0];
}

/* The tables keep no state. */
static EvalState table_state(const EvalState *state) {
    return (EvalState){regions_of(state)->table, state->board, NULL};
}

/* ---- Use ------------------------------------------------------------------------------------- */

static Score score_within(EvalState *state, Score low, Score high, bool *is_exact) {
    const RegionsEvaluator *regions = regions_of(state);
    RegionsState *own = state->memory;
    EvalState of_table = table_state(state);
    Score table = eval_score(&of_table);
    *is_exact = true;
    if (table > NETWORK_TABLE_MAX || table < -NETWORK_TABLE_MAX)
        return table;
    if (table < low || table > high) {
        *is_exact = false;
        return table;
    }
    regions_features(numbers_of(state), &regions->rows, state->board, &own->features);
    RegionsVerdict verdict = regions_judge(numbers_of(state), state->board, &own->features, table);
    int64_t score = regions_nats(verdict) * regions->units / REGIONS_NAT;
    return (Score)(score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                   : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                             : score);
}

static Score score(EvalState *state) {
    bool is_exact;
    return score_within(state, -SCORE_EVAL_MAX, SCORE_EVAL_MAX, &is_exact);
}

static MoveOrder order(EvalState *state, const CellSet *cells) {
    const RegionsNumbers *numbers = numbers_of(state);
    const Board *board = state->board;
    RegionsState *own = state->memory;
    EvalState of_table = table_state(state);
    MoveOrder table_order = eval_order(&of_table, cells);
    regions_features(numbers, &regions_of(state)->rows, board, &own->features);
    regions_mix(numbers, regions_stage(board_stones(board)), &own->features, &own->mixed);
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell)) {
        int32_t logit = regions_order(numbers, board, &own->features, &own->mixed, cell,
                                      order_of(&table_order, board, cell));
        int32_t units = (logit + (1 << (ORDER_UNIT_SHIFT - 1))) >> ORDER_UNIT_SHIFT;
        own->order[cell] = units > ORDER_MOST    ? ORDER_MOST
                           : units < -ORDER_MOST ? -ORDER_MOST
                                                 : units;
    }
    return (MoveOrder){.by_cell = own->order};
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static void regions_free(Evaluator *evaluator) {
    RegionsEvaluator *regions = (RegionsEvaluator *)evaluator;
    if (regions->table != NULL)
        regions->table->kind->free(regions->table);
    free(regions);
}

static const EvaluatorKind REGIONS = {.name = "regions",
                                      .score = score,
                                      .score_within = score_within,
                                      .order = order,
                                      .free = regions_free,
                                      .is_network = true};

static KanameStatus take_file(RegionsEvaluator *regions, const RegionsFile *file) {
    KanameStatus status = table_evaluator_load(&regions->table, file->table, file->table_bytes);
    if (status != KANAME_OK) {
        regions->table = NULL;
        return status == KANAME_ERR_MEMORY ? status : KANAME_ERR_DAMAGED;
    }
    if (file->rule != regions->table->tables->rule)
        return KANAME_ERR_DAMAGED;
    for (int role = 0; role < file->roles; role++)
        if (!regions_numbers_read(file, role, &regions->numbers[role]))
            return KANAME_ERR_DAMAGED;
    regions_rows_init(&regions->rows);
    regions->base = (Evaluator){.kind = &REGIONS,
                                .tables = regions->table->tables,
                                .id = file->id,
                                .win_scale = file->win_scale,
                                .bytes = sizeof *regions + regions->table->bytes,
                                .state_bytes = sizeof(RegionsState)};
    regions->roles = file->roles;
    regions->units = (int64_t)file->units;
    return KANAME_OK;
}

KanameStatus regions_evaluator_load(Evaluator **evaluator, const void *data, size_t size) {
    RegionsFile file;
    KanameStatus status = regions_file_read(&file, data, size);
    if (status != KANAME_OK)
        return status;
    RegionsEvaluator *regions = calloc(1, sizeof *regions);
    if (regions == NULL)
        return KANAME_ERR_MEMORY;
    status = take_file(regions, &file);
    if (status == KANAME_OK)
        *evaluator = &regions->base;
    else
        regions_free(&regions->base);
    return status;
}
