/* Yixin Board's files: .pos and .sav. */
#include "protocol/games/games.h"

#include "games/write.h"

#include <check.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

/* h8, i7, a15 by 15 * column + row from the top. */
static const char good[] = "\x03\x70\x80\x00";
static const char saved[] = "15\n20\n3\n7 7\n8 8\n0 19\n";
#define SIZE_OF(literal) (sizeof(literal) - 1)

START_TEST(bytes_are_stones_by_turns) {
    Game game;
    read_whole(&game, good, SIZE_OF(good));
    ck_assert_int_eq(game.format, GAME_POS);
    ck_assert_str_eq(line_of(&game), "h8 i7 a15");
    game_release(&game);
}
END_TEST

/* A game and its mirror image: which one it is shows where it begins as books show openings. */
static const struct {
    const char *by_columns, *by_rows; /* the moves */
    bool is_by_rows, has_notice;
} orders[] = {
    {"h8 h9 i8", "h8 g8 h7", false, false},  {"h8 g8 h7", "h8 h9 i8", true, true},
    {"h8 i9 j8", "h8 g7 h6", false, false},  {"h8 g7 h6", "h8 i9 j8", true, true},
    {"h8 a1 b3", "h8 o15 m14", false, true}, {"h8 g9 f10", "h8 g9 f10", false, false},
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

START_TEST(points_come_by_columns_or_by_rows) {
    Failure failure = FAILURE_NONE;
    Game game;
    unsigned char bytes[4] = {3};
    read_text(&game, orders[_i].by_columns);
    for (uint32_t i = 1; i < game.node_count; i++)
        bytes[i] = (unsigned char)(15 * game.nodes[i].move.x + game.nodes[i].move.y);
    game_release(&game);
    for (GamePosOrder order = GAME_POS_DETECT; order <= GAME_POS_RENLIB; order++) {
        bool is_by_rows =
            order == GAME_POS_RENLIB || (order == GAME_POS_DETECT && orders[_i].is_by_rows);
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        game.pos_order = order;
        ck_assert_int_eq(game_read(bytes, 4, &game, &failure), GAME_READ_WHOLE);
        ck_assert_str_eq(line_of(&game), is_by_rows ? orders[_i].by_rows : orders[_i].by_columns);
        ck_assert_int_eq(game.notice[0] != '\0', order == GAME_POS_DETECT && orders[_i].has_notice);
        game_release(&game);
    }
}
END_TEST

/* Also where the game begins like a mirror image of a book's opening, so that its points would be
 * taken for RenLib's. */
START_TEST(every_game_is_read_again_as_it_was_written) {
    Game game, again;
    const char *texts[] = {orders[_i].by_columns, orders[_i].by_rows};
    for (int i = 0; i < 2; i++) {
        read_text(&game, texts[i]);
        write_and_read(&game, GAME_POS, &again);
        ck_assert_str_eq(line_of(&again), texts[i]);
        game_release(&again);
        game_release(&game);
    }
}
END_TEST

/* h8 g8 h7, then h8 alone, then the mark. */
START_TEST(the_mark_is_no_game) {
    static const char marked[] = "\x03\x70\x61\x71\x01\x70\0\0";
    Game game;
    read_whole(&game, marked, SIZE_OF(marked));
    ck_assert_str_eq(line_of(&game), "h8 g8 h7");
    ck_assert_uint_eq(game.bytes_read, 4);
    game_release(&game);
    read_whole(&game, marked + 4, SIZE_OF(marked) - 4);
    ck_assert_str_eq(line_of(&game), "h8");
    ck_assert_uint_eq(game.bytes_read, 4);
    game_release(&game);
}
END_TEST

START_TEST(ten_stones_are_no_line_end) {
    static const char ten[] = "\x0A"
                              "h8i9jJKLMN";
    Game game;
    read_whole(&game, ten, SIZE_OF(ten));
    ck_assert_int_eq(game.format, GAME_POS);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), 10);
    game_release(&game);
}
END_TEST

