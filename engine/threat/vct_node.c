#include "threat/vct_node.h"

#include <assert.h>
#include <string.h>

#include "base/rule.h"
#include "board/foul.h"
#include "threat/relevance.h"
#include "threat/reply.h"

enum {
    POLL_NODES = 1024,
    LEAF_VCF_NODES = 64 /* stones that a VCF may play in a new position */
};

void vct_begin(Vct *vct, const Board *board, const VctLimits *limits) {
    vct->threats = limits->threats;
    vct->max_nodes = limits->max_nodes;
    vct->is_abandoned = false;
    vct->children_used = 0;
    vct->attacker = board_to_move(board);
    vct->root_stones = board_stones(board);
    vct->threat_nodes = limits->threat_nodes > 0 ? limits->threat_nodes : VCT_THREAT_NODES;
    vct->nodes = 0;
    vct->nodes_in_all = limits->nodes_in_all > 0 ? limits->nodes_in_all : UINT64_MAX;
    vct->is_spent = false;
    vct->is_too_deep = false;
    vct->next_poll = POLL_NODES;
    vct->poll = limits->poll;
    vct->context = limits->context;
}

/* ---- Limits and table ------------------------------------------------------------------------ */

bool vct_limit_reached(Vct *vct) {
    if (!vct->is_abandoned && vct->nodes >= vct->max_nodes)
        vct->is_abandoned = true;
    if (!vct->is_abandoned && vct->nodes >= vct->next_poll) {
        vct->next_poll = vct->nodes + POLL_NODES;
        vct->is_abandoned = vct->poll != NULL && vct->poll(vct->context);
    }
    return vct->is_abandoned;
}

bool vct_count_stone(Vct *vct) {
    if (vct->nodes >= vct->nodes_in_all) {
        vct->is_abandoned = vct->is_spent = true;
        return false;
    }
    vct->nodes++;
    return true;
}

/* The entry of a position depends on the attacker and on the threats, so both are part of the key.
 */
static uint64_t table_key(const Vct *vct, uint64_t key, VctThreats threats) {
    static const uint64_t NUMBERS[] = {[VCT_THREES] = 1, [VCT_ANY] = 2, [VCT_EVERY] = 5};
    uint64_t more = threats != VCT_THREES ? vct->threat_nodes - VCT_THREAT_NODES : 0;
    return key ^ rng_mix(8 * more + 2 * (uint64_t)vct->attacker + NUMBERS[threats]);
}

/* Reads the table by the key of the position; `attacking`: the attacker is to move there. */
static bool known(const Vct *vct, uint64_t key, bool attacking, VctEntry *entry) {
    if (vct_table_get(&vct->table, table_key(vct, key, vct->threats), entry))
        return true;
    /* A win with fewer kinds of threats is also a win with more. */
    for (VctThreats fewer = VCT_THREES; fewer < vct->threats; fewer++)
        if (vct_table_get(&vct->table, table_key(vct, key, fewer), entry) &&
            (attacking ? entry->phi : entry->delta) == 0)
            return true;
    return false;
}

static void remember(Vct *vct, const Board *board, const VctEntry *entry) {
    vct_table_put(&vct->table, table_key(vct, board_key(board), vct->threats), entry);
}

/* ---- Positions ------------------------------------------------------------------------------- */

bool vct_wins_by_fours(Vct *vct, Board *board, uint64_t max_nodes) {
    uint64_t left = vct->nodes_in_all - vct->nodes;
    VcfLimits limits = {.max_moves = VCF_MOVES_MAX,
                        .max_nodes = max_nodes < left ? max_nodes : left,
                        .poll = vct->poll,
                        .context = vct->context};
    vcf_search(vct->vcf, board, &limits, &vct->vcf_result);
    vct->nodes += vct->vcf_result.nodes;
    /* Ended by nodes_in_all or by the poll rather than by max_nodes. */
    if (vct->vcf_result.verdict == VCF_UNKNOWN && vct->vcf_result.nodes < max_nodes)
        vct->is_abandoned = vct->is_spent = true;
    return vct->vcf_result.verdict == VCF_WIN;
}

