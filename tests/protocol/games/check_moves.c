/* Lists of moves, and the detection of formats. */
#include "protocol/games/games.h"

#include "games/write.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

static const char good[] = "# A game\nrule renju\nsize 17x9\nwalls a1 q9\nblack b2\nwhite c3\n"
                           "side black\nmoves h8 i9 # so far\nj7 pass 7,8\n";

static const char link[] = "x#rule=renju&size=9&black=a1&side=white&moves=e5(bh8:~a2)^w--&at=2";

static const struct {
    const char *text, *line;
} lists[] = {
    {"h8", "h8"},
    {"h8i9j10", "h8 i9 j10"},
    {"H8 I9", "h8 i9"},
    {"h8\ni9\r\nj10\r", "h8 i9 j10"},
    {"7,7 8,8", "h8 i7"},
    {"7,7\n8,8\n", "h8 i7"},
    {"h8,i9,j10", "h8 i9 j10"},
    {"1. h8 i9 2. j10", "h8 i9 j10"},
    {"1.h8 2.i9", "h8 i9"},
    {"1. h8 1... i9 2..j10", "h8 i9 j10"},
    {"moves h8 i9\nmoves j10", "h8 i9 j10"},
    {"h8 pass -- i9", "h8 - - i9"},
    {"\xEF\xBB\xBFh8", "h8"},
    {"\n\n  h8  \n", "h8"},
};
enum { LISTS = sizeof lists / sizeof lists[0] };

static const struct {
    const char *text, *line;
    KanameColor to_move;
    size_t setup;
} positions[] = {
    {"BOARD\n7,7,1\n8,8,2\nDONE\n", "h8 i7", KANAME_BLACK, 0},
    {"START 15\nINFO rule 4\nBOARD\n7,7,2\n8,8,1\n7,6,2\nDONE\n", "h8 i7 h9", KANAME_WHITE, 0},
    {"RECTSTART 20,10\r\nboard\r\n0,0,1\r\n1,1,1\r\n2,2,2\r\n3,3,2\r\n4,4,3\r\ndone\r\n", "",
     KANAME_BLACK, 5},
    {"YXBOARD\nDONE\n", "", KANAME_BLACK, 0},
    {"START 10 20\nBOARD\n19,9,2\nDONE\n", "j1", KANAME_WHITE, 0},
    {"side black\nblack h8\n", "", KANAME_BLACK, 1},
    {"black h8\nside black\nwhite i9 j10\n", "", KANAME_BLACK, 3},
    {"side white\nBOARD\n1,1,1\n2,2,2\n3,3,3\nDONE\n", "", KANAME_BLACK, 3},
    {"START 15\nINFO rule 0\nYXBOARD\n7,7,1\n8,8,2\nDONE\nYXNBEST 3\n", "h8 i7", KANAME_BLACK, 0},
    {"ABOUT\nSTART 15\nRESTART\nBEGIN\nBOARD\n7,7,2\nDONE\nyxnbest 1\n", "h8", KANAME_WHITE, 0},
    {"https://gomocalc.com/#/h8i9j10", "h8 i9 j10", KANAME_WHITE, 0},
    {"http://x.org/board?moves=h8i9\n", "h8 i9", KANAME_BLACK, 0},
};
enum { POSITIONS = sizeof positions / sizeof positions[0] };

START_TEST(positions_of_managers_and_links_are_read) {
    Game game;
    read_text(&game, positions[_i].text);
    ck_assert_str_eq(line_of(&game), positions[_i].line);
    ck_assert_int_eq(game.nodes[game_last(&game)].to_move, positions[_i].to_move);
    ck_assert_uint_eq(game.setup_count, positions[_i].setup);
    game_release(&game);
}
END_TEST

static const struct {
    const char *text;
    KanameRule rule;
} codes[] = {
    {"START 15\nINFO rule 3\n", KANAME_RULE_STANDARD},
    {"START 15\nINFO rule 6\n", KANAME_RULE_RENJU},
    {"START 15\nINFO rule 10\n", KANAME_RULE_CARO},
    {"START 15\nINFO rule 11\n", KANAME_RULE_CARO_EXACT},
    {"START 15\nINFO rule 2\n", KANAME_RULE_FREESTYLE},
    {"START 15 15\nINFO rule 2\n", KANAME_RULE_RENJU},
    {"START 15\nINFO rule 4\nINFO rule -1\nINFO rule 1x\n", KANAME_RULE_RENJU},
};
enum { CODES = sizeof codes / sizeof codes[0] };

