/* `play`: the board drawn for terminals of any width, colours and characters. */
#include "play/drawing.h"

#include <check.h>
#include <string.h>

#include "protocol/play/person.h"
#include "support/harness.h"

/* Every line's characters; bytes that go on one of UTF-8 are none. */
static size_t widest_line(const char *text) {
    size_t widest = 0, now = 0;
    for (; *text != '\0'; text++) {
        if (((unsigned char)*text & 0xC0) == 0x80)
            continue;
        now = *text == '\n' ? 0 : now + 1;
        widest = now > widest ? now : widest;
    }
    return widest;
}

START_TEST(no_line_is_wider_than_the_terminal) {
    enum { STEP = 4 };
    person.columns = 8 + _i * STEP;
    person.io.is_unicode = _i % 2 == 0;
    play("h8\nhint\nhelp\nmoves\nwhat\nrule renju\nswap2\n");
    ck_assert_uint_le(widest_line(person.shown), (size_t)person.columns);
}
END_TEST

START_TEST(a_narrow_terminal_gets_a_compact_board) {
    person.columns = 33;
    play("side both\nh8\nh9\n");
    ck_shows("\n 9 .......o.......\n 8 .......X.......\n");
    ck_shows("\n   abcdefghijklmno\n");
    person.columns = 34;
    play("side both\nh8\nh9\n");
    ck_shows("\n 9  . . . . . . .[O]. . . . . . .\n");
}
END_TEST

START_TEST(a_very_narrow_terminal_is_told) {
    person.columns = 17;
    play("h8\n");
    ck_shows("(too narrow for");
    ck_shows("The engine");
}
END_TEST

START_TEST(the_board_takes_the_form_that_fits) {
    enum { COMPACT = 18, WIDE = 34 }; /* columns that the two forms of 15 points take */
    for (int columns = COMPACT - 2; columns <= WIDE + 2; columns++) {
        person.columns = columns;
        play("side both\nh8\n");
        ck_assert_uint_le(widest_line(person.shown), (size_t)columns);
        ck_assert_int_eq(strstr(person.shown, "[X]") != NULL, columns >= WIDE);
        ck_assert_int_eq(strstr(person.shown, "oo narrow") != NULL, columns < COMPACT);
    }
}
END_TEST

START_TEST(a_compact_five_has_its_own_sign) {
    person.columns = 20;
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n");
    ck_shows(" 1 #####..........");
}
END_TEST

START_TEST(the_largest_board_is_drawn_whole) {
    play("size 22\nside both\nv22\n");
    ck_shows("22  . . . . . . . . . . . . . . . . . . . . .[X]\n");
    ck_shows("    a b c d e f g h i j k l m n o p q r s t u v\n");
}
END_TEST

START_TEST(stones_are_round_where_the_locale_allows) {
    person.io.is_unicode = true;
    play("side both\nh8\n");
    ck_shows("[\u25cf]");
    person.options.is_ascii = true;
    play("side both\nh8\n");
    ck_hides("\u25cf");
    ck_shows("[X]");
}
END_TEST

START_TEST(a_pipe_gets_no_control_codes) {
    play("h8\nhint\nundo\nrule renju\nlevel 3\nh8\n");
    for (const char *at = person.shown; *at != '\0'; at++)
        ck_assert((unsigned char)*at >= ' ' || *at == '\n');
    ck_hides("> ");
}
END_TEST

START_TEST(a_terminal_gets_colors_and_a_prompt) {
    person.io.is_interactive = person.io.has_controls = person.io.has_color = true;
    play("h8\n");
    ck_shows("\033[1;33m");
    ck_shows("\n> ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("play_drawing");
    TCase *tests = add_case(suite, "drawing");
    tcase_add_loop_test(tests, no_line_is_wider_than_the_terminal, 0, 14);
    tcase_add_test(tests, a_narrow_terminal_gets_a_compact_board);
    tcase_add_test(tests, a_very_narrow_terminal_is_told);
    tcase_add_test(tests, a_compact_five_has_its_own_sign);
    tcase_add_test(tests, the_largest_board_is_drawn_whole);
    tcase_add_test(tests, stones_are_round_where_the_locale_allows);
    tcase_add_test(tests, a_pipe_gets_no_control_codes);
    tcase_add_test(tests, a_terminal_gets_colors_and_a_prompt);
    tcase_add_test(tests, the_board_takes_the_form_that_fits);
    return run_suite(suite);
}
