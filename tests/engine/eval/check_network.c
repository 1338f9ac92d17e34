/* The network evaluator against a slow computation made here from the definition in numbers.h, with
 * numbers drawn by chance: on random plays, undos and passes, for every rule, size and instruction
 * set. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "base/rule.h"
#include "eval/network/network.h"
#include "eval/table/table.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/walk.h"

/* ---- A network of numbers drawn by chance --------------------------------------------------- */

static int16_t drawn(uint64_t *rng, int most) {
    return (int16_t)((int)rng_below(rng, (uint32_t)(2 * most + 1)) - most);
}

static void draw_numbers(NetworkNumbers *numbers, uint64_t *rng) {
    memset(numbers, 0, sizeof *numbers);
    for (int row = 0; row < NETWORK_ROWS; row++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            numbers->row[row][i] = row == NETWORK_EMPTY_ROW ? 0 : (int16_t)(drawn(rng, 90) + 20);
    for (int j = 0; j < NETWORK_HIDDEN; j++) {
        for (int i = 0; i < NETWORK_INPUTS; i++)
            numbers->first[j][i] = drawn(rng, 300);
        for (int stage = 0; stage < NETWORK_STAGES; stage++)
            numbers->first_bias[stage][j] = drawn(rng, 3000) * 1000;
        for (int threats = 0; threats < THREAT_STATES; threats++)
            numbers->threat_bias[threats][j] = drawn(rng, 200);
    }
    for (int stage = 0; stage < NETWORK_STAGES; stage++) {
        for (int j = 0; j < NETWORK_SECOND; j++) {
            for (int i = 0; i < NETWORK_HIDDEN; i++)
                numbers->second[stage][j][i] = drawn(rng, 200);
            numbers->second_bias[stage][j] = drawn(rng, 20000);
            numbers->output[stage][j] = drawn(rng, 5000);
        }
        numbers->output_bias[stage] = drawn(rng, 20000);
        numbers->table_share[stage] = 900 + drawn(rng, 100);
    }
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        numbers->order_bias[i] = drawn(rng, 10000) * 10;
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            numbers->order[i][j] = drawn(rng, 300);
    }
    numbers->order_table_share = 1000;
}

/* A network and what the slow computation needs of it. */
typedef struct Fixture {
    Rule rule;
    NetworkNumbers *numbers; /* of each role */
    Evaluator *table, *network;
} Fixture;

static Fixture fixture_new(Rule rule, uint64_t seed) {
    Fixture fixture = {.rule = rule};
    int roles = rule_roles(rule);
    fixture.numbers = malloc((size_t)roles * sizeof *fixture.numbers);
    unsigned char *file = malloc(NETWORK_BYTES_MAX);
    ck_assert(fixture.numbers != NULL && file != NULL);
    for (int role = 0; role < roles; role++)
        draw_numbers(&fixture.numbers[role], &seed);
    Weights weights;
    weights_embedded(&weights, rule);
    size_t size = network_write(file, &weights, fixture.numbers, 300, "drawn by chance");
    expect_equal(evaluator_load(&fixture.network, file, size), KANAME_OK);
    fixture.table = table_evaluator_new(&weights);
    ck_assert(fixture.table != NULL);
    free(file);
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    evaluator_free(fixture->network);
    evaluator_free(fixture->table);
    free(fixture->numbers);
}

/* ---- The slow computation ------------------------------------------------------------------- */

static int limit(int number, int most) {
    return number < 0 ? 0 : number > most ? most : number;
}

/* The features of an empty cell in one colour's view. */
static void slow_features(const NetworkNumbers *numbers, const Board *board, Cell cell, Color view,
                          int features[NETWORK_HALF]) {
    int accumulator[NETWORK_VIEW] = {0};
    for (int d = 0; d < DIRECTIONS; d++) {
        int row = network_row(board_window(board, d, cell, NETWORK_REACH), view);
        for (int i = 0; i < NETWORK_VIEW; i++)
            accumulator[i] += numbers->row[row][i];
    }
    for (int i = 0; i < NETWORK_HALF; i++)
        features[i] = (limit(accumulator[i], NETWORK_LIMIT) *
                           limit(accumulator[NETWORK_HALF + i], NETWORK_LIMIT) +
                       (1 << (NETWORK_FEATURE_SHIFT - 1))) >>
                      NETWORK_FEATURE_SHIFT;
}

