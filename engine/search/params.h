/* params.h: the search parameters: name, default, range and meaning in one list. A Params is plain
 * data that its owner passes in; nothing is global. */
#ifndef KANAME_SEARCH_PARAMS_H
#define KANAME_SEARCH_PARAMS_H

#include <stdbool.h>
#include <stddef.h>

/* X(field, default, minimum, maximum, meaning). Scores are in the units of eval.h, depths and
 * reductions in plies unless the meaning says otherwise. */
#define PARAMS_LIST(X)                                                                           \
    X(near_square, 2, 1, 5, "candidates: distance from a stone in every direction, in cells")    \
    X(near_star, 3, 1, 5, "candidates: distance from a stone on its eight rays, in cells")       \
    X(aspiration_depth, 4, 1, 20, "first iteration with a narrow window")                        \
    X(aspiration_delta, 60, 1, 1000, "half width of the first narrow window")                    \
    X(root_vcf_nodes, 20000, 0, 10000000, "stones a VCF may play at the root before deepening")  \
    X(vct_permille, 60, 0, 100000, "stones VCTs may play at the root, of all stones so far")     \
    X(vct_against_permille, 30, 0, 100000, "the same for VCTs that find the opponent's threats") \
    X(vct_nodes_min, 1000, 1, 1000000, "fewest stones for which a VCT begins")                   \
    X(leaf_vcf_nodes, 64, 0, 100000, "stones a VCF may play at a leaf")                          \
    X(leaf_vcf_moves, 8, 1, 255, "attacker moves of a VCF at a leaf")                            \
    X(razor_depth, 2, 0, 10, "deepest node that razoring makes a leaf")                          \
    X(razor_threat_depth, 1, 0, 10, "razor_depth where the opponent threatens an open four")     \
    X(estimate_depth, 3, 0, 64, "deepest node where an estimate of the static score may do")     \
    X(estimate_margin, 700, 0, 30000, "score units outside the window from which on it does")    \
    X(razor_margin, 400, 0, 10000, "score units below alpha per ply for razoring")               \
    X(reverse_futility_depth, 6, 0, 20, "deepest node cut by static score")                      \
    X(reverse_futility_margin, 180, 0, 10000, "score units above beta per ply for that cut")     \
    X(null_depth, 3, 1, 20, "shallowest node that tries a null move")                            \
    X(null_reduction, 3, 1, 10, "plies that a null move saves")                                  \
    X(null_depth_divisor, 4, 1, 20, "plies of depth for which a null move saves one more")       \
    X(iir_depth, 4, 1, 20, "shallowest node reduced when the table holds no move")               \
    X(futility_depth, 6, 0, 20, "deepest node where quiet moves are skipped by static score")    \
    X(futility_margin, 200, 0, 10000, "score units below alpha per ply for skipping them")       \
    X(late_move_depth, 5, 0, 20, "deepest node where late quiet moves are skipped")              \
    X(late_move_base, 8, 1, 100,                                                                 \
      "moves searched there at depth 0; the square of the depth is added")                       \
    X(late_three_depth, 8, 0, 20, "deepest node where lone threes are skipped too")              \
    X(late_four_depth, 4, 0, 20, "deepest node where late fours that make no more are skipped")  \
    X(late_four_base, 3, 0, 100, "moves searched there at depth 0; the depth is added")          \
    X(delay_depth, 6, 0, 20, "deepest node that skips fours which only delay an answer")         \
    X(lmr_depth, 2, 1, 20, "shallowest node that reduces late moves")                            \
    X(lmr_moves, 2, 1, 50, "moves searched there in full")                                       \
    X(lmr_divisor, 400, 100, 5000, "product of binary logarithms (in 16ths) for a ply")          \
    X(lmr_gap, 60, 0, 1000, "16ths added to a logarithm for 256 units of order below the best")  \
    X(lmr_gap_zero, 120, 0, 1000, "units of order below the best move that add nothing")         \
    X(lmr_four_divisor, 450, 100, 5000, "lmr_divisor for fours that make nothing else")          \
    X(lmr_four_plus_divisor, 700, 100, 5000, "lmr_divisor for fours with two or sleeping three") \
    X(lmr_history, 4000, 500, 100000, "history score that changes a reduction by a ply")         \
    X(proof_depth, 3, 1, 20, "shallowest node that tries distant cells too to prove a loss")     \
    X(match_moves, 28, 1, 500, "own moves that share the match time on an empty board")          \
    X(match_moves_min, 10, 1, 500, "lower limit of match_moves late in the game")                \
    X(match_hard_permille, 220, 1, 1000, "most of the match time that one move may take")        \
    X(soft_factor, 4, 1, 20, "times the planned time that a hard decision may take")             \
    X(soft_turn_permille, 1000, 1, 1000, "turn time after which no new iteration begins")        \
    X(stable_permille, 450, 1, 1000, "planned time left over when the best move never changed")  \
    X(drop_margin, 60, 1, 10000, "fall of the score that doubles the planned time")

typedef struct Params {
#define PARAMS_FIELD(field, value, minimum, maximum, meaning) int field;
    PARAMS_LIST(PARAMS_FIELD)
#undef PARAMS_FIELD
} Params;

/* One row of the list. Static storage. */
typedef struct ParamInfo {
    const char *name, *meaning;
    int value, minimum, maximum; /* value: the default */
} ParamInfo;

Params params_default(void);
size_t params_count(void);
const ParamInfo *params_info(size_t index); /* index < params_count() */
/* Return false, and change nothing, if the name is unknown or the value is out of range. */
bool params_set(Params *params, const char *name, int value);
bool params_get(const Params *params, const char *name, int *value);

#endif
