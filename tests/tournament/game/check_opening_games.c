/* Openings from files of games. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "game/opening_games.h"
#include "support/harness.h"

static OpeningList list;
static Failure failure;

/* Reads the games and writes all openings, each after a blank, rows from the top. */
static const char *read_all(const char *text, OpeningNotation notation, int plies) {
    static char all[1000];
    all[0] = '\0';
    if (!opening_games_read(&list, text, "book", notation, plies, 15, 15, &failure))
        return NULL;
    for (size_t i = 0; i < list.count; i++) {
        strcat(all, " ");
        opening_to_pos(&list.openings[i], all + strlen(all), 200);
    }
    opening_list_release(&list);
    return all;
}

START_TEST(the_first_moves_of_each_game_are_an_opening) {
    const char *sgf = "(;GM[4]SZ[15];B[hh];W[ii]C[a \\] ( ; B[aa\\]];B[jj])\n junk "
                      "(\n;SZ[15:15] C[x]\n;B[aa]\n;W[bb];B [cc];W[dd];B[ee])";
    ck_assert_str_eq(read_all(sgf, OPENING_SGF, 2), " h8i9 a1b2");
    ck_assert_str_eq(read_all(sgf, OPENING_SGF, 4), " h8i9j10 a1b2c3d4");
    const char *pgn = "[Event \"x\"]\n[BoardSize \"15x15\"]\n[Result \"1-0\"]\n\n"
                      "1. h8 {book} i9 {+31/9 0.120s} 2. j10 1-0\n\n"
                      "[Event \"y [z\"]\n\n1.a15 b14 (c3 d4) 2... c13 $3 ; c1 c2\n d12 *\n";
    ck_assert_str_eq(read_all(pgn, OPENING_PGN, 2), " h8i7 a1b2");
    ck_assert_str_eq(read_all(pgn, OPENING_PGN, 9), " h8i7j6 a1b2c3d4");
}
END_TEST

START_TEST(of_variations_the_main_line_counts) {
    const char *text = "(;SZ[15];B[hh](;W[ii](;B[aa])(;B[bb];W[cc]))(;W[jj]C[)];B[kk])(;W[ll]))"
                       "(;SZ[15];B[aa])";
    ck_assert_str_eq(read_all(text, OPENING_SGF, 9), " h8i9a1 a1");
}
END_TEST

START_TEST(repeated_openings_and_games_without_moves_are_left_out) {
    const char *text = "(;SZ[15];B[hh];W[ii];B[aa])(;SZ[15])(;SZ[15];B[hh];W[ii];B[bb])"
                       "(;SZ[15];B[hh])(;SZ[15];B[aa];W[bb])(;SZ[15];B[hh];W[ii])";
    ck_assert_str_eq(read_all(text, OPENING_SGF, 2), " h8i9 h8 a1b2");
    ck_assert_str_eq(read_all("[Result \"*\"]\n\n*\n\n[Round \"2\"]\n\n1. h8 *\n", OPENING_PGN, 2),
                     " h8");
}
END_TEST

static const struct {
    OpeningNotation notation;
    const char *text, *error;
} wrong[] = {
    {OPENING_SGF, "", "book: contains no games with moves"},
    {OPENING_SGF, "h8i9", "book: contains no games with moves"},
    {OPENING_SGF, "(;SZ[15];B[hh])(;SZ[19];B[hh])", "book: game 2: its board is 19x19, not 15x15"},
    {OPENING_SGF, "(;SZ[15:9])", "book: game 1: its board is 15x9, not 15x15"},
    {OPENING_SGF, "(;AB[hh];W[ii])", "game 1: it sets up stones, whose order is not known"},
    {OPENING_SGF, "(;W[hh])", "its moves are not by turns, Black first"},
    {OPENING_SGF, "(;B[hh];B[ii])", "its moves are not by turns, Black first"},
    {OPENING_SGF, "(;B[hh];W[hh])", "game 1: stone 2 lies on stone 1"},
    {OPENING_SGF, "(;B[ss])", "game 1: stone 1 lies outside the 15x15 board"},
    {OPENING_SGF, "(;B[])", "a move is no point such as [hh]"},
    {OPENING_SGF, "(;B[h", "a value has no end"},
    {OPENING_SGF, "(;B[hh]", "it has no end"},
    {OPENING_SGF, "(;B;W[hh])", "a property has no value"},
    {OPENING_SGF, "(;B[hh](;W[ii])(;W[jj]", "a variation has no end"},
    {OPENING_PGN, "1. e4 Nf3", "game 1: \"Nf3\" is no move such as h8"},
    {OPENING_PGN, "1. h8 {book", "a comment or variation has no end"},
    {OPENING_PGN, "1. h16", "stone 1 lies outside the 15x15 board"},
    {OPENING_PGN, "[BoardSize \"20x20\"]\n1. h8", "its board is 20x20, not 15x15"},
    {OPENING_PGN, "[Event \"x\"]", "book: contains no games with moves"},
};

START_TEST(a_wrong_game_is_refused_by_number) {
    ck_assert_ptr_null(read_all(wrong[_i].text, wrong[_i].notation, 8));
    ck_assert_msg(strstr(failure.text, wrong[_i].error) != NULL, "%s: %s", wrong[_i].text,
                  failure.text);
    ck_assert_uint_eq(list.count, 0);
}
END_TEST

/* Cut anywhere, a text is read or refused. */
START_TEST(a_text_that_is_cut_is_no_danger) {
    static const char *const texts[] = {
        "(;GM[4]SZ[15];B[hh](;W[ii]C[\\]]))(;SZ[15:15];B[aa])",
        "[BoardSize \"15x15\"]\n1. h8 {book} (i9) i9 ; x\n2. $1 j10 1-0\n"};
    for (int which = 0; which < 2; which++)
        for (size_t length = 0; length <= strlen(texts[which]); length++) {
            char cut[200];
            snprintf(cut, sizeof cut, "%.*s", (int)length, texts[which]);
            failure.text[0] = '\0';
            bool is_read = read_all(cut, which == 0 ? OPENING_SGF : OPENING_PGN, 8) != NULL;
            ck_assert(is_read || failure.text[0] != '\0');
        }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("opening_games");
    tcase_add_test(tests, the_first_moves_of_each_game_are_an_opening);
    tcase_add_test(tests, of_variations_the_main_line_counts);
    tcase_add_test(tests, repeated_openings_and_games_without_moves_are_left_out);
    tcase_add_loop_test(tests, a_wrong_game_is_refused_by_number, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tests, a_text_that_is_cut_is_no_danger);
    Suite *suite = suite_create("opening_games");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
