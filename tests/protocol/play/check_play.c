/* `play`: the course of a game, with the real engine and a terminal of memory. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "level/level.h"
#include "play/search.h"
#include "play/terminal.h"
#include "protocol/play/person.h"
#include "support/harness.h"

/* ---- Games ------------------------------------------------------------------------------- */

START_TEST(the_winning_five_is_starred) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n");
    ck_shows(" 1 *X*X*X*X[X]");
    ck_shows("Black wins.");
}
END_TEST

START_TEST(nobody_moves_after_the_end) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\no15\n");
    ck_shows("o15: the game is over.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 9);
}
END_TEST

START_TEST(the_game_goes_on_after_an_undone_win) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\nundo\no15\nmoves\n");
    ck_shows("a1 a5 b1 b5 c1 c5 d1 d5 o15\n");
}
END_TEST

/* The last line shown that begins so: a row of the board as it was drawn last. */
static const char *last_row(const char *label) {
    static char row[200];
    const char *found = NULL;
    for (const char *at = person.shown; (at = strstr(at, label)) != NULL; at++)
        if (at == person.shown || at[-1] == '\n')
            found = at;
    ck_assert_msg(found != NULL, "no row %s: %s", label, shown_end());
    snprintf(row, sizeof row, "%.*s", (int)strcspn(found, "\n"), found);
    return row;
}

#define WON "side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n"

START_TEST(marks_are_those_of_the_position) {
    play(WON "undo\n");
    ck_assert_str_eq(last_row(" 1 "), " 1  X X X X . . . . . . . . . . .");
    play(WON "new\n");
    ck_assert_str_eq(last_row(" 1 "), " 1  . . . . . . . . . . . . . . .");
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\ng1\no15\n");
    ck_assert_ptr_nonnull(strchr(person.shown, '!'));
    ck_assert_str_eq(last_row(" 8 "), " 8  . . . . . . . + X X . . . . .");
    play("side both\nh8\nh9\n");
    ck_assert_str_eq(last_row(" 9 "), " 9  . . . . . . .[O]. . . . . . .");
    ck_assert_str_eq(last_row(" 8 "), " 8  . . . . . . . X . . . . . . .");
}
END_TEST

START_TEST(all_moves_taken_back_are_played_again) {
    play("side both\nh8\nh9\ni9\nundo\nundo\nundo\nredo\nredo\nredo\nredo\nmoves\n");
    ck_shows("\nh8 h9 i9\n");
    ck_shows("nothing to play again");
}
END_TEST

