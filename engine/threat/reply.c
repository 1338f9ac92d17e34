#include "threat/reply.h"

#include <assert.h>

#include "base/rule.h"
#include "board/candidates.h"

void add_fours(const Board *board, Color color, CellSet *cells) {
    for (int i = 0; i < FOUR_CLASS_COUNT; i++) {
        const CellSet *fours = board_cells(board, color, FOUR_CLASSES[i]);
        for (int word = 0; word < SET_WORDS; word++)
            cells->word[word] |= fours->word[word];
    }
}

void replies_to_five(const Board *board, Color attacker, CellSet *cells) {
    int fives = board_count(board, attacker, CLASS_FIVE);
    assert(fives > 0);
    if (rule_has_shut_fives(board->tables->rule))
        candidates_defence(board, attacker, cells);
    else if (fives == 1)
        *cells = *board_cells(board, attacker, CLASS_FIVE);
    else
        cellset_clear(cells);
}

/* Caro: returns whether the stone would leave no reply. */
static bool wins_when_played(Board *board, Cell cell) {
    Color attacker = board_to_move(board);
    CellSet replies;
    board_play(board, cell);
    replies_to_five(board, attacker, &replies);
    board_undo(board);
    return cellset_first(&replies) == CELL_NONE;
}

Cell winning_open_four(Board *board) {
    Color attacker = board_to_move(board);
    if (board_count(board, attacker, CLASS_OPEN_FOUR) == 0)
        return CELL_NONE;
    const CellSet *gains = board_cells(board, attacker, CLASS_OPEN_FOUR);
    Cell gain = cellset_first(gains);
    if (!rule_has_shut_fives(board->tables->rule))
        return gain;
    while (gain != CELL_NONE && !wins_when_played(board, gain))
        gain = cellset_next(gains, gain);
    return gain;
}

/* Sets `cells` to the empty cells of the gain's four windows. They contain every five through the
 * gain and both of its ends, so a stone elsewhere does not affect the threat. */
static void window_cells(const Board *board, Cell gain, CellSet *cells) {
    cellset_clear(cells);
    int reach = board->tables->reach;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int step = board_step(board, direction);
        uint64_t line = board->line[direction][board_line(board, direction, gain)];
        int position = board_position(board, direction, gain) + LINE_PAD;
        for (int offset = -reach; offset <= reach; offset++)
            if (((line >> (2 * (position + offset))) & 3) == CELL_EMPTY)
                cellset_add(cells, (Cell)(gain + offset * step));
    }
}

bool replies_to_open_four(Board *board, CellSet *cells) {
    Color attacker = opponent(board_to_move(board));
    if (board_count(board, attacker, CLASS_OPEN_FOUR) == 0)
        return false;
    if (!rule_has_shut_fives(board->tables->rule))
        return candidates_defence(board, attacker, cells);
    board_pass(board);
    Cell gain = winning_open_four(board);
    board_undo_pass(board);
    if (gain == CELL_NONE)
        return false;
    window_cells(board, gain, cells);
    return true;
}
