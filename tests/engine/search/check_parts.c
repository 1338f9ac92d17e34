/* The small parts of the search: parameters, histories, the order of moves. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "search/blocked.h"
#include "search/params.h"
#include "search/picker.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

START_TEST(every_default_lies_in_its_range) {
    Params params = params_default();
    for (size_t i = 0; i < params_count(); i++) {
        const ParamInfo *info = params_info(i);
        int value;
        expect(info->minimum <= info->value && info->value <= info->maximum);
        expect(params_get(&params, info->name, &value));
        expect_equal(value, info->value);
    }
}
END_TEST

START_TEST(parameters_are_set_by_name_within_their_range) {
    Params params = params_default();
    for (size_t i = 0; i < params_count(); i++) {
        const ParamInfo *info = params_info(i);
        int value;
        expect(params_set(&params, info->name, info->maximum));
        expect(!params_set(&params, info->name, info->maximum + 1));
        expect(!params_set(&params, info->name, info->minimum - 1));
        expect(params_get(&params, info->name, &value));
        expect_equal(value, info->maximum);
    }
    expect(!params_set(&params, "no_such_thing", 1));
    int value = 77;
    expect(!params_get(&params, "no_such_thing", &value));
    expect_equal(value, 77);
}
END_TEST

START_TEST(history_stays_in_bounds_and_follows_rewards) {
    History *history = malloc(sizeof *history);
    ck_assert_ptr_nonnull(history);
    history_clear(history);
    const Cell tried[] = {1, 2};
    for (int i = 0; i < 10000; i++) {
        history_reward(history, WHITE, 5, 100, 3, 9, tried, 2);
        expect(history_score(history, WHITE, 3) <= HISTORY_MAX);
        expect(history_score(history, WHITE, 1) >= -HISTORY_MAX);
    }
    expect(history_score(history, WHITE, 3) > HISTORY_MAX / 2);
    expect(history_score(history, WHITE, 1) < -HISTORY_MAX / 2);
    expect_equal(history_score(history, BLACK, 3), 0);
    expect_equal(history_counter(history, WHITE, 9), 3);
    expect_equal(history_counter(history, BLACK, 9), CELL_NONE);
    expect_equal(history_counter(history, WHITE, CELL_NONE), CELL_NONE);
    expect_equal(history->killers[5][0], 3);
    history_reward(history, WHITE, 5, 1, 4, CELL_NONE, NULL, 0);
    expect_equal(history->killers[5][0], 4);
    expect_equal(history->killers[5][1], 3);
    int before = history_score(history, WHITE, 3);
    history_age(history);
    expect_equal(history_score(history, WHITE, 3), before / 2);
    expect_equal(history->killers[5][0], CELL_NONE);
    free(history);
}
END_TEST

/* A refutation earns 32 points for each square ply of depth, 1,600 at most, less near the limit. */
START_TEST(rewards_follow_the_depth) {
    static const int DEPTHS[] = {1, 2, 5, 7, 8, 50}, POINTS[] = {32, 128, 800, 1568, 1600, 1600};
    History *history = malloc(sizeof *history);
    ck_assert_ptr_nonnull(history);
    for (int i = 0; i < 6; i++) {
        const Cell tried[] = {1, 2};
        history_clear(history);
        history_reward(history, BLACK, 7, DEPTHS[i], 3, CELL_NONE, tried, 2);
        expect_equal(history_score(history, BLACK, 3), POINTS[i]);
        expect_equal(history_score(history, BLACK, 1), -POINTS[i]);
        expect_equal(history_score(history, BLACK, 2), -POINTS[i]);
        expect_equal(history_score(history, WHITE, 3), 0);
    }
    /* A second refutation by the same move leaves the second killer as it is. */
    history_clear(history);
    history_reward(history, BLACK, 7, 1, 4, 9, NULL, 0);
    history_reward(history, BLACK, 7, 1, 5, 9, NULL, 0);
    history_reward(history, BLACK, 7, 1, 5, 9, NULL, 0);
    expect_equal(history->killers[7][0], 5);
    expect_equal(history->killers[7][1], 4);
    expect_equal(history->killers[6][0], CELL_NONE);
    expect_equal(history_counter(history, BLACK, 9), 5);
    history_age(history);
    expect_equal(history->killers[7][1], CELL_NONE);
    expect_equal(history_counter(history, BLACK, 9), 5);
    history_clear(history);
    expect_equal(history_counter(history, BLACK, 9), CELL_NONE);
    expect_equal(history_score(history, BLACK, 5), 0);
    free(history);
}
END_TEST

