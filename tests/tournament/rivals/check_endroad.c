/* endroad's scores, worked out by hand.
 *
 * A cell in the middle of 15x15 has 20 groups, five on each line. On a line of its own, the five
 * groups that hold cell c begin at c-4, c-3, c-2, c-1 and c; an empty group is worth 7. */
#include "rivals/endroad.h"
#include "rivals/players.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

static int64_t score_for(RivalStone side, const char *row) {
    int cell;
    RivalPosition position = position_from_row(row, &cell);
    return rival_endroad_score(&position, cell, side);
}

START_TEST(every_group_of_an_empty_board_counts_seven) {
    /* Middle: 4 lines x 5 groups x 7. */
    ck_assert_int_eq(score_for(STONE_OWN, ".......+......."), 20 * 7);
}
END_TEST

START_TEST(groups_over_the_edge_count_nothing) {
    RivalPosition position;
    rival_position_init(&position, 15, 15);
    /* Corner: one group along the row, the column and one diagonal; 3 x 7. */
    ck_assert_int_eq(rival_endroad_score(&position, 0, STONE_OWN), 3 * 7);
    /* Middle of the top row: five on the row, one down, one on each diagonal; 8 x 7. */
    ck_assert_int_eq(rival_endroad_score(&position, 7, STONE_OWN), 8 * 7);
    /* On 5x5 the middle has one group a line, and no more. */
    rival_position_init(&position, 5, 5);
    ck_assert_int_eq(rival_endroad_score(&position, 12, STONE_OWN), 4 * 7);
}
END_TEST

START_TEST(one_stone_beside_the_cell) {
    /* Cell 8, stone 7. Groups from 4, 5, 6, 7 hold the stone: 4 x 35; from 8 it is empty: 7. The
     * other three lines: 15 x 7 = 105. Sum 140 + 7 + 105. */
    ck_assert_int_eq(score_for(STONE_OWN, ".......x+......"), 252);
    /* For the other side the same stone is worth 15 a group: 60 + 7 + 105. */
    ck_assert_int_eq(score_for(STONE_OPPONENT, ".......x+......"), 172);
}
END_TEST

START_TEST(three_in_a_row_beside_the_cell) {
    /* Cell 8, stones 5 6 7. From 4: three stones, 15000. From 5: three, 15000. From 6: two, 800.
     * From 7: one, 35. From 8: none, 7. Sum 30842, and 105 for the other lines. */
    ck_assert_int_eq(score_for(STONE_OWN, ".....xxx+......"), 30947);
    /* Stopping them: 1800 + 1800 + 400 + 15 + 7 + 105. */
    ck_assert_int_eq(score_for(STONE_OWN, ".....ooo+......"), 4127);
}
END_TEST

START_TEST(groups_of_both_colours_count_nothing) {
    /* Cell 8, own 6 7, opponent 9. From 4: 4..8 with two own, 800. From 5, 6, 7: both colours, 0.
     * From 8: 8..12 with one of the opponent's, 15. Others 105. */
    ck_assert_int_eq(score_for(STONE_OWN, "......xx+o....."), 920);
    /* From the other side: 400 + 35 + 105. */
    ck_assert_int_eq(score_for(STONE_OPPONENT, "......xx+o....."), 540);
}
END_TEST

START_TEST(four_at_the_edge) {
    /* Top row, cell 4, own 0 1 2 3. From 0: four, 800000. From 1: 15000. From 2: 800. From 3: 35.
     * From 4:
     * 7. The column has one group that does not reach over the edge, 7; each diagonal one: from 4,0
     * down to 8,4 and down to 0,4. Sum 815842 + 21. */
    static const char *const rows[] = {
        "xxxx+..........", "...............", "...............", "...............",
        "...............", "...............", "...............", NULL};
    int cell;
    RivalPosition position = position_from_rows(rows, &cell);
    ck_assert_int_eq(rival_endroad_score(&position, cell, STONE_OWN), 815863);
    /* Stopping it: 100000 + 1800 + 400 + 15 + 7 + 21. */
    ck_assert_int_eq(rival_endroad_score(&position, cell, STONE_OPPONENT), 102243);
}
END_TEST

START_TEST(a_wall_spoils_its_groups_like_the_edge) {
    /* Cell 8, own 7, wall 6: the groups from 4, 5 and 6 hold the wall, 0; from 7: 35; from 8: 7;
     * 105. */
    ck_assert_int_eq(score_for(STONE_OWN, "......#x+......"), 147);
}
END_TEST

