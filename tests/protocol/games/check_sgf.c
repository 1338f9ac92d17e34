/* SGF: trees, setup, sizes, passes, rules. */
#include "protocol/games/games.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

static const char good[] =
    "(;FF[4]GM[4]SZ[15]RU[4]PB[A \\] \\\\ B]PW[\xE2\x97\x8F W]RE[W+R]C[root]\n"
    ";B[hh]C[one\ntwo \\\nthree];W[ii](;B[jj];W[])(;B[gg]C[\xFF](;W[aa])(;W[oo])))\n\n";

START_TEST(a_tree_has_its_variations_and_comments) {
    Game game;
    read_whole(&game, good, sizeof good - 1);
    ck_assert_int_eq(game.format, GAME_SGF);
    ck_assert_int_eq(game.rule, KANAME_RULE_RENJU);
    ck_assert_str_eq(game.players[KANAME_BLACK], "A ] \\ B");
    ck_assert_str_eq(game.players[KANAME_WHITE], "\xE2\x97\x8F W");
    ck_assert_int_eq(game.end, GAME_END_WHITE);
    ck_assert_str_eq(line_of(&game), "h8 i7 j6 -");
    ck_assert_str_eq(game_comment(&game, 0), "root");
    ck_assert_str_eq(game_comment(&game, 1), "one\ntwo three");
    ck_assert_uint_eq(game.node_count, 8);
    ck_assert_uint_eq(game.nodes[3].next, 5);
    ck_assert_str_eq(game_comment(&game, 5), "\xEF\xBF\xBD");
    ck_assert_uint_eq(game.nodes[6].next, 7);
    ck_assert_int_eq(game.nodes[7].move.x, 14);
    ck_assert_int_eq(game.nodes[7].move.y, 14);
    game_release(&game);
}
END_TEST

START_TEST(a_variation_may_use_a_point_of_another) {
    Game game;
    read_text(&game, "(;GM[4];B[hh](;W[ii];B[jj])(;W[jj];B[ii]))");
    ck_assert_uint_eq(game.node_count, 6);
    game_release(&game);
}
END_TEST

START_TEST(setup_stones_and_walls_make_the_position) {
    Game game;
    GamePosition position;
    read_text(&game, "(;GM[4]SZ[9:7]AB[aa:ba][cc]AW[bb]WALL[gg]PL[W];W[dd];AE[cc]PL[W])");
    ck_assert_int_eq(game.width, 9);
    ck_assert_int_eq(game.height, 7);
    ck_assert(game_position(&game, 1, &position));
    ck_assert_uint_eq(position.count, 6);
    ck_assert_uint_eq(position.played, 1);
    ck_assert_int_eq(position.to_move, KANAME_BLACK);
    ck_assert_int_eq(position.stones[4].color, KANAME_WALL);
    ck_assert(game_position(&game, 2, &position));
    ck_assert_uint_eq(position.count, 5);
    ck_assert_int_eq(position.to_move, KANAME_WHITE);
    game_release(&game);
}
END_TEST

START_TEST(an_empty_list_of_setup_is_none) {
    Game game;
    read_text(&game, "(;GM[4]AB[]AW[ ]WALL[\r\n];B[hh];AE[];W[ii])");
    ck_assert_uint_eq(game.setup_count, 0);
    ck_assert_str_eq(line_of(&game), "h8 i7");
    game_release(&game);
}
END_TEST

START_TEST(the_first_move_after_stones_tells_whose_turn_it_was) {
    static const struct {
        const char *text;
        KanameColor to_move;
    } games[] = {{"(;GM[4]SZ[9]AB[aa][bb]AW[cc];B[dd];W[ee])", KANAME_BLACK},
                 {"(;GM[4]SZ[9]AB[aa][bb]AW[cc];W[dd];B[ee])", KANAME_WHITE},
                 {"(;GM[4]SZ[9]AB[aa][bb]AW[cc])", KANAME_WHITE},
                 {"(;GM[4]SZ[9]AB[aa][bb]AW[cc]PL[W];B[dd])", KANAME_WHITE},
                 {"(;GM[4]SZ[9]AB[aa]AW[cc](;W[dd];B[ee])(;B[ff]))", KANAME_WHITE}};
    Game game;
    GamePosition position;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        read_text(&game, games[i].text);
        ck_assert(game_position(&game, 0, &position));
        ck_assert_msg(position.to_move == games[i].to_move, "%s", games[i].text);
        game_release(&game);
    }
}
END_TEST

