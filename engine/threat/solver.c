#include "threat/solver.h"

#include <stdlib.h>

#include "base/rule.h"
#include "board/foul.h"
#include "threat/reply.h"
#include "threat/vcf.h"
#include "threat/vct.h"

enum {
    BYTES_MIN = 64 << 10,
    VCF_DIVISOR = 16 /* SOLVER_THREATS: the VCF table takes this part of the memory */
};

struct Solver {
    SolverKind kind;
    Vcf *vcf;
    Vct *vct; /* NULL: SOLVER_FOURS */
    union {
        VcfResult by_fours;
        VctResult by_threats;
    } found;
};

/* Returns a solver with tables of exactly `bytes`; NULL if out of memory. */
static Solver *solver_of_bytes(SolverKind kind, uint64_t bytes) {
    Solver *solver = bytes <= SIZE_MAX / 2 ? calloc(1, sizeof *solver) : NULL;
    if (solver == NULL)
        return NULL;
    bool by_fours = kind == SOLVER_FOURS;
    uint64_t vcf_part = by_fours ? bytes : bytes / VCF_DIVISOR;
    solver->kind = kind;
    solver->vcf = vcf_new((size_t)vcf_part);
    if (solver->vcf != NULL && !by_fours)
        solver->vct = vct_new((size_t)(bytes - vcf_part), solver->vcf);
    if (solver->vcf == NULL || (!by_fours && solver->vct == NULL)) {
        solver_free(solver);
        return NULL;
    }
    return solver;
}

Solver *solver_new(SolverKind kind, uint64_t bytes) {
    Solver *solver = NULL;
    if (bytes < BYTES_MIN)
        bytes = BYTES_MIN;
    for (; solver == NULL && bytes >= BYTES_MIN; bytes /= 2)
        solver = solver_of_bytes(kind, bytes);
    return solver;
}

void solver_free(Solver *solver) {
    if (solver == NULL)
        return;
    vct_free(solver->vct);
    vcf_free(solver->vcf);
    free(solver);
}

SolverKind solver_kind(const Solver *solver) {
    return solver->kind;
}

/* ---- The end of a line ----------------------------------------------------------------------- */

/* Returns the legal cell of the set that is nearest to the last stone; CELL_NONE if there is none.
 */
static Cell nearest_legal(const Board *board, const CellSet *cells) {
    Cell nearest = CELL_NONE;
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        if (board_is_empty(board, cell) && !is_forbidden(board, board_to_move(board), cell) &&
            reply_is_nearer(board, cell, nearest))
            nearest = cell;
    return nearest;
}

/* After the attacker's last stone adds a reply, which stops one of the fives if it may, and the
 * five. Plays the reply. Returns the new length, the same if the defender has no legal move. */
static int add_five(Board *board, Color attacker, Cell *line, int count) {
    Cell reply = nearest_legal(board, board_cells(board, attacker, CLASS_FIVE));
    if (reply == CELL_NONE)
        reply = nearest_legal(board, &board->empty);
    if (reply == CELL_NONE)
        return count;
    board_play(board, reply);
    Cell five = cellset_first(board_cells(board, attacker, CLASS_FIVE));
    if (five == CELL_NONE)
        return count;
    line[count] = reply;
    line[count + 1] = five;
    return count + 2;
}

/* Continues the line of a win, which may end with a stone that the defender cannot answer, to the
 * five. Returns its length. */
static int finish_line(Board *board, Cell *line, int count) {
    Color attacker = board_to_move(board);
    int stones = board_stones(board);
    bool is_five = false;
    for (int i = 0; i < count; i++) {
        is_five = board_wins_at(board, board_to_move(board), line[i]);
        board_play(board, line[i]);
    }
    if (!is_five && board_to_move(board) != attacker)
        count = add_five(board, attacker, line, count);
    while (board_stones(board) > stones)
        board_undo(board);
    return count;
}

/* ---- Searches -------------------------------------------------------------------------------- */

static SolverResult search_fours(Solver *solver, Board *board, const SolverLimits *solver_limits) {
    static const SolverVerdict VERDICTS[] = {
        [VCF_NONE] = SOLVER_NO_WIN, [VCF_WIN] = SOLVER_WIN, [VCF_UNKNOWN] = SOLVER_UNKNOWN};
    VcfLimits limits = {.max_moves = VCF_MOVES_MAX,
                        .max_nodes = solver_limits->max_nodes,
                        .shorten = true,
                        .poll = solver_limits->poll,
                        .context = solver_limits->context};
    VcfResult *found = &solver->found.by_fours;
    vcf_search(solver->vcf, board, &limits, found);
    return (SolverResult){.verdict = VERDICTS[found->verdict],
                          .nodes = found->nodes,
                          .line = found->line,
                          .line_count = found->verdict == VCF_WIN
                                            ? finish_line(board, found->line, found->line_count)
                                            : 0};
}

/* Widens the limits of a search that found no win: first to threats that take more stones to find,
 * then to those of stones without a class. Returns false if nothing wider is left; open threes
 * alone are threats where fives can be shut. */
static bool widen(VctLimits *limits, Rule rule) {
    enum { THREAT_NODES_GROWTH = 8, THREAT_NODES_MAX = 4096 };
    if (rule_has_shut_fives(rule))
        return false;
    if (limits->threat_nodes < THREAT_NODES_MAX) {
        limits->threat_nodes *= THREAT_NODES_GROWTH;
        return true;
    }
    if (limits->threats == VCT_EVERY)
        return false;
    limits->threats = VCT_EVERY;
    limits->threat_nodes = VCT_THREAT_NODES;
    return true;
}

/* No win is believed only if the widest search finds none either. */
static SolverResult search_threats(Solver *solver, Board *board,
                                   const SolverLimits *solver_limits) {
    static const SolverVerdict VERDICTS[] = {
        [VCT_NONE] = SOLVER_NO_WIN, [VCT_WIN] = SOLVER_WIN, [VCT_UNKNOWN] = SOLVER_UNKNOWN};
    VctLimits limits = {.threats = VCT_ANY,
                        .threat_nodes = VCT_THREAT_NODES,
                        .max_nodes = solver_limits->max_nodes,
                        .nodes_in_all = solver_limits->max_nodes,
                        .poll = solver_limits->poll,
                        .context = solver_limits->context};
    VctResult *found = &solver->found.by_threats;
    uint64_t nodes = 0;
    for (;;) {
        vct_search(solver->vct, board, &limits, found);
        nodes += found->nodes;
        limits.max_nodes = limits.nodes_in_all -= found->nodes;
        if (found->verdict != VCT_NONE || !widen(&limits, board->tables->rule))
            break;
        if (limits.max_nodes == 0) {
            found->verdict = VCT_UNKNOWN;
            break;
        }
    }
    return (SolverResult){.verdict = VERDICTS[found->verdict],
                          .nodes = nodes,
                          .line = found->line,
                          .line_count = found->verdict == VCT_WIN
                                            ? finish_line(board, found->line, found->line_count)
                                            : 0};
}

SolverResult solver_search(Solver *solver, Board *board, const SolverLimits *limits) {
    return solver->kind == SOLVER_FOURS ? search_fours(solver, board, limits)
                                        : search_threats(solver, board, limits);
}
