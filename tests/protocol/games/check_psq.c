/* PSQ: Piskvork's games. */
#include "protocol/games/games.h"

#include "games/write.h"
#include "shared/games/properties.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "support/harness.h"

static const char good[] = "Piskvorky 20x15, 11:11, 0\r\n1,1,0\r\n10,8,0\r\n20,15,1234\r\n"
                           "pbrain-a.exe\r\nM\xFCller\r\n0\r\n";

START_TEST(a_game_has_its_board_moves_and_players) {
    Game game;
    read_whole(&game, good, sizeof good - 1);
    ck_assert_int_eq(game.format, GAME_PSQ);
    ck_assert_int_eq(game.width, 20);
    ck_assert_int_eq(game.height, 15);
    ck_assert(game.has_size && !game.has_rule);
    ck_assert_str_eq(line_of(&game), "a15 j8 t1");
    ck_assert_str_eq(game.players[KANAME_BLACK], "pbrain-a.exe");
    ck_assert_str_eq(game.players[KANAME_WHITE], "M\xC3\xBCller");
    ck_assert_int_eq(game.nodes[1].color, KANAME_BLACK);
    ck_assert_int_eq(game.nodes[2].color, KANAME_WHITE);
    game_release(&game);
}
END_TEST

START_TEST(the_second_player_may_begin) {
    Game game;
    read_text(&game, "Piskvorky 15x15, 0:11, 1\n8,8,0\nfirst\nsecond\n-1\n2,7\n");
    ck_assert_str_eq(game.players[KANAME_BLACK], "second");
    ck_assert_str_eq(game.players[KANAME_WHITE], "first");
    ck_assert_int_eq(game.end, GAME_END_BLACK);
    game_release(&game);
}
END_TEST

START_TEST(names_and_times_may_be_missing) {
    Game game;
    read_text(&game, "\xEF\xBB\xBF\nPiskvorky 15x15\n8,8\n9 , 9\n\n");
    ck_assert_str_eq(line_of(&game), "h8 i7");
    game_release(&game);
    read_text(&game, "Piskvorky 15x15, 0:0, 0\n8,8\n9, 9,5");
    ck_assert_str_eq(line_of(&game), "h8 i7");
    game_release(&game);
}
END_TEST

START_TEST(what_is_written_is_read_again) {
    Game game, again;
    read_whole(&game, good, sizeof good - 1);
    game.end = GAME_END_WHITE;
    write_and_read(&game, GAME_PSQ, &again);
    ck_assert_int_eq(again.width, 20);
    ck_assert_int_eq(again.end, GAME_END_WHITE);
    ck_assert_str_eq(line_of(&again), "a15 j8 t1");
    ck_assert_str_eq(again.players[KANAME_WHITE], game.players[KANAME_WHITE]);
    game_release(&again);
    game_release(&game);
}
END_TEST

START_TEST(a_name_is_never_read_as_a_move) {
    Game game, again;
    read_text(&game, "Piskvorky 15x15, 11:11, 0\n8,8,0\n \n\n-1\n");
    strcpy(game.players[KANAME_BLACK], "\n9,9 and more");
    write_and_read(&game, GAME_PSQ, &again);
    ck_assert_str_eq(line_of(&again), "h8");
    ck_assert_str_eq(again.players[KANAME_BLACK], "_ 9,9 and more");
    game_release(&game);
    game_release(&again);
}
END_TEST

