/* The evaluator of networks of regions against the reference computation: on random plays, undos
 * and passes, for every rule, size and instruction set. Usage: check_regions_follow [STEPS [SEED]]
 * with the steps of each walk. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "eval/eval.h"
#include "eval/regions/follow.h"
#include "eval/regions/regions.h"
#include "eval/table/table.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/regions.h"
#include "support/regions_reference.h"
#include "support/walk.h"

enum { UNITS = 500, WIN_SCALE = 300, POSITIONS = 20, JUDGE_EVERY = 8 };

static int walk_steps = 6000;
static uint64_t walk_seed = 8100;

/* A network and what the reference needs of it. */
typedef struct Fixture {
    Rule rule;
    RegionsNumbers *numbers; /* of each role */
    RegionsRows *rows;
    Evaluator *table, *network;
    RegionsFeatures features;
    RegionsMixed mixed;
} Fixture;

/* Sizes of the drawn numbers: usual, at the limits, and with all features at theirs. */
typedef enum { USUAL, EXTREME, FULL } Numbers;

static void draw_role(RegionsNumbers *numbers, RegionsDraw *draw, Numbers kind) {
    regions_draw(numbers, draw);
    for (int row = 0; kind == FULL && row < REGIONS_ROWS; row++)
        for (int i = 0; row != REGIONS_EMPTY_ROW && i < REGIONS_CHANNELS; i++)
            numbers->row[row][i] = INT8_MAX;
}

static Fixture *fixture_new(Rule rule, Numbers kind) {
    Fixture *fixture = calloc(1, sizeof *fixture);
    unsigned char *file = malloc(regions_bytes_max());
    RegionsDraw draw = {8200 + (uint64_t)rule, kind == EXTREME};
    Weights weights;
    ck_assert(fixture != NULL && file != NULL);
    fixture->rule = rule;
    fixture->numbers = malloc(COLORS * sizeof *fixture->numbers);
    fixture->rows = malloc(sizeof *fixture->rows);
    ck_assert(fixture->numbers != NULL && fixture->rows != NULL);
    for (int role = 0; role < rule_roles(rule); role++)
        draw_role(&fixture->numbers[role], &draw, kind);
    regions_rows_init(fixture->rows);
    weights_embedded(&weights, rule);
    size_t size = regions_write(file, &weights, fixture->numbers, WIN_SCALE, UNITS, "drawn");
    expect_equal(evaluator_load(&fixture->network, file, size), KANAME_OK);
    fixture->table = table_evaluator_new(&weights);
    ck_assert(fixture->table != NULL);
    free(file);
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    evaluator_free(fixture->network);
    evaluator_free(fixture->table);
    free(fixture->numbers);
    free(fixture->rows);
    free(fixture);
}

static const RegionsNumbers *numbers_of(const Fixture *fixture, const Board *board) {
    return &fixture->numbers[rule_roles(fixture->rule) == 2 ? (int)board_to_move(board) : 0];
}

static Score score_of(const Fixture *fixture, const Board *board) {
    EvalState table = {fixture->table, board, NULL};
    Score of_table = eval_score(&table);
    of_table = of_table > REGIONS_TABLE_MAX    ? REGIONS_TABLE_MAX
               : of_table < -REGIONS_TABLE_MAX ? -REGIONS_TABLE_MAX
                                               : of_table;
    RegionsVerdict verdict =
        regions_judge(numbers_of(fixture, board), board, &fixture->features, of_table);
    int64_t score = (int64_t)regions_nats(verdict) * UNITS / REGIONS_NAT;
    return (Score)(score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                   : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                             : score);
}

/* Compares the order of a drawn set of cells. */
static void compare_order(Fixture *fixture, EvalState *state, Walk *walk) {
    const Board *board = state->board;
    const RegionsNumbers *numbers = numbers_of(fixture, board);
    EvalState table = {fixture->table, board, NULL};
    CellSet cells = board->empty;
    uint32_t share = 1 + rng_below(&walk->rng, 6);
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = cells.word[i]; bits != 0; bits &= bits - 1)
            if (rng_below(&walk->rng, share) != 0)
                cells.word[i] ^= bits & -bits;
    MoveOrder of_table = eval_order(&table, &cells), order = eval_order(state, &cells);
    regions_mix(numbers, regions_stage(board_stones(board)), &fixture->features, &fixture->mixed);
    for (Cell cell = cellset_first(&cells); cell != CELL_NONE; cell = cellset_next(&cells, cell)) {
        int32_t logit = regions_order(numbers, board, &fixture->features, &fixture->mixed, cell,
                                      order_of(&of_table, board, cell));
        int32_t units = (logit + 128) >> 8; /* 32 are a nat */
        units = units > 65535 ? 65535 : units < -65535 ? -65535 : units;
        expect_equal(order_of(&order, board, cell), units);
    }
}

