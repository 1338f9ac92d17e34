/* What must hold of any static evaluation, whatever its weights. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/rule.h"
#include "board/board.h"
#include "eval/table/table.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

static Oracle random_position(Rule rule, uint64_t *rng) {
    int width = BOARD_MIN + (int)rng_below(rng, BOARD_MAX - BOARD_MIN + 1);
    int height = rng_below(rng, 2) == 0 ? width : BOARD_MIN + (int)rng_below(rng, 18);
    Oracle oracle;
    oracle_init(&oracle, rule, width, height);
    random_stones(&oracle, rng, (int)rng_below(rng, (uint32_t)(width * height)));
    return oracle;
}

START_TEST(a_turned_board_is_worth_the_same) {
    Rule rule = (Rule)_i;
    uint64_t rng = 7000 + (uint64_t)rule;
    Board *board = test_board_new(), *turned_board = test_board_new();
    for (int i = 0; i < 150; i++) {
        Oracle oracle = random_position(rule, &rng);
        Color to_move = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), &oracle, to_move, isa_best());
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            Oracle turned = oracle_turned(&oracle, symmetry);
            board_from_oracle(turned_board, test_tables(rule), &turned, to_move, isa_best());
            expect_equal(score_by(test_evaluator(rule), turned_board),
                         score_by(test_evaluator(rule), board));
            for (int cell = 0; cell < oracle_cells(&oracle); cell++)
                if (oracle.at[cell] == POINT_EMPTY)
                    expect_equal(order_by(test_evaluator(rule), turned_board,
                                          cell_turned(&oracle, symmetry, (Cell)cell)),
                                 order_by(test_evaluator(rule), board, (Cell)cell));
        }
    }
    free(turned_board);
    free(board);
}
END_TEST

START_TEST(swapped_colours_are_worth_the_same_to_the_side_to_move) {
    Rule rule = (Rule)_i;
    if (rule == RULE_RENJU)
        return;
    uint64_t rng = 8000 + (uint64_t)rule;
    Board *board = test_board_new(), *swapped_board = test_board_new();
    for (int i = 0; i < 300; i++) {
        Oracle oracle = random_position(rule, &rng), swapped = oracle;
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            swapped.at[cell] = oracle.at[cell] == POINT_BLACK   ? POINT_WHITE
                               : oracle.at[cell] == POINT_WHITE ? POINT_BLACK
                                                                : oracle.at[cell];
        Color to_move = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), &oracle, to_move, isa_best());
        board_from_oracle(swapped_board, test_tables(rule), &swapped, opponent(to_move),
                          isa_best());
        expect_equal(board_tally(swapped_board, WHITE), board_tally(board, BLACK));
        expect_equal(board_tally(swapped_board, BLACK), board_tally(board, WHITE));
        expect_equal(score_by(test_evaluator(rule), swapped_board),
                     score_by(test_evaluator(rule), board));
    }
    free(swapped_board);
    free(board);
}
END_TEST

/* The way to a position leaves no trace in its score. */
START_TEST(the_score_is_that_of_a_fresh_board) {
    Rule rule = (Rule)_i;
    uint64_t rng = 9000 + (uint64_t)rule;
    Board *board = test_board_new(), *fresh = test_board_new();
    Oracle oracle;
    oracle_init(&oracle, rule, 15, 15);
    board_from_oracle(board, test_tables(rule), &oracle, BLACK, isa_best());
    for (int i = 0; i < 150; i++) {
        Cell cell = random_cell(&oracle, &rng);
        oracle.at[cell] = point_of(board_to_move(board));
        board_play(board, cell);
        Cell tried = random_cell(&oracle, &rng);
        board_play(board, tried);
        board_undo(board);
        board_from_oracle(fresh, test_tables(rule), &oracle, board_to_move(board), isa_best());
        expect_equal(score_by(test_evaluator(rule), board), score_by(test_evaluator(rule), fresh));
        expect(abs(score_by(test_evaluator(rule), board)) <= SCORE_EVAL_MAX);
    }
    free(fresh);
    free(board);
}
END_TEST

