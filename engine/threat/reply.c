#include "threat/reply.h"

#include <assert.h>

#include "base/rule.h"
#include "board/candidates.h"
#include "board/foul.h"

static int squared_distance(const Board *board, Cell cell) {
    Cell last = board_last(board);
    int dx = board->x[cell] - board->x[last], dy = board->y[cell] - board->y[last];
    return dx * dx + dy * dy;
}

bool reply_is_nearer(const Board *board, Cell cell, Cell other) {
    return other == CELL_NONE || squared_distance(board, cell) < squared_distance(board, other);
}

void reply_add_fours(const Board *board, Color color, CellSet *cells) {
    for (int i = 0; i < FOUR_CLASS_COUNT; i++)
        cellset_unite(cells, board_cells(board, color, FOUR_CLASSES[i]));
}

void reply_to_five(const Board *board, Color attacker, CellSet *cells) {
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
    reply_to_five(board, attacker, &replies);
    board_undo(board);
    return cellset_first(&replies) == CELL_NONE;
}

Cell reply_winning_open_four(Board *board) {
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

/* ---- Fours whose reply is forbidden ---------------------------------------------------------- */

/* Classes of Black on a cell that may be forbidden to him. */
static const Class FOUL_CLASSES[] = {CLASS_FORBIDDEN, CLASS_FOUL_SUSPECT, CLASS_FOUL_SUSPECT_FOUR};
enum { FOUL_CLASS_COUNT = sizeof FOUL_CLASSES / sizeof FOUL_CLASSES[0] };

/* Returns whether a stone of White on `gain` leaves Black only the forbidden cell `reply`. */
static bool leaves_only_foul(Board *board, Cell gain, Cell reply) {
    board_play(board, gain);
    bool is_won =
        board_class(board, WHITE, reply) == CLASS_FIVE && is_forbidden(board, BLACK, reply);
    board_undo(board);
    return is_won;
}

/* Returns a cell where White makes a four that is completed on `reply`, in one direction, and where
 * that reply is forbidden; CELL_NONE if there is none. */
static Cell four_completed_at(Board *board, int direction, Cell reply) {
    enum { WITHIN = 4 }; /* cells between the ends of a five */
    uint64_t line = board->line[direction][board_line(board, direction, reply)];
    int position = board_position(board, direction, reply) + LINE_PAD;
    int step = board_step(board, direction);
    for (int offset = -WITHIN; offset <= WITHIN; offset++) {
        Cell gain = (Cell)(reply + offset * step);
        if (offset != 0 && ((line >> (2 * (position + offset))) & 3) == CELL_EMPTY &&
            board_shape(board, WHITE, direction, gain) >= SHAPE_FOUR &&
            leaves_only_foul(board, gain, reply))
            return gain;
    }
    return CELL_NONE;
}

Cell reply_winning_foul_four(Board *board) {
    Color attacker = board_to_move(board);
    if (!rule_has_fouls(board->tables->rule, opponent(attacker)))
        return CELL_NONE;
    for (int i = 0; i < FOUL_CLASS_COUNT; i++) {
        if (board_count(board, BLACK, FOUL_CLASSES[i]) == 0)
            continue;
        CellSet replies = *board_cells(board, BLACK, FOUL_CLASSES[i]); /* the board's own changes */
        for (Cell reply = cellset_first(&replies); reply != CELL_NONE;
             reply = cellset_next(&replies, reply))
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                if (board_shape(board, WHITE, direction, reply) < SHAPE_FOUR)
                    continue;
                Cell gain = four_completed_at(board, direction, reply);
                if (gain != CELL_NONE)
                    return gain;
            }
    }
    return CELL_NONE;
}

static bool can_make_four(const Board *board, Color color) {
    for (int i = 0; i < FOUR_CLASS_COUNT; i++)
        if (board_count(board, color, FOUR_CLASSES[i]) > 0)
            return true;
    /* A double four of Black may become a legal four when White stops one of the two. */
    return board_count(board, color, CLASS_FORBIDDEN) > 0;
}

Cell reply_winning_double_three(const Board *board) {
    Color attacker = board_to_move(board);
    if (board_count(board, attacker, CLASS_DOUBLE_THREE) == 0 ||
        rule_has_shut_fives(board->tables->rule) || can_make_four(board, opponent(attacker)))
        return CELL_NONE;
    return cellset_first(board_cells(board, attacker, CLASS_DOUBLE_THREE));
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

bool reply_to_open_four(Board *board, CellSet *cells) {
    Color attacker = opponent(board_to_move(board));
    if (board_count(board, attacker, CLASS_OPEN_FOUR) == 0)
        return false;
    if (!rule_has_shut_fives(board->tables->rule))
        return candidates_defence(board, attacker, cells);
    board_pass(board);
    Cell gain = reply_winning_open_four(board);
    board_undo_pass(board);
    if (gain == CELL_NONE)
        return false;
    window_cells(board, gain, cells);
    return true;
}