/* The blocked moves and ways of a list against plain loops. */
START_TEST(blocked_moves_are_found_in_their_positions_alone) {
    enum { COUNT = 60, STONES = 6 };
    Board *boards[COUNT];
    Cell cells[COUNT];
    Blocked blocked = {.moves = NULL};
    uint64_t rng = 13;
    for (int i = 0; i < COUNT; i++) {
        boards[i] = test_board_new();
        board_init(boards[i], test_tables(RULE_FREESTYLE), 5, 5, NULL, ISA_SCALAR);
        for (int left = (int)rng_below(&rng, STONES); left > 0; left--) {
            Cell cell = (Cell)rng_below(&rng, 25);
            if (board_is_empty(boards[i], cell))
                board_play(boards[i], cell);
        }
        cells[i] = (Cell)rng_below(&rng, 25);
        if (i % 2 == 0) {
            expect(blocked_add(&blocked, boards[i], cells[i]));
            expect(blocked_add(&blocked, boards[i], cells[i])); /* once more, in vain */
        }
    }
    int found = 0, ways = 0;
    for (int i = 0; i < COUNT; i++) {
        bool is_way = false;
        for (int k = 0; k < COUNT; k += 2) {
            bool is_part = true;
            for (Cell cell = 0; cell < 25; cell++)
                for (Color color = BLACK; color <= WHITE; color++)
                    is_part = is_part && (!cellset_has(&boards[i]->occupied[color], cell) ||
                                          cellset_has(&boards[k]->occupied[color], cell));
            is_way = is_way || is_part;
        }
        expect_equal(blocked_concerns(&blocked, boards[i]), is_way);
        ways += is_way;
        for (Cell cell = 0; cell < 25; cell++) {
            bool is_blocked = false;
            for (int k = 0; k < COUNT; k += 2)
                is_blocked = is_blocked ||
                             (board_key(boards[k]) == board_key(boards[i]) && cells[k] == cell);
            expect_equal(blocked_has(&blocked, board_key(boards[i]), cell), is_blocked);
            found += is_blocked;
        }
    }
    expect(found >= COUNT / 2 && ways >= COUNT / 2 && ways < COUNT);
    for (size_t i = 1; i < blocked.move_count; i++)
        expect(blocked.moves[i - 1].key < blocked.moves[i].key ||
               blocked.moves[i - 1].cell < blocked.moves[i].cell);
    blocked_release(&blocked);
    expect(!blocked_concerns(&blocked, boards[0]));
    for (int i = 0; i < COUNT; i++)
        free(boards[i]);
}
END_TEST

START_TEST(picker_hands_out_every_cell_once_in_order) {
    Board *board = test_board_new();
    History *history = malloc(sizeof *history);
    Picker *picker = malloc(sizeof *picker);
    ck_assert(history != NULL && picker != NULL);
    uint64_t rng = 11;
    for (int i = 0; i < 200; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_FREESTYLE, 9, 8);
        random_stones(&oracle, &rng, 10 + i % 30);
        board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
        EvalState eval;
        eval_begin(&eval, test_evaluator(RULE_FREESTYLE), board, NULL);
        history_clear(history);
        CellSet cells = board->empty, seen = {{0}};
        Cell skipped = cellset_first(&cells), table_move = cellset_next(&cells, skipped);
        cellset_flip(&cells, skipped); /* handed in later */
        picker_init(picker, &eval, history, &cells, table_move, CELL_NONE, 3);
        int count = 0, last_order = INT32_MAX;
        Cell last = CELL_NONE;
        for (Cell cell; (cell = picker_next(picker)) != CELL_NONE; count++) {
            expect(cellset_has(&cells, cell) && !cellset_has(&seen, cell));
            cellset_add(&seen, cell);
            if (count == 0) {
                expect_equal(cell, table_move);
                continue;
            }
            int order = order_by(test_evaluator(RULE_FREESTYLE), board, cell);
            expect(order < last_order || (order == last_order && (last < cell || count == 1)));
            last_order = order;
            last = cell;
        }
        expect_equal(count, cells_count(&cells));
        CellSet rest = {{0}};
        cellset_add(&rest, skipped);
        picker_extend(picker, &rest);
        expect_equal(picker_next(picker), skipped);
        expect_equal(picker_next(picker), CELL_NONE);
    }
    free(picker);
    free(history);
    free(board);
}
END_TEST

/* The gap of a move picked by its score: how much lower its order is than the greatest, the table's
 * move apart. */
START_TEST(the_gap_is_how_far_a_move_lies_below_the_best) {
    const Evaluator *evaluator = test_evaluator(RULE_FREESTYLE);
    Board *board = test_board_new();
    History *history = malloc(sizeof *history);
    Picker *picker = malloc(sizeof *picker);
    ck_assert(history != NULL && picker != NULL);
    history_clear(history);
    uint64_t rng = 14;
    int positive = 0;
    for (int i = 0; i < 50; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_FREESTYLE, 9, 8);
        random_stones(&oracle, &rng, 10 + i % 30);
        board_from_oracle(board, evaluator->tables, &oracle, BLACK, isa_best());
        EvalState eval;
        eval_begin(&eval, evaluator, board, NULL);
        Cell table_move = cellset_first(&board->empty);
        picker_init(picker, &eval, history, &board->empty, table_move, CELL_NONE, 3);
        expect_equal(picker_next(picker), table_move);
        expect_equal(picker->gap, 0);
        Cell best = picker_next(picker);
        expect_equal(picker->gap, 0);
        for (Cell cell; (cell = picker_next(picker)) != CELL_NONE;) {
            expect_equal(picker->gap,
                         order_by(evaluator, board, best) - order_by(evaluator, board, cell));
            positive += picker->gap > 0;
        }
    }
    expect(positive > 100);
    free(picker);
    free(history);
    free(board);
}
END_TEST

