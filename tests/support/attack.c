#include "support/attack.h"

#include <string.h>

#include "board/foul.h"
#include "support/expect.h"

/* Keys of positions that have been played through, in no order; 0 is none. */
enum { SEEN_SLOTS = 1 << 16 };
static uint64_t seen[SEEN_SLOTS];

/* Marks a position; true if it was marked before. What shares a slot is forgotten. */
static bool was_seen(uint64_t key) {
    uint64_t slot = key % SEEN_SLOTS;
    bool is_same = seen[slot] == key;
    seen[slot] = key;
    return is_same;
}

bool has_five(const Board *board, Color color) {
    return board_count(board, color, CLASS_FIVE) > 0;
}

Drawing put_drawing(Board *board, Rule rule, Color side, const char *text) {
    Drawing drawing = drawing_read(rule, text);
    board_from_oracle(board, test_tables(rule), &drawing.oracle, side, isa_best());
    return drawing;
}

static void play_against_all(Board *board, const Attack *attack, int moves) {
    Color attacker = board_to_move(board), defender = opponent(attacker);
    expect(moves < attack->moves_max);
    if (has_five(board, attacker) || was_seen(board_key(board)))
        return;
    Cell move = attack->find(attack->context);
    expect(!is_forbidden(board, attacker, move));
    board_play(board, move);
    expect(!has_five(board, defender));
    expect(!attack->by_fours || has_five(board, attacker));
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, (Cell)cell) || is_forbidden(board, defender, (Cell)cell))
            continue;
        board_play(board, (Cell)cell);
        if (!has_five(board, attacker))
            play_against_all(board, attack, moves + 1);
        board_undo(board);
    }
    board_undo(board);
}

void expect_win_against_all(Board *board, const Attack *attack) {
    memset(seen, 0, sizeof seen);
    play_against_all(board, attack, 0);
}
