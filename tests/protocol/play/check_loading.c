/* `play`: games loaded from files, whole and damaged. */
#include <check.h>

#include "protocol/play/person.h"
#include "support/harness.h"

START_TEST(the_top_left_of_a_file_is_the_top_left_of_the_board) {
    write_named_file("Piskvorky 15x15, 0:0, 0\n1,1,0\n");
    say_with_file("", "load", "moves\n");
    ck_shows("15 [X]. .");
    ck_shows("a15\n");
    expect_no_other_file();
}
END_TEST

START_TEST(setup_walls_and_passes_are_loaded) {
    write_named_file("(;GM[4]SZ[9]AB[aa][bb]WALL[ii];W[ee];B[];W[ff];B[gg])");
    say_with_file("", "load", "moves\n");
    ck_shows("set up: black a9, b8; walls i1\ne5 pass f4 g3\n");
    ck_assert_int_eq(kaname_at(person.engine, 8, 8), KANAME_WALL);
    ck_assert_int_eq(kaname_at(person.engine, 5, 5), KANAME_WHITE);
    ck_assert_int_eq(kaname_to_move(person.engine), KANAME_WHITE);
    expect_no_other_file();
}
END_TEST

/* Files with a fault: what is said, and the moves on the board then. */
static const struct {
    const char *text, *wrong, *moves;
} damages[] = {
    {"rule go\n", "Not loaded: list of moves, line 1: unknown rule", "h8 h9\n"},
    {"# x\nsize 99\n", "Not loaded: list of moves, line 2: invalid size", "h8 h9\n"},
    {"hello\n", "Not loaded: list of moves, line 1: a move is written h8", "h8 h9\n"},
    {"", "Not loaded: the file is empty", "h8 h9\n"},
    {"(;GM[4]SZ[99];B[aa])", "Not loaded: SGF, line 1: a board size", "h8 h9\n"},
    {"size 15\nmoves a1 h99\n", "Only the beginning was loaded: list of moves, line 2: h99",
     "a1\n"},
    {"Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", "Only the beginning was loaded: PSQ, line 3",
     "a15\n"},
    {"moves a1 a5 b1 b5 c1 c5 d1 d5 e1 e5\n",
     "Only the beginning was loaded: move 10: the game is over", "d5 e1\n"},
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(a_file_without_a_rule_is_read_by_the_games_rule) {
    name_an_sgf("(;GM[4];B[hg];W[ao];B[hf];W[co];B[ih];W[eo];B[jh];W[go])");
    say_with_file("rule renju\n", "load", "side both\nh8\n");
    ck_shows("h8: that point is forbidden to Black: double-three.");
    expect_no_other_file();
}
END_TEST

START_TEST(a_game_that_a_foul_ended_is_loaded_whole) {
    name_an_sgf("(;GM[4]RU[renju];B[hg];W[ao];B[hf];W[co];B[ih];W[eo];B[jh];W[go];B[hh])");
    say_with_file("", "load", "moves\n");
    ck_shows("White wins: Black's last stone is forbidden.");
    ck_shows("g1 h8\n");
    expect_no_other_file();
}
END_TEST

static const struct {
    const char *text, *line;
    KanameColor to_move;
} taken_back[] = {
    {"(;GM[4]SZ[15]AB[hh][ii]AW[gg]PL[B])", "\nset up: black h8, i7; white g9\nNo move yet.\n",
     KANAME_BLACK},
    {"(;GM[4]SZ[15];B[hh];W[];B[ii];W[jj];B[])", "\nh8 pass i7 j6 pass\n", KANAME_WHITE},
    {"(;GM[4]RU[renju];B[hg];W[ao];B[hf];W[co];B[ih];W[eo];B[jh];W[go];B[hh])", " g1 h8\n",
     KANAME_WHITE},
};
enum { TAKEN_BACK = sizeof taken_back / sizeof taken_back[0] };

START_TEST(what_was_taken_back_comes_back_as_it_was) {
    name_an_sgf(taken_back[_i].text);
    say_with_file("side both\n", "load", "undo\nundo\nundo\nredo\nredo\nredo\nmoves\n");
    ck_shows(taken_back[_i].line);
    ck_hides("nothing to play again");
    ck_assert_int_eq(kaname_to_move(person.engine), taken_back[_i].to_move);
    ck_assert_int_eq(kaname_at(person.engine, 7, 7), KANAME_BLACK);
    expect_no_other_file();
}
END_TEST

START_TEST(walls_are_drawn_as_walls) {
    name_an_sgf("(;GM[4]SZ[9]WALL[aa][cc];B[ee])");
    say_with_file("", "load", "");
    ck_shows(" 9  % . .");
    expect_no_other_file();
}
END_TEST

START_TEST(loading_keeps_both_sides_or_none) {
    name_an_sgf("(;GM[4];B[hh];W[ii])");
    say_with_file("side both\n", "load", "a1\na2\nmoves\n");
    ck_shows("h8 i7 a1 a2\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4);
    name_an_sgf("(;GM[4]SZ[5];B[aa])");
    say_with_file("size 5\nside none\n", "load", "");
    ck_assert_uint_gt(kaname_stone_count(person.engine), 5);
    say_with_file("", "load", "");
    ck_shows("Move 2, White: you.");
}
END_TEST

static const struct {
    const char *text, *listed;
} listings[] = {
    {"(;GM[4]SZ[15];B[hh];W[];B[ii])", "\nh8 pass i7 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[])", "\nh8 pass o1\n"},
    {"(;GM[4]SZ[15]AB[hh][ii]AW[aa])", "\nset up: black h8, i7; white a15\no1\n"},
    {"(;GM[4]SZ[15]AB[hh]WALL[cc];W[ab];B[ac];W[];B[ad])",
     "\nset up: black h8; walls c13\na14 a13 pass a12 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[aa];AE[hh]AB[ii];B[];W[cc])",
     "\nset up: black i7; white a15\npass c13 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[ii])", "\nh8 i7 o1\n"},
};
enum { LISTINGS = sizeof listings / sizeof listings[0] };

START_TEST(passes_and_setup_of_a_file_are_listed) {
    name_an_sgf(listings[_i].text);
    say_with_file("side both\n", "load", "o1\nmoves\n");
    ck_shows(listings[_i].listed);
}
END_TEST

START_TEST(setup_without_moves_is_listed) {
    name_an_sgf("(;GM[4]SZ[15]AB[hh])");
    say_with_file("", "load", "moves\n");
    ck_shows("\nset up: black h8\nNo move yet.\n");
}
END_TEST

START_TEST(the_first_of_several_games_is_said_to_be_it) {
    person.columns = 1000; /* no line is broken */
    name_an_sgf("(;GM[4];B[aa])(;GM[4];B[bb])");
    say_with_file("", "load", "moves\n");
    ck_shows("This is the first of 2 games; 'pbrain-kaname convert' writes all as SGF.");
    ck_shows("a15\n");
    name_an_sgf("(;GM[4];B[aa])");
    say_with_file("", "load", "");
    ck_hides("This is the first");
}
END_TEST

START_TEST(a_damaged_file_is_told_and_loaded_as_far_as_it_goes) {
    write_named_file(damages[_i].text);
    say_with_file("rule renju\nsize 13\nside both\nh8\nh9\n", "load", "moves\n");
    /* The text may be wrapped anywhere. */
    for (char *at = person.shown; *at != '\0'; at++)
        if (*at == '\n' && at[1] >= 'a' && at[1] <= 'z' && at[-1] != '.' && at[-1] != '\n')
            *at = ' ';
    ck_shows(damages[_i].wrong);
    ck_shows(damages[_i].moves);
    expect_no_other_file();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("play_loading");
    TCase *tests = add_case(suite, "files");
    tcase_add_test(tests, a_file_without_a_rule_is_read_by_the_games_rule);
    tcase_add_test(tests, a_game_that_a_foul_ended_is_loaded_whole);
    tcase_add_loop_test(tests, what_was_taken_back_comes_back_as_it_was, 0, TAKEN_BACK);
    tcase_add_test(tests, walls_are_drawn_as_walls);
    tcase_add_test(tests, loading_keeps_both_sides_or_none);
    tcase_add_loop_test(tests, passes_and_setup_of_a_file_are_listed, 0, LISTINGS);
    tcase_add_test(tests, setup_without_moves_is_listed);
    tcase_add_test(tests, the_first_of_several_games_is_said_to_be_it);
    tcase_add_loop_test(tests, a_damaged_file_is_told_and_loaded_as_far_as_it_goes, 0, DAMAGES);
    tcase_add_test(tests, the_top_left_of_a_file_is_the_top_left_of_the_board);
    tcase_add_test(tests, setup_walls_and_passes_are_loaded);
    return run_suite(suite);
}