START_TEST(the_side_to_move_may_stand_before_the_stones) {
    Game game;
    GamePosition position;
    read_text(&game, "(;GM[4]SZ[9]PL[W]AB[aa]AW[bb];PL[B]AB[cc];W[dd])");
    ck_assert(game_position(&game, 0, &position));
    ck_assert_int_eq(position.to_move, KANAME_WHITE);
    ck_assert(game_position(&game, 1, &position));
    ck_assert_int_eq(position.to_move, KANAME_BLACK);
    game_release(&game);
}
END_TEST

START_TEST(names_as_points_and_the_old_pass_are_taken) {
    Game game;
    read_text(&game, "( ; GM [4] ; B [h8] ; W [A1] ; B [tt] )");
    ck_assert_str_eq(line_of(&game), "h8 a1 -");
    game_release(&game);
}
END_TEST

/* A board of 20 has the point. */
START_TEST(tt_is_a_pass_up_to_19_and_a_move_from_20_on) {
    static const struct {
        const char *text, *line;
    } cases[] = {{"(;GM[4]SZ[19];B[jj];W[tt];B[aa])", "j10 - a19"},
                 {"(;GM[4]SZ[20];B[jj];W[tt];B[aa])", "j11 t1 a20"},
                 {"(;GM[4]SZ[19];B[jj];W[];B[aa])", "j10 - a19"},
                 {"(;GM[4]SZ[20];B[jj];W[];B[aa])", "j11 - a20"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game game, again;
        read_text(&game, cases[i].text);
        ck_assert_str_eq(line_of(&game), cases[i].line);
        write_and_read(&game, GAME_SGF, &again);
        ck_assert_str_eq(line_of(&again), cases[i].line);
        game_release(&again);
        game_release(&game);
    }
}
END_TEST

START_TEST(names_of_small_letters_are_taken) {
    static const char text[] = "(;gm[4]sz[15]pb[A];b[hh]c[x];w[ii];Black[jj])";
    Game game;
    read_whole(&game, text, sizeof text - 1);
    ck_assert_str_eq(line_of(&game), "h8 i7 j6");
    ck_assert_str_eq(game.players[KANAME_BLACK], "A");
    ck_assert_str_eq(game_comment(&game, 1), "x");
    game_release(&game);
}
END_TEST

/* What is kept of a long name is a name again: no digit begins it. */
START_TEST(small_letters_and_digits_before_a_name_are_left_out) {
    static const char text[] = "(;GM[4]SZ[15];B[hh]h8C[x];w1[ii])";
    Game game, again;
    read_whole(&game, text, sizeof text - 1);
    ck_assert_str_eq(game_comment(&game, 1), "x");
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_uint_eq(again.node_count, game.node_count);
    ck_assert_str_eq(game_comment(&again, 1), "x");
    game_release(&again);
    game_release(&game);
}
END_TEST

START_TEST(a_rectangle_may_begin_at_any_corner) {
    static const char *const corners[] = {"aa:cb", "cb:aa", "ca:ab", "ab:ca"};
    for (int i = 0; i < 4; i++) {
        char text[64];
        Game game;
        GamePosition position;
        snprintf(text, sizeof text, "(;GM[4]AB[%s];W[hh])", corners[i]);
        read_text(&game, text);
        ck_assert(game_position(&game, 0, &position));
        ck_assert_uint_eq(position.count, 6);
        ck_assert_str_eq(line_of(&game), "h8");
        game_release(&game);
    }
}
END_TEST

/* FF[4] says Go where GM is missing, but programs of this game leave it out: what only Go has makes
 * the note. */
START_TEST(a_missing_kind_is_noted_where_the_file_looks_like_go) {
    static const char *const go[] = {"(;FF[4]SZ[19]KM[6.5];B[pd];W[dp])",
                                     "(;HA[2]AB[dd][cc];W[dh])", "(;RU[Japanese];B[hh])",
                                     "(;RU[ chinese ];B[hh];W[ii])"};
    static const char *const ours[] = {
        "(;FF[4]SZ[15];B[hh];W[ii])", "(;RU[renju];B[hh])", "(;GM[4]KM[0];B[hh])",
        "(;KM[0]GM[4];B[hh])",        "(;KM[0];B[hh])",     "(;HA[0];B[hh])"};
    for (size_t i = 0; i < sizeof go / sizeof go[0]; i++) {
        Game game;
        read_text(&game, go[i]);
        ck_assert_msg(strstr(game.notice, "no GM") != NULL, "%s", go[i]);
        game_release(&game);
    }
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        Game game;
        read_text(&game, ours[i]);
        ck_assert_msg(game.notice[0] == '\0', "%s: %s", ours[i], game.notice);
        game_release(&game);
    }
}
END_TEST

