/* The nodes below the root, one by one: when the table decides, when a move is searched again, and
 * where a node ends. */
#include <check.h>
#include <stdlib.h>

#include "engine/search/lone_node.h"
#include "search/node.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/searcher.h"

enum { MOVE = 3 * 9 + 4, REPLY = 6 * 9 + 4, DEPTH = 5, MARGIN = 40 };

/* Searches MOVE with the window and returns its score for Black. The table holds `entry` alone, for
 * the position after it. */
static Score search_with(const TtEntry *entry, const Parent *parent, int number, int reduction) {
    tt_clear(&searcher->tt);
    searcher_begin(searcher);
    tt_store(&searcher->tt, board_key_after(&searcher->worker->board, MOVE), 1, entry);
    return search_move(searcher->worker, parent, MOVE, number, reduction);
}

static TtEntry entry_of(Score score, Bound bound, int depth) {
    return (TtEntry){
        .move = REPLY, .score = score, .eval = SCORE_NONE, .depth = depth, .bound = bound};
}

/* Returns whether the node was answered without a search: MOVE is the only stone played. */
static bool was_cut(void) {
    return searcher->worker->nodes == 1;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Scores are those of White, to move after MOVE, whose window is from `alpha` to alpha + 1. */
START_TEST(the_table_decides_by_a_bound_on_its_own_side) {
    const Score alpha = 30, beta = alpha + 1;
    const Score scores[] = {alpha - MARGIN, alpha,       beta,       beta + MARGIN,
                            win_in(9),      loss_in(10), win_in(31), 0};
    const Parent parent = parent_of(DEPTH, -beta, -alpha);
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++)
            for (int depth = DEPTH - 1; depth <= DEPTH + 1; depth++) {
                TtEntry entry = entry_of(scores[i], bound, depth);
                bool is_high = bound != BOUND_UPPER && scores[i] >= beta;
                bool is_low = bound != BOUND_LOWER && scores[i] <= alpha;
                bool is_enough = depth >= DEPTH || is_decided(scores[i]);
                Score score = search_with(&entry, &parent, 2, 0);
                expect_equal(was_cut(), (is_high || is_low) && is_enough);
                if (was_cut())
                    expect_equal(score, -scores[i]);
            }
}
END_TEST

/* An open window wants a line, so that only a proof decides. */
START_TEST(on_the_principal_line_the_table_decides_by_proofs_alone) {
    enum { WINDOW = 200 };
    const Score scores[] = {-WINDOW - MARGIN, -MARGIN,   0,          MARGIN,
                            WINDOW + MARGIN,  win_in(9), loss_in(10)};
    const Parent parent = parent_of(DEPTH, -WINDOW, WINDOW);
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
            TtEntry entry = entry_of(scores[i], bound, DEPTH + 3);
            bool is_proof = (bound != BOUND_UPPER && is_win(scores[i])) ||
                            (bound != BOUND_LOWER && is_loss(scores[i]));
            Score score = search_with(&entry, &parent, 1, 0);
            expect_equal(was_cut(), is_proof);
            if (!is_proof)
                continue;
            expect_equal(score, -scores[i]);
            expect_equal(searcher->worker->pv_count[1], 1);
            expect_equal(searcher->worker->pv[1][0], REPLY);
        }
}
END_TEST

/* Two positions may share a key. */
START_TEST(a_move_of_another_position_is_not_played) {
    const Parent parent = parent_of(DEPTH, -SCORE_INFINITE, SCORE_INFINITE);
    const Cell moves[] = {MOVE, 3 * 9 + 3, 81, 500, CELL_NONE};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (int is_proof = 0; is_proof < 2; is_proof++) {
            TtEntry entry = entry_of(is_proof ? win_in(9) : 0, BOUND_EXACT, 1);
            entry.move = moves[i];
            Score score = search_with(&entry, &parent, 1, 0);
            expect(!is_proof || score == loss_in(9));
            expect_equal(searcher->worker->pv_count[1] > 0, !is_proof);
            expect(is_proof || searcher->worker->pv[1][0] != moves[i]);
            expect_equal(board_stones(&searcher->worker->board), board_stones(searcher->root));
        }
}
END_TEST

