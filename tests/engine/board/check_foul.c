/* Forbidden moves of renju: drawn positions with known answers, and random ones by the oracle. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/board.h"
#include "board/foul.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

/* ---- Drawn positions: the verdict on the cell named A -------------------------------------- */

typedef struct DrawnFoul {
    const char *claim, *drawing;
    Foul foul;
} DrawnFoul;

static const DrawnFoul DRAWN[] = {
    {"two open threes",
     ".........\n"
     ".........\n"
     "....x....\n"
     "....x....\n"
     "..xxA....\n"
     ".........\n"
     ".........\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_THREE},
    {"a three and a sleeping three",
     ".........\n"
     ".........\n"
     "....x....\n"
     "....x....\n"
     ".oxxA....\n"
     ".........\n"
     ".........\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a three too near the edges to become a straight four",
     ".....\n"
     "..x..\n"
     ".xA..\n"
     ".....\n"
     "o...o\n",
     FOUL_NONE},
    {"a three between a white stone and a wall, one cell too narrow",
     "...........\n"
     "...........\n"
     ".....x.....\n"
     ".....x.....\n"
     "..o.xAx.#..\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_NONE},
    {"two broken threes",
     "...........\n"
     "...........\n"
     ".....x.....\n"
     "...........\n"
     ".....x.....\n"
     "..x.xA.....\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_DOUBLE_THREE},
    {"two fours on two lines",
     ".........\n"
     ".........\n"
     "....o....\n"
     "....x....\n"
     "....x....\n"
     "....x....\n"
     "oxxxA....\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_FOUR},
    {"a straight four and a four",
     ".........\n"
     ".........\n"
     "....o....\n"
     "....x....\n"
     "....x....\n"
     "....x....\n"
     ".xxxA....\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_FOUR},
    {"two fours on one line: three, gap, one, gap, three",
     ".........\n"
     ".........\n"
     "xxx.A.xxx\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_FOUR},
    {"two fours on one line: two, gap, two, gap, two",
     ".........\n"
     ".........\n"
     "xx.Ax.xx.\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_FOUR},
    {"two fours on one line: one, gap, three, gap, one",
     ".........\n"
     ".........\n"
     "x.xAx.x..\n"
     ".........\n"
     ".........\n",
     FOUL_DOUBLE_FOUR},
    {"one straight four is one four",
     ".........\n"
     ".........\n"
     "..xxAx...\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a four whose other end would make six is one four",
     ".........\n"
     ".........\n"
     "x.xxAx...\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a four and a three",
     ".........\n"
     ".........\n"
     "....x....\n"
     "....x....\n"
     "oxxxA....\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"six in a row",
     ".........\n"
     ".........\n"
     ".xxAxxx..\n"
     ".........\n"
     ".........\n",
     FOUL_OVERLINE},
    {"nine in a row",
     ".........\n"
     ".........\n"
     "xxxxAxxxx\n"
     ".........\n"
     ".........\n",
     FOUL_OVERLINE},
    {"a four where filling makes six is no four",
     "....o....\n"
     "....x....\n"
     "....x....\n"
     "....x....\n"
     "oxxxA.x..\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a five beats an overline",
     "....x....\n"
     "....x....\n"
     "....x....\n"
     "xxxxA....\n"
     "....x....\n"
     "....x....\n"
     ".........\n",
     FOUL_NONE},
    {"a five beats a double four",
     "....x....\n"
     "x...x...x\n"
     ".x..x..x.\n"
     "..x.x.x..\n"
     "....A....\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a five beats a double three",
     ".........\n"
     ".........\n"
     "....x.x..\n"
     "....xx...\n"
     ".xxxA....\n"
     "....x....\n"
     "....x....\n"
     ".........\n"
     ".........\n",
     FOUL_NONE},
    {"a three whose only straight four would be an overline",
     "...........\n"
     "...........\n"
     "......x....\n"
     ".....xx....\n"
     ".....xx....\n"
     ".o.xxA.....\n"
     "......x....\n"
     "......x....\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_NONE},
    {"a three whose only straight four would be a double four",
     "...........\n"
     "......o....\n"
     "......x....\n"
     ".....xx....\n"
     ".....xx....\n"
     ".o.xxA.....\n"
     "...........\n"
     "...........\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_NONE},
    {"a three whose straight-four point makes a five elsewhere is none",
     "...........\n"
     "......x....\n"
     "......x....\n"
     ".....xx....\n"
     ".....xx....\n"
     ".o.xxA.....\n"
     "......o....\n"
     "...........\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_NONE},
    {"one level of threes inside threes",
     ".........\n"
     ".ox.x.xx.\n"
     "....x....\n"
     ".........\n"
     "...xAx...\n"
     ".........\n"
     ".........\n"
     "..x....x.\n"
     ".........\n",
     FOUL_NONE},
    {"two levels of threes inside threes",
     "...........\n"
     "...........\n"
     "...........\n"
     ".....x.....\n"
     "....xx.A...\n"
     ".......x...\n"
     "....x......\n"
     "...x...x...\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_DOUBLE_THREE},
    {"three levels of threes inside threes",
     "...........\n"
     ".....x.....\n"
     "..xx.......\n"
     "....x.x....\n"
     "...Axx.....\n"
     "...x.......\n"
     "...........\n"
     "...........\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_NONE},
    {"four levels of threes inside threes",
     "...........\n"
     ".....x.....\n"
     ".....x.x...\n"
     ".......xx..\n"
     ".....Ax....\n"
     "....x...x..\n"
     "....x......\n"
     "....x......\n"
     "...........\n"
     "...........\n"
     "...........\n",
     FOUL_DOUBLE_THREE},
};
enum { DRAWN_COUNT = sizeof DRAWN / sizeof DRAWN[0] };

START_TEST(every_drawn_position_has_its_verdict) {
    const DrawnFoul *drawn = &DRAWN[_i];
    Drawing drawing = drawing_read(RULE_RENJU, drawn->drawing);
    Cell cell = drawing_mark(&drawing, 'A');
    ck_assert_msg((int)oracle_foul(&drawing.oracle, cell) == (int)drawn->foul, "oracle, %s: %d",
                  drawn->claim, oracle_foul(&drawing.oracle, cell));
    Board *board = test_board_new();
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        Oracle turned = oracle_turned(&drawing.oracle, symmetry);
        Cell at = cell_turned(&drawing.oracle, symmetry, cell);
        for (Color to_move = BLACK; to_move <= WHITE; to_move++) {
            board_from_oracle(board, test_tables(RULE_RENJU), &turned, to_move, isa_best());
            ck_assert_msg(foul_at(board, at) == drawn->foul, "%s: %d", drawn->claim,
                          foul_at(board, at));
            ck_assert_int_eq(is_forbidden(board, BLACK, at), drawn->foul != FOUL_NONE);
            ck_assert(!is_forbidden(board, WHITE, at));
        }
    }
    free(board);
}
END_TEST

START_TEST(nothing_is_forbidden_under_the_other_rules) {
    Rule rule = (Rule)_i;
    if (rule == RULE_RENJU)
        return;
    Board *board = test_board_new();
    for (int i = 0; i < DRAWN_COUNT; i++) {
        Drawing drawing = drawing_read(rule, DRAWN[i].drawing);
        Cell cell = drawing_mark(&drawing, 'A');
        board_from_oracle(board, test_tables(rule), &drawing.oracle, BLACK, isa_best());
        ck_assert_int_eq(foul_at(board, cell), FOUL_NONE);
        ck_assert(!is_forbidden(board, BLACK, cell));
    }
    free(board);
}
END_TEST

/* ---- Random positions ------------------------------------------------------------------------ */

/* Black stones mostly, and near each other, so that threes and fours meet. */
static Oracle crowded_position(uint64_t *rng) {
    int width = BOARD_MIN + 2 + (int)rng_below(rng, BOARD_MAX - BOARD_MIN - 1);
    int height = rng_below(rng, 4) == 0 ? BOARD_MIN + 2 + (int)rng_below(rng, 16) : width;
    Oracle oracle;
    oracle_init(&oracle, RULE_RENJU, width, height);
    if (rng_below(rng, 4) == 0)
        random_walls(&oracle, rng, 40);
    uint32_t white_percent = rng_below(rng, 45);
    int stones = 8 + (int)rng_below(rng, (uint32_t)(width * height / 3));
    for (int i = 0; i < stones; i++) {
        Cell cell = random_cell(&oracle, rng);
        if (cell == CELL_NONE)
            break;
        oracle.at[cell] = rng_below(rng, 100) < white_percent ? POINT_WHITE : POINT_BLACK;
    }
    return oracle;
}

START_TEST(random_positions_agree_with_the_oracle) {
    enum { POSITIONS = 1500 };
    uint64_t rng = 4000 + (uint64_t)_i;
    Board *board = test_board_new();
    int seen[4] = {0}, suspects_cleared = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Oracle oracle = crowded_position(&rng);
        board_from_oracle(board, test_tables(RULE_RENJU), &oracle, WHITE, isa_best());
        for (int cell = 0; cell < oracle_cells(&oracle); cell++) {
            if (oracle.at[cell] != POINT_EMPTY)
                continue;
            OracleFoul expected = oracle_foul(&oracle, (Cell)cell);
            if ((int)foul_at(board, (Cell)cell) != (int)expected ||
                is_forbidden(board, BLACK, (Cell)cell) != (expected != ORACLE_LEGAL)) {
                oracle_print(&oracle);
                ck_abort_msg("cell %d: foul %d, by definition %d", cell, foul_at(board, (Cell)cell),
                             expected);
            }
            seen[expected]++;
            Class class_ = board_class(board, BLACK, (Cell)cell);
            suspects_cleared += expected == ORACLE_LEGAL &&
                                (class_ == CLASS_FOUL_SUSPECT || class_ == CLASS_FOUL_SUSPECT_FOUR);
        }
    }
    /* Each kind must have been put to the test, false double threes among them. */
    ck_assert_int_gt(seen[ORACLE_DOUBLE_THREE], POSITIONS);
    ck_assert_int_gt(seen[ORACLE_DOUBLE_FOUR], POSITIONS);
    ck_assert_int_gt(seen[ORACLE_OVERLINE], POSITIONS / 10);
    ck_assert_int_gt(suspects_cleared, POSITIONS / 2);
    free(board);
}
END_TEST

START_TEST(asking_leaves_the_board_alone) {
    Drawing drawing = drawing_read(RULE_RENJU, DRAWN[DRAWN_COUNT - 1].drawing);
    Board *board = test_board_new();
    board_from_oracle(board, test_tables(RULE_RENJU), &drawing.oracle, BLACK, isa_best());
    uint64_t key = board_key(board);
    int stones = board_stones(board);
    foul_at(board, drawing_mark(&drawing, 'A'));
    ck_assert_uint_eq(board_key(board), key);
    ck_assert_int_eq(board_stones(board), stones);
    free(board);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("foul");
    TCase *drawn = tcase_create("drawn");
    tcase_add_loop_test(drawn, every_drawn_position_has_its_verdict, 0, DRAWN_COUNT);
    tcase_add_loop_test(drawn, nothing_is_forbidden_under_the_other_rules, 0, RULES);
    tcase_add_test(drawn, asking_leaves_the_board_alone);
    suite_add_tcase(suite, drawn);
    TCase *random = tcase_create("random");
    tcase_set_timeout(random, 120);
    tcase_add_loop_test(random, random_positions_agree_with_the_oracle, 0, 4);
    suite_add_tcase(suite, random);
    return run_suite(suite);
}