START_TEST(the_side_with_the_stronger_row_stands_better) {
    static const char *const DRAWINGS[] = {
        /* a four against a three, Black to move and White to move */
        ".........\n"
        ".xxxx....\n"
        ".........\n"
        ".........\n"
        ".........\n"
        "....oo.o.\n"
        ".........\n"
        ".......o.\n"
        ".........\n",
        /* an open three against scattered stones */
        "...............\n"
        "...............\n"
        "...............\n"
        "...............\n"
        ".....xxx.......\n"
        "...............\n"
        "...............\n"
        "....o..........\n"
        "..........o....\n"
        "...............\n"
        "...o...........\n"
        "...............\n"
        "...............\n"
        "...............\n"
        "...............\n",
    };
    Board *board = test_board_new();
    Rule rule = RULE_FREESTYLE;
    Drawing drawing = drawing_read(rule, DRAWINGS[_i]);
    board_from_oracle(board, test_tables(rule), &drawing.oracle, BLACK, isa_best());
    ck_assert_int_gt(score_by(test_evaluator(rule), board), 0);
    board_set_to_move(board, WHITE);
    ck_assert_int_lt(score_by(test_evaluator(rule), board), 0);
    free(board);
}
END_TEST

/* Weights by chance for everything but the cells' values, which count nothing. */
static Weights *random_term_weights(Rule rule, uint64_t *rng) {
    Weights *weights = calloc(1, sizeof *weights);
    expect(weights != NULL);
    weights->rule = rule;
    for (int color = 0; color < COLORS; color++)
        for (int i = 0; i < TERMS; i++)
            weights->role[color].term[i] = (Tapered){(int16_t)((int)rng_below(rng, 200) - 100),
                                                     (int16_t)((int)rng_below(rng, 200) - 100)};
    return weights;
}

static bool on_a_line(const Board *board, int a, int b) {
    int dx = abs(a % board->width - b % board->width),
        dy = abs(a / board->width - b / board->width);
    return a != b && dx <= 4 && dy <= 4 && (dx == 0 || dy == 0 || dx == dy);
}

/* Empty cells linked to this one, of the classes first..last. */
static int linked_count(const Board *board, Color color, int cell, Class first, Class last) {
    int count = 0;
    for (int other = 0; other < board->cell_count; other++)
        count += board_is_empty(board, (Cell)other) && on_a_line(board, cell, other) &&
                 board_class(board, color, (Cell)other) >= first &&
                 board_class(board, color, (Cell)other) <= last;
    return count;
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* A side's terms by their definition; adds up early and late worths. */
static void add_side_terms(const Board *board, Color color, const Tapered *terms, int *early,
                           int *late) {
    int counts[CLASSES] = {0};
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, (Cell)cell))
            continue;
        Class class_ = board_class(board, color, (Cell)cell);
        counts[class_]++;
        if (class_ < CLASS_FOUL_SUSPECT_FOUR || class_ > CLASS_OPEN_FOUR)
            continue;
        int attacks = linked_count(board, color, cell, CLASS_THREE, CLASS_OPEN_FOUR);
        int builders = linked_count(board, color, cell, CLASS_TWO, CLASS_SLEEPING_THREE_TWO);
        int term = ((int)(class_ - CLASS_FOUL_SUSPECT_FOUR) * LINKED_ATTACKS +
                    least_of(attacks, LINKED_ATTACKS - 1)) *
                       LINKED_BUILDERS +
                   least_of(builders, LINKED_BUILDERS - 1);
        *early += terms[TERM_LINKED + term].early;
        *late += terms[TERM_LINKED + term].late;
    }
    for (int i = 0; i < CLASSES; i++) {
        int term = TERM_COUNT + i * COUNTS + least_of(counts[i], COUNTS - 1);
        *early += terms[term].early;
        *late += terms[term].late;
    }
}

static int turn_by_definition(const Board *board, const Weights *weights) {
    Color us = board_to_move(board);
    const Tapered *terms = weights->role[us].term;
    int threat = TERM_THREAT + threat_state(board, us);
    int early = terms[TERM_TO_MOVE].early + terms[threat].early,
        late = terms[TERM_TO_MOVE].late + terms[threat].late;
    add_side_terms(board, us, terms, &early, &late);
    add_side_terms(board, opponent(us), terms + SIDE_TERMS, &early, &late);
    int lateness = least_of(board_stones(board), LATE_STONES);
    return (early * (LATE_STONES - lateness) + late * lateness) / LATE_STONES;
}