/* Returns whether the attacker would win by fours if the defender passed. Sets `replies` to the
 * cells that may spoil the win. */
static bool threatens_fours(Vct *vct, Board *board, CellSet *replies) {
    if (vct->threats == VCT_THREES || rule_has_shut_fives(board->tables->rule))
        return false;
    board_pass(board);
    bool wins = vct_wins_by_fours(vct, board, vct->threat_nodes);
    if (wins) {
        cellset_clear(replies);
        if (!relevance_add_vcf_spoilers(board, &vct->vcf_result, ONE_STONE, replies))
            *replies = board->empty;
    }
    board_undo_pass(board);
    return wins;
}

ThreatKind vct_threat(Vct *vct, Board *board, CellSet *replies) {
    Color defender = opponent(vct->attacker);
    if (board_count(board, defender, CLASS_FIVE) > 0)
        return THREAT_NONE; /* he wins instead of answering */
    if (board_count(board, vct->attacker, CLASS_FIVE) > 0) {
        reply_to_five(board, vct->attacker, replies);
        return THREAT_FIVE;
    }
    if (reply_to_open_four(board, replies)) {
        reply_add_fours(board, defender, replies);
        return THREAT_OPEN_FOUR;
    }
    return threatens_fours(vct, board, replies) ? THREAT_FOURS : THREAT_NONE;
}

static VctEntry refuted_entry(void) {
    return (VctEntry){.phi = PROOF_INFINITE, .delta = 0, .move = CELL_NONE};
}

static VctEntry shown_entry(Cell move, int plies) {
    return (VctEntry){.phi = 0, .delta = PROOF_INFINITE, .move = move, .plies = (uint16_t)plies};
}

/* Classes whose stone can be a threat without being a four, the most promising first. */
static const Class THREE_CLASSES[] = {CLASS_DOUBLE_THREE,       CLASS_FOUL_SUSPECT,
                                      CLASS_THREE_PLUS,         CLASS_THREE,
                                      CLASS_SLEEPING_THREE_TWO, CLASS_SLEEPING_THREE};
static const Class OTHER_CLASSES[] = {CLASS_DOUBLE_TWO, CLASS_TWO};
enum {
    THREE_CLASS_COUNT = sizeof THREE_CLASSES / sizeof THREE_CLASSES[0],
    OTHER_CLASS_COUNT = sizeof OTHER_CLASSES / sizeof OTHER_CLASSES[0]
};

static int count_classes(const Board *board, Color color, const Class *classes, int class_count) {
    int count = 0;
    for (int i = 0; i < class_count; i++)
        count += board_count(board, color, classes[i]);
    return count;
}

/* Grows with the length of the line, so that the search leaves sequences that only get longer. */
static uint32_t initial_proof_number(const Vct *vct, const Board *board) {
    enum { NUMBER_PER_STONE = 4 };
    return 1 + NUMBER_PER_STONE * (uint32_t)(board_stones(board) - vct->root_stones);
}

