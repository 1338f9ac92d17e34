/* SGF: comments, labels, properties that are kept. */
#include "protocol/games/games.h"

#include "shared/games/properties.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

START_TEST(line_ends_of_two_bytes_are_one) {
    Game game;
    read_text(&game, "(;GM[4]C[a\r\nb\n\rc\n\nd];B[hh])");
    ck_assert_str_eq(game_comment(&game, 0), "a\nb\nc\n\nd");
    game_release(&game);
}
END_TEST

START_TEST(a_kept_property_has_its_line_breaks) {
    Game game;
    char fact[64];
    read_text(&game, "(;GM[4]GC[foo\\\r\nbar\r\nx\ny\rz]EV[Re\\\r\nnju\r\nCup][\\]\\\n\r];B[hh])");
    ck_assert_str_eq(game_properties(&game, 0),
                     "GC[foo\\\nbar\nx\ny\nz]EV[Re\\\nnju\nCup]EV[\\]\\\n]");
    ck_assert(game_fact(&game, "EV", fact, sizeof fact));
    ck_assert_str_eq(fact, "Renju\nCup");
    game_release(&game);
}
END_TEST

#define NAME "\xC3\xA9\xC3\xA9\xC3\xA9" /* enough to know UTF-8 by */
/* Longer than they need be, halves of pairs, and over the last character. */
START_TEST(bytes_that_are_no_utf8_are_replaced_one_by_one) {
    static const char *const texts[] = {"(;GM[4]CA[UTF-8]PB[" NAME "]C[\xE0\x80\x80])",
                                        "(;GM[4]CA[UTF-8]PB[" NAME "]C[\xED\xA0\x80])",
                                        "(;GM[4]CA[UTF-8]PB[" NAME "]C[\xF4\x90\x80])",
                                        "(;GM[4]CA[UTF-8]PB[" NAME "]C[\xC0\xAF\xFF])"};
    for (int i = 0; i < 4; i++) {
        Game game;
        read_text(&game, texts[i]);
        ck_assert_str_eq(game_comment(&game, 0), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
        game_release(&game);
    }
}
END_TEST

/* enough to know UTF-8 by */
START_TEST(a_long_name_is_cut_at_a_character) {
    enum { CHARACTERS = 400 };
    static const char letter[] = "\xC3\xA9";
    for (size_t odd = 0; odd < 2; odd++) {
        char text[2 * CHARACTERS + 64] = "(;GM[4]PB[";
        Game game;
        strcat(text, odd ? "x" : ""); /* of one byte, then all of two */
        for (int i = 0; i < CHARACTERS; i++)
            strcat(text, letter);
        strcat(text, "];B[hh])");
        read_text(&game, text);
        size_t length = strlen(game.players[KANAME_BLACK]);
        ck_assert_uint_lt(length, sizeof game.players[KANAME_BLACK]);
        ck_assert_uint_ge(length + 2, sizeof game.players[KANAME_BLACK] - 1);
        ck_assert_uint_eq(length % 2, odd);
        game_release(&game);
    }
}
END_TEST

START_TEST(labels_belong_to_their_nodes) {
    Game game, again;
    uint32_t count;
    read_text(&game,
              "(;GM[4]SZ[15]LB[hh:A];B[hh]LB[ii:2][aa:x \\] y][zz:off](;W[ii])(;W[jj]LB[oo:]))");
    write_and_read(&game, GAME_SGF, &again);
    for (const Game *of = &game;; of = &again) {
        ck_assert_uint_eq(game_labels(of, 0, &count), 0);
        ck_assert_uint_eq(count, 1);
        ck_assert_uint_eq(game_labels(of, 1, &count), 1);
        ck_assert_uint_eq(count, 2);
        ck_assert_int_eq(of->labels[1].point.x, 8);
        ck_assert_int_eq(of->labels[1].point.y, 8);
        ck_assert_str_eq(of->text + of->labels[1].text, "2");
        ck_assert_str_eq(of->text + of->labels[2].text, "x ] y");
        (void)game_labels(of, 2, &count);
        ck_assert_uint_eq(count, 0);
        ck_assert_uint_eq(game_labels(of, 3, &count), 3);
        ck_assert_uint_eq(count, 1);
        ck_assert_str_eq(of->text + of->labels[3].text, "");
        if (of == &again)
            break;
    }
    game_release(&game);
    game_release(&again);
}
END_TEST

START_TEST(a_colon_in_a_label_is_escaped) {
    Game game;
    read_text(&game, "(;GM[4]SZ[15];B[hh]C[a:b]LB[hh:1\\:2][ii::])");
    ck_assert_str_eq(game.text + game.labels[0].text, "1:2");
    ck_assert_str_eq(game.text + game.labels[1].text, ":");
    const char *text = sgf_of(&game);
    ck_assert_msg(strstr(text, "LB[hh:1\\:2][ii:\\:]") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "C[a:b]") != NULL, "%s", text);
    game_release(&game);
}
END_TEST