/* All cells in the order of the picker, by index. */
static int pick_all(Picker *picker, const Board *board, const History *history, Cell *order) {
    int count = 0;
    EvalState eval;
    eval_begin(&eval, test_evaluator(RULE_FREESTYLE), board, NULL);
    picker_init(picker, &eval, history, &board->empty, CELL_NONE, 0, 3);
    while ((order[count] = picker_next(picker)) != CELL_NONE)
        count++;
    return count;
}

/* How many cells that are not in the set come before this one. */
static int others_before(const Cell *order, Cell cell, const CellSet *set) {
    int others = 0;
    for (; *order != cell; order++)
        others += !cellset_has(set, *order);
    return others;
}

static void expect_same_others(const Cell *a, const Cell *b, const CellSet *set) {
    for (;; a++, b++) {
        while (*a != CELL_NONE && cellset_has(set, *a))
            a++;
        while (*b != CELL_NONE && cellset_has(set, *b))
            b++;
        expect_equal(*a, *b);
        if (*a == CELL_NONE)
            return;
    }
}

/* Killers and the counter move come earlier than without being it, all other moves in the order
 * that they had; with and without vectors. */
static void check_bonus(Isa isa) {
    Board *board = test_board_new();
    History *history = malloc(sizeof *history);
    Picker *picker = malloc(sizeof *picker);
    ck_assert(history != NULL && picker != NULL);
    uint64_t rng = 12;
    int earlier = 0;
    for (int i = 0; i < 200; i++) {
        Oracle oracle;
        oracle_init(&oracle, RULE_FREESTYLE, 20, 19);
        random_stones(&oracle, &rng, 10 + i);
        board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa);
        history_clear(history);
        for (int cell = 0; cell < board->cell_count; cell++)
            history->cell[BLACK][cell] = (int16_t)((int)rng_below(&rng, 4001) - 2000);
        Cell plain[CELLS_MAX + 1], order[CELLS_MAX + 1];
        int count = pick_all(picker, board, history, plain);
        CellSet chosen = {{0}};
        Cell cells[3];
        for (int k = 0; k < 3; k++) {
            cells[k] = plain[rng_below(&rng, (uint32_t)count)];
            cellset_add(&chosen, cells[k]);
        }
        history->killers[3][0] = cells[0];
        history->killers[3][1] = cells[1] != cells[0] ? cells[1] : CELL_NONE;
        history->counter[BLACK][0] = cells[2];
        expect_equal(pick_all(picker, board, history, order), count);
        expect_same_others(plain, order, &chosen);
        for (int k = 0; k < 3; k++) {
            int before = others_before(plain, cells[k], &chosen),
                after = others_before(order, cells[k], &chosen);
            expect(after <= before);
            earlier += after < before;
        }
    }
    expect(earlier > 300);
    free(picker);
    free(history);
    free(board);
}

START_TEST(killers_and_the_counter_move_come_earlier) {
    check_bonus(ISA_SCALAR);
    check_bonus(isa_best());
}
END_TEST

START_TEST(table_move_outside_of_the_set_is_ignored) {
    Board *board = test_board_new();
    History *history = malloc(sizeof *history);
    Picker *picker = malloc(sizeof *picker);
    ck_assert(history != NULL && picker != NULL);
    Oracle oracle;
    oracle_init(&oracle, RULE_FREESTYLE, 9, 9);
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
    board_play(board, 40);
    history_clear(history);
    EvalState eval;
    eval_begin(&eval, test_evaluator(RULE_FREESTYLE), board, NULL);
    static const Cell wrong[] = {40, 81, 483, CELL_NONE, 60000};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        picker_init(picker, &eval, history, &board->empty, wrong[i], 40, 0);
        for (int left = 80; left > 0; left--)
            expect(picker_next(picker) != wrong[i]);
        expect_equal(picker_next(picker), CELL_NONE);
    }
    free(picker);
    free(history);
    free(board);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parts");
    TCase *tcase = tcase_create("parts");
    tcase_add_test(tcase, every_default_lies_in_its_range);
    tcase_add_test(tcase, parameters_are_set_by_name_within_their_range);
    tcase_add_test(tcase, history_stays_in_bounds_and_follows_rewards);
    tcase_add_test(tcase, rewards_follow_the_depth);
    tcase_add_test(tcase, blocked_moves_are_found_in_their_positions_alone);
    tcase_add_test(tcase, the_gap_is_how_far_a_move_lies_below_the_best);
    tcase_add_test(tcase, picker_hands_out_every_cell_once_in_order);
    tcase_add_test(tcase, killers_and_the_counter_move_come_earlier);
    tcase_add_test(tcase, table_move_outside_of_the_set_is_ignored);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