START_TEST(the_turn_is_worth_the_sum_of_its_terms) {
    Rule rule = (Rule)_i;
    uint64_t rng = 9500 + (uint64_t)rule;
    Weights *weights = random_term_weights(rule, &rng);
    Evaluator *evaluator = table_evaluator_new(weights);
    Board *board = test_board_new();
    int compared = 0;
    for (int i = 0; i < 300; i++) {
        Oracle oracle = random_position(rule, &rng);
        for (int isa = 0; isa < ISAS; isa++) {
            if (!isa_available((Isa)isa))
                continue;
            board_from_oracle(board, evaluator->tables, &oracle, (Color)(i & 1), (Isa)isa);
            if (board_count(board, BLACK, CLASS_FIVE) + board_count(board, WHITE, CLASS_FIVE) +
                    board_count(board, board_to_move(board), CLASS_OPEN_FOUR) >
                0)
                continue; /* other worths come in */
            expect_equal(score_by(evaluator, board), turn_by_definition(board, weights));
            compared++;
        }
    }
    ck_assert_int_gt(compared, 50);
    evaluator_free(evaluator);
    free(weights);
    free(board);
}
END_TEST

/* The worth of the cells: each side's tally times its share, which lies between those of two
 * stages; that of the other side is subtracted. */
static int cells_by_definition(const Board *board, const Weights *weights, Color color) {
    const int16_t *share = weights->role[color].share;
    int stones = board_stones(board), stage = 0;
    while (stage < STAGES - 1 && (stage + 1) * STAGE_STONES <= stones)
        stage++;
    int here = share[stage];
    if (stage < STAGES - 1)
        here += (share[stage + 1] - share[stage]) * (stones - stage * STAGE_STONES) / STAGE_STONES;
    return (int)((int64_t)board_tally(board, color) * here / SHARE_UNIT);
}

START_TEST(the_score_is_what_cells_and_turn_are_worth) {
    Rule rule = (Rule)_i;
    uint64_t rng = 9700 + (uint64_t)rule;
    Weights *weights = random_term_weights(rule, &rng);
    int bounded = 0, compared = 0;
    for (int role = 0; role < COLORS; role++) {
        for (int i = 0; i < COMBOS; i++)
            weights->role[role].value[i] = (int16_t)((int)rng_below(&rng, 4000) - 2000);
        for (int i = 0; i < STAGES; i++)
            weights->role[role].share[i] = (int16_t)(SHARE_UNIT / 2 + rng_below(&rng, SHARE_UNIT));
    }
    Evaluator *evaluator = table_evaluator_new(weights);
    Board *board = test_board_new();
    for (int i = 0; i < 300; i++) {
        Oracle oracle = random_position(rule, &rng);
        board_from_oracle(board, evaluator->tables, &oracle, (Color)(i & 1), isa_best());
        Color us = board_to_move(board);
        if (board_count(board, BLACK, CLASS_FIVE) + board_count(board, WHITE, CLASS_FIVE) +
                board_count(board, us, CLASS_OPEN_FOUR) >
            0)
            continue; /* other worths come in */
        int worth = cells_by_definition(board, weights, us) -
                    cells_by_definition(board, weights, opponent(us)) +
                    turn_by_definition(board, weights);
        int least = worth < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : worth;
        expect_equal(score_by(evaluator, board), least_of(least, SCORE_EVAL_MAX));
        bounded += abs(worth) > SCORE_EVAL_MAX;
        compared++;
    }
    expect(compared > 50 && bounded > 0 && bounded < compared);
    evaluator_free(evaluator);
    free(weights);
    free(board);
}
END_TEST

