#include "support/position.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/rule.h"
#include "support/expect.h"

const char WIN_BY_THREES[] = ". . . . . . . . . . . . . . .\n"
                             ". . . . . . . . x . . . . . .\n"
                             ". . . x . . . . . . x . . . .\n"
                             "o . x . . . . . . . . o . . x\n"
                             ". . o . . . . . . . . . . x .\n"
                             ". o . . . . . . . . . o . x o\n"
                             ". . . . . . . . . . . x . . .\n"
                             ". x . . . . . . . . o . o . .\n"
                             ". . . . . . . . . . o . . . .\n"
                             "o . . . o . . . . . . x x . .\n"
                             ". . . . . . . . . . x o . . .\n"
                             "x x o . . x . . . . . . . . .\n"
                             ". . . . . . . . . . . . . . .\n"
                             ". . o . . . . . . . . . . . .\n"
                             ". . . . . . . . . . . . . . .\n";

/* ---- Drawings ------------------------------------------------------------------------------ */

Drawing drawing_read(Rule rule, const char *text) {
    Point points[CELLS_MAX] = {POINT_EMPTY};
    Drawing drawing;
    for (int i = 0; i < 26; i++)
        drawing.mark[i] = CELL_NONE;

    int cells = 0, width = 0, height = 0, column = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == ' ')
            continue;
        if (*c == '\n') {
            if (height == 0)
                width = column;
            ck_assert_int_eq(column, width);
            height++;
            column = 0;
            continue;
        }
        ck_assert_int_lt(cells, CELLS_MAX);
        if (*c >= 'A' && *c <= 'Z') {
            drawing.mark[*c - 'A'] = (Cell)cells;
            points[cells] = POINT_EMPTY;
        } else {
            ck_assert_msg(*c == '.' || *c == 'x' || *c == 'o' || *c == '#', "sign '%c'", *c);
            points[cells] = *c == 'x'   ? POINT_BLACK
                            : *c == 'o' ? POINT_WHITE
                            : *c == '#' ? POINT_WALL
                                        : POINT_EMPTY;
        }
        cells++;
        column++;
    }
    ck_assert_int_eq(column, 0);
    ck_assert(width >= BOARD_MIN && width <= BOARD_MAX);
    ck_assert(height >= BOARD_MIN && height <= BOARD_MAX);
    oracle_init(&drawing.oracle, rule, width, height);
    for (int i = 0; i < cells; i++)
        drawing.oracle.at[i] = points[i];
    return drawing;
}

Cell drawing_mark(const Drawing *drawing, char name) {
    Cell cell = drawing->mark[name - 'A'];
    ck_assert_int_ne(cell, CELL_NONE);
    return cell;
}

void oracle_print(const Oracle *oracle) {
    fprintf(stderr, "%s %dx%d\n", rule_name(oracle->rule), oracle->width, oracle->height);
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        fprintf(stderr, "%c%s", ".xo#"[oracle->at[cell]],
                (cell + 1) % oracle->width == 0 ? "\n" : "");
}

/* ---- Boards -------------------------------------------------------------------------------- */

int cells_count(const CellSet *set) {
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

CellSet oracle_walls(const Oracle *oracle) {
    CellSet walls;
    cellset_clear(&walls);
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] == POINT_WALL)
            cellset_add(&walls, (Cell)cell);
    return walls;
}

void board_from_oracle(Board *board, const RuleTables *tables, const Oracle *oracle, Color to_move,
                       Isa isa) {
    CellSet walls = oracle_walls(oracle);
    board_init(board, tables, oracle->width, oracle->height, &walls, isa);
    for (Color color = BLACK; color <= WHITE; color++)
        for (int cell = 0; cell < oracle_cells(oracle); cell++)
            if (oracle->at[cell] == point_of(color)) {
                board_set_to_move(board, color);
                board_play(board, (Cell)cell);
            }
    board_set_to_move(board, to_move);
}

Board *test_board_new(void) {
    Board *board = calloc(1, sizeof *board);
    expect(board != NULL);
    return board;
}

const Evaluator *test_evaluator(Rule rule) {
    static Evaluator *evaluators[RULES]; /* kept to the end of the program */
    if (evaluators[rule] == NULL)
        evaluators[rule] = evaluator_embedded(rule, false);
    expect(evaluators[rule] != NULL);
    return evaluators[rule];
}

const RuleTables *test_tables(Rule rule) {
    return test_evaluator(rule)->tables;
}

Score score_by(const Evaluator *evaluator, const Board *board) {
    EvalState state;
    expect_equal(evaluator->state_bytes, 0);
    eval_begin(&state, evaluator, board, NULL);
    return eval_score(&state);
}

int order_by(const Evaluator *evaluator, const Board *board, Cell cell) {
    EvalState state;
    CellSet cells = {{0}};
    expect_equal(evaluator->state_bytes, 0);
    cellset_add(&cells, cell);
    eval_begin(&state, evaluator, board, NULL);
    MoveOrder order = eval_order(&state, &cells);
    return order_of(&order, board, cell);
}

/* ---- Chance -------------------------------------------------------------------------------- */

void random_walls(Oracle *oracle, uint64_t *rng, int permille) {
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] == POINT_EMPTY && rng_below(rng, 1000) < (uint32_t)permille)
            oracle->at[cell] = POINT_WALL;
}

static bool has_stone_near(const Oracle *oracle, Cell cell, int reach) {
    int x = cell % oracle->width, y = cell / oracle->width;
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++) {
            Point there = oracle_at(oracle, x + dx, y + dy);
            if (there == POINT_BLACK || there == POINT_WHITE)
                return true;
        }
    return false;
}

Cell random_cell(const Oracle *oracle, uint64_t *rng) {
    Cell empty[CELLS_MAX];
    uint32_t count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] == POINT_EMPTY)
            empty[count++] = (Cell)cell;
    if (count == 0)
        return CELL_NONE;
    Cell cell = empty[rng_below(rng, count)];
    if (rng_below(rng, 8) == 0)
        return cell;
    for (int attempt = 0; attempt < 50 && !has_stone_near(oracle, cell, 2); attempt++)
        cell = empty[rng_below(rng, count)];
    return cell;
}

void random_stones(Oracle *oracle, uint64_t *rng, int stones) {
    for (int i = 0; i < stones; i++) {
        Cell cell = random_cell(oracle, rng);
        if (cell == CELL_NONE)
            return;
        oracle->at[cell] = i % 2 == 0 ? POINT_BLACK : POINT_WHITE;
    }
}

/* ---- Symmetries and names ------------------------------------------------------------------ */

Cell cell_turned(const Oracle *oracle, int symmetry, Cell cell) {
    int width = oracle->width, height = oracle->height;
    int x = cell % width, y = cell / width;
    if (symmetry >= 4)
        x = width - 1 - x;
    for (int turn = 0; turn < symmetry % 4; turn++) {
        int from_x = x, from_width = width;
        x = height - 1 - y;
        y = from_x;
        width = height;
        height = from_width;
    }
    return (Cell)(y * width + x);
}

Oracle oracle_turned(const Oracle *oracle, int symmetry) {
    Oracle turned;
    if (symmetry % 2 == 0)
        oracle_init(&turned, oracle->rule, oracle->width, oracle->height);
    else
        oracle_init(&turned, oracle->rule, oracle->height, oracle->width);
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        turned.at[cell_turned(oracle, symmetry, (Cell)cell)] = oracle->at[cell];
    return turned;
}

const char *isa_name(Isa isa) {
    static const char *const NAMES[ISAS] = {"scalar", "avx2", "avx512", "simd128"};
    return NAMES[isa];
}
