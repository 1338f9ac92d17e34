/* The search seen through kaname.h: right answers where the answer is known, proofs that are
 * proofs, and the same nodes for the same question. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
}

static void teardown(void) {
    kaname_free(engine);
}

static void put_oracle(const Oracle *oracle, Color to_move) {
    KanameStone stones[CELLS_MAX];
    size_t count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        Point point = oracle->at[cell];
        KanameColor color = point == POINT_BLACK   ? KANAME_BLACK
                            : point == POINT_WHITE ? KANAME_WHITE
                                                   : KANAME_WALL;
        if (point != POINT_EMPTY)
            stones[count++] = (KanameStone){cell % oracle->width, cell / oracle->width, color};
    }
    expect_equal(kaname_set_size(engine, oracle->width, oracle->height), KANAME_OK);
    expect_equal(kaname_set_rule(engine, (KanameRule)oracle->rule), KANAME_OK);
    expect_equal(kaname_set_position(engine, stones, count, (KanameColor)to_move), KANAME_OK);
}

static Drawing put(Rule rule, Color to_move, const char *text) {
    Drawing drawing = drawing_read(rule, text);
    put_oracle(&drawing.oracle, to_move);
    return drawing;
}

static KanameResult think_to(int depth, uint64_t nodes) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    limits.max_nodes = nodes;
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect_equal(kaname_at(engine, result.best.x, result.best.y), KANAME_EMPTY);
    return result;
}

static void expect_move(const Drawing *drawing, char name, const KanameResult *result) {
    Cell cell = drawing_mark(drawing, name);
    expect_equal(result->best.y * drawing->oracle.width + result->best.x, cell);
}

/* ---- Known answers -------------------------------------------------------------------------- */

START_TEST(five_is_taken) {
    Drawing drawing = put(RULE_FREESTYLE, BLACK,
                          ". . . . . . . . .\n"
                          ". o x x x x A . .\n"
                          ". . o o o o . . .\n"
                          ". . . . . . . . .\n"
                          ". . . . . . . . .\n");
    KanameResult result = think_to(4, 0);
    expect_move(&drawing, 'A', &result);
    expect_equal(kaname_score_win_plies(result.score), 1);
}
END_TEST

START_TEST(four_is_met) {
    Drawing drawing = put(RULE_FREESTYLE, WHITE,
                          ". . . . . . . . .\n"
                          ". o x x x x A . .\n"
                          ". . . . o . . . .\n"
                          ". . . . o . . . .\n"
                          ". . . . o . . . .\n"
                          ". . . . . . . . .\n"
                          ". . . . . . . . .\n");
    KanameResult result = think_to(4, 0);
    expect_move(&drawing, 'A', &result);
}
END_TEST

START_TEST(open_three_is_met) {
    put(RULE_FREESTYLE, WHITE,
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        ". . . x x x . . .\n"
        ". . . . . . . . .\n"
        ". . . . o o . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n");
    KanameResult result = think_to(5, 0);
    expect_equal(result.best.y, 3);
    expect(result.best.x == 1 || result.best.x == 2 || result.best.x == 6 || result.best.x == 7);
}
END_TEST

START_TEST(two_open_threes_are_a_proven_loss) {
    put(RULE_FREESTYLE, WHITE,
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . x x x . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . o . .\n"
        ". . . . . . . o . . .\n"
        ". . . . x x x . . . .\n"
        ". . . . . . . . o . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n");
    KanameResult result = think_to(6, 0);
    expect_equal(kaname_score_win_plies(result.score), -4);
}
END_TEST

START_TEST(an_open_four_is_a_loss_in_two) {
    put(RULE_FREESTYLE, WHITE,
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        ". . x x x x . . .\n"
        ". . . . . . . . .\n"
        ". . . o . . . . .\n"
        ". . . . . o . . .\n"
        ". . o . . . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n");
    expect_equal(kaname_score_win_plies(think_to(6, 0).score), -2);
}
END_TEST