static const NetworkNumbers *role_of(const Fixture *fixture, Color color) {
    return &fixture->numbers[rule_roles(fixture->rule) == 2 ? (int)color : 0];
}

/* All features of an empty cell, those of `us` first. */
static void slow_cell(const Fixture *fixture, const Board *board, Cell cell, Color us,
                      int features[NETWORK_FEATURES]) {
    slow_features(role_of(fixture, us), board, cell, us, features);
    slow_features(role_of(fixture, opponent(us)), board, cell, opponent(us),
                  features + NETWORK_HALF);
}

static bool is_linked_to_four(const Board *board, Color color, Cell cell) {
    for (Cell four = 0; four < board->cell_count; four++)
        if (board_is_empty(board, four) && board_class(board, color, four) >= CLASS_FOUR &&
            cellset_has(board_linked(board, four), cell))
            return true;
    return false;
}

static void slow_hidden(const Fixture *fixture, const Board *board, int hidden[NETWORK_HIDDEN]) {
    Color us = board_to_move(board);
    const NetworkNumbers *numbers = role_of(fixture, us);
    int64_t inputs[NETWORK_INPUTS] = {0};
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        int features[NETWORK_FEATURES];
        if (!board_is_empty(board, cell))
            continue;
        slow_cell(fixture, board, cell, us, features);
        bool counts[NETWORK_PARTS] = {true, is_linked_to_four(board, us, cell),
                                      is_linked_to_four(board, opponent(us), cell)};
        for (int part = 0; part < NETWORK_PARTS; part++)
            for (int i = 0; counts[part] && i < NETWORK_FEATURES; i++)
                inputs[part * NETWORK_FEATURES + i] += features[i];
    }
    for (int j = 0; j < NETWORK_HIDDEN; j++) {
        int64_t sum = numbers->first_bias[network_stage(board_stones(board))][j] +
                      numbers->threat_bias[threat_state(board, us)][j] * (1 << NETWORK_FIRST_SHIFT);
        for (int i = 0; i < NETWORK_INPUTS; i++)
            sum += numbers->first[j][i] * (inputs[i] < INT16_MAX ? inputs[i] : INT16_MAX);
        hidden[j] = limit((int)(sum >> NETWORK_FIRST_SHIFT), NETWORK_LAYER_MAX);
    }
}

static Score slow_score(const Fixture *fixture, const Board *board) {
    EvalState table = {fixture->table, board, NULL};
    Score of_table = fixture->table->kind->score(&table);
    if (of_table > NETWORK_TABLE_MAX || of_table < -NETWORK_TABLE_MAX)
        return of_table;
    const NetworkNumbers *numbers = role_of(fixture, board_to_move(board));
    int stage = network_stage(board_stones(board)), hidden[NETWORK_HIDDEN];
    slow_hidden(fixture, board, hidden);
    int64_t sum =
        numbers->output_bias[stage] + (int64_t)numbers->table_share[stage] * (int64_t)of_table;
    for (int j = 0; j < NETWORK_SECOND; j++) {
        int second = numbers->second_bias[stage][j];
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            second += numbers->second[stage][j][i] * hidden[i];
        sum += (int64_t)numbers->output[stage][j] *
               limit(second >> NETWORK_SECOND_SHIFT, NETWORK_LAYER_MAX);
    }
    Score score = (Score)(sum >> NETWORK_OUTPUT_SHIFT);
    return score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
           : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                     : score;
}

static int slow_order(const Fixture *fixture, const Board *board, Cell cell) {
    Color us = board_to_move(board);
    const NetworkNumbers *numbers = role_of(fixture, us);
    int hidden[NETWORK_HIDDEN], features[NETWORK_FEATURES];
    slow_hidden(fixture, board, hidden);
    slow_cell(fixture, board, cell, us, features);
    int64_t sum = 0;
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        int64_t worth = numbers->order_bias[i];
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            worth += numbers->order[i][j] * hidden[j];
        worth >>= NETWORK_ORDER_SHIFT;
        worth = worth > INT16_MAX ? INT16_MAX : worth < -INT16_MAX ? -INT16_MAX : worth;
        sum += worth * features[i];
    }
    EvalState table = {fixture->table, board, NULL};
    CellSet none = {{0}};
    MoveOrder of_table = fixture->table->kind->order(&table, &none);
    int order =
        ((numbers->order_table_share * order_of(&of_table, board, cell)) >> NETWORK_OUTPUT_SHIFT) +
        (int)(sum >> NETWORK_FEATURE_ORDER_SHIFT);
    return order > 65535 ? 65535 : order < -65535 ? -65535 : order;
}