START_TEST(a_label_that_is_left_out_is_noted_once) {
    static const char note[] = "a label LB without a text or a point on the board is left out";
    static const char *const texts[] = {"(;GM[4];B[hh]LB[hh])", "(;GM[4];B[hh]LB[zz:q][yy:q])",
                                        "(;GM[4]LB[:q];B[hh]LB[h:q])"};
    Game game;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(&game, texts[i]);
        ck_assert_uint_eq(game.label_count, 0);
        ck_assert_str_eq(game.notice, note);
        game_release(&game);
    }
    read_text(&game, "(;GM[4];B[hh]LB[hh:q])");
    ck_assert_str_eq(game.notice, "");
    game_release(&game);
}
END_TEST

START_TEST(properties_of_other_names_are_kept_apart) {
    static const char text[] =
        "ABCDEFGHIJKLMNOPQRS[x]ABCDEFGHIJKLMNOPZZZ[y]TimeBlack[3]TB[aa]tb[4]";
    char root[256];
    Game game, again;
    snprintf(root, sizeof root, "(;GM[4]EVent[Cup]%s;B[hh]%s)", text, text);
    read_text(&game, root);
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_str_eq(game_properties(&again, 1), text);
    ck_assert_int_eq(strncmp(game_properties(&again, 0), "EV[Cup]", 7), 0);
    ck_assert_str_eq(game_properties(&again, 0) + 7, text);
    game_release(&again);
    game_release(&game);
}
END_TEST

/* Cut, these names would be B. */
static const struct {
    const char *given, *kept;
} dates[] = {
    {"DT[2024.05.06 07:08:09]", "DT[2024-05-06]TIME[07:08:09]"}, /* kaname-tournament's */
    {"DT[2024-05-06 07\\:08]", "DT[2024-05-06]TIME[07:08]"},
    {"DT[2024/05/06]", "DT[2024-05-06]"},
    {"DT[2024-05-06]TIME[07:08]", "DT[2024-05-06]TIME[07:08]"},
    {"DT[2024-05-06,07]", "DT[2024-05-06,07]"},
    {"DT[2024-05,06]", "DT[2024-05,06]"},
    {"DT[2024]", "DT[2024]"},
    {"DT[2024-05-06 07]", "DT[2024-05-06 07]"},
    {"DT[May 6th, \\]]", "DT[May 6th, \\]]"},
};
enum { DATES = sizeof dates / sizeof dates[0] };

START_TEST(a_date_loses_its_time_of_day_to_a_property) {
    char text[128];
    Game game;
    snprintf(text, sizeof text, "(;GM[4]%s;B[hh]DT[2024.05.06 07:08:09])", dates[_i].given);
    read_text(&game, text);
    ck_assert_str_eq(game_properties(&game, 0), dates[_i].kept);
    ck_assert_str_eq(game_properties(&game, 1), "DT[2024.05.06 07:08:09]"); /* no fact */
    game_release(&game);
}
END_TEST