START_TEST(a_full_board_is_a_position) {
    enum { STONES = 225 };
    char all[1 + STONES] = {(char)STONES};
    Game game;
    for (int i = 0; i < STONES; i++)
        all[1 + i] = (char)i;
    read_whole(&game, all, sizeof all);
    ck_assert_int_eq(game.format, GAME_POS);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), STONES);
    game_release(&game);
}
END_TEST

START_TEST(stones_that_look_like_the_beginning_of_a_text_stay_stones) {
    static const char sgf[] = "\x0A(;G*~\x01\0\xA1k ";
    static const char comment[] = "\x09#;Gm[6]SZ";
    static const char text[] = "\x09h8 i9j10\n";
    Game game;
    read_whole(&game, sgf, SIZE_OF(sgf));
    ck_assert_int_eq(game.format, GAME_POS);
    game_release(&game);
    read_whole(&game, comment, SIZE_OF(comment));
    ck_assert_int_eq(game.format, GAME_POS);
    game_release(&game);
    read_whole(&game, text, SIZE_OF(text));
    ck_assert_int_eq(game.format, GAME_MOVES);
    game_release(&game);
}
END_TEST

START_TEST(positions_behind_each_other_are_read_one_by_one) {
    static const char two[] = "\x01\x70\x02\x71\x72";
    Game game;
    read_whole(&game, two, SIZE_OF(two));
    ck_assert_str_eq(line_of(&game), "h8");
    ck_assert_uint_eq(game.bytes_read, 2);
    game_release(&game);
    read_whole(&game, two + 2, 3);
    ck_assert_str_eq(line_of(&game), "h7 h6");
    game_release(&game);
}
END_TEST

/* The first positions of a large file tell its format, and damage far behind them takes none. */
START_TEST(damage_behind_many_positions_keeps_them) {
    enum { POSITIONS = 200, EACH = 3 };
    static char bytes[POSITIONS * EACH + 2];
    for (int i = 0; i < POSITIONS; i++)
        memcpy(bytes + (size_t)(i * EACH), "\x02\x71\x72", EACH);
    memcpy(bytes + POSITIONS * EACH, "\x02\xFF", 2);
    size_t at = 0;
    for (int i = 0; i < POSITIONS - 64; i++) {
        Game game;
        read_whole(&game, bytes + at, sizeof bytes - at);
        ck_assert_int_eq(game.format, GAME_POS);
        ck_assert_str_eq(line_of(&game), "h7 h6");
        at += game.bytes_read;
        game_release(&game);
    }
    ck_assert_uint_eq(at, (POSITIONS - 64) * EACH);
}
END_TEST

START_TEST(numbers_are_height_width_count_rows_and_columns) {
    Game game;
    read_whole(&game, saved, SIZE_OF(saved));
    ck_assert_int_eq(game.format, GAME_SAV);
    ck_assert_int_eq(game.width, 20);
    ck_assert_int_eq(game.height, 15);
    ck_assert_str_eq(line_of(&game), "h8 i7 t15");
    game_release(&game);
}
END_TEST

START_TEST(what_is_written_is_read_again) {
    Game game, again;
    read_whole(&game, good, SIZE_OF(good));
    write_and_read(&game, GAME_POS, &again);
    ck_assert_str_eq(line_of(&again), "h8 i7 a15");
    game_release(&again);
    game_release(&game);
    read_whole(&game, saved, SIZE_OF(saved));
    ck_assert_ptr_nonnull(game_check_format(&game, GAME_POS)); /* 20x15 */
    game_release(&game);
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, SIZE_OF(good));
    expect_no_crash(saved, SIZE_OF(saved));
}
END_TEST