static void evaluate_attack(Vct *vct, Board *board, VctEntry *entry) {
    enum { DOUBLE_THREE_PLIES = 5 };
    Color attacker = vct->attacker;
    if (board_count(board, attacker, CLASS_FIVE) > 0) {
        *entry = shown_entry(cellset_first(board_cells(board, attacker, CLASS_FIVE)), 1);
        return;
    }
    if (vct_wins_by_fours(vct, board, LEAF_VCF_NODES)) {
        *entry = shown_entry(vct->vcf_result.line[0], vct->vcf_result.plies);
        return;
    }
    int attacks = 1;
    if (board_count(board, opponent(attacker), CLASS_FIVE) == 0) {
        Cell gain = reply_winning_double_three(board);
        if (gain != CELL_NONE) {
            *entry = shown_entry(gain, DOUBLE_THREE_PLIES);
            return;
        }
        int fours = count_classes(board, attacker, FOUR_CLASSES, FOUR_CLASS_COUNT);
        attacks = fours + count_classes(board, attacker, THREE_CLASSES, THREE_CLASS_COUNT);
        if (vct->threats != VCT_THREES)
            attacks += count_classes(board, attacker, OTHER_CLASSES, OTHER_CLASS_COUNT);
    }
    *entry = refuted_entry();
    if (attacks > 0)
        *entry = (VctEntry){
            .phi = initial_proof_number(vct, board), .delta = (uint32_t)attacks, .move = CELL_NONE};
}

static int remove_forbidden(const Board *board, CellSet *cells) {
    int count = 0;
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell)) {
        if (is_forbidden(board, board_to_move(board), cell))
            cellset_flip(cells, cell);
        else
            count++;
    }
    return count;
}

static void evaluate_defence(Vct *vct, Board *board, VctEntry *entry) {
    enum { PLIES_AFTER_FOUR = 2, PLIES_AFTER_THREE = 4 };
    CellSet replies;
    ThreatKind kind = vct_threat(vct, board, &replies);
    if (kind == THREAT_NONE) {
        *entry = shown_entry(CELL_NONE, 0);
        return;
    }
    int count = remove_forbidden(board, &replies);
    *entry = refuted_entry();
    entry->plies = kind == THREAT_FIVE ? PLIES_AFTER_FOUR : PLIES_AFTER_THREE;
    if (count > 0)
        *entry = (VctEntry){.phi = 1, .delta = (uint32_t)count, .move = CELL_NONE};
}

/* Sets `entry` to the numbers of the position, from the table or from a first evaluation. */
static void evaluate(Vct *vct, Board *board, VctEntry *entry) {
    bool attacking = board_to_move(board) == vct->attacker;
    if (known(vct, board_key(board), attacking, entry))
        return;
    if (attacking)
        evaluate_attack(vct, board, entry);
    else
        evaluate_defence(vct, board, entry);
    if (vct->is_spent)
        *entry = (VctEntry){.phi = 1, .delta = 1, .move = CELL_NONE}; /* nothing is known */
    else
        remember(vct, board, entry);
}

/* ---- Children -------------------------------------------------------------------------------- */

static VctChild look_at(Vct *vct, Board *board, Cell move) {
    Color color = board_to_move(board);
    uint64_t key = board_key_after(board, move);
    VctEntry entry = {.phi = 1, .delta = 1, .move = CELL_NONE};
    if (!known(vct, key, color != vct->attacker, &entry) && vct_count_stone(vct)) {
        board_play(board, move);
        evaluate(vct, board, &entry);
        board_undo(board);
    }
    return (VctChild){entry.phi, entry.delta, move, entry.plies};
}

/* The list of a node's children while it is built. Once a child decides the node, the others are
 * skipped. */
typedef struct Listing {
    VctChild *children;
    int count, room;
    bool is_decided;
    bool is_free; /* the defender need not answer at all */
} Listing;

static void list_cells(Vct *vct, Board *board, const CellSet *cells, Listing *listing) {
    for (Cell cell = cellset_first(cells);
         cell != CELL_NONE && !listing->is_decided && !vct->is_spent;
         cell = cellset_next(cells, cell)) {
        if (is_forbidden(board, board_to_move(board), cell))
            continue;
        VctChild child = look_at(vct, board, cell);
        if (board_to_move(board) == vct->attacker && child.phi == 0)
            continue; /* no threat, or a refuted one */
        if (listing->count == listing->room) {
            vct->is_abandoned = vct->is_too_deep = true;
            return;
        }
        listing->children[listing->count++] = child;
        listing->is_decided = child.delta == 0;
    }
}

