#include "threat/vcf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/rule.h"
#include "board/foul.h"
#include "threat/reply.h"

/* An entry: the key's upper 56 bits, and below them the number of attacker moves within which the
 * position holds no win; EXHAUSTED: within any number. 0 is an empty entry. The eight bits of the
 * key that are not kept help to choose the bucket. Entries of a bucket are ordered by last store or
 * use, the latest first. */
enum { BUCKET_ENTRIES = 8, BUCKETS_MIN = 64, EXHAUSTED = 255, POLL_NODES = 1024 };

/* A quick search skips the last of FOUR_CLASSES, simple fours. */
enum { QUICK_CLASS_COUNT = FOUR_CLASS_COUNT - 1 };
static const uint64_t QUICK_KEY = 0x9E3779B97F4A7C15;

typedef struct Bucket {
    uint64_t entry[BUCKET_ENTRIES];
} Bucket;

_Static_assert(sizeof(Bucket) == BLOCK_LINE_BYTES, "a bucket is a cache line");

/* The outcome of a position or move. Ordered: the defender picks the least, the attacker the
 * greatest; ABANDONED ends the search. */
typedef enum {
    REFUTED,  /* no win with any number of moves */
    CUT,      /* no win within the number of moves allowed */
    WON,      /* the line is in line[ply..line_count-1] */
    ABANDONED /* a limit was reached; nothing is known */
} Outcome;

struct Vcf {
    Bucket *buckets;
    Block memory;
    uint64_t bucket_mask;
    uint64_t nodes, max_nodes, next_poll;
    bool (*poll)(void *context);
    void *context;
    int class_count; /* length of the part of FOUR_CLASSES that is searched */
    int line_count;
    bool line_ends_with_five;
    int moves_used;
    Cell line[CELLS_MAX + 1];
    Cell moves[CELLS_MAX * (CELLS_MAX / 2)]; /* of all nodes on the path, a stack */
};

size_t vcf_fixed_bytes(void) {
    return sizeof(Vcf);
}

Vcf *vcf_new(size_t table_bytes) {
    size_t buckets = BUCKETS_MIN;
    while (buckets <= table_bytes / (2 * sizeof(Bucket)))
        buckets *= 2;
    Vcf *vcf = calloc(1, sizeof *vcf);
    if (vcf == NULL)
        return NULL;
    if (!block_init(&vcf->memory, buckets * sizeof(Bucket))) {
        free(vcf);
        return NULL;
    }
    vcf->buckets = vcf->memory.begin;
    vcf->bucket_mask = buckets - 1;
    return vcf;
}

void vcf_free(Vcf *vcf) {
    if (vcf == NULL)
        return;
    block_release(&vcf->memory);
    free(vcf);
}

void vcf_clear(Vcf *vcf) {
    memset(vcf->buckets, 0, (size_t)(vcf->bucket_mask + 1) * sizeof(Bucket));
}

