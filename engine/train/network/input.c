#include "train/network/input.h"

#include <stdlib.h>

#include "base/rule.h"
#include "eval/table/table.h"
#include "train/network/integers.h"
#include "train/objective.h"

bool input_reader_init(InputReader *reader, const Evaluator *table, double units) {
    *reader = (InputReader){.table = table, .units = units};
    reader->rows = malloc(NETWORK_WINDOW_KEYS * sizeof *reader->rows);
    for (uint32_t key = 0; reader->rows != NULL && key < NETWORK_WINDOW_KEYS; key++)
        for (Color color = BLACK; color <= WHITE; color++)
            reader->rows[key].of[color] = (uint16_t)network_row(key, color);
    return reader->rows != NULL;
}

void input_reader_release(InputReader *reader) {
    free(reader->rows);
}

/* Returns the cells linked to the fours of a colour. */
static CellSet linked_to_fours(const Board *board, Color color) {
    CellSet cells;
    cellset_clear(&cells);
    for (int class_ = CLASS_FOUR; class_ < CLASSES; class_++) {
        const CellSet *fours = board_cells(board, color, (Class)class_);
        for (Cell cell = cellset_first(fours); cell != CELL_NONE;
             cell = cellset_next(fours, cell)) {
            const CellSet *linked = board_linked(board, cell);
            for (int i = 0; i < SET_WORDS; i++)
                cells.word[i] |= linked->word[i];
        }
    }
    return cells;
}

static void read_cell(const InputReader *reader, const Board *board, Cell cell, InputCell *to) {
    Color us = board_to_move(board), them = opponent(us);
    int count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        InputRows rows = reader->rows[board_window(board, d, cell, NETWORK_REACH)];
        to->own[count] = rows.of[us];
        to->other[count] = rows.of[them];
        count += rows.of[us] != NETWORK_EMPTY_ROW;
    }
    to->window_count = (uint8_t)count;
}

static void read_cells(const InputReader *reader, const Board *board, const CellSet *candidates,
                       Cell *cells, NetworkInput *input) {
    Color us = board_to_move(board);
    CellSet linked[2] = {linked_to_fours(board, us), linked_to_fours(board, opponent(us))};
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = board->empty.word[i]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(i * 64 + __builtin_ctzll(bits));
            InputCell *to = &input->cells[count];
            read_cell(reader, board, cell, to);
            if (to->window_count == 0 && !cellset_has(candidates, cell))
                continue;
            to->links =
                (uint8_t)(cellset_has(&linked[0], cell) | cellset_has(&linked[1], cell) << 1);
            cells[count++] = cell;
        }
    input->cell_count = count;
}

/* Lists the candidates if the searched move is one of several. */
static void read_moves(EvalState *table, const CellSet *candidates, const Cell *cells, Cell best,
                       NetworkInput *input) {
    MoveOrder order = eval_order(table, candidates);
    int count = 0, best_index = -1;
    for (int i = 0; i < input->cell_count; i++) {
        if (!cellset_has(candidates, cells[i]))
            continue;
        if (cells[i] == best)
            best_index = count;
        float nats = (float)order_of(&order, table->board, cells[i]) / ORDER_UNITS;
        input->moves[count++] = (InputMove){(uint16_t)i, nats};
    }
    input->best = best_index;
    input->move_count = best_index >= 0 && count > 1 ? count : 0;
}

void input_read(const InputReader *reader, const Sample *sample, NetworkInput *input) {
    Board *board = sample->board;
    Color us = board_to_move(board);
    bool has_roles = rule_has_roles(board->tables->rule);
    EvalState table = {reader->table, board, NULL};
    CellSet candidates;
    Cell cells[CELLS_MAX];
    Score score = eval_score(&table);
    if (score > NETWORK_TABLE_MAX)
        score = NETWORK_TABLE_MAX;
    if (score < -NETWORK_TABLE_MAX)
        score = -NETWORK_TABLE_MAX;
    input->own_role = has_roles ? (int)us : 0;
    input->other_role = has_roles ? (int)opponent(us) : 0;
    input->stones = sample->index;
    input->stage = network_stage(sample->index);
    input->threat = threat_state(board, us);
    input->table = (float)(score / reader->units);
    objective_candidates(board, &candidates);
    read_cells(reader, board, &candidates, cells, input);
    read_moves(&table, &candidates, cells, sample->best, input);
}
