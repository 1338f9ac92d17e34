#include "eval/network/network.h"

#include <stdlib.h>

#include "base/block.h"
#include "eval/network/arch/select.h"
#include "eval/network/follow.h"
#include "eval/network/layers.h"
#include "eval/table/table.h"

/* The numbers of a role as the kernels read them. A row fills a cache line. */
typedef struct Learned {
    _Alignas(BLOCK_LINE_BYTES) NetworkNumbers numbers; /* only the rows are used */
    _Alignas(BLOCK_LINE_BYTES) Layers layers;
} Learned;

typedef struct NetworkEvaluator {
    Evaluator base;
    Evaluator *table; /* whose tables the boards use */
    NetworkRows rows;
    const Layers *layers[COLORS]; /* by the side to move */
    /* Owned: */
    Block memory; /* Learned of each role, then the WindowCodes */
} NetworkEvaluator;

static const NetworkEvaluator *network_of(const EvalState *state) {
    return (const NetworkEvaluator *)state->evaluator;
}

/* ---- Use ------------------------------------------------------------------------------------- */

static void begin(EvalState *state) {
    network_begin(state->memory, &network_of(state)->rows, state->board);
}

static Following follow(const EvalState *state) {
    const NetworkEvaluator *network = network_of(state);
    const Board *board = state->board;
    return (Following){
        network->layers[board_to_move(board)], board, state->memory,
        network_follow(state->memory, &network->rows, board, network_kernels(board->isa))};
}

/* The tables keep no state. */
static EvalState table_state(const EvalState *state) {
    return (EvalState){network_of(state)->table, state->board, NULL};
}

static Score score_within(EvalState *state, Score low, Score high, bool *is_exact) {
    EvalState of_table = table_state(state);
    Score table = eval_score(&of_table);
    *is_exact = true;
    if (table > NETWORK_TABLE_MAX || table < -NETWORK_TABLE_MAX)
        return table;
    if (table < low || table > high) {
        *is_exact = false;
        return table;
    }
    Following at = follow(state);
    int score = network_kernels(state->board->isa)->score(&at, table);
    return score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
           : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                     : score;
}

static Score score(EvalState *state) {
    bool is_exact;
    return score_within(state, -SCORE_EVAL_MAX, SCORE_EVAL_MAX, &is_exact);
}

static MoveOrder order(EvalState *state, const CellSet *cells) {
    EvalState of_table = table_state(state);
    MoveOrder table_order = eval_order(&of_table, cells);
    Following at = follow(state);
    network_kernels(state->board->isa)->order(&at, cells, &table_order);
    return (MoveOrder){.by_cell = at.state->order};
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static void network_free(Evaluator *evaluator) {
    NetworkEvaluator *network = (NetworkEvaluator *)evaluator;
    if (network->table != NULL)
        network->table->kind->free(network->table);
    block_release(&network->memory);
    free(network);
}

static const EvaluatorKind NETWORK = {.name = "network",
                                      .begin = begin,
                                      .score = score,
                                      .score_within = score_within,
                                      .order = order,
                                      .free = network_free,
                                      .is_network = true};

/* Reads the numbers of all roles and lays them out. */
static KanameStatus take_numbers(NetworkEvaluator *network, const NetworkFile *file) {
    size_t bytes = (size_t)file->roles * sizeof(Learned) + sizeof(WindowCodes);
    if (!block_init(&network->memory, bytes))
        return KANAME_ERR_MEMORY;
    Learned *learned = network->memory.begin;
    for (int role = 0; role < file->roles; role++) {
        if (!network_numbers_read(file, role, &learned[role].numbers))
            return KANAME_ERR_DAMAGED;
        layers_make(&learned[role].numbers, &learned[role].layers);
    }
    WindowCodes *codes = (WindowCodes *)(void *)&learned[file->roles];
    window_codes_init(codes);
    network->rows.codes = codes;
    for (int color = 0; color < COLORS; color++) {
        const Learned *of_color = &learned[color < file->roles ? color : 0];
        network->rows.of_role[color] = of_color->numbers.row;
        network->layers[color] = &of_color->layers;
    }
    network->base.bytes = sizeof *network + network->table->bytes + bytes;
    return KANAME_OK;
}

KanameStatus network_evaluator_load(Evaluator **evaluator, const void *data, size_t size) {
    NetworkFile file;
    KanameStatus status = network_file_read(&file, data, size);
    if (status != KANAME_OK)
        return status;
    NetworkEvaluator *network = calloc(1, sizeof *network);
    if (network == NULL)
        return KANAME_ERR_MEMORY;
    network->base = (Evaluator){.kind = &NETWORK,
                                .id = file.id,
                                .win_scale = file.win_scale,
                                .state_bytes = sizeof(NetworkState)};
    status = table_evaluator_load(&network->table, file.table, file.table_bytes);
    if (status != KANAME_OK) {
        free(network);
        return status == KANAME_ERR_MEMORY ? status : KANAME_ERR_DAMAGED;
    }
    network->base.tables = network->table->tables;
    status =
        file.rule == network->base.tables->rule ? take_numbers(network, &file) : KANAME_ERR_DAMAGED;
    if (status != KANAME_OK) {
        network_free(&network->base);
        return status;
    }
    *evaluator = &network->base;
    return KANAME_OK;
}
