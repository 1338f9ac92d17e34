/* What engines say, read: tournament/game/message.c. */
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game_record.h"
#include "game/message.h"
#include "support/harness.h"

typedef struct ScoreCase {
    const char *text;
    bool has_score;
    int score, depth;
    uint64_t nodes;
} ScoreCase;

static const ScoreCase scores[] = {
    {"depth 9-12 ev 31 n 5M n/ms 800 tm 120 pv H8 I9", true, 31, 9, 5000000},
    {"Depth 9-12 | Eval -31 | Time 5ms | L12 K11", true, -31, 9, 0},
    {"Speed 2M | Depth 20-31 | Eval +M7 | Node 12K | Time 9ms", true, GAME_SCORE_MATE - 7, 20,
     12000},
    {"depth 3-3 ev -M12 n 40", true, 12 - GAME_SCORE_MATE, 3, 40},
    {"depth 3 ev +M* n 40", true, GAME_SCORE_MATE - 100, 3, 40},
    {"depth 3 ev W7 n 40", true, GAME_SCORE_MATE - 7, 3, 40},
    {"depth 3 ev L8 n 40", true, 8 - GAME_SCORE_MATE, 3, 40},
    {"Speed: 100 | Evaluation: 17", true, 17, 0, 0},
    {"depth 1-8 ev 75.0% winrate 75.0 n 90", true, 500, 1, 90},
    {"(1) 44 | 12-19 | H8 H9", true, 44, 12, 0},
    {"depth 2-2 multipv 1 ev 5 n 1", true, 5, 2, 1},
    {"depth 2-2 multipv 2 ev 5 n 1", false, 0, 0, 0},
    {"(2) 44 | 12-19 | H8 H9", false, 0, 0, 0},
    {"Load config from config.toml", false, 0, 0, 0},
    {"ev", false, 0, 0, 0},
    {"ev nothing", false, 0, 0, 0},
    {"depth 99999999999999999999 ev 3", true, 3, 0, 0},
    {"ev 99999999999999999999999", true, GAME_SCORE_MATE_MIN - 1, 0, 0},
    {"ev +M99999999999999999999", true, GAME_SCORE_MATE_MIN + 1, 0, 0},
    {"", false, 0, 0, 0},
};

START_TEST(scores_are_read_in_every_known_dialect) {
    const ScoreCase *c = &scores[_i];
    MessageInfo info = {0};
    message_read(&info, c->text);
    ck_assert_msg(info.has_score == c->has_score, "%s", c->text);
    ck_assert_int_eq(info.score, c->score);
    ck_assert_int_eq(info.depth, c->depth);
    ck_assert_uint_eq(info.nodes, c->nodes);
}
END_TEST

START_TEST(a_later_line_without_a_score_keeps_the_earlier_one) {
    MessageInfo info = {0};
    message_read(&info, "depth 5 ev 12 n 100");
    message_read(&info, "thinking about lunch");
    ck_assert(info.has_score);
    ck_assert_int_eq(info.score, 12);
    message_read(&info, "depth 6");
    ck_assert_int_eq(info.depth, 6);
    ck_assert_int_eq(info.score, 12);
}
END_TEST

START_TEST(points_are_read_with_blanks_and_nothing_else) {
    int x[3], y[3];
    ck_assert_uint_eq(message_points("7,8", x, y, 3), 1);
    ck_assert_int_eq(x[0], 7);
    ck_assert_int_eq(y[0], 8);
    ck_assert_uint_eq(message_points("  7 , 8  ", x, y, 3), 1);
    ck_assert_uint_eq(message_points("1,2 3,4 5,6", x, y, 3), 3);
    ck_assert_int_eq(x[2], 5);
    ck_assert_int_eq(y[1], 4);
    static const char *const wrong[] = {
        "",     ",",   "5,",    ",5",      "5",      "5,5x", "x5,5", "5,5 OK", "1,2 3,4 5,6 7,8",
        "SWAP", "5.5", "5,5,5", "5,5-6,6", "5,5+6,6"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(message_points(wrong[i], x, y, 3) == 0, "%s", wrong[i]);
    ck_assert_uint_eq(message_points("99999999999999999999,-99999999999999999999", x, y, 3), 1);
    ck_assert_int_eq(x[0], INT_MAX);
    ck_assert_int_eq(y[0], INT_MIN);
}
END_TEST

START_TEST(about_answers_give_their_values) {
    char value[16];
    const char *text = "name=\"A, B=c\", version=\"1.0\", author=Somebody Else, country=\"\"";
    ck_assert(message_about(text, "name", value, sizeof value));
    ck_assert_str_eq(value, "A, B=c");
    ck_assert(message_about(text, "version", value, sizeof value));
    ck_assert_str_eq(value, "1.0");
    ck_assert(message_about(text, "AUTHOR", value, sizeof value));
    ck_assert_str_eq(value, "Somebody Else");
    ck_assert(!message_about(text, "country", value, sizeof value));
    ck_assert(!message_about(text, "B", value, sizeof value));
    ck_assert(!message_about("surname=\"x\"", "name", value, sizeof value));
    ck_assert(message_about("name=\"12345678901234567890\"", "name", value, sizeof value));
    ck_assert_str_eq(value, "123456789012345");
}
END_TEST

START_TEST(words_end_where_they_end) {
    const char *rest;
    ck_assert(message_starts("message hello", "MESSAGE", &rest));
    ck_assert_str_eq(rest, "hello");
    ck_assert(message_starts("  OK", "OK", &rest));
    ck_assert_str_eq(rest, "");
    ck_assert(!message_starts("OKAY", "OK", NULL));
    ck_assert(!message_starts("O", "OK", NULL));
}
END_TEST

START_TEST(text_that_is_no_utf8_becomes_harmless) {
    char text[] = "a\xff\xc3\xa9\xc3(\xed\xa0\x80\x01\x7f\tz\xf0\x9f\x98\x80\xe2\x82";
    message_clean(text);
    ck_assert_str_eq(text, "a?\xc3\xa9?(???   z\xf0\x9f\x98\x80??");
}
END_TEST

START_TEST(hidden_characters_become_visible) {
    static const char *const texts[] = {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8B",
                                        "\xC2\x9B",     "\xEF\xBB\xBF", "\xF3\xA0\x81\x81"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[16];
        size_t length = strlen(texts[i]);
        snprintf(text, sizeof text, "a%sz", texts[i]);
        ck_assert_uint_eq(message_hidden_length(text + 1), length);
        message_clean(text);
        ck_assert_uint_eq(strlen(text), length + 2);
        ck_assert_uint_eq(strspn(text + 1, "?"), length);
    }
    ck_assert_uint_eq(message_hidden_length("\xE2\x82\xAC"), 0);
    ck_assert_uint_eq(message_hidden_length("a"), 0);
    ck_assert_uint_eq(message_hidden_length("\xE2\x80"), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("message");
    tcase_add_loop_test(tests, scores_are_read_in_every_known_dialect, 0,
                        (int)(sizeof scores / sizeof *scores));
    tcase_add_test(tests, a_later_line_without_a_score_keeps_the_earlier_one);
    tcase_add_test(tests, points_are_read_with_blanks_and_nothing_else);
    tcase_add_test(tests, about_answers_give_their_values);
    tcase_add_test(tests, words_end_where_they_end);
    tcase_add_test(tests, text_that_is_no_utf8_becomes_harmless);
    tcase_add_test(tests, hidden_characters_become_visible);
    Suite *suite = suite_create("message");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
