#include "eval/network/network.h"

#include <assert.h>
#include <stdlib.h>

#include "base/block.h"
#include "eval/network/layers.h"
#include "eval/table/table.h"
#include "eval/weights/embedded.h"

typedef struct NetworkEvaluator {
    Evaluator base;
    Evaluator *table; /* whose tables the boards use */
    NetworkRows rows;
    const Layers *layers[COLORS]; /* by the side to move */
    /* Owned: */
    RowPair *row_pairs;
    NetworkNumbers *numbers; /* of each role; only the rows are used */
    Block layers_memory;     /* Layers of each role */
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
    return (Following){network->layers[board_to_move(board)], board, state->memory,
                       network_follow(state->memory, &network->rows, board)};
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
    return layers_score(&at, table);
}

static Score score(EvalState *state) {
    bool is_exact;
    return score_within(state, -SCORE_EVAL_MAX, SCORE_EVAL_MAX, &is_exact);
}

static MoveOrder order(EvalState *state, const CellSet *cells) {
    EvalState of_table = table_state(state);
    MoveOrder table_order = eval_order(&of_table, cells);
    Following at = follow(state);
    layers_order(&at, cells, &table_order);
    return (MoveOrder){.by_cell = at.state->order};
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static void network_free(Evaluator *evaluator) {
    NetworkEvaluator *network = (NetworkEvaluator *)evaluator;
    if (network->table != NULL)
        network->table->kind->free(network->table);
    free(network->row_pairs);
    free(network->numbers);
    block_release(&network->layers_memory);
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
    size_t roles = (size_t)file->roles;
    network->row_pairs = network_rows_new();
    network->numbers = malloc(roles * sizeof *network->numbers);
    if (network->row_pairs == NULL || network->numbers == NULL ||
        !block_init(&network->layers_memory, roles * sizeof(Layers)))
        return KANAME_ERR_MEMORY;
    Layers *made = network->layers_memory.begin;
    for (int role = 0; role < file->roles; role++) {
        if (!network_numbers_read(file, role, &network->numbers[role]))
            return KANAME_ERR_DAMAGED;
        layers_make(&network->numbers[role], &made[role]);
    }
    network->rows.by_window = network->row_pairs;
    for (int color = 0; color < COLORS; color++) {
        int role = color < file->roles ? color : 0;
        network->rows.of_role[color] = network->numbers[role].row;
        network->layers[color] = &made[role];
    }
    network->base.bytes = sizeof *network + network->table->bytes +
                          roles * (sizeof *network->numbers + sizeof *made) +
                          WHOLE_KEYS * sizeof *network->row_pairs;
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

/* ---- Embedded networks ----------------------------------------------------------------------- */

bool network_is_embedded(Rule rule) {
    return EMBEDDED_NETWORKS[rule].size > 0;
}

uint64_t network_embedded_id(Rule rule) {
    return network_file_id(EMBEDDED_NETWORKS[rule].data);
}

Evaluator *network_evaluator_embedded(Rule rule) {
    Evaluator *evaluator;
    KanameStatus status = network_evaluator_load(&evaluator, EMBEDDED_NETWORKS[rule].data,
                                                 EMBEDDED_NETWORKS[rule].size);
    assert(status == KANAME_OK || status == KANAME_ERR_MEMORY);
    return status == KANAME_OK ? evaluator : NULL;
}