/* A proof is stored as a distance from its position: read at ply 1, counted from the root. */
START_TEST(a_proof_of_the_table_counts_from_the_root) {
    const Parent parent = parent_of(DEPTH, -SCORE_INFINITE, SCORE_INFINITE);
    TtEntry entry = entry_of(win_in(12), BOUND_EXACT, 1);
    tt_clear(&searcher->tt);
    searcher_begin(searcher);
    tt_store(&searcher->tt, board_key_after(&searcher->worker->board, MOVE), 5, &entry);
    expect_equal(search_move(searcher->worker, &parent, MOVE, 1, 0), loss_in(8));
}
END_TEST

/* Far above beta, reverse futility believes it; far below alpha, razoring does. */
START_TEST(a_bound_of_a_shallower_search_stands_for_the_static_score) {
    enum { FAR = 2000 };
    const Score alpha = 30, beta = alpha + 1;
    for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
        TtEntry entry = entry_of(beta + FAR, bound, DEPTH - 1);
        Parent parent = parent_of(DEPTH, -beta, -alpha);
        Score score = search_with(&entry, &parent, 2, 0);
        expect_equal(was_cut(), bound != BOUND_UPPER);
        expect_equal(score == -entry.score, bound != BOUND_UPPER);
    }
    set("reverse_futility_depth", 0);
    set("razor_margin", FAR - MARGIN);
    for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
        TtEntry entry = entry_of(alpha - FAR, bound, 0);
        Parent parent = parent_of(1, -beta, -alpha);
        Score score = search_with(&entry, &parent, 2, 0);
        expect_equal(was_cut(), bound != BOUND_LOWER);
        expect_equal(score == -entry.score, bound != BOUND_LOWER);
    }
}
END_TEST

/* ---- Distant cells ----------------------------------------------------------------------- */

/* Black threatens a four and two open threes by one stone at A, which no stone is next to. A stone
 * of White beside the others stops one of these; what is left wins. B: Black's move before. */
static const char DISTANT[] = "B . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . x . . . . . . .\n"
                              ". . . . . . . x . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . o x x x . A . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . x . . . . .\n"
                              ". . . . . . . . . . x . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n";

/* Deep enough for proofs, a node finds the only defences far away; else it claims no proof. */
START_TEST(the_only_defence_may_be_a_distant_cell) {
    enum { SAVING = 7 * 15 + 7, DEPTH_MAX = 5 };
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        teardown();
        searcher = searcher_new(RULE_FREESTYLE, BLACK, DISTANT);
        set("near_square", 1);
        set("near_star", 1);
        Parent parent = parent_of(depth, -SCORE_INFINITE, SCORE_INFINITE);
        Score score = -search_move(searcher->worker, &parent, 0, 1, 0);
        expect(!is_decided(score));
        expect_equal(score == -SCORE_UNPROVEN, depth == searcher->params.proof_depth - 1);
        if (depth >= searcher->params.proof_depth)
            expect_equal(searcher->worker->pv[1][0], SAVING);
    }
}
END_TEST

/* ---- Searching again ---------------------------------------------------------------------------
 */

/* The reduced search is answered by the table. Only if it raises alpha, the full depth follows. */
START_TEST(a_reduced_move_that_raises_alpha_is_searched_in_full) {
    const int reduction = 2;
    const Score alpha = 30;
    for (int is_better = 0; is_better < 2; is_better++) {
        TtEntry entry =
            entry_of(is_better ? -alpha - MARGIN : -alpha + MARGIN, BOUND_EXACT, DEPTH - reduction);
        Parent parent = parent_of(DEPTH, alpha, alpha + 1);
        Score score = search_with(&entry, &parent, 2, reduction);
        expect_equal(was_cut(), !is_better);
        if (!is_better)
            expect_equal(score, alpha - MARGIN);
    }
}
END_TEST

/* The null window is answered by the table. In an open window a score within it wants its line; one
 * outside of it stands. */
