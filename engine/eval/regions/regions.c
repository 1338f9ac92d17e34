#include "eval/regions/regions.h"

#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "eval/regions/follow.h"
#include "eval/regions/kernels.h"
#include "eval/table/table.h"

/* The numbers of a role as the kernels read them. A row fills a cache line. */
typedef struct Learned {
    _Alignas(BLOCK_LINE_BYTES) int8_t row[REGIONS_ROWS][REGIONS_CHANNELS];
    RegionsLayers layers;
} Learned;

typedef struct RegionsEvaluator {
    Evaluator base;
    Evaluator *table; /* whose tables the boards use */
    int64_t units;    /* evaluation units of a nat */
    /* By stones: units of the network for one of the tables, in 65536ths. */
    int64_t estimate_share[CELLS_MAX + 1];
    ViewRows rows[COLORS];
    const RegionsLayers *layers[COLORS]; /* by the side to move */
    /* Owned: */
    Block memory; /* Learned of each role, then the WindowCodes */
} RegionsEvaluator;

static const RegionsEvaluator *regions_of(const EvalState *state) {
    return (const RegionsEvaluator *)state->evaluator;
}

/* ---- Use ------------------------------------------------------------------------------------- */

static void begin(EvalState *state) {
    regions_begin(state->memory, regions_of(state)->rows, state->board);
}

static RegionsFollowing follow(const EvalState *state) {
    const RegionsEvaluator *regions = regions_of(state);
    const Board *board = state->board;
    Color us = board_to_move(board);
    return (RegionsFollowing){
        regions->layers[us], board, state->memory,
        regions_follow(state->memory, &regions->rows[us], board, regions_kernels(board->isa))};
}

/* The tables keep no state. */
static EvalState table_state(const EvalState *state) {
    return (EvalState){regions_of(state)->table, state->board, NULL};
}

static Score limited(int64_t score) {
    return (Score)(score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                   : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                             : score);
}

/* The tables' score in the network's units, in which windows are. */
static Score estimate_of(const RegionsEvaluator *regions, const Board *board, Score table) {
    return limited(table * regions->estimate_share[board_stones(board)] / 65536);
}

static Score score_within(EvalState *state, Score low, Score high, bool *is_exact) {
    const RegionsEvaluator *regions = regions_of(state);
    EvalState of_table = table_state(state);
    Score table = eval_score(&of_table);
    Score estimate = estimate_of(regions, state->board, table);
    *is_exact = estimate >= low && estimate <= high;
    if (!*is_exact)
        return estimate;
    RegionsFollowing at = follow(state);
    RegionsVerdict verdict =
        regions_kernels(state->board->isa)->judge(&at, regions_table_score(table));
    return limited(regions_nats(verdict) * regions->units / REGIONS_NAT);
}

static Score score(EvalState *state) {
    bool is_exact;
    return score_within(state, -SCORE_EVAL_MAX, SCORE_EVAL_MAX, &is_exact);
}

static MoveOrder order(EvalState *state, const CellSet *cells) {
    EvalState of_table = table_state(state);
    MoveOrder table_order = eval_order(&of_table, cells);
    RegionsFollowing at = follow(state);
    regions_kernels(state->board->isa)->order(&at, cells, &table_order);
    return (MoveOrder){.by_cell = at.state->order};
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static void regions_free(Evaluator *evaluator) {
    RegionsEvaluator *regions = (RegionsEvaluator *)evaluator;
    if (regions->table != NULL)
        regions->table->kind->free(regions->table);
    block_release(&regions->memory);
    free(regions);
}

static const EvaluatorKind REGIONS = {.name = "regions",
                                      .begin = begin,
                                      .score = score,
                                      .score_within = score_within,
                                      .order = order,
                                      .free = regions_free,
                                      .is_network = true};

/* Reads the numbers of all roles and lays them out. */
static KanameStatus take_roles(RegionsEvaluator *regions, const RegionsFile *file) {
    Learned *learned = regions->memory.begin;
    RegionsNumbers *numbers = malloc(sizeof *numbers);
    KanameStatus status = numbers == NULL ? KANAME_ERR_MEMORY : KANAME_OK;
    for (int role = 0; status == KANAME_OK && role < file->roles; role++) {
        if (!regions_numbers_read(file, role, numbers)) {
            status = KANAME_ERR_DAMAGED;
            break;
        }
        memcpy(learned[role].row, numbers->row, sizeof learned[role].row);
        regions_layers_make(numbers, &learned[role].layers);
    }
    free(numbers);
    return status;
}

static KanameStatus take_numbers(RegionsEvaluator *regions, const RegionsFile *file) {
    size_t bytes = (size_t)file->roles * sizeof(Learned) + sizeof(WindowCodes);
    if (!block_init(&regions->memory, bytes))
        return KANAME_ERR_MEMORY;
    KanameStatus status = take_roles(regions, file);
    if (status != KANAME_OK)
        return status;
    const Learned *learned = regions->memory.begin;
    WindowCodes *codes = (WindowCodes *)(void *)((Learned *)regions->memory.begin + file->roles);
    window_codes_init(codes);
    for (Color color = BLACK; color <= WHITE; color++) {
        const Learned *of_color = &learned[file->roles == 2 ? (int)color : 0];
        regions->rows[color] = (ViewRows){codes, of_color->row, color};
        regions->layers[color] = &of_color->layers;
    }
    regions->base = (Evaluator){.kind = &REGIONS,
                                .tables = regions->table->tables,
                                .id = file->id,
                                .win_scale = file->win_scale,
                                .bytes = sizeof *regions + regions->table->bytes + bytes,
                                .state_bytes = sizeof(RegionsState)};
    return KANAME_OK;
}

/* A nat of the tables has other units than one of the network, in caro by the number of stones. */
static void set_estimate_shares(RegionsEvaluator *regions) {
    const Evaluator *table = regions->table;
    for (int stones = 0; stones <= CELLS_MAX; stones++)
        regions->estimate_share[stones] =
            (int64_t)(65536.0 * (double)regions->units /
                      opening_scale_at(&table->opening, table->win_scale, stones));
}

static KanameStatus take_file(RegionsEvaluator *regions, const RegionsFile *file) {
    KanameStatus status = table_evaluator_load(&regions->table, file->table, file->table_bytes);
    if (status != KANAME_OK) {
        regions->table = NULL;
        return status == KANAME_ERR_MEMORY ? status : KANAME_ERR_DAMAGED;
    }
    regions->units = (int64_t)file->units;
    set_estimate_shares(regions);
    return file->rule == regions->table->tables->rule ? take_numbers(regions, file)
                                                      : KANAME_ERR_DAMAGED;
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