static void compare(Fixture *fixture, EvalState *state, Walk *walk) {
    const Board *board = state->board;
    uint32_t asked = rng_below(&walk->rng, 3); /* one of the two, or both */
    regions_features(numbers_of(fixture, board), fixture->rows, board, &fixture->features);
    if (asked != 0)
        expect_equal(eval_score(state), score_of(fixture, board));
    if (asked != 1)
        compare_order(fixture, state, walk);
}

static void follow_games(Rule rule, Isa isa, Numbers kind, int steps) {
    Fixture *fixture = fixture_new(rule, kind);
    Walk *walk = malloc(sizeof *walk);
    void *memory = aligned_alloc(64, (fixture->network->state_bytes + 63) / 64 * 64);
    ck_assert(walk != NULL && memory != NULL);
    *walk = (Walk){.board = test_board_new(), .rng = walk_seed + (uint64_t)rule};
    EvalState state;
    for (int step = 0; step < steps; step++) {
        if (step % (steps / POSITIONS) == 0) {
            walk_begin(walk, fixture->network->tables, isa);
            eval_begin(&state, fixture->network, walk->board, memory);
        }
        walk_step(walk);
        if (rng_below(&walk->rng, 3) == 0)
            continue; /* several steps are caught up with at once */
        if (rng_below(&walk->rng, JUDGE_EVERY) == 0)
            compare(fixture, &state, walk);
        else
            (void)eval_score(&state);
    }
    free(walk->board);
    free(walk);
    free(memory);
    fixture_free(fixture);
}

START_TEST(a_state_that_follows_equals_the_reference) {
    for (int isa = 0; isa < ISAS; isa++)
        if (isa_available((Isa)isa))
            follow_games((Rule)_i, (Isa)isa, USUAL, walk_steps);
}
END_TEST

START_TEST(numbers_at_their_limits_stay_exact) {
    for (int isa = 0; isa < ISAS; isa++)
        if (isa_available((Isa)isa))
            follow_games((Rule)_i, (Isa)isa, EXTREME, walk_steps / 4);
}
END_TEST

/* Plays until the board is full and takes all back: more stones than the state has levels. */
static void fill_board(Isa isa, Numbers kind) {
    Fixture *fixture = fixture_new(RULE_RENJU, kind);
    Walk walk = {.board = test_board_new(), .rng = 8400};
    void *memory = aligned_alloc(64, (fixture->network->state_bytes + 63) / 64 * 64);
    EvalState state;
    ck_assert(memory != NULL);
    board_init(walk.board, fixture->network->tables, BOARD_MAX, BOARD_MAX, NULL, isa);
    eval_begin(&state, fixture->network, walk.board, memory);
    for (int step = 0; step < 2 * CELLS_MAX; step++) {
        if (step < CELLS_MAX)
            board_play(walk.board, walk_cell(&walk));
        else
            board_undo(walk.board);
        if (step % 5 == 0)
            compare(fixture, &state, &walk);
        else
            (void)eval_score(&state);
    }
    expect_equal(board_stones(walk.board), 0);
    free(walk.board);
    free(memory);
    fixture_free(fixture);
}

START_TEST(a_full_board_and_back_equals_the_reference) {
    for (int isa = 0; isa < ISAS; isa++)
        for (int kind = USUAL; isa_available((Isa)isa) && kind <= FULL; kind++)
            fill_board((Isa)isa, (Numbers)kind);
}
END_TEST

/* What the kernels read, and the state that they keep. */
typedef struct Plain {
    _Alignas(64) int8_t row[REGIONS_ROWS][REGIONS_CHANNELS];
    RegionsLayers layers;
    RegionsState state;
    WindowCodes codes;
    ViewRows rows[COLORS];
} Plain;

static Plain *plain_new(const RegionsNumbers *numbers) {
    Plain *plain = aligned_alloc(64, sizeof *plain);
    ck_assert(plain != NULL);
    memcpy(plain->row, numbers->row, sizeof plain->row);
    regions_layers_make(numbers, &plain->layers);
    window_codes_init(&plain->codes);
    for (Color color = BLACK; color <= WHITE; color++)
        plain->rows[color] = (ViewRows){&plain->codes, plain->row, color};
    return plain;
}