START_TEST(a_name_that_is_cut_is_no_move) {
    static const char *const ends[] = {"\xC3\xA9", "Z", "_"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char text[2000] = "(;GM[4];B[hh]";
        Game game, again;
        for (int j = 0; j < 1000; j++)
            strcat(text, j == 20 ? "B" : "b");
        strcat(strcat(text, ends[i]), "[ii])");
        read_text(&game, text);
        ck_assert_uint_eq(game.node_count, 2);
        write_and_read(&game, GAME_SGF, &again);
        ck_assert_str_eq(line_of(&again), "h8");
        ck_assert_str_eq(game_properties(&again, 1), game_properties(&game, 1));
        game_release(&again);
        game_release(&game);
    }
}
END_TEST

/* They are kept as they are, and one note names the first. */
START_TEST(properties_with_odd_names_refuse_nothing) {
    static const char *const odd[] = {"_Y[b]", "KM-X[6.5][x\\]y]", "1A [q]", "\xE5\x90\x8D[z]",
                                      "AB\x0e\x7f[q]"};
    for (int i = 0; i < 5; i++) {
        char text[160], kept[160];
        Game game, again;
        snprintf(text, sizeof text, "(;%sGM[4]%sSZ[15];B[hh]%sC[x];W[ii]@[2]C[y])", odd[i], odd[i],
                 odd[i]);
        read_text(&game, text);
        ck_assert_str_eq(line_of(&game), "h8 i7");
        ck_assert_str_eq(game_comment(&game, 1), "x");
        ck_assert_str_eq(game_comment(&game, 2), "y");
        ck_assert_ptr_nonnull(strstr(game.notice, "no name of SGF"));
        ck_assert_ptr_null(strchr(game.notice, '@'));
        snprintf(kept, sizeof kept, "%s", game_properties(&game, 1));
        ck_assert_ptr_nonnull(strchr(kept, '['));
        write_and_read(&game, GAME_SGF, &again);
        ck_assert_str_eq(game_properties(&again, 1), kept);
        ck_assert_str_eq(line_of(&again), "h8 i7");
        game_release(&again);
        game_release(&game);
    }
}
END_TEST

/* Names and values that are too long are cut between characters, each of three bytes here. */
START_TEST(no_character_is_cut_in_two) {
    char name[90 * 3 + 1] = "", text[2 * sizeof name + 80];
    for (int i = 0; i < 90; i++)
        strcat(name, "\xE6\xA3\x8B");
    for (int shift = 0; shift < 3; shift++) {
        Game game;
        const char *ascii = &"xx"[2 - shift];
        snprintf(text, sizeof text, "(;GM[%s%.9s]SZ[15]%s%s[x];B[hh]%s%s[y])", ascii, name, ascii,
                 name, ascii, name);
        read_text(&game, text);
        ck_assert_ptr_nonnull(strstr(game.notice, "no name of SGF"));
        ck_assert_ptr_nonnull(strstr(game.notice, "names another game"));
        ck_assert_ptr_null(strstr(game.notice, "\xEF\xBF\xBD"));
        ck_assert_ptr_nonnull(strstr(game_properties(&game, 1), "_[y]"));
        ck_assert_ptr_null(strstr(game_properties(&game, 1), "\xEF\xBF\xBD"));
        game_release(&game);
    }
}
END_TEST

