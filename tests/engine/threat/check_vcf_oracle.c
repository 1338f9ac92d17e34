/* The threat search against a slow search that knows the rules from the oracle alone, and by
 * playing its lines out against every defence. */
#include <check.h>

#include "base/rng.h"
#include "base/rule.h"
#include "board/foul.h"
#include "engine/threat/fours.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/reply.h"
#include "threat/vcf.h"

static int oracle_fives(const Oracle *oracle, Color color) {
    int count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        count += oracle->at[cell] == POINT_EMPTY && oracle_wins(oracle, (Cell)cell, color);
    return count;
}

static bool oracle_legal(const Oracle *oracle, Color color, Cell cell) {
    return oracle->at[cell] == POINT_EMPTY &&
           (oracle->rule != RULE_RENJU || color == WHITE || oracle_wins(oracle, cell, color) ||
            oracle_foul(oracle, cell) == ORACLE_LEGAL);
}

static bool slow_attack(Oracle *oracle, Color attacker, int moves);

/* Every legal reply loses. */
static bool slow_defence_fails(Oracle *oracle, Color attacker, int moves) {
    if (oracle_fives(oracle, opponent(attacker)) > 0)
        return false;
    bool fails = true;
    for (int cell = 0; cell < oracle_cells(oracle) && fails; cell++) {
        if (!oracle_legal(oracle, opponent(attacker), (Cell)cell))
            continue;
        oracle->at[cell] = point_of(opponent(attacker));
        fails = oracle_fives(oracle, attacker) > 0 || slow_attack(oracle, attacker, moves);
        oracle->at[cell] = POINT_EMPTY;
    }
    return fails;
}

/* Returns whether the attacker has a win by fours of at most `moves` fours, found by its
 * definition. */
static bool slow_attack(Oracle *oracle, Color attacker, int moves) {
    if (oracle_fives(oracle, attacker) > 0)
        return true;
    bool wins = false;
    for (int cell = 0; cell < oracle_cells(oracle) && moves > 0 && !wins; cell++) {
        if (!oracle_legal(oracle, attacker, (Cell)cell))
            continue;
        oracle->at[cell] = point_of(attacker);
        wins =
            oracle_fives(oracle, attacker) > 0 && slow_defence_fails(oracle, attacker, moves - 1);
        oracle->at[cell] = POINT_EMPTY;
    }
    return wins;
}

enum { SLOW_MOVES = 3, SLOW_POSITIONS = 60 };

START_TEST(verdicts_agree_with_a_search_by_definition) {
    Rule rule = (Rule)_i;
    uint64_t rng = 1000 + (uint64_t)_i;
    int wins = 0, refusals = 0;
    for (int i = 0; i < SLOW_POSITIONS; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 7 + (int)rng_below(&rng, 2), 7);
        random_walls(&oracle, &rng, i % 3 == 0 ? 60 : 0);
        random_stones(&oracle, &rng, 14 + (int)rng_below(&rng, 10));
        if (oracle_holds_five(&oracle))
            continue;
        for (Color side = BLACK; side <= WHITE; side = (Color)(side + 1)) {
            board_from_oracle(board, test_tables(rule), &oracle, side, isa_best());
            vcf_clear(vcf);
            VcfLimits limits = NO_LIMITS;
            limits.max_moves = SLOW_MOVES;
            VcfResult result;
            vcf_search(vcf, board, &limits, &result);
            bool wins_slowly = slow_attack(&oracle, side, SLOW_MOVES);
            if ((result.verdict == VCF_WIN) != wins_slowly)
                oracle_print(&oracle);
            expect_equal(result.verdict == VCF_WIN, wins_slowly);
            wins += wins_slowly;
            refusals += !wins_slowly;
        }
    }
    expect(wins >= 5 && refusals >= 5);
}
END_TEST

/* The five is the line's last stone, or comes two plies after it. Each stone has been counted, but
 * for the five. */
static void expect_plies(const VcfResult *win) {
    int last = win->line_count - 1;
    for (int i = 0; i < last; i++)
        board_play(board, win->line[i]);
    bool ends_with_five = board_wins_at(board, board_to_move(board), win->line[last]);
    for (int i = 0; i < last; i++)
        board_undo(board);
    expect_equal(win->plies, win->line_count + (ends_with_five ? 0 : 2));
    expect(win->nodes >= (uint64_t)last);
}

