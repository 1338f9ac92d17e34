/* The values of nodes below the root, in positions by chance: every window gives the same, and what
 * is stored is what is returned. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/candidates.h"
#include "engine/search/lone_node.h"
#include "search/node.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/searcher.h"

enum { SMALL = 9, LARGE = 15 }; /* boards */

/* Moves the search to a position by chance, with a table or without. */
static void begin_by_chance(uint64_t *rng, Rule rule, int size, bool has_table) {
    Oracle oracle;
    do {
        oracle_init(&oracle, rule, size, size);
        random_stones(&oracle, rng, 10 + (int)rng_below(rng, 14));
    } while (oracle_holds_five(&oracle));
    board_from_oracle(searcher->root, test_tables(rule), &oracle, (Color)rng_below(rng, 2),
                      isa_best());
    if (has_table)
        tt_clear(&searcher->tt);
    else
        tt_release(&searcher->tt);
    vcf_clear(searcher->worker->vcf);
    history_clear(&searcher->worker->history);
    searcher->search.evaluator = test_evaluator(rule);
    searcher_begin(searcher);
}

static Cell near_cell(uint64_t *rng) {
    CellSet near;
    const Board *board = &searcher->worker->board;
    candidates_near(board, searcher->params.near_square, searcher->params.near_star, &near);
    for (;;) {
        Cell cell = (Cell)rng_below(rng, (uint32_t)board->cell_count);
        if (cellset_has(&near, cell) && !board_wins_at(board, board_to_move(board), cell))
            return cell;
    }
}