START_TEST(black_does_not_play_a_forbidden_point_for_anything_less_than_five) {
    /* A makes two fours: the best point on the board, if it were allowed. */
    Drawing drawing = put(RULE_RENJU, BLACK,
                          ". . . . o . . . .\n"
                          ". . . . x . . . .\n"
                          ". . . . x . . . .\n"
                          ". . . . x . . . .\n"
                          "o x x x A . . . .\n"
                          ". . . . . . . . .\n"
                          ". o . o . . o . .\n"
                          ". . . . . . . . .\n"
                          ". . . . . . . . .\n");
    KanameResult result = think_to(5, 0);
    int cell = result.best.y * drawing.oracle.width + result.best.x;
    expect(cell != drawing_mark(&drawing, 'A'));
    expect(kaname_score_win_plies(result.score) != 3);
}
END_TEST

START_TEST(forbidden_point_is_chosen_when_nothing_else_is_left) {
    Drawing drawing = put(RULE_RENJU, BLACK,
                          "o o x o o x\n"
                          "x x o x x o\n"
                          "o o x o o x\n"
                          "x x A x x x\n"
                          "o o x o o o\n");
    KanameResult result = think_to(3, 0);
    expect_move(&drawing, 'A', &result);
    expect_equal(kaname_score_win_plies(result.score), -2);
}
END_TEST

/* A is a foul: Black loses when nothing else is left. */
START_TEST(white_leaves_black_nothing_but_a_foul) {
    Drawing drawing = put(RULE_RENJU, WHITE,
                          "B o x o o x\n"
                          "x x o x x o\n"
                          "o o x o o x\n"
                          "x x A x x x\n"
                          "o o x o o o\n");
    KanameResult result = think_to(5, 0);
    expect_move(&drawing, 'B', &result);
    expect_equal(kaname_score_win_plies(result.score), 3);
}
END_TEST

START_TEST(black_knows_that_nothing_but_a_foul_will_be_left) {
    put(RULE_RENJU, BLACK,
        "B o x o o C\n"
        "x x o x x o\n"
        "o o x o o x\n"
        "x x A x x x\n"
        "o o x o o o\n");
    expect_equal(kaname_score_win_plies(think_to(6, 0).score), -4);
}
END_TEST

START_TEST(full_board_leaves_no_move) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    put(RULE_FREESTYLE, BLACK,
        "o o x o o\n"
        "x x o x x\n"
        "o x o x o\n"
        "x o x o x\n"
        "o o x o o\n");
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_NO_MOVE);
}
END_TEST

START_TEST(first_stone_stands_in_the_centre) {
    for (int size = KANAME_MIN_SIZE; size <= KANAME_MAX_SIZE; size++) {
        kaname_set_size(engine, size, size);
        KanameResult result = think_to(0, 0);
        expect(abs(2 * result.best.x - (size - 1)) <= 1 &&
               abs(2 * result.best.y - (size - 1)) <= 1);
    }
}
END_TEST

/* ---- Proofs against all play ---------------------------------------------------------------- */

/* +1 the side to move wins, 0 draw, -1 it loses, by trying every legal move. Where only fouls are
 * left to Black under renju, Black has lost: there is no passing. */
static int value_by_definition(Oracle *oracle, Color us) {
    int best = -2, empty = 0;
    for (int cell = 0; cell < oracle_cells(oracle) && best < 1; cell++) {
        if (oracle->at[cell] != POINT_EMPTY)
            continue;
        empty++;
        if (oracle_wins(oracle, (Cell)cell, us))
            return 1;
        if (oracle->rule == RULE_RENJU && us == BLACK &&
            oracle_foul(oracle, (Cell)cell) != ORACLE_LEGAL)
            continue;
        oracle->at[cell] = point_of(us);
        int value = -value_by_definition(oracle, opponent(us));
        oracle->at[cell] = POINT_EMPTY;
        if (value > best)
            best = value;
    }
    return best > -2 ? best : empty > 0 ? -1 : 0;
}

enum { SMALL_EMPTY = 8, SMALL_POSITIONS = 150 };

