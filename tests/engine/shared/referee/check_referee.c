/* The referee's rules, by boards drawn row by row: X black, O white, # wall, . empty, and the move
 * to judge: b black, w white. */
#include "shared/referee/referee.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

enum { FREESTYLE = 0, STANDARD = 1, RENJU = 4, CARO = 8, CARO_EXACT = 9, ROWS_MAX = 16 };

/* Rows as long as the first; missing rows are empty, down to a square board of 15 at least. */
static RefereeVerdict judge(int rule, const char *const *rows) {
    Referee referee;
    int move_x = -1, move_y = -1;
    RefereeStone mover = REFEREE_BLACK;
    ck_assert(referee_init(&referee, rule, 15, 15));
    for (int y = 0; rows[y] != NULL; y++) {
        for (int x = 0; rows[y][x] != '\0'; x++) {
            switch (rows[y][x]) {
            case 'X':
                referee.at[y][x] = REFEREE_BLACK;
                break;
            case 'O':
                referee.at[y][x] = REFEREE_WHITE;
                break;
            case '#':
                referee.at[y][x] = REFEREE_WALL;
                break;
            case 'b':
            case 'w':
                mover = rows[y][x] == 'b' ? REFEREE_BLACK : REFEREE_WHITE;
                move_x = x;
                move_y = y;
                break;
            default:
                break;
            }
        }
    }
    Referee before = referee;
    RefereeVerdict verdict = referee_judge(&referee, mover, move_x, move_y);
    ck_assert_mem_eq(&before, &referee, sizeof(referee));
    return verdict;
}

#define JUDGE(rule, ...) judge(rule, (const char *const[]){__VA_ARGS__, NULL})
#define ck_verdict(got, wanted)                                                   \
    ck_assert_msg((got) == (wanted), "'%s', not '%s'", referee_verdict_text(got), \
                  referee_verdict_text(wanted))

START_TEST(five_wins_under_every_rule_on_every_line) {
    const int rules[] = {FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT};
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        ck_verdict(JUDGE(rules[i], "XXXXb"), REFEREE_FIVE);
        ck_verdict(JUDGE(rules[i], "..OOwOO"), REFEREE_FIVE);
        ck_verdict(JUDGE(rules[i], "X", "X", "b", "X", "X"), REFEREE_FIVE);
        ck_verdict(JUDGE(rules[i], "X", ".X", "..X", "...X", "....b"), REFEREE_FIVE);
        ck_verdict(JUDGE(rules[i], "....w", "...O", "..O", ".O", "O"), REFEREE_FIVE);
        ck_verdict(JUDGE(rules[i], "XXXb"), REFEREE_GOES_ON);
        ck_verdict(JUDGE(rules[i], "XX#XXb"), REFEREE_GOES_ON);
    }
}
END_TEST

START_TEST(rows_do_not_wrap_around_the_edge) {
    ck_verdict(JUDGE(FREESTYLE, "............XXX", "Xb"), REFEREE_GOES_ON);
}
END_TEST

