/* Openings from files of games. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/opening_games.h"
#include "support/harness.h"
#include "tournament/support/place.h"

static OpeningList list;
static Failure failure;

/* Writes all openings, each after a blank, rows from the top, and releases the list. */
static const char *all_openings(void) {
    static char all[1000];
    all[0] = '\0';
    for (size_t i = 0; i < list.count; i++) {
        strcat(all, " ");
        opening_to_pos(&list.openings[i], all + strlen(all), 200);
    }
    opening_list_release(&list);
    return all;
}

/* Reads the games. Returns NULL on failure. */
static const char *read_bytes(const char *bytes, size_t size, OpeningNotation notation, int plies) {
    static bool has_folder;
    if (!has_folder)
        place_begin();
    has_folder = true;
    ck_assert_int_eq(chdir(place_folder()), 0); /* messages name the file by its path */
    write_bytes("book", bytes, size);
    bool is_read = opening_games_load(&list, "book", notation, plies, 15, 15, &failure);
    return is_read ? all_openings() : NULL;
}

static const char *read_all(const char *text, OpeningNotation notation, int plies) {
    return read_bytes(text, strlen(text), notation, plies);
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

#define BYTES(literal) literal, sizeof(literal) - 1

#define RIF_HEAD "<?xml version=\"1.0\"?>\n<database><players/><games>\n"

/* Games of all formats that the reader knows; h8 i9 j10 in the first one. */
static const struct {
    const char *bytes;
    size_t size;
    const char *openings; /* of two plies */
} known[] = {
    {BYTES("(;GM[4];B[hh];W[ig];B[jf])(;GM[4];B[aa];W[bb])"), " h8i7 a1b2"},
    {BYTES("(;Black[h8];White[i9];Black[j10])"), " h8i7"},
    {BYTES("(;GM[4]QPR[hh,ig];QSLB[jf])"), " h8i7"},
    {BYTES("(;GM[4]CA[GBK]C[\x81\x5D];B[hh];W[ig])"), " h8i7"}, /* one character, not a bracket */
    {BYTES("\xFF\xFE(\0;\0B\0[\0h\0h\0]\0)\0"), " h8"},
    {BYTES("[Event \"x\"]\n[Size \"15x15\"]\n\n1. h8! i9?! {a} 2. j10 0-1\n"), " h8i7"},
    {BYTES("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,20\n10,6,10\nA.zip\nB.zip\n0\n"), " h8i7"},
    {BYTES("h8 i9 j10"), " h8i7"},
    {BYTES("15 15 3\n7 7\n6 8\n5 9\n"), " h8i7"},
    {BYTES("\x03\x70\x7E\x8C"), " h8i7"}, /* .pos: 15 * column + row */
    {BYTES("\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
           "\x00\x00\x78\x00\x69\x80\x5A\x40\x79\x40"),
     " h8i7"}, /* h8, then i9 j10 or i8 */
    {BYTES(RIF_HEAD "<game id='1'><move>h8 i9 j10</move></game></games></database>"), " h8i7"},
};

START_TEST(games_of_every_known_format_are_openings) {
    const char *openings = read_bytes(known[_i].bytes, known[_i].size, OPENING_GAMES, 2);
    ck_assert_msg(openings != NULL, "%s", failure.text);
    ck_assert_str_eq(openings, known[_i].openings);
}
END_TEST

START_TEST(a_file_is_read_as_its_text_is) {
    static const char rif[] = RIF_HEAD "<game id='1'><move>h8 i9 j10</move></game>\n"
                                       "<game id='2'><move>h8 h9</move></game></games></database>";
    place_begin();
    write_text("g.rif", rif);
    ck_assert(opening_games_load(&list, in_folder("g.rif"), OPENING_GAMES, 2, 15, 15, &failure));
    ck_assert_str_eq(all_openings(), " h8i7 h8h7");
    ck_assert(!opening_games_load(&list, in_folder("g.rif"), OPENING_GAMES, 2, 20, 20, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "g.rif: game 1: its board is 15x15, not 20x20"));
    ck_assert(!opening_games_load(&list, in_folder("none"), OPENING_GAMES, 2, 15, 15, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "none: No such file"));
    write_text("part.rif", RIF_HEAD "<game id='1'><move>h8 h8</move></game></games></database>");
    ck_assert(
        !opening_games_load(&list, in_folder("part.rif"), OPENING_GAMES, 1, 15, 15, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "part.rif: game 1: RIF, line 3: the point is"));
    ck_assert_ptr_null(strstr(failure.text, "kept"));
}
END_TEST

/* What follows the moves that are an opening does not matter, unless it is a fault. */
START_TEST(later_setup_passes_and_turns_do_not_matter) {
    const char *text = "(;SZ[15];B[hh];W[ii];AB[aa];W[];B[bb];B[cc])";
    ck_assert_str_eq(read_all(text, OPENING_SGF, 2), " h8i9");
    ck_assert_ptr_null(read_all(text, OPENING_SGF, 3));
    ck_assert_str_eq(read_all("(;B[hh];W[];B[aa])", OPENING_SGF, 1), " h8");
    ck_assert_str_eq(read_all("(;B[hh];B[aa])", OPENING_SGF, 1), " h8");
}
END_TEST

static const struct {
    OpeningNotation notation;
    const char *text, *error;
} wrong[] = {
    {OPENING_SGF, "", "book: game 1: the file is empty"},
    {OPENING_SGF, "h8i9", "book: game 1: its format is list of moves, not SGF"},
    {OPENING_PGN, "(;B[hh])", "book: game 1: its format is SGF, not PGN"},
    {OPENING_SGF, "[Event \"x\"]\n\n1. h8 *\n", "book: game 1: its format is PGN, not SGF"},
    {OPENING_GAMES, "\xF0\x01", "book: game 1: unknown format; known are PSQ"},
    {OPENING_SGF, "(;SZ[15];B[hh])(;SZ[19];B[hh])", "book: game 2: its board is 19x19, not 15x15"},
    {OPENING_SGF, "(;SZ[15:9])", "book: game 1: its board is 15x9, not 15x15"},
    {OPENING_SGF, "(;AB[hh];W[ii])", "game 1: it sets up stones, whose order is not known"},
    {OPENING_GAMES, "walls a1\nmoves h8", "game 1: it sets up stones, whose order is not known"},
    {OPENING_SGF, "(;W[hh])(;SZ[19])", "book: game 1: its moves are not by turns, Black first"},
    {OPENING_SGF, "(;B[hh];B[ii])", "its moves are not by turns, Black first"},
    {OPENING_SGF, "(;B[hh];W[hh])", "book: game 1: SGF, line 1: the point is occupied"},
    {OPENING_SGF, "(;B[ss])", "book: game 1: SGF, line 1: the point lies off the board"},
    {OPENING_SGF, "(;B[];W[hh])", "game 1: a side passes in the opening"},
    {OPENING_SGF, "(;B[hh];W[];B[ii])", "game 1: a side passes in the opening"},
    {OPENING_SGF, "(;B[hh])\n(;B[h", "game 2: SGF, line 2: a value in brackets does not end"},
    {OPENING_SGF, "(;B[hh]", "the file ends inside the game"},
    {OPENING_SGF, "(;GM[4];B;W[hh])", "a property's name without a value"},
    {OPENING_SGF, "(;B[hh](;W[ii])(;W[jj]", "the file ends inside the game"},
    {OPENING_SGF, "(;GM[4])(;GM[4])", "book: contains no games with moves"},
    {OPENING_PGN, "[Event \"x\"]\n\n1. e4 Nf3 *\n", "game 1: PGN, line 2: moves of chess"},
    {OPENING_PGN, "[Event \"x\"]\n\n1. h8 {book", "game 1: PGN, line 3: a comment does not end"},
    {OPENING_PGN, "[Event \"x\"]\n\n1. h8 i9", "game 1: PGN, line 3: the result is missing"},
    {OPENING_PGN, "[Event \"x\"]\n\n1. h16 *\n", "game 1: PGN, line 3: the point lies off the"},
    {OPENING_PGN, "[Size \"20x20\"]\n1. h8 *", "its board is 20x20, not 15x15"},
    {OPENING_PGN, "[BoardSize \"20x20\"]\n1. h8 *", "its board is 20x20, not 15x15"},
    {OPENING_PGN, "[Event \"x\"]\n\n*\n", "book: contains no games with moves"},
};

START_TEST(a_wrong_game_is_refused_by_number) {
    ck_assert_ptr_null(read_all(wrong[_i].text, wrong[_i].notation, 8));
    ck_assert_msg(strstr(failure.text, wrong[_i].error) != NULL, "%s: %s", wrong[_i].text,
                  failure.text);
    ck_assert_ptr_null(strstr(failure.text, "kept")); /* nothing is */
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
    tcase_add_loop_test(tests, games_of_every_known_format_are_openings, 0,
                        (int)(sizeof known / sizeof *known));
    tcase_add_test(tests, a_file_is_read_as_its_text_is);
    tcase_add_test(tests, later_setup_passes_and_turns_do_not_matter);
    tcase_add_loop_test(tests, a_wrong_game_is_refused_by_number, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tests, a_text_that_is_cut_is_no_danger);
    Suite *suite = suite_create("opening_games");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
