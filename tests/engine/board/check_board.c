/* The incremental board against a fresh reading of the same position by the oracle, after every
 * stone played and taken back, under every rule, on every size. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/keys.h"
#include "base/rng.h"
#include "base/rule.h"
#include "board/board.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

/* ---- All that a board keeps, by definition ------------------------------------------------- */

static uint64_t key_of(const Oracle *oracle, Color to_move) {
    uint64_t key = to_move == WHITE ? ZOBRIST_WHITE_TO_MOVE : 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        if (oracle->at[cell] == POINT_BLACK)
            key ^= zobrist_stone((Cell)cell, BLACK);
        if (oracle->at[cell] == POINT_WHITE)
            key ^= zobrist_stone((Cell)cell, WHITE);
    }
    return key;
}

/* A line word holds the points of its line and walls beyond them, two bits each. */
static void assert_line_words(const Board *board, const Oracle *oracle) {
    static const int STEP_X[DIRECTIONS] = {1, 0, 1, 1}, STEP_Y[DIRECTIONS] = {0, 1, 1, -1};
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        int x = cell % oracle->width, y = cell / oracle->width;
        for (int d = 0; d < DIRECTIONS; d++) {
            uint64_t word = board->line[d][board_line(board, d, (Cell)cell)];
            int position = board_position(board, d, (Cell)cell);
            for (int i = -LINE_PAD; i <= LINE_PAD; i++) {
                uint64_t point = word >> (2 * (position + i + LINE_PAD)) & 3;
                expect_equal(point, oracle_at(oracle, x + i * STEP_X[d], y + i * STEP_Y[d]));
            }
        }
    }
}

static void assert_cell(const Board *board, const Oracle *oracle, OracleCache *cache, Cell cell,
                        Color color) {
    for (int d = 0; d < DIRECTIONS; d++) {
        Shape expected = oracle_cache_shape(cache, oracle, cell, color, d);
        if (board_shape(board, color, d, cell) == expected)
            continue;
        oracle_print(oracle);
        ck_abort_msg("cell %d, color %d, direction %d: shape %d, by definition %d", cell, color, d,
                     board_shape(board, color, d, cell), expected);
    }
    Class class_ = oracle_cache_class(cache, oracle, cell, color);
    expect_equal(board_class(board, color, cell), class_);
    for (int other = 0; other < CLASSES; other++)
        expect_equal(cellset_has(board_cells(board, color, (Class)other), cell),
                     other == (int)class_);
    expect_equal(board_wins_at(board, color, cell), oracle_wins(oracle, cell, color));
}

static void assert_board(const Board *board, const Oracle *oracle, OracleCache *cache,
                         Color to_move) {
    int empty = 0, stones = 0, count[COLORS][CLASSES] = {{0}};
    int32_t tally[COLORS] = {0};
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        Point point = oracle->at[cell];
        expect_equal(board_is_empty(board, (Cell)cell), point == POINT_EMPTY);
        stones += point == POINT_BLACK || point == POINT_WHITE;
        empty += point == POINT_EMPTY;
        for (Color color = BLACK; color <= WHITE; color++) {
            expect_equal(cellset_has(&board->occupied[color], (Cell)cell),
                         point == point_of(color));
            if (point != POINT_EMPTY)
                continue;
            assert_cell(board, oracle, cache, (Cell)cell, color);
            ShapeKey key = board_shapes(board, color, (Cell)cell);
            tally[color] += info_tally(board->tables->info[color][key]);
            count[color][board_class(board, color, (Cell)cell)]++;
        }
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        expect_equal(board_tally(board, color), tally[color]);
        for (int class_ = 0; class_ < CLASSES; class_++) {
            expect_equal(board_count(board, color, (Class)class_), count[color][class_]);
            expect_equal(cells_count(board_cells(board, color, (Class)class_)),
                         count[color][class_]);
        }
    }
    expect_equal(board_stones(board), stones);
    expect_equal(board_empty_count(board), empty);
    expect_equal(cells_count(&board->empty), empty);
    expect_equal(board_to_move(board), to_move);
    expect_equal(board_key(board), key_of(oracle, to_move));
}

/* Same in every bit that means something. What a board keeps of shapes and states has no meaning
 * where no empty cell is, nor have the moves and the log beyond the last stone. */