static void list_classes(Vct *vct, Board *board, const Class *classes, int class_count,
                         Listing *listing) {
    for (int i = 0; i < class_count; i++) {
        /* A copy: the board's own set changes while children are looked at. */
        CellSet cells = *board_cells(board, vct->attacker, classes[i]);
        list_cells(vct, board, &cells, listing);
    }
}

static void list_attacks(Vct *vct, Board *board, Listing *listing) {
    Color defender = opponent(vct->attacker);
    if (board_count(board, defender, CLASS_FIVE) > 0) {
        CellSet stops;
        reply_to_five(board, defender, &stops);
        list_cells(vct, board, &stops, listing);
        return;
    }
    list_classes(vct, board, FOUR_CLASSES, FOUR_CLASS_COUNT, listing);
    list_classes(vct, board, THREE_CLASSES, THREE_CLASS_COUNT, listing);
    if (vct->threats != VCT_THREES)
        list_classes(vct, board, OTHER_CLASSES, OTHER_CLASS_COUNT, listing);
    /* A stone without a class adds no four at once, so a win by fours begins with one at hand. */
    if (vct->threats == VCT_EVERY &&
        count_classes(board, vct->attacker, FOUR_CLASSES, FOUR_CLASS_COUNT) > 0)
        list_classes(vct, board, (const Class[]){CLASS_NONE}, 1, listing);
}

static void list_replies(Vct *vct, Board *board, Listing *listing) {
    CellSet replies;
    /* A threat found earlier may be missed now, as the contents of the Vcf's table change. */
    listing->is_free = vct_threat(vct, board, &replies) == THREAT_NONE && !vct->is_spent;
    if (!listing->is_free)
        list_cells(vct, board, &replies, listing);
}

static Listing list_children(Vct *vct, Board *board) {
    Listing listing = {.children = vct->children + vct->children_used,
                       .room = VCT_CHILDREN_MAX - vct->children_used};
    if (board_to_move(board) == vct->attacker)
        list_attacks(vct, board, &listing);
    else
        list_replies(vct, board, &listing);
    return listing;
}

/* ---- Proof numbers --------------------------------------------------------------------------- */

static uint32_t add_numbers(uint32_t a, uint32_t b) {
    uint32_t sum = a + b;
    if (a == PROOF_INFINITE || b == PROOF_INFINITE)
        return PROOF_INFINITE;
    return sum < PROOF_INFINITE ? sum : PROOF_INFINITE - 1;
}

/* The child to search next, and the node's numbers computed from its children's. */
typedef struct Choice {
    int best;             /* index of the least delta, the first among equals */
    uint32_t phi, second; /* the least delta and the next one */
    uint32_t delta;       /* of all phi; `others`: the part that is not the chosen child's */
    uint32_t others;
} Choice;

/* Delta is the largest phi of a node's moves and a part of the others. Their sum would count the
 * same work repeatedly: the attacker's moves are refuted by much the same stones, and the
 * defender's replies lose to much the same attack. The part is one for each other move (weak proof
 * numbers: Ueda, Hashimoto, Hashimoto, Iida, "Weak Proof-Number Search", 2008), but half of their
 * sum at the defender's nodes unless VCT_THREES, whose replies differ more. */
static Choice choose(const VctChild *children, int count, bool is_weak) {
    Choice choice = {.best = 0, .phi = PROOF_INFINITE, .second = PROOF_INFINITE};
    uint32_t sum = 0, largest = 0, open = 0;
    for (int i = 0; i < count; i++) {
        sum = add_numbers(sum, children[i].phi);
        largest = children[i].phi > largest ? children[i].phi : largest;
        open += children[i].phi > 0;
        if (children[i].delta < choice.phi) {
            choice.second = choice.phi;
            choice.phi = children[i].delta;
            choice.best = i;
        } else if (children[i].delta < choice.second) {
            choice.second = children[i].delta;
        }
    }
    uint32_t part = 0;
    if (is_weak) {
        part = open > 0 ? open - 1 : 0;
        choice.others = part;
    } else if (count > 0) {
        part = (sum - largest) / 2;
        choice.others = (sum - children[choice.best].phi) / 2;
    }
    choice.delta = add_numbers(largest, part);
    return choice;
}