START_TEST(crossing_lines_add_up) {
    /* Cell 7,7 with own 5 6 on its row and opponents above at 7,5 and 7,6. Row, groups from 3 to 7:
     * two own (3..7), two (4..8), two (5..9), one (6..10), none: 800 x 3 + 35 + 7 = 2442. Column
     * the same with the opponent's: 400 x 3 + 15 + 7 = 1222. Diagonals empty: 70. */
    static const char *const rows[] = {
        "...............", "...............", "...............", "...............",
        "...............", ".......o.......", ".......o.......", ".....xx+.......",
        "...............", "...............", "...............", "...............",
        "...............", "...............", "...............", NULL};
    int cell;
    RivalPosition position = position_from_rows(rows, &cell);
    ck_assert_int_eq(rival_endroad_score(&position, cell, STONE_OWN), 3734);
}
END_TEST

static int64_t relative_at(const char *row, int x) {
    RivalPosition position = position_from_row(row, NULL);
    return rival_endroad_relative(&position, 7 * position.width + x);
}

START_TEST(relative_score_of_a_lone_stone) {
    ck_assert_int_eq(relative_at(".......x.......", 7), 20 * 35);
    ck_assert_int_eq(relative_at(".......o.......", 7), -20 * 15);
}
END_TEST

START_TEST(relative_score_of_two_that_touch) {
    /* Own 7, opponent 8. Through 7: from 3 only own, 35; from 4 to 7 both, 0; other lines 15 x 35.
     */
    ck_assert_int_eq(relative_at(".......xo......", 7), 35 + 525);
    /* Through 8: from 8 only the opponent, 15; other lines 15 x 15. */
    ck_assert_int_eq(relative_at(".......xo......", 8), -(15 + 225));
}
END_TEST

START_TEST(relative_score_counts_own_threes_low) {
    /* Own 5 6 7, through 6: from 2 two stones, 800; from 3, 4, 5 three, 2400 each; from 6 two, 800.
     */
    ck_assert_int_eq(relative_at(".....xxx.......", 6), 8800 + 525);
    /* The opponent's three: 400 + 3 x 1800 + 400 = 6200, other lines 225. */
    ck_assert_int_eq(relative_at(".....ooo.......", 6), -(6200 + 225));
}
END_TEST

START_TEST(relative_score_of_fives) {
    /* Stones 5..9, through 7: from 3 three, from 4 four, from 5 five, from 6 four, from 7 three.
     * Own: 2400 + 800000 + 8000000 + 800000 + 2400 + 525. */
    ck_assert_int_eq(relative_at(".....xxxxx.....", 7), 9605325);
    /* Opponent: 1800 + 100000 + 4000000 + 100000 + 1800 + 225. */
    ck_assert_int_eq(relative_at(".....ooooo.....", 7), -4203825);
}
END_TEST

START_TEST(one_reply_is_looked_at) {
    /* On 5x5 there are twelve groups: rows, columns and the two diagonals. Own stone 0,0; own play
     * in the middle. The opponent's best: on the long diagonal there are two of ours, 400 to stop,
     * with an empty row and column 414, at 1,1 and 3,3 and 4,4; 1,1 is the first of the two nearest
     * to the middle. (0,1 and the like get 15 + 7 or less, 2,0 gets 15 + 15.) After it, through the
     * middle: row, column and the other diagonal 35 each, the long diagonal both colours, 0.
     * Through 1,1: row and column -15 each. 105 - 30. */
    RivalPosition position;
    rival_position_init(&position, 5, 5);
    rival_place(&position, 0, 0, STONE_OWN);
    ck_assert_int_eq(rival_endroad_look_ahead(&position, 12), 75);
}
END_TEST

START_TEST(the_better_of_two_cells_after_the_reply_is_played) {
    /* The same board, the cells of the table first: the long diagonal with one own stone, 35; 1,1
     * and 3,3 add 7 + 7 for row and column, 4,4 too; the middle adds 7 for row, column and
     * diagonal, 56. So the two best are the middle, 56, and 1,1, 49. Ahead of 1,1: the reply goes
     * to the middle (400 + 7 + 7 + 7); through 1,1 row and column 35 each, through the middle three
     * times -15. 70 - 45 = 25 is less than 75. */
    RivalPosition position;
    rival_position_init(&position, 5, 5);
    rival_place(&position, 0, 0, STONE_OWN);
    ck_assert_int_eq(rival_endroad_score(&position, 12, STONE_OWN), 56);
    ck_assert_int_eq(rival_endroad_score(&position, 6, STONE_OWN), 49);
    ck_assert_int_eq(rival_endroad_look_ahead(&position, 6), 25);
    const RivalSettings settings = {.seed = 1};
    ck_assert_int_eq(choose_once(&rival_endroad, &settings, &position), 12);
}
END_TEST