/* Where a five can be shut, a four often leaves several replies, and each of them must lose. */
START_TEST(wins_of_caro_hold_by_definition) {
    Rule rule = (Rule)(RULE_CARO + _i);
    uint64_t rng = 2500 + (uint64_t)_i;
    int wins = 0, several = 0;
    for (int i = 0; i < 6000; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 8, 8);
        random_stones(&oracle, &rng, 16 + (int)rng_below(&rng, 16));
        Color side = (Color)(i & 1);
        if (oracle_holds_five(&oracle))
            continue;
        board_from_oracle(board, test_tables(rule), &oracle, side, isa_best());
        VcfLimits limits = NO_LIMITS;
        limits.max_moves = SLOW_MOVES;
        VcfResult result;
        vcf_clear(vcf);
        vcf_search(vcf, board, &limits, &result);
        if (result.verdict != VCF_WIN || result.line_count < 3)
            continue;
        CellSet replies;
        board_play(board, result.line[0]);
        reply_to_five(board, side, &replies);
        board_undo(board);
        several += cellset_next(&replies, cellset_first(&replies)) != CELL_NONE;
        expect(slow_attack(&oracle, side, SLOW_MOVES));
        wins++;
    }
    expect(wins >= 20 && several >= 5);
}
END_TEST

START_TEST(wins_hold_against_every_defence) {
    Rule rule = (Rule)_i;
    uint64_t rng = 2000 + (uint64_t)_i;
    int wins = 0;
    for (int i = 0; i < 1500 && wins < 25; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 12, 10 + (int)rng_below(&rng, 4));
        random_stones(&oracle, &rng, 30 + (int)rng_below(&rng, 30));
        if (oracle_holds_five(&oracle))
            continue;
        Color side = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), &oracle, side, isa_best());
        vcf_clear(vcf);
        VcfResult result;
        if (solve(&result) != VCF_WIN || result.plies < 5)
            continue;
        wins++;
        expect_plies(&result);
        expect_win_against_all(board, &BY_FOURS);
    }
    expect(wins >= 10);
}
END_TEST

START_TEST(small_and_filled_tables_give_the_same_verdicts) {
    uint64_t rng = 3000;
    Vcf *tiny = vcf_new(1);
    ck_assert_ptr_nonnull(tiny);
    for (int i = 0; i < 300; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_FREESTYLE, 12, 12);
        random_stones(&oracle, &rng, 50);
        board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
        VcfResult kept, fresh, small;
        vcf_search(vcf, board, &NO_LIMITS, &kept); /* the table is never cleared */
        vcf_search(tiny, board, &NO_LIMITS, &small);
        vcf_clear(tiny);
        vcf_search(tiny, board, &NO_LIMITS, &fresh);
        expect_equal(kept.verdict, fresh.verdict);
        expect_equal(small.verdict, fresh.verdict);
    }
    vcf_free(tiny);
}
END_TEST

/* By trying every cell and asking the oracle whether the five's cell is forbidden. */
static bool makes_four_to_foul(const Oracle *oracle, Cell cell) {
    Oracle after = *oracle;
    after.at[cell] = POINT_WHITE;
    for (int reply = 0; reply < oracle_cells(&after); reply++)
        if (after.at[reply] == POINT_EMPTY && oracle_wins(&after, (Cell)reply, WHITE) &&
            oracle_foul(&after, (Cell)reply) != ORACLE_LEGAL)
            return true;
    return false;
}

START_TEST(fours_whose_reply_is_forbidden_are_found) {
    uint64_t rng = 5000;
    int found = 0;
    for (int i = 0; i < 4000; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_RENJU, 12, 12);
        random_stones(&oracle, &rng, 40);
        board_from_oracle(board, test_tables(RULE_RENJU), &oracle, WHITE, isa_best());
        if (oracle_holds_five(&oracle) || board_count(board, WHITE, CLASS_FIVE) > 0 ||
            board_count(board, BLACK, CLASS_FIVE) > 0)
            continue;
        bool exists = false;
        for (int cell = 0; cell < oracle_cells(&oracle) && !exists; cell++)
            exists = oracle.at[cell] == POINT_EMPTY && makes_four_to_foul(&oracle, (Cell)cell);
        uint64_t key = board_key(board);
        Cell gain = reply_winning_foul_four(board);
        expect_equal(board_key(board), key);
        if ((gain != CELL_NONE) != exists)
            oracle_print(&oracle);
        expect_equal(gain != CELL_NONE, exists);
        expect(gain == CELL_NONE || makes_four_to_foul(&oracle, gain));
        found += exists;
    }
    expect(found >= 20);
}
END_TEST

/* After the stone on the gain, whatever the opponent replies, an open four must remain. */
static void expect_open_four_after_all(Cell gain) {
    Color attacker = board_to_move(board);
    board_play(board, gain);
    CellSet replies = board->empty;
    for (Cell reply = cellset_first(&replies); reply != CELL_NONE;
         reply = cellset_next(&replies, reply)) {
        if (is_forbidden(board, opponent(attacker), reply))
            continue;
        board_play(board, reply);
        expect_equal(board_count(board, opponent(attacker), CLASS_FIVE), 0);
        expect(reply_winning_open_four(board) != CELL_NONE);
        board_undo(board);
    }
    board_undo(board);
}