static void compare_plain(Fixture *fixture, Plain *plain, Walk *walk) {
    const Board *board = walk->board;
    const RegionsNumbers *numbers = &fixture->numbers[0];
    EvalState table = {fixture->table, board, NULL};
    RegionsFollowing at = {
        &plain->layers, board, &plain->state,
        regions_follow(&plain->state, &plain->rows[board_to_move(board)], board, &REGIONS_PLAIN)};
    Score score = (Score)rng_below(&walk->rng, 2 * REGIONS_TABLE_MAX + 1) - REGIONS_TABLE_MAX;
    regions_features(numbers, fixture->rows, board, &fixture->features);
    RegionsVerdict expected = regions_judge(numbers, board, &fixture->features, score);
    RegionsVerdict verdict = REGIONS_PLAIN.judge(&at, score);
    expect(verdict.lead == expected.lead && verdict.draw == expected.draw);
    MoveOrder of_table = eval_order(&table, &board->empty);
    REGIONS_PLAIN.order(&at, &board->empty, &of_table);
    regions_mix(numbers, regions_stage(board_stones(board)), &fixture->features, &fixture->mixed);
    for (Cell cell = 0; cell < board->cell_count; cell++)
        if (board_is_empty(board, cell))
            expect_equal(plain->state.order[cell],
                         regions_order_of_logit(regions_order(numbers, board, &fixture->features,
                                                              &fixture->mixed, cell,
                                                              order_of(&of_table, board, cell))));
}

/* No instruction set of x86-64 uses the plain kernels. */
START_TEST(the_plain_kernels_equal_the_reference) {
    Fixture *fixture = fixture_new(RULE_FREESTYLE, (Numbers)_i);
    Plain *plain = plain_new(&fixture->numbers[0]);
    Walk *walk = calloc(1, sizeof *walk);
    ck_assert(walk != NULL);
    walk->board = test_board_new();
    walk->rng = walk_seed + 8500;
    for (int step = 0; step < walk_steps / 2; step++) {
        if (step % (walk_steps / POSITIONS) == 0) {
            walk_begin(walk, fixture->network->tables, isa_best());
            regions_begin(&plain->state, plain->rows, walk->board);
        }
        walk_step(walk);
        if (rng_below(&walk->rng, JUDGE_EVERY) == 0)
            compare_plain(fixture, plain, walk);
    }
    free(walk->board);
    free(walk);
    free(plain);
    fixture_free(fixture);
}
END_TEST

/* An estimate comes from the tables, in the network's units; a score that lies in the window is the
 * network's. */
START_TEST(estimates_come_from_the_tables_outside_the_window) {
    Fixture *fixture = fixture_new(RULE_FREESTYLE, USUAL);
    Walk walk = {.board = test_board_new(), .rng = 8300};
    void *memory = aligned_alloc(64, (fixture->network->state_bytes + 63) / 64 * 64);
    EvalState state, table;
    int estimates = 0, differing = 0;
    ck_assert(memory != NULL);
    walk_begin(&walk, fixture->network->tables, isa_best());
    eval_begin(&state, fixture->network, walk.board, memory);
    table = (EvalState){fixture->table, walk.board, NULL};
    for (int step = 0; step < 2000; step++) {
        walk_step(&walk);
        bool is_exact;
        double of_table = eval_score(&table) * (double)UNITS / fixture->table->win_scale;
        Score low = (Score)rng_below(&walk.rng, 800) - 400, high = low + 100;
        Score score = eval_score_within(&state, low, high, &is_exact);
        if (is_exact)
            expect_equal(score, eval_score(&state));
        else
            expect(fabs(score - of_table) < 1.1 || abs(score) == SCORE_EVAL_MAX);
        expect(is_exact || score < low || score > high);
        estimates += !is_exact;
        differing += is_exact && fabs(score - of_table) > 2;
    }
    expect(estimates > 100 && differing > 100);
    free(walk.board);
    free(memory);
    fixture_free(fixture);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1)
        walk_steps = atoi(argv[1]);
    if (argc > 2)
        walk_seed = strtoull(argv[2], NULL, 10);
    Suite *suite = suite_create("regions_follow");
    TCase *tests = tcase_create("follow");
    tcase_set_timeout(tests, 3600);
    tcase_add_loop_test(tests, a_state_that_follows_equals_the_reference, 0, RULES);
    tcase_add_loop_test(tests, numbers_at_their_limits_stay_exact, 0, RULES);
    tcase_add_test(tests, a_full_board_and_back_equals_the_reference);
    tcase_add_loop_test(tests, the_plain_kernels_equal_the_reference, USUAL, FULL + 1);
    tcase_add_test(tests, estimates_come_from_the_tables_outside_the_window);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
