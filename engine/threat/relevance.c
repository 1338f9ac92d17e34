#include "threat/relevance.h"

#include <assert.h>

#include "base/rule.h"
#include "board/foul.h"
#include "threat/reply.h"

void relevance_add_helpers(const Board *board, Color defender, StoneCount count, CellSet *cells) {
    static const Class HELPERS[] = {CLASS_SLEEPING_THREE, CLASS_SLEEPING_THREE_TWO,
                                    CLASS_THREE,          CLASS_THREE_PLUS,
                                    CLASS_DOUBLE_THREE,   CLASS_FOUL_SUSPECT};
    reply_add_fours(board, defender, cells);
    cellset_unite(cells, board_cells(board, defender, CLASS_FIVE));
    /* A stone cannot be played there now, but one that already stands may be part of the four. */
    cellset_unite(cells, board_cells(board, defender, CLASS_FORBIDDEN));
    for (size_t i = 0; count == TWO_STONES && i < sizeof HELPERS / sizeof HELPERS[0]; i++)
        cellset_unite(cells, board_cells(board, defender, HELPERS[i]));
}

void relevance_add_windows(const Board *board, Cell cell, Color color, bool fours_only,
                           CellSet *cells) {
    int reach = board->tables->reach;
    cellset_add(cells, cell);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (fours_only && board_shape(board, color, direction, cell) < SHAPE_FOUR)
            continue;
        int step = board_step(board, direction);
        uint64_t line = board->line[direction][board_line(board, direction, cell)];
        int position = board_position(board, direction, cell) + LINE_PAD;
        for (int offset = -reach; offset <= reach; offset++)
            if (((line >> (2 * (position + offset))) & 3) == CELL_EMPTY)
                cellset_add(cells, (Cell)(cell + offset * step));
    }
}

bool relevance_add_foul_cells(const Board *board, Cell cell, CellSet *cells) {
    if (board_class(board, BLACK, cell) != CLASS_FORBIDDEN)
        return false;
    relevance_add_windows(board, cell, BLACK, false, cells);
    return true;
}

/* After the line's last four: adds the fives that it threatens and, if it wins only because the
 * reply is forbidden, the cells of that foul. */
static bool add_end(const Board *board, Color attacker, CellSet *cells) {
    const CellSet *fives = board_cells(board, attacker, CLASS_FIVE);
    cellset_unite(cells, fives);
    if (board_count(board, attacker, CLASS_FIVE) > 1)
        return true;
    return relevance_add_foul_cells(board, cellset_first(fives), cells);
}

bool relevance_add_vcf_spoilers(Board *board, const VcfResult *win, StoneCount count,
                                CellSet *cells) {
    Color attacker = board_to_move(board), defender = opponent(attacker);
    assert(!rule_has_shut_fives(board->tables->rule));
    bool is_followed = true, is_five = false;
    int played = 0;
    while (played < win->line_count && is_followed && !is_five) {
        Cell cell = win->line[played];
        cellset_add(cells, cell);
        if (board_to_move(board) == attacker) {
            Class class_ = board_class(board, attacker, cell);
            relevance_add_helpers(board, defender, count, cells);
            is_five = class_ == CLASS_FIVE;
            /* Another stone may make a three real, and this four a foul. */
            is_followed = class_ != CLASS_FOUL_SUSPECT_FOUR;
        }
        board_play(board, cell);
        played++;
    }
    if (is_followed && !is_five)
        is_followed = add_end(board, attacker, cells);
    for (; played > 0; played--)
        board_undo(board);
    return is_followed;
}