/* Player 1 makes the first move after the opening's stones, those of time 0. */
static const struct {
    const char *stones, *tail;
    GameEnd end;
    KanameColor first; /* player 1's */
    int rule;          /* -1: none named */
} tails[] = {
    {"8,8,0\n9,8,0\n8,10,0\n7,7,40\n", "A\nB\n-1\n1,Renju\n", GAME_END_WHITE, KANAME_WHITE,
     KANAME_RULE_RENJU},
    {"8,8,0\n9,8,0\n8,10,0\n7,7,40\n", "A\nB\n-1\n2,Fastgame\n", GAME_END_BLACK, KANAME_WHITE, -1},
    {"8,8,0\n9,8,0\n8,10,33\n7,7,0\n", "A\nB\n-1\n1,Gomocup Standard 2\n", GAME_END_BLACK,
     KANAME_BLACK, KANAME_RULE_STANDARD},
    {"8,8,0\n9,8,12\n", "A\nB\n0\n0,freestyle\n", GAME_END_DRAWN, KANAME_WHITE,
     KANAME_RULE_FREESTYLE},
    {"8,8,10\n9,8,12\n", "-1\n2,Renju\n", GAME_END_WHITE, KANAME_EMPTY, KANAME_RULE_RENJU},
    {"8,8,10\n9,8,12\n", "1,Renju\n", GAME_END_BLACK, KANAME_EMPTY, KANAME_RULE_RENJU},
    {"8,8,10\n9,8,12\n", "A\nB\n-1\n1,5\n", GAME_END_BLACK, KANAME_BLACK, -1},
    {"8,8,10\n9,8,12\n", "A\nB\n", GAME_END_UNKNOWN, KANAME_BLACK, -1},
    {"8,8,0\n9,8,0\n8,9,0\n", "A\nB\n-1\n1,0\n", GAME_END_BLACK, KANAME_BLACK, -1},
    {"8,8,0\n9,8,0\n8,10,0\n9,10,0\n7,7,40\n", "A\nB\n-1\n1,Renju\n", GAME_END_BLACK, KANAME_BLACK,
     KANAME_RULE_RENJU},
    {"8,8,10\n9,8,12\n", "A\n7.5.2\n-1\n1,2,3\n", GAME_END_BLACK, KANAME_BLACK, -1},
    {"8,8,10\n9,8,12\n", "-1\n2,7\n", GAME_END_WHITE, KANAME_EMPTY, -1},
};
enum { TAILS = sizeof tails / sizeof tails[0] };

START_TEST(the_result_belongs_to_the_player) {
    char text[256];
    Game game;
    snprintf(text, sizeof text, "Piskvorky 15x15, 11:11, 0\n%s%s", tails[_i].stones,
             tails[_i].tail);
    read_text(&game, text);
    ck_assert_int_eq(game.end, tails[_i].end);
    if (tails[_i].first == KANAME_EMPTY)
        ck_assert_str_eq(game.players[KANAME_BLACK], "");
    else
        ck_assert_str_eq(game.players[tails[_i].first], "A");
    ck_assert_int_eq(game.has_rule, tails[_i].rule >= 0);
    if (game.has_rule)
        ck_assert_int_eq(game.rule, tails[_i].rule);
    game_release(&game);
}
END_TEST

START_TEST(a_pass_cannot_be_written) {
    Game game;
    read_text(&game, "h8 pass i9");
    ck_assert_ptr_nonnull(game_check_format(&game, GAME_PSQ));
    game_release(&game);
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, sizeof good - 1);
}
END_TEST

