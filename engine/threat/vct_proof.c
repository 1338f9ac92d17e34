#include "threat/vct_proof.h"

#include <string.h>

#include "base/rule.h"
#include "board/foul.h"
#include "threat/relevance.h"
#include "threat/reply.h"

/* Much more than the VCFs that found the wins were allowed. */
enum { PROOF_VCF_NODES = 100000 };

/* Sets `entry` to the entry of a position that the attacker wins; searches it again if the table
 * has lost it. Returns false if a limit was reached. */
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

/* Sets `longest` to the reply that loses last, of replies that all lose, and of several to the one
 * nearest to the threat; CELL_NONE if there is none. Returns false if a limit was reached. */
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
        if (entry.plies > plies ||
            (entry.plies == plies && reply_is_nearer(board, cell, *longest))) {
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

/* ---- Spoilers --------------------------------------------------------------------------------
 * With one more stone of the defender outside the set, the proof still holds. The attacker's cells
 * are empty and his stones make the same threats. No reply outside the proof answers a threat: it
 * would need a cell of the threat's own lines, or a four made by two stones, the reply and the
 * additional one. And the additional stone gives the defender no new four. */

static bool collect_attack(Vct *vct, Board *board, CellSet *cells);

/* Adds the replies of the proof, and the cells of the proof after each. */
static bool collect_replies(Vct *vct, Board *board, const CellSet *replies, CellSet *cells) {
    for (Cell cell = cellset_first(replies); cell != CELL_NONE;
         cell = cellset_next(replies, cell)) {
        cellset_add(cells, cell);
        if (is_forbidden(board, board_to_move(board), cell)) {
            if (!relevance_add_foul_cells(board, cell, cells))
                return false;
            continue;
        }
        if (!vct_count_stone(vct))
            return false;
        board_play(board, cell);
        bool is_followed = collect_attack(vct, board, cells);
        board_undo(board);
        if (!is_followed)
            return false;
    }
    return true;
}

static bool collect_threatened_fours(Vct *vct, Board *board, CellSet *cells) {
    board_pass(board);
    bool is_followed = relevance_add_vcf_spoilers(board, &vct->vcf_result, TWO_STONES, cells);
    board_undo_pass(board);
    return is_followed;
}

static void collect_open_fours(const Board *board, Color attacker, CellSet *cells) {
    const CellSet *gains = board_cells(board, attacker, CLASS_OPEN_FOUR);
    for (Cell gain = cellset_first(gains); gain != CELL_NONE; gain = cellset_next(gains, gain))
        relevance_add_windows(board, gain, attacker, true, cells);
    relevance_add_helpers(board, opponent(attacker), TWO_STONES, cells);
}

static bool collect_defence(Vct *vct, Board *board, CellSet *cells) {
    CellSet replies;
    switch (vct_threat(vct, board, &replies)) {
    case THREAT_NONE:
        return false;
    case THREAT_FIVE:
        cellset_unite(cells, board_cells(board, vct->attacker, CLASS_FIVE));
        break;
    case THREAT_OPEN_FOUR:
        collect_open_fours(board, vct->attacker, cells);
        break;
    case THREAT_FOURS:
        if (!collect_threatened_fours(vct, board, cells))
            return false;
        break;
    }
    return collect_replies(vct, board, &replies, cells);
}

/* Threes of Black in two directions: whether they are a foul may depend on any cell. */
static bool hangs_on_threes(Class class_) {
    return class_ == CLASS_FOUL_SUSPECT || class_ == CLASS_FOUL_SUSPECT_FOUR;
}

static bool collect_attack(Vct *vct, Board *board, CellSet *cells) {
    Color attacker = vct->attacker;
    if (vct_limit_reached(vct))
        return false;
    relevance_add_helpers(board, opponent(attacker), ONE_STONE, cells);
    if (board_count(board, attacker, CLASS_FIVE) > 0) {
        cellset_add(cells, cellset_first(board_cells(board, attacker, CLASS_FIVE)));
        return true;
    }
    if (vct_wins_by_fours(vct, board, PROOF_VCF_NODES))
        return relevance_add_vcf_spoilers(board, &vct->vcf_result, ONE_STONE, cells);
    VctEntry entry;
    if (!prove(vct, board, &entry) || hangs_on_threes(board_class(board, attacker, entry.move)))
        return false;
    cellset_add(cells, entry.move);
    if (!vct_count_stone(vct))
        return false;
    board_play(board, entry.move);
    bool is_followed = collect_defence(vct, board, cells);
    board_undo(board);
    return is_followed;
}

bool vct_proof_cells(Vct *vct, Board *board, CellSet *cells) {
    return collect_attack(vct, board, cells);
}