START_TEST(overline_wins_in_freestyle_and_caro_only) {
    ck_verdict(JUDGE(FREESTYLE, "XXXbXX"), REFEREE_FIVE);
    ck_verdict(JUDGE(STANDARD, "XXXbXX"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(STANDARD, "OOOwOO"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(CARO, "OXXXbXXO"), REFEREE_FIVE);
    ck_verdict(JUDGE(CARO_EXACT, ".XXXbXX."), REFEREE_GOES_ON);
}
END_TEST

START_TEST(five_beside_an_overline_wins_in_standard) {
    ck_verdict(JUDGE(STANDARD, "XXXbXX", "...X", "...X", "...X", "...X"), REFEREE_FIVE);
}
END_TEST

START_TEST(caro_five_shut_in_by_stones_does_not_win) {
    ck_verdict(JUDGE(CARO, "OXXbXXO"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(CARO_EXACT, "OXXbXXO"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(CARO, "XOOwOOX"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(CARO, "OXXbXX."), REFEREE_FIVE);
    ck_verdict(JUDGE(STANDARD, "OXXbXXO"), REFEREE_FIVE);
}
END_TEST

START_TEST(edge_and_walls_shut_no_caro_five_in) {
    ck_verdict(JUDGE(CARO, "XXbXXO"), REFEREE_FIVE);
    ck_verdict(JUDGE(CARO_EXACT, "#XXbXXO"), REFEREE_FIVE);
}
END_TEST

START_TEST(black_overline_is_a_foul_in_renju) {
    ck_verdict(JUDGE(RENJU, "XXXbXX"), REFEREE_OVERLINE);
}
END_TEST

START_TEST(white_overline_wins_in_renju) {
    ck_verdict(JUDGE(RENJU, "OOOwOO"), REFEREE_FIVE);
}
END_TEST

START_TEST(white_is_bound_by_no_foul) {
    ck_verdict(JUDGE(RENJU, ".....", "..OwO", "...O", "...O"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(RENJU, "OOOw", "...O", "...O", "...O"), REFEREE_GOES_ON);
}
END_TEST

START_TEST(five_beats_every_foul) {
    ck_verdict(JUDGE(RENJU, "XXXbXX", "...X", "...X", "...X", "...X"), REFEREE_FIVE);
    ck_verdict(JUDGE(RENJU, "XXXXb.", "...XX", "..X.X", ".X..X"), REFEREE_FIVE);
}
END_TEST

START_TEST(double_four_is_a_foul) {
    ck_verdict(JUDGE(RENJU, ".XXXb", "....X", "....X", "....X"), REFEREE_DOUBLE_FOUR);
}
END_TEST

START_TEST(two_fours_on_one_line_are_a_double_four) {
    ck_verdict(JUDGE(RENJU, "XXX.b.XXX"), REFEREE_DOUBLE_FOUR);
    ck_verdict(JUDGE(RENJU, "XX.bX.XX"), REFEREE_DOUBLE_FOUR);
    ck_verdict(JUDGE(RENJU, "X.XbX.X"), REFEREE_DOUBLE_FOUR);
}
END_TEST

START_TEST(straight_four_is_one_four) {
    ck_verdict(JUDGE(RENJU, ".XXbX."), REFEREE_GOES_ON);
}
END_TEST

START_TEST(four_that_only_an_overline_completes_is_none) {
    ck_verdict(JUDGE(RENJU, "OXXXb.XO", "....X", "....X", "....X", "....O"), REFEREE_GOES_ON);
    /* With the far stone gone there are two. */
    ck_verdict(JUDGE(RENJU, "OXXXb..O", "....X", "....X", "....X", "....."), REFEREE_DOUBLE_FOUR);
}
END_TEST

START_TEST(double_three_is_a_foul) {
    ck_verdict(JUDGE(RENJU, "", "", "", "...XbX", "....X", "....X"), REFEREE_DOUBLE_THREE);
    ck_verdict(JUDGE(RENJU, "", "", "", "...X.bX", ".....X", ".....X"), REFEREE_DOUBLE_THREE);
}
END_TEST

START_TEST(four_and_three_together_are_legal) {
    ck_verdict(JUDGE(RENJU, "", "", "", "OXXXb", "....X", "....X"), REFEREE_GOES_ON);
}
END_TEST

START_TEST(shut_three_is_none) {
    ck_verdict(JUDGE(RENJU, "", "", "", "..OXbX", "....X", "....X"), REFEREE_GOES_ON);
    ck_verdict(JUDGE(RENJU, "", "", "", ".OXbX.O", "...X", "...X"), REFEREE_GOES_ON);
}
END_TEST

START_TEST(three_whose_straight_four_point_is_a_foul_is_none) {
    /* The row's straight four needs one of its ends; at both Black would make an overline on the
     * column, so only the column through b is a three. */
    ck_verdict(JUDGE(RENJU, "...X...X", "...X...X", "...X...X", "....XbX.", "...X.X.X", "...X.X.X",
                     "...X...X"),
               REFEREE_GOES_ON);
    /* Without the two columns it is a double three. */
    ck_verdict(JUDGE(RENJU, "", "", "", "....XbX.", ".....X..", ".....X.."), REFEREE_DOUBLE_THREE);
}
END_TEST

START_TEST(three_whose_straight_four_point_makes_a_five_is_none) {
    ck_verdict(JUDGE(RENJU, "", "...X...X", "...X...X", "....XbX.", "...X.X.X", "...X.X.X", ""),
               REFEREE_GOES_ON);
}
END_TEST

static Referee empty_board(int rule, int width, int height) {
    Referee referee;
    ck_assert(referee_init(&referee, rule, width, height));
    return referee;
}

START_TEST(illegal_moves_lose_and_change_nothing) {
    Referee referee = empty_board(FREESTYLE, 15, 15);
    ck_verdict(referee_play(&referee, 15, 0), REFEREE_OFF_BOARD);
    ck_assert(referee.is_over && referee.winner == REFEREE_WHITE && referee.stones == 0);
    referee = empty_board(FREESTYLE, 15, 15);
    ck_verdict(referee_play(&referee, 7, 7), REFEREE_GOES_ON);
    ck_verdict(referee_play(&referee, 7, 7), REFEREE_OCCUPIED);
    ck_assert(referee.is_over && referee.winner == REFEREE_BLACK && referee.stones == 1);
    referee = empty_board(FREESTYLE, 15, 15);
    ck_verdict(referee_play(&referee, -1, 2147483647), REFEREE_OFF_BOARD);
}
END_TEST

START_TEST(colours_take_turns_and_the_fifth_stone_ends_it) {
    Referee referee = empty_board(STANDARD, 15, 15);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(referee_to_move(&referee), REFEREE_BLACK);
        ck_verdict(referee_play(&referee, i, 0), REFEREE_GOES_ON);
        ck_assert_int_eq(referee_to_move(&referee), REFEREE_WHITE);
        ck_verdict(referee_play(&referee, i, 1), REFEREE_GOES_ON);
    }
    ck_verdict(referee_play(&referee, 4, 0), REFEREE_FIVE);
    ck_assert(referee.is_over && referee.winner == REFEREE_BLACK);
    int points[8][2];
    ck_assert_uint_eq(referee_winning_points(&referee, 4, 0, points, 8), 5);
    ck_assert_uint_eq(referee_winning_points(&referee, 3, 1, points, 8), 0);
    ck_assert_uint_eq(referee_winning_points(&referee, 2, 0, points, 8), 5);
    for (int i = 0; i < 5; i++)
        ck_assert(points[i][0] == i && points[i][1] == 0);
}
END_TEST

START_TEST(renju_foul_loses_the_game) {
    Referee referee = empty_board(RENJU, 15, 15);
    const int moves[][2] = {{6, 7}, {0, 0}, {8, 7}, {14, 0}, {7, 6}, {0, 14}, {7, 8}, {14, 14}};
    for (int i = 0; i < 8; i++)
        ck_verdict(referee_play(&referee, moves[i][0], moves[i][1]), REFEREE_GOES_ON);
    ck_verdict(referee_play(&referee, 7, 7), REFEREE_DOUBLE_THREE);
    ck_assert(referee.is_over && referee.winner == REFEREE_WHITE);
}
END_TEST

/* Fills a board so that no five comes up: 2 x 1 bricks, shifted from row to row. */
static void fill(Referee *referee, int stones) {
    for (int played = 0; played < stones; played++) {
        RefereeStone mover = referee_to_move(referee);
        bool is_found = false;
        for (int i = 0; i < referee->width * referee->height && !is_found; i++) {
            int x = i % referee->width, y = i / referee->width;
            RefereeStone wanted = (x + 2 * y) / 2 % 2 == 0 ? REFEREE_BLACK : REFEREE_WHITE;
            if (referee->at[y][x] != REFEREE_EMPTY || wanted != mover)
                continue;
            is_found = true;
            referee_play(referee, x, y);
        }
        ck_assert(is_found);
    }
}

START_TEST(full_board_is_a_draw) {
    Referee referee = empty_board(FREESTYLE, 8, 6);
    fill(&referee, 47);
    ck_assert(!referee.is_over);
    fill(&referee, 1);
    ck_assert(referee.is_over && referee.winner == REFEREE_EMPTY);
}
END_TEST

START_TEST(game_is_drawn_after_the_given_number_of_stones) {
    Referee referee = empty_board(FREESTYLE, 15, 15);
    referee.draw_after = 10;
    fill(&referee, 9);
    ck_assert(!referee.is_over);
    fill(&referee, 1);
    ck_assert(referee.is_over && referee.winner == REFEREE_EMPTY);
}
END_TEST

START_TEST(continuous_game_walls_a_five_up_and_goes_on) {
    Referee referee = empty_board(FREESTYLE | REFEREE_CONTINUOUS, 15, 15);
    for (int i = 0; i < 4; i++) {
        referee_play(&referee, i, 0);
        referee_play(&referee, i, 2);
    }
    ck_verdict(referee_play(&referee, 4, 0), REFEREE_FIVE);
    ck_assert(!referee.is_over);
    ck_assert_int_eq(referee.points[0], 1);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(referee.at[0][i], REFEREE_WALL);
    ck_verdict(referee_play(&referee, 4, 2), REFEREE_FIVE);
    ck_assert_int_eq(referee.points[1], 1);
    ck_assert_int_eq(referee_to_move(&referee), REFEREE_BLACK);
}
END_TEST

START_TEST(continuous_game_is_won_on_points_when_the_board_is_full) {
    Referee referee = empty_board(FREESTYLE | REFEREE_CONTINUOUS, 5, 5);
    /* Black takes the first row while White plays the second and stops one short. */
    for (int i = 0; i < 4; i++) {
        referee_play(&referee, i, 0);
        referee_play(&referee, i, 1);
    }
    ck_verdict(referee_play(&referee, 4, 0), REFEREE_FIVE);
    for (int i = 0; i < 25 && !referee.is_over; i++) {
        int x = i * 2 % 5, y = 2 + i / 5;
        if (y < 5)
            referee_play(&referee, x, y);
        else
            referee_play(&referee, 4, 1);
    }
    ck_assert(referee.is_over);
    ck_assert_int_eq(referee.stones, 25);
    ck_assert(referee.points[0] >= 1);
    ck_assert_int_eq(referee.winner,
                     referee.points[0] > referee.points[1] ? REFEREE_BLACK : REFEREE_EMPTY);
}
END_TEST

START_TEST(continuous_renju_foul_scores_for_white) {
    Referee referee = empty_board(RENJU | REFEREE_CONTINUOUS, 15, 15);
    const int moves[][2] = {{6, 7}, {0, 0}, {8, 7}, {14, 0}, {7, 6}, {0, 14}, {7, 8}, {14, 14}};
    for (int i = 0; i < 8; i++)
        referee_play(&referee, moves[i][0], moves[i][1]);
    ck_verdict(referee_play(&referee, 7, 7), REFEREE_DOUBLE_THREE);
    ck_assert(!referee.is_over && referee.points[1] == 1);
    ck_assert_int_eq(referee.at[7][7], REFEREE_WALL);
    ck_assert_int_eq(referee.at[7][6], REFEREE_BLACK);
}
END_TEST

START_TEST(only_known_rules_and_sizes_are_taken) {
    Referee referee;
    const int good[] = {0, 1, 4, 8, 9, 2, 3, 6, 10, 11};
    const int bad[] = {-1, 5, 7, 12, 13, 16, 2147483647, -2147483647 - 1};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        ck_assert(referee_init(&referee, good[i], 5, 22));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        ck_assert(!referee_init(&referee, bad[i], 15, 15));
    ck_assert(!referee_init(&referee, 0, 4, 15));
    ck_assert(!referee_init(&referee, 0, 15, 23));
}
END_TEST

int main(void) {
    TCase *rules = tcase_create("rules");
    tcase_add_test(rules, five_wins_under_every_rule_on_every_line);
    tcase_add_test(rules, rows_do_not_wrap_around_the_edge);
    tcase_add_test(rules, overline_wins_in_freestyle_and_caro_only);
    tcase_add_test(rules, five_beside_an_overline_wins_in_standard);
    tcase_add_test(rules, caro_five_shut_in_by_stones_does_not_win);
    tcase_add_test(rules, edge_and_walls_shut_no_caro_five_in);
    TCase *renju = tcase_create("renju");
    tcase_add_test(renju, black_overline_is_a_foul_in_renju);
    tcase_add_test(renju, white_overline_wins_in_renju);
    tcase_add_test(renju, white_is_bound_by_no_foul);
    tcase_add_test(renju, five_beats_every_foul);
    tcase_add_test(renju, double_four_is_a_foul);
    tcase_add_test(renju, two_fours_on_one_line_are_a_double_four);
    tcase_add_test(renju, straight_four_is_one_four);
    tcase_add_test(renju, four_that_only_an_overline_completes_is_none);
    tcase_add_test(renju, double_three_is_a_foul);
    tcase_add_test(renju, four_and_three_together_are_legal);
    tcase_add_test(renju, shut_three_is_none);
    tcase_add_test(renju, three_whose_straight_four_point_is_a_foul_is_none);
    tcase_add_test(renju, three_whose_straight_four_point_makes_a_five_is_none);
    TCase *game = tcase_create("game");
    tcase_add_test(game, illegal_moves_lose_and_change_nothing);
    tcase_add_test(game, colours_take_turns_and_the_fifth_stone_ends_it);
    tcase_add_test(game, renju_foul_loses_the_game);
    tcase_add_test(game, full_board_is_a_draw);
    tcase_add_test(game, game_is_drawn_after_the_given_number_of_stones);
    tcase_add_test(game, continuous_game_walls_a_five_up_and_goes_on);
    tcase_add_test(game, continuous_game_is_won_on_points_when_the_board_is_full);
    tcase_add_test(game, continuous_renju_foul_scores_for_white);
    tcase_add_test(game, only_known_rules_and_sizes_are_taken);
    Suite *suite = suite_create("referee");
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, renju);
    suite_add_tcase(suite, game);
    return run_suite(suite);
}