/* Turns off all steps that look at less than the whole tree of the depth. */
static void search_all(void) {
    static const char *const NONE[] = {
        "razor_depth",    "razor_threat_depth", "estimate_depth",   "reverse_futility_depth",
        "futility_depth", "late_move_depth",    "late_three_depth", "late_four_depth",
        "delay_depth"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        set(NONE[i], 0);
    set("null_depth", 20);
    set("iir_depth", 20);
    set("lmr_depth", 20);
    set("estimate_margin", 30000);
    set("leaf_vcf_nodes", 100000);
}

/* A full window finds the value; each null window must say on which side of it lies, and each other
 * one find it if it holds it. */
START_TEST(every_window_agrees_with_the_value) {
    const int positions = courses_wanted(60);
    uint64_t rng = 4500 + (uint64_t)_i;
    search_all();
    for (int i = 0; i < positions; i++) {
        begin_by_chance(&rng, (Rule)_i, SMALL, false);
        int depth = (int)rng_below(&rng, 3);
        Cell move = near_cell(&rng);
        Parent parent = parent_of(depth, -SCORE_INFINITE, SCORE_INFINITE);
        Score value = search_move(searcher->worker, &parent, move, 1, 0);
        for (int k = 0; k < 6; k++) {
            static const int OFFSETS[] = {-1, 0, -60, 60, -300, 300};
            Score alpha = value + OFFSETS[k];
            if (abs(alpha) >= SCORE_UNPROVEN - 1)
                continue;
            parent = parent_of(depth, alpha, alpha + 1);
            Score score = search_move(searcher->worker, &parent, move, 2, 0);
            expect_equal(score > alpha, value > alpha);
            parent = parent_of(depth, k == 1 ? value - 1 : alpha - 90, alpha + 90);
            score = search_move(searcher->worker, &parent, move, 2 - k / 3, 0);
            if (value > parent.alpha && value < parent.beta)
                expect_equal(score, value);
            else
                expect_equal(score >= parent.beta, value >= parent.beta);
        }
    }
}
END_TEST

/* What a node stores is what it returns, with the bound on the side of its window. */
START_TEST(a_result_is_stored_with_its_bound) {
    uint64_t rng = 4600 + (uint64_t)_i;
    int counts[BOUND_EXACT + 1] = {0};
    for (int i = 0; i < 400; i++) {
        enum { SHALLOW = 3 };
        begin_by_chance(&rng, (Rule)_i, SMALL, true);
        Cell move = near_cell(&rng);
        uint64_t key = board_key_after(&searcher->worker->board, move);
        bool is_open = i % 4 == 0;
        Score alpha = is_open ? -SCORE_INFINITE : (int)rng_below(&rng, 601) - 300, score = 0;
        TtEntry entry;
        /* The second window ends at the score of the first. */
        for (int k = 0; k < (is_open ? 1 : 2) && !is_decided(score); k++) {
            alpha = k == 0 ? alpha : score - 1;
            Score beta = is_open ? SCORE_INFINITE : alpha + 1;
            Parent parent = parent_of(SHALLOW, -beta, -alpha);
            tt_clear(&searcher->tt);
            score = -search_move(searcher->worker, &parent, move, is_open ? 1 : 2, 0);
            if (!tt_probe(&searcher->tt, key, 1, &entry))
                continue; /* decided by a shortcut */
            counts[entry.bound]++;
            expect_equal(entry.score, score);
            if (is_decided(score))
                continue;
            expect_equal(entry.bound, is_open         ? BOUND_EXACT
                                      : score >= beta ? BOUND_LOWER
                                                      : BOUND_UPPER);
            expect_equal(entry.depth, SHALLOW);
            expect(entry.bound == BOUND_UPPER || entry.move != CELL_NONE);
        }
    }
    expect(counts[BOUND_UPPER] > 20 && counts[BOUND_LOWER] > 20 && counts[BOUND_EXACT] > 20);
}
END_TEST

/* What a search of the nearest cells proves to be lost is lost for a search of the whole board. */
START_TEST(a_loss_holds_for_all_cells) {
    enum { NARROW_DEPTH = 6, DEPTH_MAX = 14 };
    const int positions = courses_wanted(100);
    const Parent parent = parent_of(NARROW_DEPTH, -SCORE_INFINITE, SCORE_INFINITE);
    uint64_t rng = 4700 + (uint64_t)_i;
    int losses = 0;
    for (int i = 0; i < positions; i++) {
        set("near_square", 1);
        set("near_star", 1);
        begin_by_chance(&rng, (Rule)_i, LARGE, true);
        Cell move = near_cell(&rng);
        if (!is_win(search_move(searcher->worker, &parent, move, 1, 0)))
            continue;
        losses++;
        set("near_square", 5);
        set("near_star", 5);
        tt_clear(&searcher->tt);
        Score score = 0;
        for (int depth = 1; depth <= DEPTH_MAX && !is_win(score); depth++) {
            Parent deeper = parent_of(depth, -SCORE_INFINITE, SCORE_INFINITE);
            score = search_move(searcher->worker, &deeper, move, 1, 0);
        }
        expect(is_win(score));
    }
    expect(losses > 2);
}
END_TEST

/* Positions at depth 0: the score of the evaluator, which the table keeps, unless a win by fours is
 * at hand. */
START_TEST(a_leaf_has_the_score_of_the_evaluator_or_a_win_by_fours) {
    uint64_t rng = 4800 + (uint64_t)_i;
    int wins = 0, others = 0;
    for (int i = 0; i < 300; i++) {
        begin_by_chance(&rng, (Rule)_i, SMALL, true);
        Cell move = near_cell(&rng);
        Board *board = searcher->root;
        board_play(board, move);
        Color us = board_to_move(board), them = opponent(us);
        bool is_quiet_end = !has_five(board, us) && !has_five(board, them) &&
                            board_count(board, them, CLASS_OPEN_FOUR) == 0;
        VcfLimits limits = {.max_moves = VCF_MOVES_MAX, .max_nodes = UINT64_MAX};
        VcfLimits at_leaf = {.max_moves = searcher->params.leaf_vcf_moves,
                             .max_nodes = (uint64_t)searcher->params.leaf_vcf_nodes,
                             .quick = true};
        VcfResult result, quick;
        vcf_search(searcher->worker->vcf, board, &limits, &result);
        vcf_clear(searcher->worker->vcf);
        vcf_search(searcher->worker->vcf, board, &at_leaf, &quick);
        vcf_clear(searcher->worker->vcf);
        Score value = score_by(test_evaluator((Rule)_i), board);
        board_undo(board);
        if (!is_quiet_end)
            continue;
        Parent parent = parent_of(0, -SCORE_INFINITE, SCORE_INFINITE);
        Score score = -search_move(searcher->worker, &parent, move, 1, 0);
        expect(is_win(score) || quick.verdict != VCF_WIN);
        if (is_win(score)) {
            expect_equal(result.verdict, VCF_WIN);
            expect_equal((SCORE_WIN - score) % 2, 0); /* his stones are at even plies */
            wins++;
        } else {
            TtEntry entry = {.bound = BOUND_NONE};
            uint64_t key = board_key_after(&searcher->worker->board, move);
            expect_equal(score, value);
            expect(tt_probe(&searcher->tt, key, 1, &entry) && entry.bound == BOUND_EXACT);
            expect(entry.score == value && entry.eval == value && entry.depth == 0);
            others++;
        }
    }
    expect(wins > 10 && others > 50);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nodes_values");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, courses_wanted(0) > 0 ? 0 : 120);
    tcase_add_loop_test(all, every_window_agrees_with_the_value, 0, RULES);
    tcase_add_loop_test(all, a_result_is_stored_with_its_bound, 0, RULES);
    tcase_add_loop_test(all, a_loss_holds_for_all_cells, 0, RULES);
    tcase_add_loop_test(all, a_leaf_has_the_score_of_the_evaluator_or_a_win_by_fours, 0, RULES);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
