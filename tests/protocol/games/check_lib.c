/* Renlib's trees. */
#include "protocol/games/games.h"

#include "games/write.h"

#include <check.h>
#include <string.h>

#include "support/harness.h"

#define HEADER \
    "\xFF"     \
    "RenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
#define ROOT "\x00\x00"
#define H8 "\x78\x00" /* row 7, column 8 */
#define H8_LEAF "\x78\x40"
/* h8, then i7 with a comment, or i8 with a sign. */
static const char good[] = HEADER ROOT H8 "\x89\xC8one\btwo\0"
                                          "\x79\x41\x00\x01"
                                          "A\0";
#define SIZE_OF(literal) (sizeof(literal) - 1)

START_TEST(a_tree_has_its_moves_and_comments) {
    Game game;
    read_whole(&game, good, SIZE_OF(good));
    ck_assert_int_eq(game.format, GAME_RENLIB);
    ck_assert_uint_eq(game.node_count, 4);
    ck_assert_str_eq(line_of(&game), "h8 i7");
    ck_assert_str_eq(game_comment(&game, 2), "one\ntwo");
    ck_assert_uint_eq(game.nodes[2].next, 3);
    ck_assert_int_eq(game.nodes[3].move.x, 8);
    ck_assert_int_eq(game.nodes[3].move.y, 7);
    game_release(&game);
}
END_TEST

START_TEST(an_empty_tree_is_a_game_without_moves) {
    Game game;
    read_whole(&game, HEADER, SIZE_OF(HEADER));
    ck_assert_uint_eq(game.node_count, 1);
    game_release(&game);
}
END_TEST

START_TEST(a_tree_becomes_sgf) {
    Game game, again;
    read_whole(&game, good, SIZE_OF(good));
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_uint_eq(again.node_count, 4);
    ck_assert_str_eq(game_comment(&again, 2), "one\ntwo");
    ck_assert_ptr_nonnull(game_check_format(&game, GAME_RENLIB));
    game_release(&again);
    game_release(&game);
}
END_TEST

START_TEST(texts_of_the_board_are_labels_and_all_texts_are_decoded) {
    /* h8 with a comment in GBK, i7 with one in GBK and a label. */
    static const char gbk[] = HEADER ROOT "\x78\x08\xBA\xDA\xC6\xE5\xCF\xC8\xCA\xD6\0\0"
                                          "\x89\x49\x00\x01\xB0\xD7\0\0"
                                          "Z\0";
    uint32_t count;
    Game game;
    read_whole(&game, gbk, SIZE_OF(gbk));
    ck_assert_str_eq(line_of(&game), "h8 i7");
    ck_assert_str_eq(game_comment(&game, 1), "\xE9\xBB\x91\xE6\xA3\x8B\xE5\x85\x88\xE6\x89\x8B");
    ck_assert_str_eq(game_comment(&game, 2), "\xE7\x99\xBD");
    uint32_t first = game_labels(&game, 2, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(game.text + game.labels[first].text, "Z");
    ck_assert_int_eq(game.labels[first].point.x, 8);
    ck_assert_int_eq(game.labels[first].point.y, 8);
    game_release(&game);
}
END_TEST

START_TEST(a_long_text_is_kept_and_a_cut_one_is_noted) {
    enum { MOST = 9000 };
    static char text[sizeof HEADER + MOST + 16];
    for (int is_cut = 0; is_cut < 2; is_cut++) {
        Game game;
        size_t length = is_cut ? MOST : 8190, used = SIZE_OF(HEADER ROOT);
        memcpy(text, HEADER ROOT "\x78\x48", used + 2);
        memset(text + used + 2, 'x', length);
        memset(text + used + 2 + length, 0, 2);
        read_whole(&game, text, used + 2 + length + 2);
        ck_assert_uint_eq(strlen(game_comment(&game, 1)), is_cut ? 8191 : length);
        ck_assert_int_eq(strstr(game.notice, "comments are cut") != NULL, is_cut);
        game_release(&game);
    }
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, SIZE_OF(good));
}
END_TEST

static const Damage damages[] = {
    DAMAGE("\xFFRenLib", 0, "Renlib, byte 1: not a Renlib file"),
    DAMAGE("\xFFRenLib\xFF\x03\x04", 0, "Renlib, byte 1: not a Renlib file"),
    DAMAGE("\xFFRenLib\xFF\x03\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0,
           "Renlib, byte 1: unknown Renlib version"),
    DAMAGE("\xFFRenLib\xFF\x02\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0,
           "Renlib, byte 1: unknown Renlib version"),
    DAMAGE("\xFFRenLib\xFE\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0,
           "Renlib, byte 1: not a Renlib file"),
    DAMAGE(HEADER "\x00", 0, "Renlib, byte 21: the file ends early"),
    DAMAGE(HEADER ROOT, 0, "Renlib, byte 22: the file ends early"),
    DAMAGE(HEADER ROOT "\x78", 0, "Renlib, byte 23: the file ends early"),
    DAMAGE(HEADER ROOT H8, 1, "Renlib, byte 24: the file ends early"),
    DAMAGE(HEADER ROOT H8 "\x89", 1, "Renlib, byte 25: the file ends early"),
    DAMAGE(HEADER ROOT H8 "\x89\x01", 1, "Renlib, byte 25: the file ends early"),
    DAMAGE(HEADER ROOT H8 "\x89\x01\x00", 1, "Renlib, byte 25: the file ends early"),
    DAMAGE(HEADER ROOT H8 "\x89\x48", 1, "Renlib, byte 25: a comment does not end"),
    DAMAGE(HEADER ROOT H8 "\x89\x48"
                          "abc",
           1, "Renlib, byte 25: a comment does not end"),
    DAMAGE(HEADER ROOT H8 "\x89\x48"
                          "ab\0",
           1, "Renlib, byte 25: a comment does not end"),
    DAMAGE(HEADER ROOT H8 "\x89\x41\x00\x01"
                          "A",
           1, "Renlib, byte 25: a text does not end"),
    DAMAGE(HEADER ROOT H8 H8_LEAF, 1, "Renlib, byte 25: the point is occupied"),
    DAMAGE(HEADER ROOT H8 "\x80\x40", 1, "Renlib, byte 25: a move lies off the board"),
    DAMAGE(HEADER ROOT H8 "\xF1\x40", 1, "Renlib, byte 25: a move lies off the board"),
    DAMAGE(HEADER ROOT H8_LEAF "\x00", 1, "Renlib, byte 25: data follows the end"),
    DAMAGE(HEADER ROOT H8_LEAF H8_LEAF, 1, "Renlib, byte 25: data follows the end"),
    DAMAGE(HEADER ROOT H8 "\x89\xC0", 2, "Renlib, byte 26: the file ends early"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lib");
    TCase *tests = tcase_create("lib");
    tcase_add_test(tests, a_tree_has_its_moves_and_comments);
    tcase_add_test(tests, an_empty_tree_is_a_game_without_moves);
    tcase_add_test(tests, a_tree_becomes_sgf);
    tcase_add_test(tests, texts_of_the_board_are_labels_and_all_texts_are_decoded);
    tcase_add_test(tests, a_long_text_is_kept_and_a_cut_one_is_noted);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