/* Returns whether a stone stands in the star of the cell. */
static bool is_candidate(const RivalPosition *position, int cell) {
    for (int d = 0; d < RIVAL_DIRECTIONS; d++)
        for (int step = -4; step <= 4; step++) {
            RivalStone stone = rival_at(position, cell % position->width + step * rival_dx[d],
                                        cell / position->width + step * rival_dy[d]);
            if (step != 0 && (stone == STONE_OWN || stone == STONE_OPPONENT))
                return true;
        }
    return false;
}

static bool is_better(const RivalPosition *position, int one, int other) {
    int64_t score = rival_endroad_score(position, one, STONE_OWN),
            against = rival_endroad_score(position, other, STONE_OWN);
    return score != against ? score > against
                            : rival_distance_to_middle(position, one) <
                                  rival_distance_to_middle(position, other);
}

/* On random positions: the second cell of the table is played where more is left after its reply.
 */
START_TEST(the_second_cell_is_played_where_it_is_the_better_one) {
    enum { POSITIONS = 300, SIZE = 9 };
    const RivalSettings settings = {.seed = 1};
    unsigned random = 7;
    int seconds = 0;
    for (int i = 0; i < POSITIONS; i++) {
        RivalPosition position;
        int best[2] = {-1, -1}, stones = 3 + i % 9;
        rival_position_init(&position, SIZE, SIZE);
        while (position.count < stones) {
            random = random * 1664525 + 1013904223;
            int cell = (int)(random >> 8) % (SIZE * SIZE);
            rival_place(&position, cell % SIZE, cell / SIZE,
                        position.count % 2 == 0 ? STONE_OWN : STONE_OPPONENT);
        }
        for (int cell = 0; cell < SIZE * SIZE; cell++) {
            if (position.stones[cell] != STONE_NONE || !is_candidate(&position, cell))
                continue;
            if (best[0] < 0 || is_better(&position, cell, best[0])) {
                best[1] = best[0];
                best[0] = cell;
            } else if (best[1] < 0 || is_better(&position, cell, best[1])) {
                best[1] = cell;
            }
        }
        bool is_second = rival_endroad_look_ahead(&position, best[1]) >
                         rival_endroad_look_ahead(&position, best[0]);
        ck_assert_int_eq(choose_once(&rival_endroad, &settings, &position), best[is_second]);
        seconds += is_second;
    }
    ck_assert_int_gt(seconds, POSITIONS / 20);
}
END_TEST

START_TEST(fast_form_overlooks_what_lies_away_from_the_last_two_stones) {
    /* The four in the top row was made long ago: the later stones are those below. */
    static const char *const rows[] = {
        "oooo...........", "...............", "...............", "...............",
        "...............", "...............", "...............", "...............",
        "...............", "...............", "...............", "...............",
        "...........xo..", "............xo.", "...............", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    const RivalSettings settings = {.seed = 1};
    ck_assert_int_ne(choose_once(&rival_endroad_fast, &settings, &position), 4);
    ck_assert_int_eq(choose_once(&rival_endroad, &settings, &position), 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/endroad");
    TCase *tests = tcase_create("scores");
    tcase_add_test(tests, every_group_of_an_empty_board_counts_seven);
    tcase_add_test(tests, groups_over_the_edge_count_nothing);
    tcase_add_test(tests, one_stone_beside_the_cell);
    tcase_add_test(tests, three_in_a_row_beside_the_cell);
    tcase_add_test(tests, groups_of_both_colours_count_nothing);
    tcase_add_test(tests, four_at_the_edge);
    tcase_add_test(tests, a_wall_spoils_its_groups_like_the_edge);
    tcase_add_test(tests, crossing_lines_add_up);
    tcase_add_test(tests, relative_score_of_a_lone_stone);
    tcase_add_test(tests, relative_score_of_two_that_touch);
    tcase_add_test(tests, relative_score_counts_own_threes_low);
    tcase_add_test(tests, relative_score_of_fives);
    tcase_add_test(tests, one_reply_is_looked_at);
    tcase_add_test(tests, the_better_of_two_cells_after_the_reply_is_played);
    tcase_add_test(tests, the_second_cell_is_played_where_it_is_the_better_one);
    tcase_add_test(tests, fast_form_overlooks_what_lies_away_from_the_last_two_stones);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