START_TEST(a_move_within_an_open_window_is_searched_with_that_window) {
    const Score alpha = 30, beta = alpha + 200;
    const Score scores[] = {alpha - MARGIN, alpha, alpha + 1, alpha + MARGIN, beta, beta + MARGIN};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        TtEntry entry = entry_of(-scores[i], BOUND_EXACT, DEPTH);
        Parent parent = parent_of(DEPTH, alpha, beta);
        Score score = search_with(&entry, &parent, 2, 0);
        bool is_within = scores[i] > alpha && scores[i] < beta;
        expect_equal(was_cut(), !is_within);
        if (!is_within)
            expect_equal(score, scores[i]);
    }
}
END_TEST

/* Wherever the last node falls, to a null move as well, no further stone is played. */
START_TEST(every_limit_of_nodes_is_kept_to_the_node) {
    enum { NODES_MAX = 1500 };
    const Score alpha = -300; /* of White, whose pass beats it */
    const Parent parent = parent_of(DEPTH, -alpha - 1, -alpha);
    const TtEntry nothing = entry_of(0, BOUND_EXACT, 0);
    set("null_depth", 1);
    set("reverse_futility_depth", 0);
    search_with(&nothing, &parent, 2, 0);
    uint64_t nodes = searcher->worker->nodes;
    expect(nodes > 100);
    for (uint64_t limit = 1; limit < nodes && limit < NODES_MAX; limit++) {
        searcher->limits.max_nodes = limit;
        history_clear(&searcher->worker->history);
        vcf_clear(searcher->worker->vcf);
        search_with(&nothing, &parent, 2, 0);
        expect(searcher->worker->nodes <= limit);
    }
}
END_TEST

/* ---- Ends --------------------------------------------------------------------------------------
 */

/* No result is better than the next stone's five, or worse than the one behind it: a window beyond
 * these ends the node, one within them does not. */
START_TEST(a_window_beyond_any_result_ends_the_node) {
    static const struct {
        Score alpha, beta; /* of White, at ply 1 */
        bool is_cut;
    } CASES[] = {{SCORE_WIN - 2, SCORE_WIN - 1, true},
                 {SCORE_WIN - 3, SCORE_WIN - 2, false},
                 {-SCORE_WIN + 2, -SCORE_WIN + 3, true},
                 {-SCORE_WIN + 3, -SCORE_WIN + 4, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        TtEntry nothing = entry_of(0, BOUND_EXACT, 0);
        Parent parent = parent_of(DEPTH, -CASES[i].beta, -CASES[i].alpha);
        Score score = search_with(&nothing, &parent, 2, 0);
        expect_equal(was_cut(), CASES[i].is_cut);
        expect(!CASES[i].is_cut || (-score >= CASES[i].beta) == (CASES[i].beta < 0) ||
               -score == CASES[i].alpha);
    }
}
END_TEST

START_TEST(the_last_stone_of_a_drawn_board_is_worth_nothing) {
    teardown();
    searcher = searcher_new(RULE_FREESTYLE, BLACK,
                            "o o x o o\n"
                            "x x o x x\n"
                            "o x o x o\n"
                            "x o x o x\n"
                            "o o x o A\n");
    Parent parent = parent_of(DEPTH, -SCORE_INFINITE, SCORE_INFINITE);
    expect_equal(search_move(searcher->worker, &parent, 24, 1, 0), 0);
    expect(was_cut());
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nodes");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, the_table_decides_by_a_bound_on_its_own_side);
    tcase_add_test(all, on_the_principal_line_the_table_decides_by_proofs_alone);
    tcase_add_test(all, a_move_of_another_position_is_not_played);
    tcase_add_test(all, a_proof_of_the_table_counts_from_the_root);
    tcase_add_test(all, a_bound_of_a_shallower_search_stands_for_the_static_score);
    tcase_add_test(all, the_only_defence_may_be_a_distant_cell);
    tcase_add_test(all, a_reduced_move_that_raises_alpha_is_searched_in_full);
    tcase_add_test(all, a_move_within_an_open_window_is_searched_with_that_window);
    tcase_add_test(all, every_limit_of_nodes_is_kept_to_the_node);
    tcase_add_test(all, a_window_beyond_any_result_ends_the_node);
    tcase_add_test(all, the_last_stone_of_a_drawn_board_is_worth_nothing);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
