/* Random games on every rule and size, judged by the engine's board and by the referee of
 * engine/shared/, which share no code: the moves' perft of this game. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/board.h"
#include "board/foul.h"
#include "shared/referee/referee.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

static const int RULE_CODE[RULES] = {0, 1, 4, 8, 9};

static RefereeVerdict verdict_of_board(const Board *board, Color color, Cell cell) {
    static const RefereeVerdict FOULS[] = {
        [FOUL_NONE] = REFEREE_GOES_ON,
        [FOUL_DOUBLE_THREE] = REFEREE_DOUBLE_THREE,
        [FOUL_DOUBLE_FOUR] = REFEREE_DOUBLE_FOUR,
        [FOUL_OVERLINE] = REFEREE_OVERLINE,
    };
    if (board_wins_at(board, color, cell))
        return REFEREE_FIVE;
    return is_forbidden(board, color, cell) ? FOULS[foul_at(board, cell)] : REFEREE_GOES_ON;
}

/* Both must say the same of a stone of either colour on every empty cell. */
static int compare_all_cells(const Board *board, const Referee *referee, const Oracle *oracle) {
    int compared = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        if (oracle->at[cell] != POINT_EMPTY)
            continue;
        for (Color color = BLACK; color <= WHITE; color++) {
            RefereeVerdict ours = verdict_of_board(board, color, (Cell)cell);
            RefereeVerdict theirs =
                referee_judge(referee, color == BLACK ? REFEREE_BLACK : REFEREE_WHITE,
                              cell % oracle->width, cell / oracle->width);
            compared++;
            if (ours == theirs)
                continue;
            oracle_print(oracle);
            ck_abort_msg("cell %d,%d color %d: the board says %s, the referee %s",
                         cell % oracle->width, cell / oracle->width, color,
                         referee_verdict_text(ours), referee_verdict_text(theirs));
        }
    }
    return compared;
}

typedef struct Table {
    Board *board;
    Referee referee;
    Oracle oracle;
} Table;

static void set_table(Table *table, Rule rule, int width, int height, int wall_permille,
                      uint64_t *rng) {
    oracle_init(&table->oracle, rule, width, height);
    random_walls(&table->oracle, rng, wall_permille);
    board_from_oracle(table->board, test_tables(rule), &table->oracle, BLACK, isa_best());
    expect(referee_init(&table->referee, RULE_CODE[rule], width, height));
    for (int cell = 0; cell < oracle_cells(&table->oracle); cell++)
        if (table->oracle.at[cell] == POINT_WALL)
            table->referee.at[cell / width][cell % width] = REFEREE_WALL;
}

/* One game to its end; all cells are compared after every `stride` moves. */
static int play_game(Table *table, int stride, uint64_t *rng) {
    int compared = 0, width = table->oracle.width;
    for (int ply = 0;; ply++) {
        if (ply % stride == 0)
            compared += compare_all_cells(table->board, &table->referee, &table->oracle);
        Cell cell = random_cell(&table->oracle, rng);
        if (cell == CELL_NONE)
            return compared;
        Color color = board_to_move(table->board);
        RefereeVerdict expected = verdict_of_board(table->board, color, cell);
        RefereeVerdict verdict = referee_play(&table->referee, cell % width, cell / width);
        board_play(table->board, cell);
        table->oracle.at[cell] = point_of(color);
        if (expected == REFEREE_GOES_ON) {
            expect(verdict == REFEREE_GOES_ON || verdict == REFEREE_FULL);
            expect_equal(verdict == REFEREE_FULL, board_empty_count(table->board) == 0);
        } else {
            expect_equal(verdict, expected);
        }
        if (table->referee.is_over)
            return compared;
    }
}

START_TEST(the_board_and_the_referee_agree_on_random_games) {
    Rule rule = (Rule)_i;
    uint64_t rng = 11000 + (uint64_t)rule;
    Table table = {.board = test_board_new()};
    int compared = 0;
    for (int width = BOARD_MIN; width <= BOARD_MAX; width++)
        for (int game = 0; game < 12; game++) {
            int height = game % 3 == 2 ? BOARD_MIN + (int)rng_below(&rng, 18) : width;
            set_table(&table, rule, width, height, game == 1 ? 40 : 0, &rng);
            compared += play_game(&table, 8, &rng);
        }
    ck_assert_int_gt(compared, 500000);
    free(table.board);
}
END_TEST

/* Random games end too soon for crowded boards: here stones are just put down. */
START_TEST(the_board_and_the_referee_agree_on_crowded_boards) {
    Rule rule = (Rule)_i;
    uint64_t rng = 12000 + (uint64_t)rule;
    Table table = {.board = test_board_new()};
    for (int i = 0; i < 1000; i++) {
        int width = BOARD_MIN + (int)rng_below(&rng, 18);
        int height = BOARD_MIN + (int)rng_below(&rng, 18);
        set_table(&table, rule, width, height, i % 4 == 0 ? 30 : 0, &rng);
        uint32_t black_percent = 30 + rng_below(&rng, 55);
        for (uint32_t stones = rng_below(&rng, (uint32_t)(width * height)); stones > 0; stones--) {
            Cell cell = random_cell(&table.oracle, &rng);
            if (cell == CELL_NONE)
                break;
            Color color = rng_below(&rng, 100) < black_percent ? BLACK : WHITE;
            board_set_to_move(table.board, color);
            board_play(table.board, cell);
            table.oracle.at[cell] = point_of(color);
            table.referee.at[cell / width][cell % width] =
                color == BLACK ? REFEREE_BLACK : REFEREE_WHITE;
        }
        compare_all_cells(table.board, &table.referee, &table.oracle);
    }
    free(table.board);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cross");
    TCase *cross = tcase_create("cross");
    tcase_set_timeout(cross, 250);
    tcase_add_loop_test(cross, the_board_and_the_referee_agree_on_random_games, 0, RULES);
    tcase_add_loop_test(cross, the_board_and_the_referee_agree_on_crowded_boards, 0, RULES);
    suite_add_tcase(suite, cross);
    return run_suite(suite);
}