static bool has_weak_numbers(const Vct *vct, const Board *board) {
    return vct->threats == VCT_THREES || board_to_move(board) == vct->attacker;
}

static int log2_of(uint64_t value) {
    return 63 - __builtin_clzll(value | 1);
}

/* Returns the node's entry, computed from its children's numbers. */
static VctEntry sum_up(const Vct *vct, const Board *board, const VctChild *children, int count,
                       uint64_t nodes) {
    bool attacking = board_to_move(board) == vct->attacker;
    Choice choice = choose(children, count, has_weak_numbers(vct, board));
    int work = log2_of(nodes);
    VctEntry entry = {.phi = choice.phi,
                      .delta = choice.delta,
                      .move = CELL_NONE,
                      .work = (uint8_t)(work < PROOF_WORK_MAX ? work : PROOF_WORK_MAX)};
    int plies = attacking ? PROOF_PLIES_MAX : 0;
    for (int i = 0; i < count; i++) {
        int through = children[i].plies + 1;
        if (attacking && children[i].delta == 0 && through < plies) {
            plies = through;
            entry.move = children[i].move;
        }
        if (!attacking && entry.delta == 0 && through > plies)
            plies = through;
    }
    bool is_win = (attacking ? entry.phi : entry.delta) == 0;
    entry.plies = (uint16_t)(!is_win ? 0 : plies < PROOF_PLIES_MAX ? plies : PROOF_PLIES_MAX);
    if (entry.phi == 0)
        entry.delta = PROOF_INFINITE;
    return entry;
}

/* Searches the node until its numbers reach phi_limit or delta_limit, it is solved, or the search
 * reaches a limit. */
static void explore(Vct *vct, Board *board, uint32_t phi_limit, uint32_t delta_limit,
                    VctEntry *entry) {
    uint64_t nodes_before = vct->nodes;
    Listing listing = list_children(vct, board);
    VctChild *children = listing.children;
    int count = listing.count;
    if (vct->is_too_deep || vct->is_spent)
        return; /* the list is incomplete */
    if (listing.is_free) {
        *entry = shown_entry(CELL_NONE, 0);
        remember(vct, board, entry);
        return;
    }
    vct->children_used += count;
    bool is_weak = has_weak_numbers(vct, board);
    for (;;) {
        Choice choice = choose(children, count, is_weak);
        if (choice.phi >= phi_limit || choice.delta >= delta_limit || choice.phi == 0 ||
            choice.delta == 0 || vct_limit_reached(vct))
            break;
        VctChild *child = &children[choice.best];
        uint32_t second = add_numbers(choice.second, choice.second / 4 + 1);
        VctEntry found = {.phi = child->phi, .delta = child->delta, .plies = child->plies};
        if (!vct_count_stone(vct))
            break;
        board_play(board, child->move);
        explore(vct, board,
                delta_limit == PROOF_INFINITE ? PROOF_INFINITE : delta_limit - choice.others,
                second < phi_limit ? second : phi_limit, &found);
        board_undo(board);
        *child = (VctChild){found.phi, found.delta, child->move, found.plies};
    }
    vct->children_used -= count;
    *entry = sum_up(vct, board, children, count, vct->nodes - nodes_before);
    remember(vct, board, entry);
}

void vct_solve(Vct *vct, Board *board, VctEntry *entry) {
    evaluate(vct, board, entry);
    if (entry->phi != 0 && entry->delta != 0)
        explore(vct, board, PROOF_INFINITE, PROOF_INFINITE, entry);
}