START_TEST(codes_of_rules_are_read) {
    Game game;
    read_text(&game, codes[_i].text);
    ck_assert(game.has_rule);
    ck_assert_int_eq(game.rule, codes[_i].rule);
    game_release(&game);
}
END_TEST

START_TEST(a_board_may_be_full) {
    enum { SIDE = KANAME_MAX_SIZE, CELLS = SIDE * SIDE };
    char text[CELLS * 16 + 64];
    size_t used = (size_t)snprintf(text, sizeof text, "START %d\nBOARD\n", SIDE);
    for (int i = 0; i < CELLS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d,%d\n", i % SIDE, i / SIDE,
                                 (CELLS - i) % 2 == 0 ? 1 : 2);
    snprintf(text + used, sizeof text - used, "DONE\n");
    Game game;
    read_text(&game, text);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), CELLS);
    game_release(&game);
}
END_TEST

static const struct {
    const char *text, *line;
    KanameRule rule;
    int width, height;
    uint32_t shown;
    KanameColor to_move;
    size_t setup;
} links[] = {
    {"https://x.org/kaname.html#rule=caro&size=17x9&moves=h8i9j7&at=2", "h8 i9 j7",
     KANAME_RULE_CARO, 17, 9, 2, KANAME_WHITE, 0},
    {"kaname.html#size=9&moves=a1--b2", "a1 - b2", KANAME_RULE_FREESTYLE, 9, 9, 3, KANAME_WHITE, 0},
    {"http://x.org/#moves=h8&at=0&more=1", "h8", KANAME_RULE_FREESTYLE, 15, 15, 0, KANAME_WHITE, 0},
    {"x?at=1&rule=renju&black=h8i9&white=a1&walls=b2&side=black&moves=j9~j10", "j9 j10",
     KANAME_RULE_RENJU, 15, 15, 1, KANAME_WHITE, 4},
    {"x#moves=h8i9^w(bh7:a1)(eh8)", "h8 i9 a1", KANAME_RULE_FREESTYLE, 15, 15, 4, KANAME_BLACK, 2},
};
enum { LINKS = sizeof links / sizeof links[0] };

START_TEST(links_of_the_page_hold_rule_size_and_position) {
    Game game;
    read_text(&game, links[_i].text);
    ck_assert_str_eq(line_of(&game), links[_i].line);
    ck_assert_int_eq(game.rule, links[_i].rule);
    ck_assert_int_eq(game.width, links[_i].width);
    ck_assert_int_eq(game.height, links[_i].height);
    ck_assert_uint_eq(game_shown(&game), links[_i].shown);
    ck_assert_int_eq(game.nodes[game_last(&game)].to_move, links[_i].to_move);
    ck_assert_uint_eq(game.setup_count, links[_i].setup);
    game_release(&game);
}
END_TEST

START_TEST(setup_that_is_taken_away_again_is_not_written) {
    Game game, again;
    GamePosition position;
    read_text(&game, "(;GM[4]SZ[15]AB[aa:bb]AW[cc]AE[aa]AE[bb];B[hh])");
    write_and_read(&game, GAME_MOVES, &again);
    ck_assert(game_position(&again, game_last(&again), &position));
    ck_assert_uint_eq(position.count, 4);
    game_release(&game);
    game_release(&again);
}
END_TEST

START_TEST(setup_behind_moves_cannot_be_written) {
    Game game;
    read_text(&game, "(;GM[4]SZ[15];B[hh];AB[aa];W[bb])");
    ck_assert_str_eq(game_check_format(&game, GAME_MOVES),
                     "the format cannot hold setup stones after moves");
    ck_assert_ptr_null(game_check_format(&game, GAME_SGF));
    ck_assert_ptr_nonnull(game_check_format(&game, GAME_PGN));
    game_release(&game);
}
END_TEST

START_TEST(whites_move_may_come_first) {
    Game game, again;
    read_text(&game, "(;GM[4]SZ[15]W[hh];B[ii])");
    write_and_read(&game, GAME_MOVES, &again);
    ck_assert_str_eq(line_of(&again), "h8 i7");
    ck_assert_int_eq(again.nodes[again.nodes[0].first_child].color, KANAME_WHITE);
    game_release(&game);
    game_release(&again);
}
END_TEST

START_TEST(moves_come_in_many_ways) {
    Game game;
    read_text(&game, lists[_i].text);
    ck_assert_int_eq(game.format, GAME_MOVES);
    ck_assert_str_eq(line_of(&game), lists[_i].line);
    game_release(&game);
}
END_TEST

