#include "threat/vct.h"

#include <stdlib.h>

#include "base/rule.h"
#include "threat/reply.h"
#include "threat/vct_node.h"
#include "threat/vct_proof.h"

enum { FIRST_ROUND_NODES = 2000 };

size_t vct_fixed_bytes(void) {
    return sizeof(Vct);
}

Vct *vct_new(size_t table_bytes, Vcf *vcf) {
    Vct *vct = calloc(1, sizeof *vct);
    if (vct == NULL)
        return NULL;
    if (!vct_table_init(&vct->table, table_bytes)) {
        free(vct);
        return NULL;
    }
    vct->vcf = vcf;
    return vct;
}

void vct_free(Vct *vct) {
    if (vct == NULL)
        return;
    vct_table_release(&vct->table);
    free(vct);
}

void vct_clear(Vct *vct) {
    vct_table_clear(&vct->table);
}

void vct_touch(Vct *vct, const atomic_bool *stop) {
    block_touch(&vct->table.memory, stop);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Searches one round of `round_nodes` further nodes. */
static void run_round(Vct *vct, Board *board, VctThreats threats, uint64_t round_nodes,
                      uint64_t max_nodes, VctEntry *entry) {
    vct->threats = threats;
    vct->is_abandoned = false;
    vct->children_used = 0;
    uint64_t left = max_nodes > vct->nodes ? max_nodes - vct->nodes : 0;
    vct->max_nodes = vct->nodes + (round_nodes < left ? round_nodes : left);
    if (vct->max_nodes == vct->nodes)
        vct->is_abandoned = true;
    else
        vct_solve(vct, board, entry);
}

static bool is_over(const Vct *vct, uint64_t max_nodes) {
    return vct->is_too_deep || vct->is_spent || vct->nodes >= max_nodes ||
           (vct->poll != NULL && vct->poll(vct->context));
}

/* Alternates between few threats and all threats in growing rounds: most wins need only the few,
 * which are much cheaper to search; some need the others. */
static VctEntry solve_root(Vct *vct, Board *board, const VctLimits *limits) {
    VctEntry few = {.phi = 1, .delta = 1}, any = few;
    if (limits->threats == VCT_THREES) {
        run_round(vct, board, VCT_THREES, UINT64_MAX, limits->max_nodes, &few);
        return few;
    }
    for (uint64_t nodes = FIRST_ROUND_NODES;; nodes *= 2) {
        if (few.delta != 0)
            run_round(vct, board, VCT_THREES, nodes, limits->max_nodes, &few);
        if (few.phi == 0)
            return few;
        run_round(vct, board, limits->threats, nodes, limits->max_nodes, &any);
        if (any.phi == 0 || any.delta == 0 || is_over(vct, limits->max_nodes))
            return any;
    }
}

void vct_search(Vct *vct, Board *board, const VctLimits *limits, VctResult *result) {
    enum { LINE_NODES_MIN = 10000 };
    vct_begin(vct, board, limits);
    VctEntry entry = solve_root(vct, board, limits);
    result->verdict = entry.delta == 0 ? VCT_NONE : VCT_UNKNOWN;
    if (entry.phi == 0) {
        /* The table may have lost parts of the proof: search these again. */
        vct->is_abandoned = false;
        vct->max_nodes = 2 * vct->nodes + LINE_NODES_MIN;
        if (vct->max_nodes > vct->nodes_in_all)
            vct->max_nodes = vct->nodes_in_all;
        if (vct_proof_line(vct, board, result))
            result->verdict = VCT_WIN;
    }
    result->nodes = vct->nodes;
}

bool vct_spoilers(Vct *vct, Board *board, const VctLimits *limits, CellSet *cells,
                  uint64_t *nodes) {
    vct_begin(vct, board, limits);
    cellset_clear(cells);
    bool is_followed =
        !rule_has_shut_fives(board->tables->rule) && vct_proof_cells(vct, board, cells);
    if (!is_followed)
        *cells = board->empty;
    *nodes = vct->nodes;
    /* Keep only cells that are empty now; stones of the line have been taken back. */
    cellset_intersect(cells, &board->empty);
    return is_followed;
}
