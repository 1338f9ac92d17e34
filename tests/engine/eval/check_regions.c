/* Networks of regions: an evaluator that depends on the position alone, the same for mirror images
 * and exchanged colours. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "eval/eval.h"
#include "eval/regions/regions.h"
#include "eval/table/table.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/regions.h"
#include "support/walk.h"

enum { UNITS = 500, WIN_SCALE = 522 };

/* Returns a file of drawn numbers. To be freed. */
static unsigned char *drawn_file(Rule rule, bool is_extreme, size_t *size) {
    RegionsDraw draw = {9, is_extreme};
    Weights weights;
    RegionsNumbers *numbers = calloc(COLORS, sizeof *numbers);
    unsigned char *bytes = malloc(regions_bytes_max());
    expect(numbers != NULL && bytes != NULL);
    for (int role = 0; role < rule_roles(rule); role++)
        regions_draw(&numbers[role], &draw);
    weights_embedded(&weights, rule);
    *size = regions_write(bytes, &weights, numbers, WIN_SCALE, UNITS, "drawn for a test");
    free(numbers);
    return bytes;
}

typedef struct Players {
    Board *board;
    EvalState state;
    void *memory;
    Score scores[CELLS_MAX];
    int orders[CELLS_MAX];
} Players;

static void judge(Players *players, int at) {
    CellSet cells = players->board->empty;
    Cell first = cellset_first(&cells);
    players->scores[at] = eval_score(&players->state);
    MoveOrder order = eval_order(&players->state, &cells);
    players->orders[at] = first == CELL_NONE ? 0 : order_of(&order, players->board, first);
    expect(abs(players->scores[at]) <= SCORE_EVAL_MAX && abs(players->orders[at]) < 1 << 16);
}

/* Plays a game of drawn moves forward and back: the same position, the same score and order. */
START_TEST(scores_depend_on_the_position_alone) {
    Rule rule = _i % 2 == 0 ? RULE_FREESTYLE : RULE_RENJU;
    size_t size;
    unsigned char *bytes = drawn_file(rule, _i >= 2, &size);
    Evaluator *evaluator;
    expect_equal(evaluator_load(&evaluator, bytes, size), KANAME_OK);
    Players *players = calloc(1, sizeof *players);
    expect(players != NULL);
    players->board = test_board_new();
    players->memory = aligned_alloc(64, (evaluator->state_bytes + 63) / 64 * 64);
    expect(players->memory != NULL);
    board_init(players->board, evaluator->tables, 15, 19, NULL, isa_best());
    eval_begin(&players->state, evaluator, players->board, players->memory);
    uint64_t rng = 77;
    int moves = 0;
    for (; moves < 60; moves++) {
        judge(players, moves);
        Cell cell;
        do
            cell = (Cell)rng_below(&rng, 15 * 19);
        while (!board_is_empty(players->board, cell));
        board_play(players->board, cell);
    }
    bool differs = false;
    while (moves-- > 0) {
        board_undo(players->board);
        Score score = players->scores[moves];
        int order = players->orders[moves];
        judge(players, moves);
        expect_equal(players->scores[moves], score);
        expect_equal(players->orders[moves], order);
        differs |= moves > 0 && score != players->scores[moves - 1];
    }
    expect(differs);
    free(players->memory);
    free(players->board);
    free(players);
    evaluator_free(evaluator);
    free(bytes);
}
END_TEST

