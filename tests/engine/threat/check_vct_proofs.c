/* The search by threats: its wins hold against every defence, and stones outside of the cells that
 * it names as spoilers save nobody. */
#include <check.h>

#include "base/rng.h"
#include "board/foul.h"
#include "engine/threat/threats.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/vct.h"

enum { RANDOM_WINS = 5, RANDOM_TRIES = 3000, RANDOM_NODES = 2000 };

/* The next random position that the side to move wins by threats, not by fours alone. */
static bool next_win(Rule rule, uint64_t *rng, const VctLimits *limits, VctResult *result,
                     Oracle *oracle, Color *side) {
    for (int i = 0; i < RANDOM_TRIES; i++) {
        oracle_init(oracle, rule, 9 + (int)rng_below(rng, 2), 9);
        random_walls(oracle, rng, i % 4 == 0 ? 30 : 0);
        random_stones(oracle, rng, 12 + (int)rng_below(rng, 14));
        if (oracle_holds_five(oracle))
            continue;
        *side = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), oracle, *side, isa_best());
        forget();
        VctLimits some = *limits;
        some.max_nodes = RANDOM_NODES;
        if (solve(&some, result) != VCT_WIN)
            continue;
        VcfLimits fours = {.max_moves = VCF_MOVES_MAX, .max_nodes = UINT64_MAX};
        VcfResult by_fours;
        vcf_search(vcf, board, &fours, &by_fours);
        if (by_fours.verdict == VCF_NONE)
            return true;
    }
    return false;
}

START_TEST(wins_hold_against_every_defence) {
    Rule rule = (Rule)(_i / 2);
    const VctLimits *limits = _i % 2 == 0 ? &THREES : &ANY;
    uint64_t rng = 4000 + (uint64_t)_i;
    for (int wins = 0; wins < RANDOM_WINS; wins++) {
        VctResult result;
        Oracle oracle;
        Color side;
        expect(next_win(rule, &rng, limits, &result, &oracle, &side));
        expect(result.nodes + 1 >= (uint64_t)result.line_count);
        expect_line(&result);
        expect_win_by(limits);
    }
}
END_TEST

/* The winner passes, and the defender plays where he should not. Returns the number of such cells.
 */
static int expect_loss_outside(const CellSet *spoilers, Color side) {
    int outside = 0;
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, (Cell)cell) || cellset_has(spoilers, (Cell)cell) ||
            board_wins_at(board, opponent(side), (Cell)cell))
            continue;
        board_set_to_move(board, opponent(side));
        if (!is_forbidden(board, opponent(side), (Cell)cell)) {
            VctResult result;
            VctLimits more = ANY;
            more.max_nodes = 50 * RANDOM_NODES;
            board_play(board, (Cell)cell);
            expect_equal(solve(&more, &result), VCT_WIN);
            board_undo(board);
            outside++;
        }
        board_set_to_move(board, side);
    }
    return outside;
}

/* White wins by no sequence of fours and threes: one of his moves threatens fours alone. */
START_TEST(spoilers_of_threatened_fours_are_known) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_FREESTYLE, WHITE, THREATENED_FOURS);
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
    forget();
    expect_equal(solve(&THREES, &result), VCT_NONE);
}
END_TEST

/* A reply of the proof is forbidden to Black: he cannot try it. */
START_TEST(spoilers_of_forbidden_replies_are_known) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_RENJU, WHITE,
        ". . . . x o . . .\n"
        ". . . . o . x x o\n"
        ". o x . o . . o .\n"
        ". . . . o . o x .\n"
        "x x . . . x . . x\n"
        ". . . . . . . . x\n"
        ". . . . . o . . o\n"
        ". . . . . . . x o\n"
        ". . . . . . . . .\n");
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
}
END_TEST

/* White's four leaves a reply that makes two fours. A stone behind one of them would make it a six,
 * and the reply a legal one. */
