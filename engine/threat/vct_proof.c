#include "board/foul.h"
#include "threat/relevance.h"
#include "threat/reply.h"
#include "threat/vct_node.h"

#include <string.h>

/* Much more than what found them the first time. */
enum { PROOF_VCF_NODES = 100000 };

/* The position is a win for the attacker: what the table holds of it, searched again if need be.
 * False: a limit came. */
static bool prove(Vct *vct, Board *board, VctEntry *entry) {
    vct_solve(vct, board, entry);
    return (board_to_move(board) == vct->attacker ? entry->phi : entry->delta) == 0;
}

/* ---- The line -------------------------------------------------------------------------------- */

typedef enum { LINE_GOES_ON, LINE_ENDS, LINE_IS_LOST } LineState;

static void add_to_line(Board *board, VctResult *result, Cell move) {
    result->line[result->line_count++] = move;
    board_play(board, move);
}

static LineState add_attack(Vct *vct, Board *board, VctResult *result) {
    VctEntry entry;
    if (vct_wins_by_fours(vct, board, PROOF_VCF_NODES)) {
        const VcfResult *win = &vct->vcf_result;
        memcpy(result->line + result->line_count, win->line,
               (size_t)win->line_count * sizeof *win->line);
        result->plies = result->line_count + win->plies;
        result->line_count += win->line_count;
        return LINE_ENDS;
    }
    if (!prove(vct, board, &entry))
        return LINE_IS_LOST;
    add_to_line(board, result, entry.move);
    return LINE_GOES_ON;
}

/* Of replies that all lose the one that loses last. CELL_NONE: there is none, or (false) a limit
 * came. */
static bool longest_reply(Vct *vct, Board *board, const CellSet *replies, Cell *longest) {
    int plies = -1;
    *longest = CELL_NONE;
    for (Cell cell = cellset_first(replies); cell != CELL_NONE;
         cell = cellset_next(replies, cell)) {
        if (is_forbidden(board, board_to_move(board), cell))
            continue;
        VctEntry entry;
        board_play(board, cell);
        bool is_proven = prove(vct, board, &entry);
        board_undo(board);
        if (!is_proven)
            return false;
        if (entry.plies > plies) {
            plies = entry.plies;
            *longest = cell;
        }
    }
    return true;
}

static LineState add_reply(Vct *vct, Board *board, VctResult *result) {
    CellSet replies;
    Cell reply;
    ThreatKind kind = vct_threat(vct, board, &replies);
    if (kind == THREAT_NONE || !longest_reply(vct, board, &replies, &reply))
        return LINE_IS_LOST;
    if (reply == CELL_NONE && kind != THREAT_FIVE &&
        !longest_reply(vct, board, &board->empty, &reply))
        return LINE_IS_LOST;
    if (reply == CELL_NONE) {
        result->plies = result->line_count + 2;
        return LINE_ENDS;
    }
    add_to_line(board, result, reply);
    return LINE_GOES_ON;
}

bool vct_proof_line(Vct *vct, Board *board, VctResult *result) {
    result->line_count = 0;
    LineState state = LINE_GOES_ON;
    int stones = board_stones(board);
    while (state == LINE_GOES_ON)
        state = board_to_move(board) == vct->attacker ? add_attack(vct, board, result)
                                                      : add_reply(vct, board, result);
    while (board_stones(board) > stones)
        board_undo(board);
    return state == LINE_ENDS;
}