/* A cell's order is what our stone makes there and what it denies the opponent. */
START_TEST(an_order_weighs_what_is_made_and_denied) {
    Rule rule = (Rule)_i;
    uint64_t rng = 9800 + (uint64_t)rule;
    Weights *weights = random_term_weights(rule, &rng);
    for (int role = 0; role < COLORS; role++)
        for (int i = 0; i < COMBOS; i++) {
            weights->role[role].make[i] = (int16_t)rng_below(&rng, 500);
            weights->role[role].deny[i] = (int16_t)(1000 + rng_below(&rng, 500));
        }
    Evaluator *evaluator = table_evaluator_new(weights);
    Board *board = test_board_new();
    for (int i = 0; i < 50; i++) {
        Oracle oracle = random_position(rule, &rng);
        board_from_oracle(board, evaluator->tables, &oracle, (Color)(i & 1), isa_best());
        Color us = board_to_move(board), them = opponent(us);
        const RoleWeights *ours = &weights->role[rule_roles(rule) == 1 ? BLACK : us],
                          *theirs = &weights->role[rule_roles(rule) == 1 ? BLACK : them];
        for (Cell cell = 0; cell < (Cell)board->cell_count; cell++)
            if (board_is_empty(board, cell))
                expect_equal(order_by(evaluator, board, cell),
                             ours->make[combo_of_key(board_shapes(board, us, cell))] +
                                 theirs->deny[combo_of_key(board_shapes(board, them, cell))]);
    }
    evaluator_free(evaluator);
    free(weights);
    free(board);
}
END_TEST

/* What a fit works with is what the engine plays by. */
START_TEST(listed_terms_add_up_to_the_score) {
    uint64_t rng = 9600;
    Weights *weights = random_term_weights(RULE_FREESTYLE, &rng);
    Evaluator *evaluator = table_evaluator_new(weights);
    Board *board = test_board_new();
    for (int i = 0; i < 100; i++) {
        Oracle oracle = random_position(RULE_FREESTYLE, &rng);
        board_from_oracle(board, evaluator->tables, &oracle, (Color)(i & 1), isa_best());
        uint16_t terms[TABLE_TERMS_MAX];
        int count = table_terms(board, terms), early = 0, late = 0;
        for (int j = 0; j < count; j++) {
            early += weights->role[BLACK].term[terms[j]].early;
            late += weights->role[BLACK].term[terms[j]].late;
        }
        weights->role[WHITE] = weights->role[BLACK];
        int lateness = least_of(board_stones(board), LATE_STONES);
        expect_equal((early * (LATE_STONES - lateness) + late * lateness) / LATE_STONES,
                     turn_by_definition(board, weights));
    }
    evaluator_free(evaluator);
    free(weights);
    free(board);
}
END_TEST

START_TEST(every_cell_value_is_bounded_so_that_sums_cannot_overflow) {
    Rule rule = (Rule)_i;
    const RuleTables *tables = test_tables(rule);
    for (Color color = BLACK; color <= WHITE; color++)
        for (uint32_t key = 0; key < SHAPE_KEYS; key++)
            expect(abs(info_tally(tables->info[color][key])) <= 32000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("eval");
    TCase *eval = tcase_create("eval");
    tcase_set_timeout(eval, 60);
    tcase_add_loop_test(eval, a_turned_board_is_worth_the_same, 0, RULES);
    tcase_add_loop_test(eval, swapped_colours_are_worth_the_same_to_the_side_to_move, 0, RULES);
    tcase_add_loop_test(eval, the_score_is_that_of_a_fresh_board, 0, RULES);
    tcase_add_loop_test(eval, the_side_with_the_stronger_row_stands_better, 0, 2);
    tcase_add_loop_test(eval, the_turn_is_worth_the_sum_of_its_terms, 0, RULES);
    tcase_add_loop_test(eval, the_score_is_what_cells_and_turn_are_worth, 0, RULES);
    tcase_add_loop_test(eval, an_order_weighs_what_is_made_and_denied, 0, RULES);
    tcase_add_test(eval, listed_terms_add_up_to_the_score);
    tcase_add_loop_test(eval, every_cell_value_is_bounded_so_that_sums_cannot_overflow, 0, RULES);
    suite_add_tcase(suite, eval);
    return run_suite(suite);
}