/* ---- Following a board ---------------------------------------------------------------------- */

enum { STEPS = 40000, SLOW_EVERY = 16 };

static void compare(const Fixture *fixture, EvalState *state, Walk *walk) {
    const Board *board = state->board;
    expect_equal(eval_score(state), slow_score(fixture, board));
    if (board_empty_count(board) == 0)
        return;
    MoveOrder order = eval_order(state, &board->empty);
    for (int i = 0; i < 3; i++) {
        Cell cell = walk_cell(walk);
        expect_equal(order_of(&order, board, cell), slow_order(fixture, board, cell));
    }
}

static void follow_games(Rule rule, Isa isa, int steps) {
    enum { POSITIONS = 14 };
    Fixture fixture = fixture_new(rule, 6200 + (uint64_t)rule);
    Walk *walk = malloc(sizeof *walk);
    void *memory = aligned_alloc(64, (fixture.network->state_bytes + 63) / 64 * 64);
    ck_assert(walk != NULL && memory != NULL);
    *walk = (Walk){.board = test_board_new(), .rng = 6100 + (uint64_t)rule};
    EvalState state;
    for (int step = 0; step < steps; step++) {
        if (step % (steps / POSITIONS) == 0) {
            walk_begin(walk, fixture.network->tables, isa);
            eval_begin(&state, fixture.network, walk->board, memory);
        }
        walk_step(walk);
        if (rng_below(&walk->rng, 3) == 0)
            continue; /* several steps are caught up with at once */
        if (rng_below(&walk->rng, SLOW_EVERY) == 0)
            compare(&fixture, &state, walk);
        else
            (void)eval_score(&state);
    }
    free(walk->board);
    free(walk);
    free(memory);
    fixture_free(&fixture);
}

START_TEST(a_state_that_follows_equals_the_slow_computation) {
    follow_games((Rule)_i, isa_best(), STEPS);
}
END_TEST

START_TEST(instruction_sets_agree) {
    for (int isa = 0; isa < ISAS; isa++)
        if (isa_available((Isa)isa))
            follow_games((Rule)_i, (Isa)isa, STEPS / 8);
}
END_TEST

/* ---- Symmetry ------------------------------------------------------------------------------- */

/* A position, its mirror image, and it with the colours exchanged (where they have one role). */
START_TEST(mirrors_and_colours_score_the_same) {
    enum { SIZE = 15, STONES = 30 };
    Rule rule = (Rule)_i;
    Walk walk = {.rng = 6300 + (uint64_t)rule};
    Fixture fixture = fixture_new(rule, 6400 + (uint64_t)rule);
    Board *board = test_board_new(), *other = test_board_new();
    size_t bytes = (fixture.network->state_bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes), *other_memory = aligned_alloc(64, bytes);
    ck_assert(memory != NULL && other_memory != NULL);
    EvalState state, other_state;
    walk.board = board;
    bool exchanges = rule_roles(rule) == 1;
    board_init(board, fixture.network->tables, SIZE, SIZE, NULL, isa_best());
    board_init(other, fixture.network->tables, SIZE, SIZE, NULL, isa_best());
    if (exchanges)
        board_set_to_move(other, WHITE);
    eval_begin(&state, fixture.network, board, memory);
    eval_begin(&other_state, fixture.network, other, other_memory);
    for (int i = 0; i < STONES; i++) {
        Cell cell = walk_near(&walk);
        int x = board->x[cell], y = board->y[cell];
        board_play(board, cell);
        board_play(other, (Cell)(x * SIZE + (SIZE - 1 - y)));
        expect_equal(eval_score(&state), eval_score(&other_state));
    }
    free(memory);
    free(other_memory);
    free(board);
    free(other);
    fixture_free(&fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("network");
    TCase *follow = tcase_create("follow");
    tcase_set_timeout(follow, 300);
    tcase_add_loop_test(follow, a_state_that_follows_equals_the_slow_computation, 0, RULES);
    tcase_add_loop_test(follow, instruction_sets_agree, 0, RULES);
    tcase_add_loop_test(follow, mirrors_and_colours_score_the_same, 0, RULES);
    suite_add_tcase(suite, follow);
    return run_suite(suite);
}