/* Neither of the two texts of a node is the last one when it grows. */
START_TEST(comments_and_properties_may_alternate) {
    enum { LONG = 100000, TIMES = 400 };
    static const char part[] = "XX[a]C[b]";
    static char text[LONG + TIMES * sizeof part + 64];
    size_t used = (size_t)snprintf(text, sizeof text, "(;GM[4];B[hh]YY[q]C[");
    memset(text + used, 'x', LONG);
    used += LONG;
    text[used++] = ']';
    for (int i = 0; i < TIMES; i++, used += sizeof part - 1)
        memcpy(text + used, part, sizeof part);
    text[used++] = ')';
    Game game;
    read_whole(&game, text, used);
    const char *comment = game_comment(&game, 1), *properties = game_properties(&game, 1);
    ck_assert_uint_eq(strspn(comment, "x"), LONG);
    ck_assert_uint_eq(strlen(comment), LONG + 2 * TIMES);
    ck_assert_str_eq(comment + LONG + 2 * TIMES - 4, "\nb\nb");
    ck_assert_int_eq(strncmp(properties, "YY[q]XX[a]XX[a]", 15), 0);
    ck_assert_uint_eq(strlen(properties), 5 * (TIMES + 1));
    game_release(&game);
}
END_TEST

/* Each text is moved once, behind those of the other kind. */
START_TEST(texts_of_any_length_are_whole_after_a_label) {
    for (size_t length = 1; length < 3000; length += 37) {
        char text[3200] = "(;GM[4];B[hh]C[", end[] = "]LB[aa:q]C[y][\xC3\xA9]TR[hh]LB[bb:q]C[z])";
        Game game;
        size_t used = strlen(text);
        memset(text + used, 'x', length);
        memcpy(text + used + length, end, sizeof end);
        read_text(&game, text);
        ck_assert_uint_eq(strspn(game_comment(&game, 1), "x"), length);
        ck_assert_str_eq(game_comment(&game, 1) + length, "\ny\n\xC3\xA9\nz");
        ck_assert_str_eq(game_properties(&game, 1), "TR[hh]");
        ck_assert_str_eq(game.text + game.labels[0].text, "q");
        ck_assert_str_eq(game.text + game.labels[1].text, "q");
        game_release(&game);
    }
}
END_TEST

START_TEST(one_comment_may_take_nearly_all_text) {
    enum { LONG = GAME_TEXT_MAX - 100 };
    static const char beginning[] = "(;GM[4];B[hh]C[", end[] = "])";
    char *text = malloc(LONG + 64);
    ck_assert_ptr_nonnull(text);
    memcpy(text, beginning, sizeof beginning);
    memset(text + sizeof beginning - 1, 'x', LONG);
    memcpy(text + sizeof beginning - 1 + LONG, end, sizeof end);
    Game game;
    read_whole(&game, text, sizeof beginning - 1 + LONG + sizeof end - 1);
    ck_assert_uint_eq(strlen(game_comment(&game, 1)), LONG);
    game_release(&game);
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sgf_texts");
    TCase *tests = tcase_create("sgf_texts");
    tcase_add_test(tests, line_ends_of_two_bytes_are_one);
    tcase_add_test(tests, a_kept_property_has_its_line_breaks);
    tcase_add_test(tests, bytes_that_are_no_utf8_are_replaced_one_by_one);
    tcase_add_test(tests, a_long_name_is_cut_at_a_character);
    tcase_add_test(tests, labels_belong_to_their_nodes);
    tcase_add_test(tests, a_colon_in_a_label_is_escaped);
    tcase_add_test(tests, a_label_that_is_left_out_is_noted_once);
    tcase_add_test(tests, properties_of_other_names_are_kept_apart);
    tcase_add_loop_test(tests, a_date_loses_its_time_of_day_to_a_property, 0, DATES);
    tcase_add_test(tests, a_name_that_is_cut_is_no_move);
    tcase_add_test(tests, properties_with_odd_names_refuse_nothing);
    tcase_add_test(tests, no_character_is_cut_in_two);
    tcase_add_test(tests, comments_and_properties_may_alternate);
    tcase_add_test(tests, texts_of_any_length_are_whole_after_a_label);
    tcase_add_test(tests, one_comment_may_take_nearly_all_text);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