START_TEST(a_new_game_is_left_by_the_first_ctrl_c) {
    person.io.is_interactive = true;
    play("side both\nh8\nnew\n\003\nj8\n");
    ck_hides("not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(a_line_between_two_ctrl_c_counts) {
    person.io.is_interactive = true;
    play("side both\nh8\n\003\nh9\n\003\ni9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
}
END_TEST

START_TEST(the_side_is_the_persons) {
    play("side white\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("side black\nh8\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side both\nh8\nh9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side none\n");
    ck_hides("illegal");
    ck_assert_uint_gt(kaname_stone_count(person.engine), 8);
}
END_TEST

/* The weakest level misses fives; a hint does not. */
START_TEST(a_hint_is_of_full_strength) {
    person.options.turn_ms = 100;
    person.options.seed = _i;
    play("side both\ng8\na1\nh8\na3\ni8\na5\nj8\nf8\nhint\n");
    ck_shows("Try k8");
}
END_TEST

START_TEST(the_time_of_a_move_is_that_of_the_command) {
    Terminal terminal = {.turn_ms = 1234};
    ck_assert_int_eq(terminal_limits(&terminal).turn_ms, 1234);
    ck_assert_int_lt(terminal_limits(&terminal).match_ms, 0);
}
END_TEST

START_TEST(a_six_does_not_win_in_standard) {
    play("rule standard\nside both\na1\na5\nb1\nb5\nc1\nc5\ne1\ne5\nf1\nf5\nd1\n");
    ck_hides("wins");
    /* Beside a five it is not starred. */
    play("rule standard\nside both\n"
         "a1\ng5\nb1\ng6\nc1\ng8\ne1\nh5\nf1\nh6\nd2\nh8\nd3\ni5\nd4\ni6\nd5\ni8\nd1\n");
    ck_shows(" 1  X X X[X]X X");
    ck_shows(" 5  . . .*X");
    play("rule freestyle\nside both\na1\na5\nb1\nb5\nc1\nc5\ne1\ne5\nf1\nf5\nd1\n");
    ck_shows(" 1 *X*X*X[X]X*X");
}
END_TEST

START_TEST(a_shut_five_does_not_win_in_caro) {
    play("rule caro\nside both\nb1\na1\nc1\ng1\nd1\na9\ne1\nb9\nf1\n");
    ck_hides("wins");
    play("rule freestyle\nside both\nb1\na1\nc1\ng1\nd1\na9\ne1\nb9\nf1\n");
    ck_shows("Black wins.");
}
END_TEST

START_TEST(forbidden_points_are_drawn_and_refused) {
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\ng1\nh8\n");
    ck_shows(" 8  . . . . . . . ! X X");
    ck_shows("h8: that point is forbidden to Black: double-three.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 8);
}
END_TEST

START_TEST(points_are_not_forbidden_to_white) {
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\nh8\n");
    ck_hides("!");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 8);
}
END_TEST

START_TEST(a_full_board_is_a_draw) {
    play("size 5\nside both\n"
         "a1\nb1\nc1\nd1\ne1\na2\nb2\nc2\nd2\ne2\nb3\na3\nd3\nc3\na4\ne3\nc4\nb4\ne4\nd4\nb5\na5\n"
         "d5\nc5\ne5\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 25);
    ck_shows("a draw");
}
END_TEST

START_TEST(the_engine_answers_each_move) {
    play("h8\n");
    ck_shows("The engine played ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(the_engine_begins_when_told) {
    play("white\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
}
END_TEST

START_TEST(the_engine_plays_a_whole_game_against_itself) {
    play("size 7\nside none\n");
    bool is_over = strstr(person.shown, "wins.") != NULL || strstr(person.shown, "a draw") != NULL;
    ck_assert_msg(is_over, "%s", shown_end());
}
END_TEST

START_TEST(undo_takes_back_the_answer_too) {
    play("h8\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    play("undo\n");
    ck_shows("nothing to take back");
}
END_TEST

START_TEST(undoing_the_engines_opening_does_not_bring_it_back) {
    play("white\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    ck_shows("The first move is yours now");
}
END_TEST

START_TEST(a_hint_changes_nothing) {
    play("h8\nhint\n");
    ck_shows("Try ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(nothing_is_due_after_the_end) {
    play("side both\no15\na1\no13\nb1\no11\nc1\no9\nd1\no7\ne1\nhint\n");
    ck_shows("White wins.");
    ck_shows("The game is over.");
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\ngo\n");
    ck_shows("No move is due now.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 9);
}
END_TEST

static int count_shown(const char *text) {
    int count = 0;
    for (const char *at = person.shown; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

START_TEST(the_board_and_the_settings_are_shown_again) {
    play("side both\nh8\n");
    int before = count_shown("[X]");
    play("side both\nh8\nshow\n");
    ck_assert_int_eq(count_shown("[X]"), before + 1);
    play("rule renju\nrule\n");
    ck_shows("The rule is renju.");
    play("time 2.5\ntime\n");
    ck_assert_int_eq(count_shown("2.50 seconds a move."), 2);
}
END_TEST

/* Stones of a 22x22 board with no five in any direction, in turns. Returns their number. */
static int list_quiet_moves(char *text) {
    enum { SIZE = 22 };
    char cells[2][SIZE * SIZE][4];
    int counts[2] = {0, 0}, moves = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int color = (x / 2 + y) % 2;
            snprintf(cells[color][counts[color]++], sizeof cells[0][0], "%c%d", 'a' + x, y + 1);
        }
    for (int i = 0; i < counts[0] && i < counts[1]; i++, moves += 2)
        text += sprintf(text, "%s%s %s", i > 0 ? " " : "", cells[0][i], cells[1][i]);
    return moves;
}

START_TEST(moves_of_a_long_game_are_all_told) {
    char moves[4096], said[4096 + 64];
    int count = list_quiet_moves(moves);
    ck_assert_int_ge(count, 400);
    char *at = said + sprintf(said, "size 22\nside both\n");
    for (const char *from = moves; *from != '\0'; from++)
        *at++ = (char)(*from == ' ' ? '\n' : *from);
    strcpy(at, "\nmoves\n");
    play(said);
    ck_assert_uint_eq(kaname_stone_count(person.engine), (size_t)count);
    for (char *shown = person.shown; *shown != '\0'; shown++)
        *shown = (char)(*shown == '\n' ? ' ' : *shown);
    ck_shows(moves);
}
END_TEST

/* "win rate" in what a search shows before its result, and in the result. */
static int count_rates(void) {
    int count = 0;
    for (const char *at = person.shown; (at = strstr(at, "win rate")) != NULL; at++)
        count++;
    return count;
}

START_TEST(thoughts_are_shown_on_a_terminal_or_on_request) {
    person.options.level = LEVEL_FULL; /* weaker levels may move before a report */
    person.options.turn_ms = 300;
    play("h8\n");
    ck_assert_int_eq(count_rates(), 0);
    ck_shows("The engine played ");
    play("thoughts on\nh8\n");
    ck_assert_int_gt(count_rates(), 1);
    ck_shows("% (score ");
    person.io.has_controls = true;
    play("h8\n");
    ck_assert_int_gt(count_rates(), 1);
    play("thoughts off\nh8\n");
    ck_assert_int_eq(count_rates(), 0);
}
END_TEST

START_TEST(a_proven_score_is_told_in_stones) {
    person.options.turn_ms = 10000; /* a proof ends the search before */
    play("thoughts on\nside both\nh8\na1\ni8\nc1\nj8\ne1\nhint\n");
    ck_shows("wins in 3 stones, depth ");
    play("thoughts on\nside both\nh8\na1\ni8\nc1\nj8\ne1\nk8\nhint\n");
    ck_shows("loses in 2 stones, depth ");
}
END_TEST

START_TEST(redo_plays_again_what_undo_took_back) {
    play("h8\nundo\nredo\nmoves\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side both\nh8\nh9\ni9\nundo\nundo\nredo\nmoves\n");
    ck_shows("\nh8 h9\n");
    play("side both\nh8\nh9\nundo\nj9\nredo\nmoves\n");
    ck_shows("nothing to play again");
    ck_shows("\nh8 j9\n");
    play("side both\nh8\nundo\nnew\nredo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(who_resigns_has_lost) {
    play("h8\nresign\na1\n");
    ck_shows("Black resigns.\nWhite wins.");
    ck_shows("a1: the game is over.");
    play("side both\nh8\nresign\nresign\n");
    ck_shows("White resigns.\nBlack wins.");
    ck_shows("no game to resign");
}
END_TEST

/* ---- Ctrl-C -------------------------------------------------------------------------------- */

START_TEST(an_unsaved_game_is_left_by_the_second_ctrl_c) {
    person.io.is_interactive = true;
    play("side both\nh8\n\003\nh9\n\003\n\003\nh10\n");
    ck_shows("The game is not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(nothing_unsaved_is_left_by_the_first_ctrl_c) {
    person.io.is_interactive = true;
    play("\003\nh8\n");
    ck_hides("not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

/* ---- Levels ------------------------------------------------------------------------------ */

START_TEST(a_middling_level_makes_its_five) {
    char said[128];
    snprintf(said, sizeof said, "level %d\nside both\nh8\na1\ni8\nc1\nj8\ne1\nk8\ng1\ngo\n", _i);
    play(said);
    ck_shows("Black wins.");
}
END_TEST

START_TEST(a_middling_level_blocks_a_five) {
    char said[128];
    snprintf(said, sizeof said, "level %d\nside both\nh8\ng8\ni8\nc1\nj8\ne1\nk8\ngo\n", _i);
    play(said);
    ck_shows("The engine played l8.");
}
END_TEST

/* ---- Files ------------------------------------------------------------------------------- */

START_TEST(a_point_is_written_in_several_ways) {
    play("side both\n7,7\nJ 10\nh8\n0,0\n3,12\nmoves\n");
    ck_shows("h8 j10 a15 d3\n");
    ck_shows("h8: that point is occupied.");
}
END_TEST

static const struct {
    const char *moves, *wrong;
} fouls[] = {
    {"h9 a1 h10 c1 i8 e1 j8 g1", "double-three"},
    {"h9 a1 h10 c1 h11 e1 i8 g1 j8 i1 k8 k1", "double-four"},
    {"e8 a1 f8 c1 g8 e1 i8 g1 j8 i1", "overline"},
    {"e8 a1 f8 c1 i8 e1 k8 g1 l8 i1", "double-four"},
    {"h9 a1 h10 c1 i8 e1 j8 g1 g7 i1 i9 k1 j10 k2", "double-three"}, /* and a straight four */
    {"g9 a1 f10 c1 i7 e1 h9 g1 h10 i1 h11 k1", "double-four"},       /* one falling, */
    {"i9 a1 j10 c1 g7 e1 h9 g1 h10 i1 h11 k1", "double-four"},       /* one rising */
};
enum { FOULS = sizeof fouls / sizeof fouls[0] };

START_TEST(a_foul_is_named_with_its_kind) {
    char said[512] = "rule renju\nside both\n", wrong[64];
    strcat(said, fouls[_i].moves);
    for (char *c = said + strlen("rule renju\nside both\n"); *c != '\0'; c++)
        *c = *c == ' ' ? '\n' : *c;
    strcat(said, "\nh8\n");
    play(said);
    snprintf(wrong, sizeof wrong, "h8: that point is forbidden to Black: %s.", fouls[_i].wrong);
    ck_shows(wrong);
}
END_TEST

static void add_games(Suite *suite) {
    TCase *tests = add_case(suite, "games");
    tcase_add_test(tests, the_winning_five_is_starred);
    tcase_add_test(tests, nobody_moves_after_the_end);
    tcase_add_test(tests, the_game_goes_on_after_an_undone_win);
    tcase_add_test(tests, marks_are_those_of_the_position);
    tcase_add_test(tests, all_moves_taken_back_are_played_again);
    tcase_add_test(tests, a_new_game_is_left_by_the_first_ctrl_c);
    tcase_add_test(tests, a_line_between_two_ctrl_c_counts);
    tcase_add_test(tests, the_side_is_the_persons);
    tcase_add_loop_test(tests, a_hint_is_of_full_strength, 0, 6);
    tcase_add_test(tests, the_time_of_a_move_is_that_of_the_command);
    tcase_add_test(tests, a_six_does_not_win_in_standard);
    tcase_add_test(tests, a_shut_five_does_not_win_in_caro);
    tcase_add_test(tests, forbidden_points_are_drawn_and_refused);
    tcase_add_test(tests, points_are_not_forbidden_to_white);
    tcase_add_test(tests, a_full_board_is_a_draw);
    tcase_add_test(tests, the_engine_answers_each_move);
    tcase_add_test(tests, the_engine_begins_when_told);
    tcase_add_test(tests, the_engine_plays_a_whole_game_against_itself);
    tcase_add_test(tests, undo_takes_back_the_answer_too);
    tcase_add_test(tests, undoing_the_engines_opening_does_not_bring_it_back);
    tcase_add_test(tests, a_hint_changes_nothing);
    tcase_add_test(tests, nothing_is_due_after_the_end);
    tcase_add_test(tests, the_board_and_the_settings_are_shown_again);
    tcase_add_test(tests, moves_of_a_long_game_are_all_told);
    tcase_add_test(tests, thoughts_are_shown_on_a_terminal_or_on_request);
    tcase_add_test(tests, a_proven_score_is_told_in_stones);
    tcase_add_test(tests, redo_plays_again_what_undo_took_back);
    tcase_add_test(tests, who_resigns_has_lost);
    tcase_add_loop_test(tests, a_foul_is_named_with_its_kind, 0, FOULS);
    tcase_add_test(tests, a_point_is_written_in_several_ways);
}

static void add_interrupts(Suite *suite) {
    TCase *tests = add_case(suite, "interrupts");
    tcase_add_test(tests, an_unsaved_game_is_left_by_the_second_ctrl_c);
    tcase_add_test(tests, nothing_unsaved_is_left_by_the_first_ctrl_c);
}

static void add_levels(Suite *suite) {
    TCase *tests = add_case(suite, "levels");
    tcase_add_loop_test(tests, a_middling_level_makes_its_five, 6, 11);
    tcase_add_loop_test(tests, a_middling_level_blocks_a_five, 6, 11);
}

int main(void) {
    Suite *suite = suite_create("terminal");
    add_games(suite);
    add_interrupts(suite);
    add_levels(suite);
    return run_suite(suite);
}