static bool is_same_board(const Board *a, const Board *b) {
    size_t stones = (size_t)a->stones;
    if (memcmp(a, b, offsetof(Board, shapes)) != 0 ||
        memcmp(a->moves, b->moves, stones * sizeof a->moves[0]) != 0 ||
        memcmp(a->keys, b->keys, stones * sizeof a->keys[0]) != 0)
        return false;
    for (Cell cell = cellset_first(&a->empty); cell != CELL_NONE;
         cell = cellset_next(&a->empty, cell)) {
        if (memcmp(&a->state[cell], &b->state[cell], sizeof a->state[cell]) != 0)
            return false;
        for (int d = 0; d < DIRECTIONS; d++) {
            int line = board_line(a, d, cell), at = board_position(a, d, cell) + LINE_PAD;
            if (a->shapes[d][line][at] != b->shapes[d][line][at])
                return false;
        }
    }
    return true;
}

/* Same log of the stones played before. */
static bool is_same_log(const Board *a, const Board *b) {
    return memcmp(a->log, b->log, (size_t)a->stones * sizeof a->log[0]) == 0;
}

/* ---- Random games --------------------------------------------------------------------------- */

static const struct {
    int width, height, wall_permille;
} BOARDS[] = {
    {5, 5, 0},   {5, 5, 100},  {6, 6, 0},    {7, 7, 0},    {7, 7, 60},   {8, 8, 0},
    {9, 9, 0},   {10, 10, 30}, {11, 11, 0},  {12, 12, 0},  {13, 13, 50}, {14, 14, 0},
    {15, 15, 0}, {15, 15, 30}, {16, 16, 0},  {17, 17, 0},  {18, 18, 20}, {19, 19, 0},
    {20, 20, 0}, {21, 21, 0},  {22, 22, 0},  {22, 22, 40}, {5, 22, 0},   {22, 5, 0},
    {22, 5, 50}, {6, 17, 0},   {15, 20, 20}, {20, 15, 0},  {21, 22, 0},  {9, 13, 300},
};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

static Oracle empty_position(Rule rule, int index, uint64_t *rng) {
    Oracle oracle;
    oracle_init(&oracle, rule, BOARDS[index].width, BOARDS[index].height);
    random_walls(&oracle, rng, BOARDS[index].wall_permille);
    return oracle;
}

/* Each rule in a test of its own; each board in it gets one game to the last empty cell, or to 300
 * stones, and back. */
START_TEST(every_play_and_undo_agrees_with_the_definition) {
    Rule rule = (Rule)_i;
    OracleCache *cache = oracle_cache_new(rule);
    ck_assert_ptr_nonnull(cache);
    Board *board = test_board_new(), *before = test_board_new();
    for (int index = 0; index < BOARD_COUNT; index++) {
        uint64_t rng = 1000 + 100 * (uint64_t)rule + (uint64_t)index;
        Oracle oracle = empty_position(rule, index, &rng);
        board_from_oracle(board, test_tables(rule), &oracle, BLACK, isa_best());
        Color to_move = BLACK;
        assert_board(board, &oracle, cache, to_move);
        assert_line_words(board, &oracle);
        int played = 0;
        for (; played < 300; played++) {
            Cell cell = random_cell(&oracle, &rng);
            if (cell == CELL_NONE)
                break;
            board_copy(before, board);
            board_play(board, cell);
            board_undo(board);
            expect(is_same_board(board, before) && is_same_log(board, before));
            /* Sometimes one side plays twice, as in analysis. */
            if (rng_below(&rng, 16) == 0)
                to_move = opponent(to_move);
            board_set_to_move(board, to_move);
            board_play(board, cell);
            oracle.at[cell] = point_of(to_move);
            to_move = opponent(to_move);
            assert_board(board, &oracle, cache, to_move);
            expect_equal(board_last(board), cell);
            expect_equal(board_move(board, played), cell);
        }
        assert_line_words(board, &oracle);
        while (played-- > 0) {
            Cell cell = board_last(board);
            to_move = oracle.at[cell] == POINT_BLACK ? BLACK : WHITE;
            oracle.at[cell] = POINT_EMPTY;
            board_undo(board);
            assert_board(board, &oracle, cache, to_move);
        }
        expect_equal(board_last(board), CELL_NONE);
        assert_line_words(board, &oracle);
    }
    free(before);
    free(board);
    oracle_cache_free(cache);
}
END_TEST