static const struct {
    const char *name, *written; /* in SGF */
    KanameRule rule;
    bool is_known;
} rules[] = {
    {"Renju (RIF)", "RU[Renju (RIF)]", KANAME_RULE_RENJU, true},
    {"Taraguchi-10", "RU[Taraguchi-10]", KANAME_RULE_RENJU, true},
    {"renju rules", "RU[renju rules]", KANAME_RULE_RENJU, true},
    {"Soosorv8", "RU[Soosorv8]", KANAME_RULE_RENJU, true},
    {"Soos\xC3\xB5rv-8", "RU[Soos\xC3\xB5rv-8]", KANAME_RULE_RENJU, true},
    {"the Yamaguchi opening", "RU[the Yamaguchi opening]", KANAME_RULE_RENJU, true},
    {"Tarannikov", "RU[Tarannikov]", KANAME_RULE_RENJU, true},
    {"RIF", "RU[RIF]", KANAME_RULE_RENJU, true},
    {"Gomoku, STANDARD", "RU[Gomoku, STANDARD]", KANAME_RULE_STANDARD, true},
    {"Freestyle 20x20", "RU[Freestyle 20x20]", KANAME_RULE_FREESTYLE, true},
    {"Vietnamese caro", "RU[Vietnamese caro]", KANAME_RULE_CARO, true},
    {"caro-exact five", "RU[caro-exact five]", KANAME_RULE_CARO_EXACT, true},
    {" 4 ", "RU[renju]", KANAME_RULE_RENJU, true},
    {"Renju", "RU[renju]", KANAME_RULE_RENJU, true},
    {"2", "RU[2]", KANAME_RULE_FREESTYLE, false},
    {"3", "RU[3]", KANAME_RULE_FREESTYLE, false},
    {"6", "RU[6]", KANAME_RULE_FREESTYLE, false},
    {"Sheriff", "RU[Sheriff]", KANAME_RULE_FREESTYLE, false},
    {"Carolina", "RU[Carolina]", KANAME_RULE_FREESTYLE, false},
};
enum { RULES = sizeof rules / sizeof rules[0] };

START_TEST(a_rule_is_known_by_its_word_or_noted) {
    char text[80], note[80];
    Game game;
    snprintf(text, sizeof text, "(;GM[4]RU[%s];B[hh])", rules[_i].name);
    snprintf(note, sizeof note, "rule '%s' is not known, read as freestyle (--rule)",
             rules[_i].name);
    read_text(&game, text);
    ck_assert_int_eq(game.rule, rules[_i].rule);
    ck_assert(game.has_rule == rules[_i].is_known);
    ck_assert_str_eq(game.notice, rules[_i].is_known ? "" : note);
    const char *written = sgf_of(&game);
    ck_assert_msg(strstr(written, rules[_i].written) != NULL, "%s", written);
    ck_assert_ptr_null(strstr(strstr(written, "RU[") + 1, "RU["));
    game_release(&game);
}
END_TEST

START_TEST(a_rule_that_is_changed_is_written_in_our_words) {
    Game game, again;
    read_text(&game, "(;GM[4]RU[Renju (RIF)];B[hh])");
    game.rule = KANAME_RULE_STANDARD;
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_int_eq(again.rule, KANAME_RULE_STANDARD);
    ck_assert_str_eq(game_properties(&again, 0), "");
    game_release(&game);
    game_release(&again);
}
END_TEST

/* The node of a fault is kept only for what it holds besides. */
START_TEST(a_fault_leaves_no_empty_node) {
    static const struct {
        const char *text;
        uint32_t nodes;
    } faults[] = {{"(;GM[4];B[hh];W[hh];B[jj])", 2},
                  {"(;GM[4];B[hh];W[pp])", 2},
                  {"(;GM[4];B[hh];C[x]W[hh];B[jj])", 3},
                  {"(;GM[4];B[hh](;W[hh])(;W[ii]))", 3},
                  {"(;GM[4];B[hh](;W[ii])(;W[hh];B[jj]))", 3},
                  {"(;GM[4];B[hh]W[hh];B[jj])", 2},
                  {"(;GM[4];B[hh](;W[hh])(;W[hh])(;W[ii]))", 3},
                  {"(;GM[4];B[hh](;W[ii])(;W[jj])(;W[hh])(;W[kk]))", 5}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        Failure failure = FAILURE_NONE;
        Game game;
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        ck_assert_int_eq(game_read(faults[i].text, strlen(faults[i].text), &game, &failure),
                         GAME_READ_PART);
        ck_assert_msg(game.node_count == faults[i].nodes, "%s: %u nodes", faults[i].text,
                      (unsigned)game.node_count);
        expect_sound(&game);
        game_release(&game);
    }
}
END_TEST