/* A position, its mirror image, and it with the colours exchanged (where they have one role). */
START_TEST(mirrors_and_colours_are_judged_the_same) {
    enum { SIZE = 15, STONES = 30 };
    Rule rule = (Rule)_i;
    size_t size;
    unsigned char *file = drawn_file(rule, false, &size);
    Evaluator *network;
    expect_equal(evaluator_load(&network, file, size), KANAME_OK);
    Board *board = test_board_new(), *other = test_board_new();
    Walk walk = {.board = board, .rng = 6300 + (uint64_t)rule};
    size_t bytes = (network->state_bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes), *other_memory = aligned_alloc(64, bytes);
    expect(memory != NULL && other_memory != NULL);
    EvalState state, other_state;
    board_init(board, network->tables, SIZE, SIZE, NULL, isa_best());
    board_init(other, network->tables, SIZE, SIZE, NULL, isa_best());
    if (rule_roles(rule) == 1)
        board_set_to_move(other, WHITE);
    eval_begin(&state, network, board, memory);
    eval_begin(&other_state, network, other, other_memory);
    for (int i = 0; i < STONES; i++) {
        Cell cell = walk_near(&walk);
        int x = board->x[cell], y = board->y[cell];
        board_play(board, cell);
        board_play(other, (Cell)(x * SIZE + (SIZE - 1 - y)));
        expect_equal(eval_score(&state), eval_score(&other_state));
        cell = walk_cell(&walk);
        Cell mirrored = (Cell)(board->x[cell] * SIZE + (SIZE - 1 - board->y[cell]));
        MoveOrder order = eval_order(&state, &board->empty);
        MoveOrder other_order = eval_order(&other_state, &other->empty);
        expect_equal(order_of(&order, board, cell), order_of(&other_order, other, mirrored));
    }
    free(memory);
    free(other_memory);
    free(board);
    free(other);
    evaluator_free(network);
    free(file);
}
END_TEST

/* Windows of searches are in the network's units. In caro the tables' differ from them by
 * factors of up to eight, by the number of stones. */
START_TEST(estimates_are_in_the_units_of_the_network) {
    Rule rule = (Rule)_i;
    size_t size;
    unsigned char *bytes = drawn_file(rule, false, &size);
    Evaluator *evaluator, *table;
    Weights weights;
    weights_embedded(&weights, rule);
    expect_equal(evaluator_load(&evaluator, bytes, size), KANAME_OK);
    table = table_evaluator_new(&weights);
    expect(table != NULL);
    Board *board = test_board_new();
    void *memory = aligned_alloc(64, (evaluator->state_bytes + 63) / 64 * 64);
    expect(memory != NULL);
    board_init(board, evaluator->tables, 15, 15, NULL, isa_best());
    EvalState state, of_table = {table, board, NULL};
    eval_begin(&state, evaluator, board, memory);
    uint64_t rng = 5;
    for (int stones = 0; stones < 60; stones++) {
        bool is_exact = true;
        double nats =
            eval_score(&of_table) / opening_scale_at(&weights.opening, weights.win_scale, stones);
        double wanted = fmax(-SCORE_EVAL_MAX, fmin(SCORE_EVAL_MAX, UNITS * nats));
        Score estimate = eval_score_within(&state, SCORE_INFINITE, SCORE_INFINITE, &is_exact);
        expect(!is_exact);
        if (fabs(estimate - wanted) > 2)
            ck_abort_msg("%d stones: %d for %g", stones, estimate, wanted);
        expect_equal(eval_score_within(&state, estimate, estimate, &is_exact), eval_score(&state));
        expect(is_exact);
        expect_equal(eval_score_within(&state, estimate + 1, SCORE_INFINITE, &is_exact), estimate);
        expect(!is_exact);
        Cell cell;
        do
            cell = (Cell)(15 * (3 + (int)rng_below(&rng, 8)) + 4 + (int)rng_below(&rng, 8));
        while (!board_is_empty(board, cell));
        board_play(board, cell);
    }
    free(memory);
    free(board);
    evaluator_free(table);
    evaluator_free(evaluator);
    free(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regions");
    TCase *tests = tcase_create("regions");
    tcase_add_loop_test(tests, scores_depend_on_the_position_alone, 0, 4);
    tcase_add_loop_test(tests, mirrors_and_colours_are_judged_the_same, 0, RULES);
    tcase_add_loop_test(tests, estimates_are_in_the_units_of_the_network, 0, RULES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