START_TEST(row_1_is_the_lowest_on_any_board) {
    Game game;
    read_text(&game, "size 17x9\na1");
    ck_assert_int_eq(game.nodes[1].move.x, 0);
    ck_assert_int_eq(game.nodes[1].move.y, 8);
    game_release(&game);
}
END_TEST

START_TEST(keys_name_rule_size_and_setup) {
    Game game;
    GamePosition position;
    read_whole(&game, good, sizeof good - 1);
    ck_assert_int_eq(game.rule, KANAME_RULE_RENJU);
    ck_assert(game.has_rule && game.has_size);
    ck_assert_str_eq(line_of(&game), "h8 i9 j7 - h1");
    ck_assert(game_position(&game, game_last(&game), &position));
    ck_assert_uint_eq(position.count, 8);
    ck_assert_int_eq(position.stones[0].color, KANAME_WALL);
    game_release(&game);
}
END_TEST

START_TEST(what_is_written_is_read_again) {
    Game game, again;
    GamePosition before, after;
    read_whole(&game, good, sizeof good - 1);
    write_and_read(&game, GAME_MOVES, &again);
    ck_assert_str_eq(line_of(&again), "h8 i9 j7 - h1");
    ck_assert_int_eq(again.rule, game.rule);
    ck_assert_int_eq(again.width, 17);
    ck_assert(game_position(&game, game_last(&game), &before));
    ck_assert(game_position(&again, game_last(&again), &after));
    ck_assert_uint_eq(after.count, before.count);
    ck_assert_int_eq(after.to_move, before.to_move);
    game_release(&again);
    game_release(&game);
}
END_TEST