static const Damage damages[] = {
    DAMAGE("\x03", 0, ".pos, byte 1: the file ends after 0 of 3"),
    DAMAGE("\x03\x70", 1, ".pos, byte 2: the file ends after 1 of 3"),
    DAMAGE("\x03\x70\x80", 2, ".pos, byte 3: the file ends after 2 of 3"),
    DAMAGE("\x02\x70\x70", 1, ".pos, byte 3: the point is occupied"),
    DAMAGE("\x02\x70\xE1", 1, ".pos, byte 3: the point 225 lies off"),
    DAMAGE("\x02\xFF\x70", 0, ".pos, byte 2: the point 255 lies off"),
    DAMAGE("\x05\x70\x71\x72\x73\x71", 4, ".pos, byte 6: the point is occupied"),
    DAMAGE("\x80\x70\x71\x01", 3, ".pos, byte 4: the file ends after 3 of 128"),
    DAMAGE("\xE2\x70\x01", 0, "unknown format"),
    DAMAGE("\xFF\x01\x02", 0, "unknown format"),
    DAMAGE("15\n15\n", 0, ".sav, line 3: the file ends early"),
    DAMAGE("15 15 2 7 7 8", 1, ".sav, line 1: the file ends early"),
    DAMAGE("15\n15\n2\n7 7\n", 1, ".sav, line 5: the file ends early"),
    DAMAGE("15\n15\n2\n7 7\n7 7\n", 1, ".sav, line 5: the point is occupied"),
    DAMAGE("15\n15\n2\n7 7\n7 15\n", 1, ".sav, line 5: the point lies off"),
    DAMAGE("15\n15\n2\n15 7\n7 5\n", 0, ".sav, line 4: the point lies off"),
    DAMAGE("15\n23\n0\n", 0, ".sav, line 1: a board of 23x15"),
    DAMAGE("4\n15\n0\n", 0, ".sav, line 1: a board of 15x4"),
    DAMAGE("15\n15\n226\n", 0, ".sav, line 3: 226 stones"),
    DAMAGE("15\n15\n1\n7 7\n8 8\n", 1, ".sav, line 4: more numbers"),
    DAMAGE("15\n15\n1\n7 99999999999\n", 0, ".sav, line 4: a number is wrong"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

/* Bytes that may be a text: ten stones begin with a line end. */
static const struct {
    const char *name, *bytes, *lines;
} named[] = {
    {"a.pos", "\nhijk", "g1 h15 h14 h13 (.pos, byte 5: the file ends after 4 of 10 stones; "},
    {"A.POS", "\nhh", "g1 (.pos, byte 3: the point is occupied; "},
    {"a.pos", "h8i9j10", "h8 i9 j10"},
    {"a.pos", "", " (the file is empty"},
    {"a.sav", "15\n15\n1\n7 7x", "h8 (.sav, line 4: a number is wrong; "},
    {"a.psq", "8,8,1\n9,9,1\n", " (PSQ, line 1: no size"},
    {"a.lib", "RenLib\n", " (Renlib, byte 1: "},
    {"a.rif", "database>", " (RIF, line 1: the element <database> is missing)"},
    {"a.xml", "\xFF", " (RIF, line 1: the element <database> is missing)"},
    {"a.xml", "(;GM[4]SZ[15];B[hh])", "h8"},
    {"pos", "\nhijk", " (list of moves, line 2: "},
    {"a.txt", "\nhijk", " (list of moves, line 2: "},
};
enum { NAMED = sizeof named / sizeof named[0] };

START_TEST(damage_is_told_of_the_format_that_the_name_shows) {
    const char *bytes = named[_i].bytes;
    const char *lines = lines_of_named_file(named[_i].name, bytes, strlen(bytes));
    ck_assert_msg(strncmp(lines, named[_i].lines, strlen(named[_i].lines)) == 0, "'%s'", lines);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pos");
    TCase *tests = tcase_create("pos");
    tcase_add_test(tests, bytes_are_stones_by_turns);
    tcase_add_test(tests, stones_that_look_like_the_beginning_of_a_text_stay_stones);
    tcase_add_test(tests, ten_stones_are_no_line_end);
    tcase_add_test(tests, a_full_board_is_a_position);
    tcase_add_test(tests, positions_behind_each_other_are_read_one_by_one);
    tcase_add_test(tests, damage_behind_many_positions_keeps_them);
    tcase_add_test(tests, numbers_are_height_width_count_rows_and_columns);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, points_come_by_columns_or_by_rows, 0, ORDERS);
    tcase_add_loop_test(tests, every_game_is_read_again_as_it_was_written, 0, ORDERS);
    tcase_add_test(tests, the_mark_is_no_game);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    tcase_add_loop_test(tests, damage_is_told_of_the_format_that_the_name_shows, 0, NAMED);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
