/* Networks of regions: their file, and an evaluator that depends on the position alone. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "base/rule.h"
#include "eval/eval.h"
#include "eval/regions/regions.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/regions.h"

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

/* ---- The file -------------------------------------------------------------------------------- */

START_TEST(a_file_keeps_its_numbers) {
    Rule rule = (Rule)_i;
    size_t size;
    unsigned char *bytes = drawn_file(rule, false, &size);
    RegionsFile file;
    expect_equal(regions_file_read(&file, bytes, size), KANAME_OK);
    expect(file.rule == rule && file.roles == rule_roles(rule) && file.win_scale == WIN_SCALE &&
           file.units == UNITS && strcmp(file.origin, "drawn for a test") == 0);
    RegionsDraw draw = {9, false};
    RegionsNumbers *numbers = malloc(2 * sizeof *numbers);
    expect(numbers != NULL);
    for (int role = 0; role < file.roles; role++) {
        memset(&numbers[0], 0, sizeof numbers[0]);
        memset(&numbers[1], 0, sizeof numbers[1]);
        regions_draw(&numbers[0], &draw);
        expect(regions_numbers_read(&file, role, &numbers[1]));
        expect(memcmp(&numbers[0], &numbers[1], sizeof numbers[0]) == 0);
    }
    free(numbers);
    free(bytes);
}
END_TEST

static KanameStatus load(const unsigned char *bytes, size_t size) {
    Evaluator *evaluator;
    KanameStatus status = evaluator_load(&evaluator, bytes, size);
    if (status == KANAME_OK)
        evaluator_free(evaluator);
    return status;
}

/* Makes the hash right again after a change. */
static void mend_hash(unsigned char *bytes, size_t size) {
    bytes_put(bytes + 16, 8, bytes_sum(BYTES_SUM_START, bytes + 24, size - 24));
}

START_TEST(damage_is_refused) {
    size_t size;
    unsigned char *bytes = drawn_file(RULE_FREESTYLE, false, &size);
    expect_equal(load(bytes, size), KANAME_OK);
    for (size_t at = 0; at < size; at += 1 + at / 3) {
        bytes[at] ^= 16;
        expect(load(bytes, size) != KANAME_OK);
        bytes[at] ^= 16;
        expect(load(bytes, at) != KANAME_OK);
    }
    bytes[8]++;
    expect_equal(load(bytes, size), KANAME_ERR_VERSION);
    bytes[8]--;
    for (size_t at = 24; at <= 32; at += 8) { /* win_scale, units */
        uint64_t kept = bytes_get(bytes + at, 4);
        bytes_put(bytes + at, 4, 0);
        mend_hash(bytes, size);
        expect_equal(load(bytes, size), KANAME_ERR_DAMAGED);
        bytes_put(bytes + at, 4, kept);
    }
    /* The last number of the file, a share of the tables' order, beyond its limit. */
    bytes_put(bytes + size - 4, 4, REGIONS_ORDER_SHARE_MAX + 1);
    mend_hash(bytes, size);
    expect_equal(load(bytes, size), KANAME_ERR_DAMAGED);
    bytes_put(bytes + size - 4, 4, REGIONS_ORDER_SHARE_MAX);
    mend_hash(bytes, size);
    expect_equal(load(bytes, size), KANAME_OK);
    free(bytes);
}
END_TEST

/* ---- The evaluator --------------------------------------------------------------------------- */

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

int main(void) {
    Suite *suite = suite_create("regions");
    TCase *tests = tcase_create("regions");
    tcase_add_loop_test(tests, a_file_keeps_its_numbers, 0, RULES);
    tcase_add_test(tests, damage_is_refused);
    tcase_add_loop_test(tests, scores_depend_on_the_position_alone, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