START_TEST(games_behind_each_other_are_read_one_by_one) {
    static const char two[] = "(;GM[4];B[aa])\n\n(;GM[4];B[bb])\n";
    Game game;
    read_whole(&game, two, sizeof two - 1);
    ck_assert_str_eq(line_of(&game), "a15");
    size_t used = game.bytes_read;
    game_release(&game);
    read_whole(&game, two + used, sizeof two - 1 - used);
    ck_assert_str_eq(line_of(&game), "b14");
    game_release(&game);
}
END_TEST

START_TEST(what_is_written_is_read_again) {
    Game game, again;
    read_whole(&game, good, sizeof good - 1);
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_uint_eq(again.node_count, game.node_count);
    for (uint32_t i = 0; i < game.node_count; i++) {
        ck_assert_uint_eq(again.nodes[i].parent, game.nodes[i].parent);
        ck_assert_uint_eq(again.nodes[i].next, game.nodes[i].next);
        ck_assert_int_eq(again.nodes[i].color, game.nodes[i].color);
        ck_assert_int_eq(again.nodes[i].move.x, game.nodes[i].move.x);
        ck_assert_int_eq(again.nodes[i].move.y, game.nodes[i].move.y);
        ck_assert_str_eq(game_comment(&again, i), game_comment(&game, i));
    }
    ck_assert_str_eq(again.players[KANAME_BLACK], game.players[KANAME_BLACK]);
    ck_assert_int_eq(again.rule, game.rule);
    ck_assert_int_eq(again.end, game.end);
    game_release(&again);
    game_release(&game);
}
END_TEST

START_TEST(setup_is_written_too) {
    Game game, again;
    GamePosition before, after;
    read_text(&game, "(;GM[4]SZ[9:7]AB[aa:ba][cc]AW[bb]WALL[gg]PL[W];W[dd];AE[cc]PL[W])");
    write_and_read(&game, GAME_SGF, &again);
    ck_assert(game_position(&game, 2, &before) && game_position(&again, 2, &after));
    ck_assert_uint_eq(after.count, before.count);
    ck_assert_int_eq(after.to_move, before.to_move);
    for (size_t i = 0; i < after.count; i++)
        ck_assert_int_eq(after.stones[i].color, before.stones[i].color);
    game_release(&again);
    game_release(&game);
}
END_TEST

/* Deep and wide trees take neither the stack nor quadratic time. */
START_TEST(hostile_nesting_is_harmless) {
    enum { DEEP = 300000 };
    static char text[DEEP * 4 + 64];
    Failure failure = FAILURE_NONE;
    Game game;
    strcpy(text, "(;GM[4]");
    for (size_t i = 0; i < DEEP; i++)
        memcpy(text + 7 + 2 * i, "(;", 2);
    game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    ck_assert_int_eq(game_read(text, 7 + 2 * DEEP, &game, &failure), GAME_READ_NOTHING);
    ck_assert_ptr_nonnull(strstr(failure.text, "the file ends inside the game"));
    game_release(&game);
    for (size_t i = 0; i < DEEP; i++)
        memcpy(text + 7 + 3 * i, "(;)", 3);
    text[7 + 3 * DEEP] = ')';
    read_whole(&game, text, 8 + 3 * DEEP);
    ck_assert_uint_eq(game.node_count, DEEP + 1);
    game_release(&game);
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, sizeof good - 1);
}
END_TEST