/* +1 if a search of this depth announces a win, -1 if a loss, else 0. */
static int decided_by(int depth) {
    int plies = kaname_score_win_plies(think_to(depth, 0).score);
    return (plies > 0) - (plies < 0);
}

START_TEST(scores_on_nearly_full_boards_are_the_truth) {
    uint64_t rng = 500 + (uint64_t)_i;
    int outcomes[3] = {0};
    for (int i = 0; i < SMALL_POSITIONS; i++) {
        Oracle oracle;
        oracle_init(&oracle, (Rule)_i, 6 + (int)rng_below(&rng, 2), 6);
        random_stones(&oracle, &rng, oracle_cells(&oracle) - SMALL_EMPTY);
        if (oracle_holds_five(&oracle))
            continue;
        Color us = (Color)(i & 1);
        put_oracle(&oracle, us);
        int truth = value_by_definition(&oracle, us);
        int early = decided_by(SMALL_EMPTY);
        /* Reductions may cost three plies at each move. */
        int late = decided_by(4 * SMALL_EMPTY);
        if (late != truth || (early != 0 && early != truth))
            oracle_print(&oracle);
        expect_equal(late, truth);
        expect(early == 0 || early == truth);
        outcomes[truth + 1]++;
    }
    expect(outcomes[0] > 0 && outcomes[1] > 0 && outcomes[2] > 0);
}
END_TEST

/* White wins by fours and threes, in 17 plies: too deep for iterations of six plies. */
START_TEST(a_win_by_threes_is_found_between_iterations) {
    for (int permille = 0; permille <= 100000; permille += 100000) {
        put(RULE_FREESTYLE, WHITE, WIN_BY_THREES);
        expect_equal(kaname_set_param(engine, "vct_permille", permille), KANAME_OK);
        kaname_clear_hash(engine);
        KanameResult result = think_to(6, 0);
        if (permille == 0) {
            expect_equal(kaname_score_win_plies(result.score), 0);
            continue;
        }
        expect_equal(kaname_score_win_plies(result.score), WIN_BY_THREES_PLIES);
        for (size_t i = 0; i < result.pv_count; i++)
            expect_equal(kaname_play(engine, result.pv[i].x, result.pv[i].y), KANAME_OK);
        KanameColor winner = kaname_to_move(engine) == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
        expect_equal(winner, KANAME_WHITE);
    }
}
END_TEST

/* Plays on with the engine on both sides from positions that it calls decided: it must not change
 * its mind, and the five must come. Half of the runs look at the nearest cells alone before they
 * try the others, so that losses are often unproven at first. */
START_TEST(announced_wins_are_won) {
    uint64_t rng = 700 + (uint64_t)_i;
    int wins = 0, least = 6;
    if (_i >= RULES) {
        expect_equal(kaname_set_param(engine, "near_square", 1), KANAME_OK);
        expect_equal(kaname_set_param(engine, "near_star", 1), KANAME_OK);
        expect_equal(kaname_set_param(engine, "proof_depth", 20), KANAME_OK);
        least = 20;
    }
    for (int i = 0; i < 60 && wins < least; i++) {
        Oracle oracle;
        oracle_init(&oracle, (Rule)(_i % RULES), 11, 11);
        random_stones(&oracle, &rng, 12 + (int)rng_below(&rng, 8));
        if (oracle_holds_five(&oracle))
            continue;
        put_oracle(&oracle, BLACK);
        KanameResult result = think_to(8, 0);
        if (kaname_score_win_plies(result.score) == 0)
            continue;
        wins++;
        KanameColor winner = kaname_score_win_plies(result.score) > 0 ? KANAME_BLACK : KANAME_WHITE;
        for (;;) {
            KanameColor mover = kaname_to_move(engine);
            int plies = kaname_score_win_plies(result.score);
            expect(mover == winner ? plies > 0 : plies < 0);
            if (kaname_wins_at(engine, result.best.x, result.best.y, mover)) {
                expect_equal(mover, winner);
                break;
            }
            expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
            result = think_to(8, 0);
        }
    }
    expect(wins > 0);
}
END_TEST