START_TEST(every_instruction_set_keeps_the_same_board) {
    Rule rule = (Rule)(_i / ISAS);
    Isa isa = (Isa)(_i % ISAS);
    if (isa == ISA_SCALAR || !isa_available(isa))
        return;
    Board *scalar = test_board_new(), *other = test_board_new();
    for (int index = 0; index < BOARD_COUNT; index++) {
        uint64_t rng = 2000 + 100 * (uint64_t)rule + (uint64_t)index;
        Oracle oracle = empty_position(rule, index, &rng);
        board_from_oracle(scalar, test_tables(rule), &oracle, BLACK, ISA_SCALAR);
        board_from_oracle(other, test_tables(rule), &oracle, BLACK, isa);
        for (Cell cell; (cell = random_cell(&oracle, &rng)) != CELL_NONE;) {
            oracle.at[cell] = point_of(board_to_move(scalar));
            board_play(scalar, cell);
            board_play(other, cell);
            other->isa = scalar->isa; /* all that may differ */
            bool is_same = is_same_board(scalar, other);
            other->isa = isa;
            if (!is_same) {
                oracle_print(&oracle);
                ck_abort_msg("%s, %s", rule_name(rule), isa_name(isa));
            }
        }
    }
    free(other);
    free(scalar);
}
END_TEST

/* ---- The change list ------------------------------------------------------------------------ */

/* Both colours' shapes of a cell in all directions, as CellState keeps them. */
static uint32_t oracle_keys(OracleCache *cache, const Oracle *oracle, Cell cell) {
    uint32_t keys = 0;
    for (Color color = BLACK; color <= WHITE; color++)
        for (int d = 0; d < DIRECTIONS; d++)
            keys |= (uint32_t)oracle_cache_shape(cache, oracle, cell, color, d)
                    << (16 * (int)color + 4 * d);
    return keys;
}

START_TEST(the_change_list_names_each_changed_cell_once) {
    Rule rule = (Rule)_i;
    uint64_t rng = 3000 + (uint64_t)rule;
    Board *board = test_board_new();
    OracleCache *cache = oracle_cache_new(rule);
    ck_assert_ptr_nonnull(cache);
    Oracle oracle = empty_position(rule, 13, &rng);
    board_from_oracle(board, test_tables(rule), &oracle, BLACK, isa_best());
    for (Cell cell; (cell = random_cell(&oracle, &rng)) != CELL_NONE;) {
        Oracle after = oracle;
        after.at[cell] = point_of(board_to_move(board));
        board_play(board, cell);
        const CellState *changed;
        int count = board_changed(board, board_stones(board) - 1, &changed), expected = 0;
        for (int other = 0; other < oracle_cells(&after); other++) {
            if (after.at[other] != POINT_EMPTY)
                continue;
            uint32_t before = oracle_keys(cache, &oracle, (Cell)other);
            if (before == oracle_keys(cache, &after, (Cell)other))
                continue;
            expected++;
            int named = 0;
            for (int i = 0; i < count; i++)
                named += changed[i].cell == other && changed[i].keys == before;
            expect_equal(named, 1);
        }
        expect_equal(count, expected);
        oracle = after;
    }
    oracle_cache_free(cache);
    free(board);
}
END_TEST

/* Later stones leave each stone's list and each position's key as they were. */
START_TEST(the_change_list_reaches_back_to_the_first_stone) {
    Board *board = test_board_new(), *fresh = test_board_new();
    board_init(board, test_tables(RULE_RENJU), 15, 15, NULL, isa_best());
    static const Cell MOVES[] = {112, 113, 97, 127, 98, 82, 114, 96};
    enum { COUNT = sizeof MOVES / sizeof MOVES[0] };
    for (int i = 0; i < COUNT; i++)
        board_play(board, MOVES[i]);
    board_play(board, 0);
    board_undo(board);
    board_init(fresh, test_tables(RULE_RENJU), 15, 15, NULL, isa_best());
    for (int i = 0; i < COUNT; i++) {
        expect_equal(board_key_at(board, i), board_key(fresh));
        const CellState *changed, *expected;
        board_play(fresh, MOVES[i]);
        int count = board_changed(board, i, &changed);
        expect_equal(board_changed(fresh, i, &expected), count);
        ck_assert_int_gt(count, 0);
        for (int j = 0; j < count; j++)
            expect(changed[j].cell == expected[j].cell && changed[j].keys == expected[j].keys);
    }
    expect_equal(board_key_at(board, COUNT), board_key(board));
    free(fresh);
    free(board);
}
END_TEST

/* ---- Copies, passes, order ------------------------------------------------------------------ */