static const Damage damages[] = {
    DAMAGE("(;", 0, "SGF, line 1: the file ends inside the game"),
    DAMAGE("(;GM[4]\n;B[hh];W[ii]", 2, "SGF, line 2: the file ends inside the game"),
    DAMAGE("(;GM[4];B[hh];W[ii](;B[jj]", 3, "SGF, line 1: the file ends inside the game"),
    DAMAGE("(;GM[4]\nSZ[99];B[hh])", 0, "SGF, line 2: a board size"),
    DAMAGE("(;GM[4]SZ[15:];B[hh])", 0, "SGF, line 1: a board size"),
    DAMAGE("(;GM[4]SZ[15y15];B[hh])", 0, "SGF, line 1: a board size"),
    DAMAGE("(;GM[4]SZ[4];B[aa])", 0, "SGF, line 1: a board size"),
    DAMAGE("(;GM[4];B[hh]\n\n;W[pp])", 1, "SGF, line 3: the point lies off the board"),
    DAMAGE("(;GM[4];B[hh];W[hh])", 1, "SGF, line 1: the point is occupied"),
    DAMAGE("(;GM[4];B[hh];W[h])", 1, "SGF, line 1: a move is two letters"),
    DAMAGE("(;GM[4];B[hh];W[hhh])", 1, "SGF, line 1: a move is two letters"),
    DAMAGE("(;GM[4];B[hh];W[h8x])", 1, "SGF, line 1: a move is two letters"),
    DAMAGE("(;GM[4];B[hh];W)", 1, "SGF, line 1: a property's name without a value"),
    DAMAGE("(;GM[4];B[hh]\r;W[ii", 1, "SGF, line 2: a value in brackets does not end"),
    DAMAGE("(;GM[4];B[hh]C[x\\]", 1, "SGF, line 1: a value in brackets does not end"),
    DAMAGE("(;GM[4];B[hh]())", 1, "SGF, line 1: a parenthesis without a node"),
    DAMAGE("(;GM[4];B[hh]*;W[ii])", 1, "SGF, line 1: neither a node nor a property"),
    DAMAGE("(;GM[4];B[hh](;W[ii])W[jj])", 2, "SGF, line 1: neither a node nor a property"),
    DAMAGE("(;GM[4];B[hh]_Y;W[ii])", 1, "SGF, line 1: neither a node nor a property"),
    DAMAGE("(;GM[4]AB[aa:pp];B[aa])", 0, "SGF, line 1: setup stones"),
    DAMAGE("(;GM[4]AB[:];B[aa])", 0, "SGF, line 1: setup stones"),
    DAMAGE("(;GM[4]AB[hh];B[hh])", 0, "SGF, line 1: the point is occupied"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

START_TEST(strict_reading_keeps_nothing_before_a_fault) {
    static const char *const texts[] = {"(;GM[4];B[hh];W[ii];B[ii])", "(;GM[4]AB[hh];W[ii];B[ii])",
                                        "h8 i9 i9", "[Event \"x\"]\n\n1. h8 i9 i9 *\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (int is_strict = 0; is_strict < 2; is_strict++) {
            Game game;
            Failure failure = FAILURE_NONE;
            game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
            game.is_strict = is_strict;
            GameReadStatus status = game_read(texts[i], strlen(texts[i]), &game, &failure);
            ck_assert_int_eq(status, is_strict ? GAME_READ_NOTHING : GAME_READ_PART);
            ck_assert_ptr_nonnull(strstr(failure.text, "the point is occupied"));
            ck_assert_int_eq(strstr(failure.text, "kept") == NULL, is_strict);
            game_release(&game);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sgf");
    TCase *tests = tcase_create("sgf");
    tcase_add_test(tests, a_tree_has_its_variations_and_comments);
    tcase_add_test(tests, a_variation_may_use_a_point_of_another);
    tcase_add_test(tests, setup_stones_and_walls_make_the_position);
    tcase_add_test(tests, an_empty_list_of_setup_is_none);
    tcase_add_test(tests, the_first_move_after_stones_tells_whose_turn_it_was);
    tcase_add_test(tests, the_side_to_move_may_stand_before_the_stones);
    tcase_add_test(tests, names_as_points_and_the_old_pass_are_taken);
    tcase_add_test(tests, tt_is_a_pass_up_to_19_and_a_move_from_20_on);
    tcase_add_test(tests, names_of_small_letters_are_taken);
    tcase_add_test(tests, small_letters_and_digits_before_a_name_are_left_out);
    tcase_add_test(tests, a_rectangle_may_begin_at_any_corner);
    tcase_add_test(tests, a_missing_kind_is_noted_where_the_file_looks_like_go);
    tcase_add_test(tests, a_fault_leaves_no_empty_node);
    tcase_add_test(tests, games_behind_each_other_are_read_one_by_one);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, setup_is_written_too);
    tcase_add_test(tests, hostile_nesting_is_harmless);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, a_rule_is_known_by_its_word_or_noted, 0, RULES);
    tcase_add_test(tests, a_rule_that_is_changed_is_written_in_our_words);
    tcase_add_test(tests, strict_reading_keeps_nothing_before_a_fault);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