void vcf_touch(Vcf *vcf, const atomic_bool *stop) {
    block_touch(&vcf->memory, stop);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Quick searches have keys of their own: what they refute, a complete search may win. */
static uint64_t table_key(int class_count, uint64_t key) {
    return key ^ (class_count < FOUR_CLASS_COUNT ? QUICK_KEY : 0);
}

static uint64_t key_of(const Vcf *vcf, const Board *board) {
    return table_key(vcf->class_count, board_key(board));
}

static Bucket *bucket_of(const Vcf *vcf, uint64_t key) {
    return &vcf->buckets[(key >> 56 | key << 8) & vcf->bucket_mask];
}

/* Prefetches the table entry of the position after the move. */
static void prefetch_after(Vcf *vcf, const Board *board, Cell move) {
    __builtin_prefetch(bucket_of(vcf, table_key(vcf->class_count, board_key_after(board, move))));
}

void vcf_prefetch_quick(const Vcf *vcf, const Board *board) {
    __builtin_prefetch(bucket_of(vcf, table_key(QUICK_CLASS_COUNT, board_key(board))));
}

/* Returns the attacker moves within which the position is known to hold no win; 0: unknown. */
static int known_refuted(Vcf *vcf, uint64_t key) {
    const Bucket *bucket = bucket_of(vcf, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++)
        if ((bucket->entry[i] ^ key << 8) < 256)
            return (int)(bucket->entry[i] & 255);
    return 0;
}

static void remember_refuted(Vcf *vcf, uint64_t key, int moves) {
    Bucket *bucket = bucket_of(vcf, key);
    int slot = 0;
    while (slot < BUCKET_ENTRIES - 1 && (bucket->entry[slot] ^ key << 8) >= 256)
        slot++;
    memmove(&bucket->entry[1], &bucket->entry[0], (size_t)slot * sizeof bucket->entry[0]);
    bucket->entry[0] = key << 8 | (uint64_t)moves;
}

/* ---- Moves --------------------------------------------------------------------------------- */

static int four_count(const Board *board, Color color, int class_count) {
    int count = 0;
    for (int i = 0; i < class_count; i++)
        count += board_count(board, color, FOUR_CLASSES[i]);
    return count;
}

/* Returns whether the cells lie on a common line within the reach of one five. */
static bool is_local(const Board *board, Cell a, Cell b) {
    int dx = abs(board->x[a] - board->x[b]), dy = abs(board->y[a] - board->y[b]);
    return (dx == 0 || dy == 0 || dx == dy) && dx <= 4 && dy <= 4;
}

/* Lists the fours of the attacker within `allowed` (NULL: anywhere), of the first `class_count` of
 * FOUR_CLASSES. Those near his last stone come first; both groups are ordered by class, then by
 * cell. Returns their number. */
static int generate_fours(const Board *board, const CellSet *allowed, Cell last, int class_count,
                          Cell *moves) {
    Color attacker = board_to_move(board);
    Cell elsewhere[CELLS_MAX];
    int count = 0, others = 0;
    for (int i = 0; i < class_count; i++) {
        if (board_count(board, attacker, FOUR_CLASSES[i]) == 0)
            continue;
        const CellSet *set = board_cells(board, attacker, FOUR_CLASSES[i]);
        for (int word = 0; word < SET_WORDS; word++) {
            uint64_t bits = set->word[word] & (allowed != NULL ? allowed->word[word] : ~0ULL);
            for (; bits != 0; bits &= bits - 1) {
                Cell cell = (Cell)(word * 64 + __builtin_ctzll(bits));
                bool first = FOUR_CLASSES[i] == CLASS_OPEN_FOUR || last == CELL_NONE ||
                             is_local(board, cell, last);
                if (first)
                    moves[count++] = cell;
                else
                    elsewhere[others++] = cell;
            }
        }
    }
    memcpy(moves + count, elsewhere, (size_t)others * sizeof *moves);
    return count + others;
}

/* A simple four as the last move wins only if the defender's reply is forbidden. */
static bool simple_four_can_end(const Board *board, Color attacker) {
    return rule_has_fouls(board->tables->rule, opponent(attacker));
}

static bool may_end_here(const Board *board, Color attacker, Cell move) {
    Class class_ = board_class(board, attacker, move);
    return class_ == CLASS_OPEN_FOUR || class_ == CLASS_FOUL_SUSPECT_FOUR;
}

/* Returns a four whose only reply is forbidden, unless the attacker must stop a five first. A quick
 * search plays it too, although it may be a simple four. */
static Cell ending_foul_four(Board *board) {
    bool is_threatened = board_count(board, opponent(board_to_move(board)), CLASS_FIVE) > 0;
    return is_threatened ? CELL_NONE : reply_winning_foul_four(board);
}

/* ---- The search ---------------------------------------------------------------------------- */

static bool limit_reached(Vcf *vcf) {
    if (vcf->nodes >= vcf->max_nodes)
        return true;
    if (vcf->nodes < vcf->next_poll)
        return false;
    vcf->next_poll = vcf->nodes + POLL_NODES;
    return vcf->poll != NULL && vcf->poll(vcf->context);
}

static Outcome attack(Vcf *vcf, Board *board, int ply, int moves_left, Cell last);

/* Returns the outcome after the defender answers `last`, the attacker's stone, with `reply`, which
 * is legal. */
static Outcome after_reply(Vcf *vcf, Board *board, int ply, int moves_left, Cell last, Cell reply) {
    assert(!is_forbidden(board, board_to_move(board), reply));
    if (limit_reached(vcf))
        return ABANDONED;
    vcf->nodes++;
    prefetch_after(vcf, board, reply);
    board_play(board, reply);
    Outcome outcome = attack(vcf, board, ply + 1, moves_left, last);
    board_undo(board);
    if (outcome == WON)
        vcf->line[ply] = reply;
    return outcome;
}

/* Caro: tries several replies, all of which must lose. Keeps the line of the longest defence. */
static Outcome after_replies(Vcf *vcf, Board *board, int ply, int moves_left, Cell last,
                             const CellSet *replies) {
    Cell longest[CELLS_MAX];
    int longest_count = ply;
    for (Cell reply = cellset_first(replies); reply != CELL_NONE;
         reply = cellset_next(replies, reply)) {
        Outcome outcome = after_reply(vcf, board, ply, moves_left, last, reply);
        if (outcome != WON)
            return outcome;
        if (vcf->line_count > longest_count) {
            longest_count = vcf->line_count;
            memcpy(longest, vcf->line + ply, (size_t)(longest_count - ply) * sizeof *longest);
        }
    }
    memcpy(vcf->line + ply, longest, (size_t)(longest_count - ply) * sizeof *longest);
    vcf->line_count = longest_count;
    return WON;
}

/* Searches with the defender to move after the attacker's four on `last`. */
static Outcome defend(Vcf *vcf, Board *board, int ply, int moves_left, Cell last) {
    Color attacker = opponent(board_to_move(board));
    assert(board_count(board, opponent(attacker), CLASS_FIVE) == 0);
    CellSet replies;
    reply_to_five(board, attacker, &replies);
    Cell reply = cellset_first(&replies);
    vcf->line_count = ply;
    if (reply == CELL_NONE)
        return WON;
    if (cellset_next(&replies, reply) != CELL_NONE)
        return after_replies(vcf, board, ply, moves_left, last, &replies);
    if (is_forbidden(board, board_to_move(board), reply))
        return WON;
    if (moves_left == 0)
        return CUT;
    return after_reply(vcf, board, ply, moves_left, last, reply);
}

/* Tries the generated moves of one position. */
static Outcome try_moves(Vcf *vcf, Board *board, int ply, int moves_left, const Cell *moves,
                         int count) {
    Color attacker = board_to_move(board);
    bool only_ends = moves_left == 1 && !simple_four_can_end(board, attacker);
    Outcome best = REFUTED;
    for (int i = 0; i < count; i++) {
        Cell move = moves[i];
        if (only_ends && !may_end_here(board, attacker, move)) {
            best = CUT;
            continue;
        }
        if (is_forbidden(board, attacker, move))
            continue;
        if (limit_reached(vcf))
            return ABANDONED;
        vcf->nodes++;
        board_play(board, move);
        Outcome outcome = defend(vcf, board, ply + 1, moves_left - 1, move);
        board_undo(board);
        if (outcome == WON)
            vcf->line[ply] = move;
        if (outcome == WON || outcome == ABANDONED)
            return outcome;
        if (outcome > best)
            best = outcome;
    }
    return best;
}

/* Searches with the attacker to move, who must win within `moves_left` moves; `last` is his last
 * stone. */
static Outcome attack(Vcf *vcf, Board *board, int ply, int moves_left, Cell last) {
    Color attacker = board_to_move(board);
    if (board_count(board, attacker, CLASS_FIVE) > 0) {
        vcf->line[ply] = cellset_first(board_cells(board, attacker, CLASS_FIVE));
        vcf->line_count = ply + 1;
        vcf->line_ends_with_five = true;
        return WON;
    }
    /* No moves are left only after several replies, which caro alone allows. No foul ends an attack
     * there, so REFUTED below holds for any number of moves, of a quick search as well: it would
     * skip the fours that it does not count. */
    assert(moves_left > 0 || rule_has_shut_fives(board->tables->rule));
    Cell gain = moves_left == 0 ? CELL_NONE : ending_foul_four(board);
    if (gain != CELL_NONE) {
        vcf->line[ply] = gain;
        vcf->line_count = ply + 1;
        return WON;
    }
    if (four_count(board, attacker, vcf->class_count) == 0)
        return REFUTED;
    if (moves_left == 0)
        return CUT;
    int known = known_refuted(vcf, key_of(vcf, board));
    if (known >= moves_left)
        return known == EXHAUSTED ? REFUTED : CUT;

    Cell *moves = vcf->moves + vcf->moves_used;
    int count;
    if (board_count(board, opponent(attacker), CLASS_FIVE) > 0) {
        CellSet allowed;
        reply_to_five(board, opponent(attacker), &allowed);
        count = generate_fours(board, &allowed, last, vcf->class_count, moves);
    } else {
        count = generate_fours(board, NULL, last, vcf->class_count, moves);
    }
    vcf->moves_used += count;
    Outcome outcome = try_moves(vcf, board, ply, moves_left, moves, count);
    vcf->moves_used -= count;
    if (outcome == REFUTED || outcome == CUT)
        remember_refuted(vcf, key_of(vcf, board), outcome == REFUTED ? EXHAUSTED : moves_left);
    return outcome;
}

/* ---- Deepening ----------------------------------------------------------------------------- */

/* Searches once; copies the line of a win to the result. */
static Outcome attempt(Vcf *vcf, Board *board, int moves, VcfResult *result) {
    vcf->line_ends_with_five = false;
    vcf->moves_used = 0;
    Outcome outcome = attack(vcf, board, 0, moves, CELL_NONE);
    if (outcome == WON) {
        result->verdict = VCF_WIN;
        result->line_count = vcf->line_count;
        result->plies = vcf->line_count + (vcf->line_ends_with_five ? 0 : 2);
        memcpy(result->line, vcf->line, (size_t)vcf->line_count * sizeof *vcf->line);
    }
    return outcome;
}

static int attacker_moves(const VcfResult *result) {
    return (result->line_count + 1) / 2;
}

/* Shortens a known win in attacker_moves(result) where `failed` moves do not win: bisects the
 * interval until it is closed or a limit is reached. */
static void shorten_win(Vcf *vcf, Board *board, int failed, VcfResult *result) {
    if (vcf->max_nodes - vcf->nodes > vcf->nodes)
        vcf->max_nodes = 2 * vcf->nodes;
    while (attacker_moves(result) - failed > 1) {
        int middle = (failed + attacker_moves(result)) / 2;
        Outcome outcome = attempt(vcf, board, middle, result);
        if (outcome == ABANDONED)
            return;
        if (outcome != WON)
            failed = middle;
    }
}

/* Doubling finds short wins first. Beyond some point only one unlimited step remains, whose
 * refutations are final and never searched again. */
static int next_moves(int moves) {
    if (moves >= 16)
        return VCF_MOVES_MAX;
    return moves < 4 ? moves + 1 : moves * 2;
}

void vcf_search(Vcf *vcf, Board *board, const VcfLimits *limits, VcfResult *result) {
    assert(limits->max_moves >= 1 && limits->max_moves <= VCF_MOVES_MAX);
    vcf->nodes = 0;
    vcf->max_nodes = limits->max_nodes;
    vcf->next_poll = POLL_NODES;
    vcf->class_count = limits->quick ? QUICK_CLASS_COUNT : FOUR_CLASS_COUNT;
    vcf->poll = limits->poll;
    vcf->context = limits->context;
    result->verdict = VCF_UNKNOWN;
    result->nodes = 0;
    VcfVerdict exhausted = limits->quick ? VCF_UNKNOWN : VCF_NONE;
    Color attacker = board_to_move(board);
    if (board_count(board, attacker, CLASS_FIVE) == 0 &&
        four_count(board, attacker, vcf->class_count) == 0 &&
        ending_foul_four(board) == CELL_NONE) {
        result->verdict = exhausted; /* without a table probe, which would miss the cache */
        return;
    }
    int failed = known_refuted(vcf, key_of(vcf, board));
    if (failed >= limits->max_moves) {
        result->verdict = failed == EXHAUSTED ? exhausted : VCF_UNKNOWN;
        return;
    }
    for (int moves = limits->quick ? limits->max_moves : next_moves(failed);;
         moves = next_moves(moves)) {
        if (moves > limits->max_moves)
            moves = limits->max_moves;
        Outcome outcome = attempt(vcf, board, moves, result);
        if (outcome == REFUTED)
            result->verdict = exhausted;
        if (outcome == WON && limits->shorten)
            shorten_win(vcf, board, failed, result);
        if (outcome != CUT || moves == limits->max_moves)
            break;
        failed = moves;
    }
    result->nodes = vcf->nodes;
}