static const struct {
    const char *text;
    GameFormat format;
} kinds[] = {
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\n", GAME_PSQ},
    {"piskvork 15x15\n", GAME_PSQ},
    {" (;GM[4])", GAME_SGF},
    {"( ;GM[4])", GAME_SGF},
    {"[Event \"1\"]\n*\n", GAME_PGN},
    {"15 15 0", GAME_SAV},
    {"\x02\x70\x71", GAME_POS},
    {"7,7", GAME_MOVES},
    {"# nothing\n", GAME_MOVES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

START_TEST(the_content_tells_the_format) {
    Game game;
    read_text(&game, kinds[_i].text);
    ck_assert_int_eq(game.format, kinds[_i].format);
    game_release(&game);
}
END_TEST

START_TEST(an_endless_game_is_bounded) {
    enum { PASSES = GAME_NODES_MAX + 10 };
    static char text[PASSES * 3];
    Failure failure = FAILURE_NONE;
    Game game;
    for (size_t i = 0; i < PASSES; i++)
        memcpy(text + 3 * i, i > 0 ? "-- " : "h8 ", 3);
    game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    (void)game_read(text, sizeof text, &game, &failure);
    ck_assert_uint_eq(game.node_count, GAME_NODES_MAX);
    ck_assert_ptr_nonnull(strstr(failure.text, "line 1: more moves"));
    game_release(&game);
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, sizeof good - 1);
    expect_no_crash(link, sizeof link - 1);
}
END_TEST

#define NAME "list of moves, line "
static const Damage damages[] = {
    DAMAGE("", 0, "the file is empty"),
    DAMAGE("*-*", 0, "unknown format"),
    DAMAGE("\x7f"
           "ELF\x02",
           4, ".pos, byte 5: the file ends after 4"),
    DAMAGE("hello", 0, NAME "1: a move is written"),
    DAMAGE("h8\nhello\n", 1, NAME "2: a move is written"),
    DAMAGE("h8 h8", 1, NAME "1: h8: the point is occupied"),
    DAMAGE("h8\n\ni9h8", 2, NAME "3: h8: the point is occupied"),
    DAMAGE("h8 p1", 1, NAME "1: p1: the point lies off the board"),
    DAMAGE("h8 h16", 1, NAME "1: h16: the point lies off the board"),
    DAMAGE("h8 h99999", 1, NAME "1: h99: the point lies off the board"),
    DAMAGE("h8 h0", 1, NAME "1: a move is written"),
    DAMAGE("7,7 7,15", 1, NAME "1: 7,15: the point lies off the board"),
    DAMAGE("7,7 7,-1", 1, NAME "1: 7,-1: the point lies off the board"),
    DAMAGE("7,7 7,", 1, NAME "1: a move is written"),
    DAMAGE("rule go\nh8", 0, NAME "1: unknown rule"),
    DAMAGE("rule\nh8", 0, NAME "1: unknown rule"),
    DAMAGE("rule freestyle-but-longer-than-any\nh8", 0, NAME "1: unknown rule"),
    DAMAGE("# x\nsize 99\nh8", 0, NAME "2: invalid size"),
    DAMAGE("size 15 15\nh8", 0, NAME "1: invalid size"),
    DAMAGE("START 15 x\nh8", 0, NAME "1: invalid size"),
    DAMAGE("START 15 15 15\nh8", 0, NAME "1: invalid size"),
    DAMAGE("RECTSTART 15\nh8", 0, NAME "1: invalid size"),
    DAMAGE("RECTSTART 4294967311,15\nh8", 0, NAME "1: invalid size"),
    DAMAGE("h8\nsize 15", 1, NAME "2: the size must come before"),
    DAMAGE("h8\nwalls i9", 1, NAME "2: setup stones must come before"),
    DAMAGE("side red\nh8", 0, NAME "1: a side is black or white"),
    DAMAGE("walls pass\nh8", 0, NAME "1: a move is written"),
    DAMAGE("x#rule=go&moves=h8", 0, NAME "1: unknown rule in the link"),
    DAMAGE("x#rule=&moves=h8", 0, NAME "1: unknown rule in the link"),
    DAMAGE("x#size=99&moves=h8", 0, NAME "1: invalid size in the link"),
    DAMAGE("x#moves=h8hello", 1, NAME "1: a point in the link is written h8"),
    DAMAGE("x#moves=h8h8", 1, NAME "1: the point is occupied"),
    DAMAGE("x#moves=h8(bi9", 1, NAME "1: a step in the link has no end"),
    DAMAGE("x#moves=h8&side=red", 0, NAME "1: the side in the link is black or white"),
    DAMAGE("x#moves=h8&at=2", 1, NAME "1: at= in the link is 0 to 1"),
    DAMAGE("x#moves=h8&at=-1", 1, NAME "1: at= in the link is 0 to 1"),
    DAMAGE("h8\nx#moves=i9", 1, NAME "2: a link must come before the moves"),
    DAMAGE("size 9\nh8 o15", 1, NAME "2: o15: the point lies off the board"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

START_TEST(a_column_and_a_row_may_stand_apart) {
    static const char *const texts[] = {"J 10", "j10", "h 8 J\t10  0,0", "1. h 8 i9 2. a 1",
                                        "black h 8 i9\nwhite a 1\nJ 10"};
    static const char *const lines[] = {"j10", "j10", "h8 j10 a15", "h8 i9 a1", "j10"};
    static const char *const wrong[] = {"h 8 J 16", "h 8 J x", "h 8 h 8", "h 8 J"};
    for (int i = 0; i < 5; i++) {
        Game game;
        Failure failure = FAILURE_NONE;
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        (void)game_read(texts[i], strlen(texts[i]), &game, &failure);
        ck_assert_msg(strcmp(line_of(&game), lines[i]) == 0, "%s: %s", texts[i], line_of(&game));
        game_release(&game);
    }
    for (int i = 0; i < 4; i++) {
        Game game;
        Failure failure = FAILURE_NONE;
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        ck_assert_int_eq(game_read(wrong[i], strlen(wrong[i]), &game, &failure), GAME_READ_PART);
        ck_assert_ptr_nonnull(strstr(failure.text, "list of moves, line 1: "));
        ck_assert_str_eq(line_of(&game), "h8");
        game_release(&game);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("moves");
    TCase *tests = tcase_create("moves");
    tcase_add_test(tests, setup_that_is_taken_away_again_is_not_written);
    tcase_add_test(tests, setup_behind_moves_cannot_be_written);
    tcase_add_test(tests, whites_move_may_come_first);
    tcase_add_test(tests, row_1_is_the_lowest_on_any_board);
    tcase_add_test(tests, keys_name_rule_size_and_setup);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, an_endless_game_is_bounded);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, positions_of_managers_and_links_are_read, 0, POSITIONS);
    tcase_add_loop_test(tests, codes_of_rules_are_read, 0, CODES);
    tcase_add_test(tests, a_board_may_be_full);
    tcase_add_loop_test(tests, links_of_the_page_hold_rule_size_and_position, 0, LINKS);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    tcase_add_loop_test(tests, moves_come_in_many_ways, 0, LISTS);
    tcase_add_loop_test(tests, the_content_tells_the_format, 0, KINDS);
    tcase_add_test(tests, a_column_and_a_row_may_stand_apart);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