START_TEST(double_threes_without_a_four_against_them_win) {
    Rule rule = (Rule)_i;
    uint64_t rng = 6000 + (uint64_t)_i;
    int found = 0;
    for (int i = 0; i < 6000; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 12, 12);
        random_walls(&oracle, &rng, i % 2 == 0 ? 0 : 50);
        random_stones(&oracle, &rng, 6 + (int)rng_below(&rng, 12));
        board_from_oracle(board, test_tables(rule), &oracle, (Color)rng_below(&rng, 2), isa_best());
        Color us = board_to_move(board), them = opponent(us);
        if (board_count(board, us, CLASS_FIVE) > 0 || board_count(board, them, CLASS_FIVE) > 0 ||
            board_count(board, us, CLASS_OPEN_FOUR) > 0 ||
            board_count(board, them, CLASS_OPEN_FOUR) > 0)
            continue;
        Cell gain = reply_winning_double_three(board);
        if (gain == CELL_NONE)
            continue;
        found++;
        expect(!is_forbidden(board, us, gain));
        expect_open_four_after_all(gain);
    }
    expect_equal(found == 0, rule_has_shut_fives(rule));
    expect(found == 0 || found >= 20);
}
END_TEST

/* One table serves both, and neither may take the other's refutations for its own. */
START_TEST(quick_search_wins_only_what_can_be_won) {
    const VcfLimits quick = {.max_moves = VCF_MOVES_MAX, .max_nodes = UINT64_MAX, .quick = true};
    uint64_t rng = 4000;
    int wins = 0, misses = 0;
    for (int i = 0; i < 600; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_FREESTYLE, 12, 12);
        random_stones(&oracle, &rng, 40);
        board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
        VcfResult fast, complete;
        vcf_search(vcf, board, &quick, &fast);
        vcf_search(vcf, board, &NO_LIMITS, &complete);
        expect(fast.verdict != VCF_NONE);
        expect(complete.verdict != VCF_UNKNOWN);
        expect(fast.verdict != VCF_WIN || complete.verdict == VCF_WIN);
        wins += fast.verdict == VCF_WIN;
        misses += fast.verdict != VCF_WIN && complete.verdict == VCF_WIN;
    }
    expect(wins > 10);
    expect(misses < wins);
}
END_TEST

static VcfVerdict verdict_by(Vcf *by, const VcfLimits *limits) {
    VcfResult result;
    vcf_search(by, board, limits, &result);
    return result.verdict;
}

/* Quick and complete searches, and those of few moves, share a table. Each of them comes to the
 * verdict that it has with a table of its own. */
START_TEST(no_search_takes_the_refutations_of_another_kind) {
    Vcf *fresh = vcf_new(1 << 16), *shared = vcf_new(1 << 20);
    uint64_t rng = 5000 + (uint64_t)_i;
    int wins = 0;
    int positions = rule_has_fouls((Rule)_i, BLACK) ? 1500 : 500;
    for (int i = 0; i < positions; i++) {
        Oracle oracle;
        oracle_init(&oracle, (Rule)_i, 12, 12);
        random_stones(&oracle, &rng, 30 + (int)rng_below(&rng, 40));
        board_from_oracle(board, test_tables((Rule)_i), &oracle, (Color)(i % 2), isa_best());
        if (has_five(board, board_to_move(board)))
            continue;
        for (int search = 0; search < 8; search++) {
            VcfLimits limits = {
                .max_moves = 1 + search / 2, .max_nodes = UINT64_MAX, .quick = search % 2 == 0};
            if (search >= 6)
                limits.max_moves = VCF_MOVES_MAX;
            vcf_clear(fresh);
            VcfVerdict verdict = verdict_by(fresh, &limits);
            expect_equal(verdict_by(shared, &limits), verdict);
            wins += verdict == VCF_WIN;
        }
    }
    expect(wins > 50);
    vcf_free(shared);
    vcf_free(fresh);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vcf_oracle");
    TCase *random = tcase_create("random");
    tcase_set_timeout(random, 0);
    tcase_add_checked_fixture(random, setup, teardown);
    tcase_add_loop_test(random, verdicts_agree_with_a_search_by_definition, 0, RULES);
    tcase_add_loop_test(random, wins_hold_against_every_defence, 0, RULES);
    tcase_add_loop_test(random, wins_of_caro_hold_by_definition, 0, 2);
    tcase_add_test(random, fours_whose_reply_is_forbidden_are_found);
    tcase_add_loop_test(random, double_threes_without_a_four_against_them_win, 0, RULES);
    tcase_add_loop_test(random, no_search_takes_the_refutations_of_another_kind, 0, RULES);
    tcase_add_test(random, quick_search_wins_only_what_can_be_won);
    tcase_add_test(random, small_and_filled_tables_give_the_same_verdicts);
    suite_add_tcase(suite, random);
    return run_suite(suite);
}