START_TEST(stones_that_make_a_foul_legal_are_spoilers) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_RENJU, WHITE,
        ". . . . . . . . . x .\n"
        ". . . . o . . . . . .\n"
        ". . . . x . . o . . .\n"
        ". . . . x . o . . . .\n"
        ". . . . x o . . . . .\n"
        "o x x x . . . . . . .\n"
        ". . . x . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n");
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
}
END_TEST

START_TEST(stones_outside_of_the_spoilers_lose) {
    Rule rule = (Rule)_i;
    uint64_t rng = 5000 + (uint64_t)_i;
    int outside = 0, followed = 0;
    for (int wins = 0; wins < 4 * RANDOM_WINS; wins++) {
        VctResult result;
        Oracle oracle;
        Color side;
        const VctLimits *limits = wins % 2 == 0 ? &THREES : &ANY;
        expect(next_win(rule, &rng, limits, &result, &oracle, &side));
        CellSet spoilers;
        uint64_t nodes;
        bool is_followed = vct_spoilers(vct, board, limits, &spoilers, &nodes);
        followed += is_followed;
        outside += expect_loss_outside(&spoilers, side);
    }
    bool is_caro = rule == RULE_CARO || rule == RULE_CARO_EXACT;
    expect(is_caro ? outside == 0 && followed == 0 : outside > 0 && followed > RANDOM_WINS);
}
END_TEST

/* One table serves the attacks of both sides, of all kinds: none contradicts the verdict that a
 * table of its own gives. */
START_TEST(the_table_keeps_sides_and_kinds_apart) {
    Rule rule = (Rule)_i;
    uint64_t rng = 6000 + (uint64_t)_i;
    Vcf *own_vcf = vcf_new(1 << 16);
    Vct *own = vct_new(1 << 18, own_vcf);
    int compared = 0;
    expect(own != NULL);
    forget();
    for (int i = 0; i < 150; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 9, 9);
        random_stones(&oracle, &rng, 12 + (int)rng_below(&rng, 16));
        if (oracle_holds_five(&oracle))
            continue;
        for (int search = 0; search < 4; search++) {
            VctLimits limits = search < 2 ? THREES : ANY;
            VctResult shared, fresh;
            limits.max_nodes = RANDOM_NODES;
            board_from_oracle(board, test_tables(rule), &oracle, (Color)((search + i) % 2),
                              isa_best());
            vct_search(vct, board, &limits, &shared);
            vcf_clear(own_vcf);
            vct_clear(own);
            vct_search(own, board, &limits, &fresh);
            expect(shared.verdict == VCT_UNKNOWN || fresh.verdict == VCT_UNKNOWN ||
                   shared.verdict == fresh.verdict);
            compared += shared.verdict != VCT_UNKNOWN && fresh.verdict != VCT_UNKNOWN;
        }
    }
    expect(compared > 100);
    vct_free(own);
    vcf_free(own_vcf);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vct_proofs");
    TCase *drawn = tcase_create("drawn");
    tcase_set_timeout(drawn, 0);
    tcase_add_checked_fixture(drawn, setup, teardown);
    tcase_add_test(drawn, spoilers_of_threatened_fours_are_known);
    tcase_add_test(drawn, spoilers_of_forbidden_replies_are_known);
    tcase_add_test(drawn, stones_that_make_a_foul_legal_are_spoilers);
    suite_add_tcase(suite, drawn);
    TCase *random = tcase_create("random");
    tcase_set_timeout(random, 0);
    tcase_add_checked_fixture(random, setup, teardown);
    tcase_add_loop_test(random, the_table_keeps_sides_and_kinds_apart, 0, RULES);
    tcase_add_loop_test(random, wins_hold_against_every_defence, 0, 2 * RULES);
    tcase_add_loop_test(random, stones_outside_of_the_spoilers_lose, 0, RULES);
    suite_add_tcase(suite, random);
    return run_suite(suite);
}