#define HEAD "Piskvorky 15x15, 11:11, 0\n"
static const Damage damages[] = {
    DAMAGE("Piskvorky", 0, "PSQ, line 1: no size"),
    DAMAGE("Piskvorky \n8,8,0\n", 0, "PSQ, line 1: no size"),
    DAMAGE("Piskvorky 15\n8,8,0\n", 0, "PSQ, line 1: no size"),
    DAMAGE("Piskvorky x15\n8,8,0\n", 0, "PSQ, line 1: no size"),
    DAMAGE("Piskvorky 99x15, 0:0, 0\n8,8,0\n", 0, "PSQ, line 1: a board of 99x15"),
    DAMAGE("Piskvorky 15x4\n", 0, "PSQ, line 1: a board of 15x4"),
    DAMAGE("Piskvorky 15x999999999999\n", 0, "PSQ, line 1: no size"),
    DAMAGE("\n\nPiskvorky -15x15\n", 0, "PSQ, line 3: a board of -15x15"),
    DAMAGE(HEAD "16,8,0\n", 0, "PSQ, line 2: the point lies off the board"),
    DAMAGE(HEAD "8,8,0\n0,1,0\n", 1, "PSQ, line 3: the point lies off the board"),
    DAMAGE(HEAD "8,8,0\n1,0,0\n", 1, "PSQ, line 3: the point lies off the board"),
    DAMAGE(HEAD "8,8,0\n-1,1,0\n", 1, "PSQ, line 3: the point lies off the board"),
    DAMAGE(HEAD "8,8,0\n9,9,0\n8,8,0\n", 2, "PSQ, line 4: the point is occupied"),
    DAMAGE(HEAD "8,8,0\r\n9,\r\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9,x,1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9,9,\n", 1, "PSQ, line 3: the time of a move"),
    DAMAGE(HEAD "8,8,0\n9,9,fast\n", 1, "PSQ, line 3: the time of a move"),
    DAMAGE(HEAD "8,8,0\n9,9,0,1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9,9 9\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9,99999999999,0\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9;9,0\n10,10,0\nA\nB\n-1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9.9\nA\nB\n-1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\nx9,9,0\n10,10,0\nA\nB\n-1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8\n9x9\n10,10\nA\nB\n-1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9\n10 , 10,0\nA\nB\n-1\n", 1, "PSQ, line 3: a move is written"),
    DAMAGE(HEAD "8,8,0\n9999999,9,0\n", 1, "PSQ, line 3: the point lies off the board"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

/* In the line of the result, where a tournament's name stands, unless the game has another. */
START_TEST(a_rule_is_written_with_the_result) {
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        char text[160], fact[64];
        Game game, again;
        snprintf(text, sizeof text, "(;GM[4]RU[%s]RE[B+];B[hh];W[ii])",
                 kaname_rule_name((KanameRule)rule));
        read_text(&game, text);
        write_and_read(&game, GAME_PSQ, &again);
        ck_assert_int_eq(again.rule, rule);
        ck_assert_int_eq(again.end, GAME_END_BLACK);
        ck_assert(!game_fact(&again, "EV", fact, sizeof fact));
        ck_assert_ptr_null(game_format_leaves_rule(&game, GAME_PSQ));
        game_release(&again);
        game_release(&game);
    }
    Game game;
    read_text(&game, "(;GM[4]RU[renju]RE[B+]EV[Cup];B[hh];W[ii])");
    ck_assert_str_eq(game_format_leaves_rule(&game, GAME_PSQ), "renju");
    game_release(&game);
    read_text(&game, "(;GM[4]RU[renju]RE[B+]EV[Renju Cup];B[hh];W[ii])");
    ck_assert_ptr_null(game_format_leaves_rule(&game, GAME_PSQ));
    game_release(&game);
    read_text(&game, "(;GM[4]RU[freestyle]RE[B+]EV[Renju World];B[hh];W[ii])");
    ck_assert_str_eq(game_format_leaves_rule(&game, GAME_PSQ), "freestyle");
    game_release(&game);
    read_text(&game, "(;GM[4]RU[renju];B[hh];W[ii])");
    ck_assert_str_eq(game_format_leaves_rule(&game, GAME_PSQ), "renju");
    ck_assert_str_eq(game_format_leaves_rule(&game, GAME_POS), "renju");
    ck_assert_ptr_null(game_format_leaves_rule(&game, GAME_SGF));
    game_release(&game);
}
END_TEST

START_TEST(an_event_of_any_text_is_written_on_its_line) {
    static const struct {
        const char *event, *again;
    } cases[] = {{"2024 Cup", "2024 Cup"},    {"1,2,3", "1,2,3"}, {"-1", "_-1"}, {"2024", "_2024"},
                 {"Cup\n9,9,0", "Cup 9,9,0"}, {"+5", "+5"},       {" 7", "_ 7"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128], fact[64];
        Game game, again;
        snprintf(text, sizeof text, "(;GM[4]SZ[15]EV[%s]RE[B+];B[hh])", cases[i].event);
        read_text(&game, text);
        write_and_read(&game, GAME_PSQ, &again);
        ck_assert_int_eq(again.end, GAME_END_BLACK);
        ck_assert_str_eq(line_of(&again), "h8");
        ck_assert(game_fact(&again, "EV", fact, sizeof fact));
        ck_assert_str_eq(fact, cases[i].again);
        game_release(&again);
        game_release(&game);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("psq");
    TCase *tests = tcase_create("psq");
    tcase_add_test(tests, a_game_has_its_board_moves_and_players);
    tcase_add_test(tests, the_second_player_may_begin);
    tcase_add_test(tests, names_and_times_may_be_missing);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, a_name_is_never_read_as_a_move);
    tcase_add_test(tests, a_pass_cannot_be_written);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, the_result_belongs_to_the_player, 0, TAILS);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    tcase_add_test(tests, an_event_of_any_text_is_written_on_its_line);
    tcase_add_test(tests, a_rule_is_written_with_the_result);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