START_TEST(a_copy_lives_on_its_own) {
    Board *board = test_board_new(), *copy = test_board_new(), *kept = test_board_new();
    board_init(board, test_tables(RULE_RENJU), 15, 15, NULL, isa_best());
    for (Cell cell = 100; cell < 110; cell++)
        board_play(board, cell);
    board_copy(copy, board);
    board_copy(kept, board);
    ck_assert(is_same_board(board, copy));
    board_play(copy, 0);
    board_undo(copy);
    while (board_stones(copy) > 0)
        board_undo(copy);
    ck_assert(is_same_board(board, kept));
    Board *fresh = test_board_new();
    board_init(fresh, test_tables(RULE_RENJU), 15, 15, NULL, isa_best());
    ck_assert(is_same_board(copy, fresh));
    free(fresh);
    free(kept);
    free(copy);
    free(board);
}
END_TEST

START_TEST(a_pass_changes_only_the_side_to_move) {
    Board *board = test_board_new(), *before = test_board_new();
    board_init(board, test_tables(RULE_FREESTYLE), 9, 9, NULL, isa_best());
    board_play(board, 40);
    board_copy(before, board);
    board_pass(board);
    ck_assert_int_eq(board_to_move(board), BLACK);
    ck_assert_uint_eq(board_key(board), board_key(before) ^ ZOBRIST_WHITE_TO_MOVE);
    ck_assert_int_eq(board_stones(board), 1);
    board_undo_pass(board);
    ck_assert(is_same_board(board, before));
    free(before);
    free(board);
}
END_TEST

START_TEST(the_key_does_not_depend_on_the_order_of_stones) {
    Board *one = test_board_new(), *two = test_board_new();
    board_init(one, test_tables(RULE_FREESTYLE), 15, 15, NULL, isa_best());
    board_init(two, test_tables(RULE_FREESTYLE), 15, 15, NULL, isa_best());
    static const Cell ONE[] = {112, 96, 113, 97}, TWO[] = {113, 97, 112, 96};
    for (int i = 0; i < 4; i++) {
        board_play(one, ONE[i]);
        ck_assert_uint_ne(board_key(one), board_key(two));
        board_play(two, TWO[i]);
    }
    ck_assert_uint_eq(board_key(one), board_key(two));
    board_set_to_move(two, WHITE);
    ck_assert_uint_ne(board_key(one), board_key(two));
    free(two);
    free(one);
}
END_TEST

/* ---- Sets of cells -------------------------------------------------------------------------- */

START_TEST(cell_sets_list_their_cells_in_order) {
    uint64_t rng = 7;
    for (int trial = 0; trial < 200; trial++) {
        CellSet set;
        cellset_clear(&set);
        bool member[CELLS_MAX] = {false};
        for (uint32_t i = rng_below(&rng, 100); i > 0; i--) {
            Cell cell = (Cell)rng_below(&rng, CELLS_MAX);
            member[cell] = !member[cell];
            cellset_flip(&set, cell);
        }
        Cell listed[CELLS_MAX], walk = cellset_first(&set);
        int count = cellset_list(&set, listed), expected = 0;
        for (int cell = 0; cell < CELLS_MAX; cell++) {
            expect_equal(cellset_has(&set, (Cell)cell), member[cell]);
            if (!member[cell])
                continue;
            expect_equal(walk, cell);
            walk = cellset_next(&set, walk);
            expect_equal(listed[expected++], cell);
        }
        expect_equal(walk, CELL_NONE);
        expect_equal(count, expected);
        expect_equal(cells_count(&set), expected);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("board");
    TCase *games = tcase_create("games");
    tcase_set_timeout(games, 240);
    tcase_add_loop_test(games, every_play_and_undo_agrees_with_the_definition, 0, RULES);
    tcase_add_loop_test(games, every_instruction_set_keeps_the_same_board, 0, RULES * ISAS);
    tcase_add_loop_test(games, the_change_list_names_each_changed_cell_once, 0, RULES);
    suite_add_tcase(suite, games);
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, the_change_list_reaches_back_to_the_first_stone);
    tcase_add_test(parts, a_copy_lives_on_its_own);
    tcase_add_test(parts, a_pass_changes_only_the_side_to_move);
    tcase_add_test(parts, the_key_does_not_depend_on_the_order_of_stones);
    tcase_add_test(parts, cell_sets_list_their_cells_in_order);
    suite_add_tcase(suite, parts);
    return run_suite(suite);
}