/* ---- Reproducibility ------------------------------------------------------------------------ */

static const char MIDDLE_GAME[] = ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . o . . . . . . . .\n"
                                  ". . . . . . . x . o . . . . .\n"
                                  ". . . . . . . x o . . . . . .\n"
                                  ". . . . . . o . x . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n";

START_TEST(same_question_takes_the_same_nodes) {
    put((Rule)_i, BLACK, MIDDLE_GAME);
    KanameResult first = think_to(7, 0);
    kaname_clear_hash(engine);
    KanameResult second = think_to(7, 0);
    put((Rule)_i, BLACK, MIDDLE_GAME); /* set_size clears too */
    KanameResult third = think_to(7, 0);
    expect_equal(first.nodes, second.nodes);
    expect_equal(first.nodes, third.nodes);
    expect_equal(first.score, second.score);
    expect(memcmp(&first.best, &second.best, sizeof first.best) == 0);
    expect(first.nodes > 1000);
}
END_TEST

START_TEST(node_limit_is_exact_and_repeats) {
    put(RULE_FREESTYLE, BLACK, MIDDLE_GAME);
    for (uint64_t limit = 1; limit < 40000; limit = limit * 3 + 1) {
        kaname_clear_hash(engine);
        KanameResult first = think_to(0, limit);
        kaname_clear_hash(engine);
        KanameResult second = think_to(0, limit);
        expect_equal(first.nodes, limit);
        expect_equal(second.nodes, limit);
        expect(memcmp(&first.best, &second.best, sizeof first.best) == 0);
    }
}
END_TEST

START_TEST(instruction_sets_take_the_same_nodes) {
    static const char *const names[] = {"scalar", "avx2", "avx512"};
    uint64_t nodes = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (kaname_set_isa(engine, names[i]) != KANAME_OK)
            continue;
        put((Rule)_i, WHITE, MIDDLE_GAME);
        KanameResult result = think_to(6, 0);
        if (nodes != 0)
            expect_equal(result.nodes, nodes);
        nodes = result.nodes;
    }
    expect(nodes > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("search");
    TCase *known = tcase_create("known");
    tcase_add_checked_fixture(known, setup, teardown);
    tcase_add_test(known, five_is_taken);
    tcase_add_test(known, four_is_met);
    tcase_add_test(known, open_three_is_met);
    tcase_add_test(known, two_open_threes_are_a_proven_loss);
    tcase_add_test(known, an_open_four_is_a_loss_in_two);
    tcase_add_test(known, black_does_not_play_a_forbidden_point_for_anything_less_than_five);
    tcase_add_test(known, forbidden_point_is_chosen_when_nothing_else_is_left);
    tcase_add_test(known, white_leaves_black_nothing_but_a_foul);
    tcase_add_test(known, black_knows_that_nothing_but_a_foul_will_be_left);
    tcase_add_test(known, full_board_leaves_no_move);
    tcase_add_test(known, first_stone_stands_in_the_centre);
    suite_add_tcase(suite, known);
    TCase *proofs = tcase_create("proofs");
    tcase_set_timeout(proofs, 0);
    tcase_add_checked_fixture(proofs, setup, teardown);
    tcase_add_loop_test(proofs, scores_on_nearly_full_boards_are_the_truth, 0, RULES);
    tcase_add_test(proofs, a_win_by_threes_is_found_between_iterations);
    tcase_add_loop_test(proofs, announced_wins_are_won, 0, 2 * RULES);
    suite_add_tcase(suite, proofs);
    TCase *same = tcase_create("same");
    tcase_set_timeout(same, 0);
    tcase_add_checked_fixture(same, setup, teardown);
    tcase_add_loop_test(same, same_question_takes_the_same_nodes, 0, RULES);
    tcase_add_test(same, node_limit_is_exact_and_repeats);
    tcase_add_loop_test(same, instruction_sets_take_the_same_nodes, 0, RULES);
    suite_add_tcase(suite, same);
    return run_suite(suite);
}
