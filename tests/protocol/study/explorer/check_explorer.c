/* `gather`: games of every format become counts of moves, each game once; what cannot be counted is
 * named and harms nothing. `play` and `review` show the counts. */
#define _POSIX_C_SOURCE 200809L
#include "database/book.h"
#include "database/store.h"
#include "shared/games/read.h"
#include "study/explorer/played.h"

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/harness.h"

/* ---- Games --------------------------------------------------------------------------------- */

static BookGame played;
static size_t rest;

/* What played_take() makes of a game in any text format. */
static const char *take(const char *text, KanameRule rule) {
    Game game;
    Failure failure = FAILURE_NONE;
    game_init(&game, rule, 15, 15);
    ck_assert_msg(game_read(text, strlen(text), &game, &failure) == GAME_READ_WHOLE, "%s",
                  failure.text);
    KanameEngine *engine = kaname_new();
    const char *wrong = played_take(&played, &game, engine, &rest);
    kaname_free(engine);
    game_release(&game);
    return wrong;
}

static void check_game(const char *text, KanameRule rule, size_t count, BookResult result) {
    const char *wrong = take(text, rule);
    ck_assert_msg(wrong == NULL, "%s", wrong);
    ck_assert_uint_eq(played.count, count);
    ck_assert_int_eq(played.result, result);
}

#define FIVE "h8 a1 h9 a3 h10 a5 h11 a7 h12"

START_TEST(a_five_decides_whatever_the_file_says) {
    check_game(FIVE, KANAME_RULE_FREESTYLE, 9, BOOK_BLACK_WON);
    check_game(FIVE " c3 c4", KANAME_RULE_FREESTYLE, 9, BOOK_BLACK_WON); /* played on */
    check_game("(;GM[4]RE[W+];B[ha];W[aa];B[hb];W[ac];B[hc];W[ae];B[hd];W[ag];B[he])",
               KANAME_RULE_FREESTYLE, 9, BOOK_BLACK_WON);
}
END_TEST

START_TEST(without_five_the_file_decides) {
    check_game("h8 i9", KANAME_RULE_FREESTYLE, 2, BOOK_NO_RESULT);
    check_game("(;GM[4]RE[W+R];B[hh];W[aa])", KANAME_RULE_FREESTYLE, 2, BOOK_WHITE_WON);
    check_game("(;GM[4]RE[0];B[hh];W[aa])", KANAME_RULE_FREESTYLE, 2, BOOK_DRAWN);
}
END_TEST

#define OVERLINE "h8 a1 h9 a3 h10 a5 h12 a7 h13 a9 h11"

START_TEST(the_rule_decides_what_a_row_is) {
    check_game(OVERLINE, KANAME_RULE_FREESTYLE, 11, BOOK_BLACK_WON);
    check_game(OVERLINE, KANAME_RULE_STANDARD, 11, BOOK_NO_RESULT);
    check_game(OVERLINE, KANAME_RULE_RENJU, 11, BOOK_WHITE_WON);        /* forbidden */
    check_game(OVERLINE " a11", KANAME_RULE_RENJU, 12, BOOK_NO_RESULT); /* overlooked */
}
END_TEST

START_TEST(a_pass_or_stones_set_up_end_the_count) {
    check_game("(;GM[4];B[hh];W[aa];B[];W[ab];B[ac])", KANAME_RULE_FREESTYLE, 2, BOOK_NO_RESULT);
    ck_assert_uint_eq(rest, 2);
    check_game("(;GM[4];B[hh];W[aa];AB[cc]W[ab])", KANAME_RULE_FREESTYLE, 2, BOOK_NO_RESULT);
    check_game("(;GM[4];B[hh];B[aa])", KANAME_RULE_FREESTYLE, 1, BOOK_NO_RESULT);
    ck_assert_ptr_nonnull(take("(;GM[4]AB[cc];W[ab])", KANAME_RULE_FREESTYLE));
    ck_assert_ptr_nonnull(take("(;GM[4];W[ab])", KANAME_RULE_FREESTYLE));
    ck_assert_ptr_nonnull(take("(;GM[4])", KANAME_RULE_FREESTYLE));
    Game game;
    game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    ck_assert_str_eq(played_take(&played, &game, NULL, &rest), "the game has no moves");
    game_release(&game);
}
END_TEST

START_TEST(a_full_board_is_a_draw) {
    check_game("size 5\na5b5c5d5e5b4a4d4c4a3e4c3b3e3d3b2a2d2c2b1e2c1a1e1d1", KANAME_RULE_FREESTYLE,
               25, BOOK_DRAWN);
}
END_TEST

START_TEST(the_main_line_counts) {
    check_game("(;GM[4];B[hh](;W[aa];B[bb])(;W[cc]))", KANAME_RULE_FREESTYLE, 3, BOOK_NO_RESULT);
}
END_TEST

/* ---- The command --------------------------------------------------------------------------- */

static char folder[TEST_PATH_BYTES];
static char printed[1 << 16];
static const char *program, *seeds;

static void write_file(const char *name, const char *text) {
    write_in(folder, name, text);
}

static void set_up(void) {
    make_folder(folder);
    write_file("a.txt", FIVE);
    write_file("b.sgf", "(;GM[4]SZ[15]RU[0]RE[W+];B[hh];W[aa];B[ii])"
                        "(;GM[4]SZ[15]RU[0];B[hh];W[ab];B[ii])");
}

/* Runs the program in the folder; both outputs are in `printed`. Returns its exit status. */
static int run(const char *words) {
    char line[2048], path[TEST_PATH_BYTES];
    snprintf(line, sizeof line,
             "cd '%s' && export NO_COLOR=1 LC_ALL=C COLUMNS=80 && '%s' %s >output 2>&1", folder,
             program, words);
    int status = system(line);
    path_in(path, folder, "output");
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';
    fclose(file);
    return status == 0 ? 0 : status >> 8;
}

#define ck_shows(text) ck_assert_msg(strstr(printed, text) != NULL, "%s", printed)
#define ck_hides(text) ck_assert_msg(strstr(printed, text) == NULL, "%s", printed)

START_TEST(a_game_is_counted_once) {
    ck_assert_int_eq(run("gather g.db a.txt b.sgf"), 0);
    ck_assert_str_eq(printed, "g.db: 3 games added, 0 known\n");
    ck_assert_int_eq(run("gather g.db b.sgf a.txt"), 0);
    ck_assert_str_eq(printed, "g.db: 0 games added, 3 known\n");
    ck_assert_int_eq(run("gather g.db - <a.txt"), 0);
    ck_assert_str_eq(printed, "g.db: 0 games added, 1 known\n");
}
END_TEST

/* The same four moves in every format, and files of the fuzzer's seeds. */
/* A copy without the result is the same game, whichever comes first. */
START_TEST(a_copy_without_its_result_is_the_same_game) {
    write_file("with.sgf", "(;GM[4]SZ[15]RU[0]RE[W+R];B[hh];W[aa];B[ii])");
    write_file("without.sgf", "(;GM[4]SZ[15]RU[0];B[hh];W[aa];B[ii])");
    write_file("other.sgf", "(;GM[4]SZ[15]RU[0]RE[B+R];B[hh];W[aa];B[ii])");
    ck_assert_int_eq(run("gather one.db with.sgf without.sgf"), 0);
    ck_shows("one.db: 1 game added, 1 known");
    ck_assert_int_eq(run("gather two.db without.sgf with.sgf without.sgf"), 0);
    ck_shows("two.db: 1 game added, 2 known");
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(run(i == 0 ? "play --book one.db --time 0.01 </dev/null"
                                    : "play --book two.db --time 0.01 </dev/null"),
                         0);
        ck_shows("Book: h8 1 (0%).");
    }
    ck_assert_int_eq(run("gather two.db other.sgf"), 0);
    ck_shows("two.db: 1 game added, 0 known");
}
END_TEST

START_TEST(every_format_is_read) {
    write_file("1.txt", "h8 i9 h9 i10");
    write_file("2.sgf", "(;GM[4]SZ[15]RU[0];B[hh];W[ig];B[hg];W[if])");
    write_file("3.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n8,7,0\n9,6,0\n");
    write_file("4.pgn", "[Rule \"freestyle\"]\n[Size \"15x15\"]\n[Result \"*\"]\n\n"
                        "1. h8 i9 2. h9 i10 *\n");
    write_file("5.pos", "\x04\x70\x7E\x6F\x7D");
    ck_assert_int_eq(run("gather g.db 1.txt 2.sgf 3.psq 4.pgn 5.pos"), 0);
    ck_assert_str_eq(printed, "g.db: 1 game added, 4 known\n");
    char words[1024];
    snprintf(words, sizeof words, "gather all.db %s/?.* 2>&1", seeds);
    (void)run(words);
    ck_hides("not Kaname's");
    ck_shows("games added");
}
END_TEST

START_TEST(what_cannot_be_counted_is_named_and_the_rest_is) {
    write_file("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n7,7,0\n99,1,0\n");
    write_file("set.sgf", "(;GM[4]AB[cc];W[ab])");
    ck_assert_int_eq(run("gather g.db none.sgf bad.psq set.sgf a.txt"), 1);
    ck_shows("pbrain-kaname gather: none.sgf: ");
    ck_shows("pbrain-kaname gather: bad.psq: PSQ, line 4: the point lies off the board");
    ck_shows("pbrain-kaname gather: set.sgf: it does not begin with a black stone");
    ck_shows("g.db: 1 game added, 0 known, 3 left out\n");
}
END_TEST

START_TEST(what_is_left_out_of_a_game_is_named_with_the_game) {
    write_file("two.sgf", "(;GM[4];B[hh];W[aa];B[];W[ab];B[ac])(;GM[4]AB[cc];W[ab])"
                          "(;GM[4];B[hh];W[bb];AB[cc];W[ab])");
    ck_assert_int_eq(run("gather g.db two.sgf"), 1);
    ck_shows("pbrain-kaname gather: two.sgf: 2 moves counted; 2 after a pass or setup stones left "
             "out\n");
    ck_shows("pbrain-kaname gather: two.sgf, game 2: it does not begin with a black stone");
    ck_shows("pbrain-kaname gather: two.sgf, game 3: 2 moves counted");
    ck_shows("g.db: 2 games added, 0 known, 1 left out\n");
}
END_TEST

START_TEST(the_size_is_for_games_that_do_not_name_it) {
    write_file("s.txt", "a1 b2");
    ck_assert_int_eq(run("gather --size 9x7 g.db s.txt"), 0);
    ck_shows("g.db: 1 game added, 0 known\n");
    ck_assert_int_eq(run("gather --size 15 g.db s.txt"), 0);
    ck_shows("g.db: 1 game added, 0 known\n"); /* another board, another game */
    ck_assert_int_eq(run("gather --size 9x7 g.db s.txt"), 0);
    ck_shows("g.db: 0 games added, 1 known\n");
    ck_assert_int_eq(run("gather --size 4 g.db s.txt"), 2);
}
END_TEST

START_TEST(rows_that_are_no_games_are_named) {
    sqlite3 *file;
    char path[TEST_PATH_BYTES];
    ck_assert_int_eq(run("gather one.db a.txt"), 0);
    path_in(path, folder, "one.db");
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file,
                                  "INSERT INTO game VALUES ('freestyle', '15x15', 'h8h8', 'black')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(file);
    ck_assert_int_eq(run("gather two.db one.db"), 1);
    ck_shows("pbrain-kaname gather: one.db: some of its rows are not valid games\n");
    ck_shows("two.db: 1 game added, 0 known, 1 left out\n");
}
END_TEST

/* Neither a file that is missing nor one without a game makes a database. */
START_TEST(no_database_is_left_where_nothing_was_read) {
    write_file("letter.txt", "Dear reader");
    ck_assert_int_eq(run("gather new.db nosuch letter.txt"), 1);
    ck_shows("pbrain-kaname gather: nosuch: No such file or directory\n");
    ck_shows("new.db: 0 games added, 0 known, 2 left out\n");
    ck_assert_int_eq(run("gather no/folder/new.db a.txt"), 1);
    ck_shows("pbrain-kaname gather: no/folder/new.db: ");
    ck_hides("games added");
    char path[TEST_PATH_BYTES];
    path_in(path, folder, "new.db");
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(other_files_are_no_databases) {
    ck_assert_int_eq(run("gather b.sgf a.txt"), 1);
    ck_shows("pbrain-kaname gather: b.sgf: ");
    ck_assert_int_eq(run("gather g.db b.sgf"), 0); /* it is as it was */
    ck_assert_int_eq(run("gather g.db"), 2);
    ck_shows("GAME... is missing");
    ck_assert_int_eq(run("gather"), 2);
    ck_shows("DATABASE is missing");
}
END_TEST

START_TEST(databases_and_texts_are_merged) {
    write_file("p.txt", "kaname-positions 1\n0\t15x15\tblack\th8\ti9\t0\t37\t14\tj7\t0\t\n");
    ck_assert_int_eq(run("gather one.db a.txt p.txt"), 0);
    ck_shows("one.db: 1 game added, 0 known; 1 position merged\n");
    ck_assert_int_eq(run("gather two.db b.sgf one.db"), 0);
    ck_shows("two.db: 3 games added, 0 known; 1 position merged\n");
    ck_assert_int_eq(run("gather two.db two.db"), 1);
    ck_shows("itself");
}
END_TEST

/* ---- What is shown ------------------------------------------------------------------------- */

/* Two wins of Black and one of White after h8 i9, turned in three ways; one game in renju. */
static void gather_games(void) {
    write_file("c.sgf", "(;GM[4]SZ[15]RU[0]RE[B+];B[hh];W[ig];B[hg];W[ab])"
                        "(;GM[4]SZ[15]RU[0]RE[B+];B[hh];W[gi];B[hi];W[ae])"
                        "(;GM[4]SZ[15]RU[0]RE[W+];B[hh];W[gg];B[aa])");
    write_file("r.txt", "h8 h9");
    ck_assert_int_eq(run("gather g.db c.sgf"), 0);
    ck_assert_int_eq(run("gather --rule renju g.db r.txt"), 0);
}

START_TEST(play_shows_the_book) {
    gather_games();
    write_file("said", "side both\nh8\ni9\nbook\nquit\nquit\n");
    ck_assert_int_eq(run("play --book g.db <said"), 0);
    ck_shows("Book: h8 3 (67%).\n");
    ck_shows("Move 2, White: you.\nBook: g9 3 (33%).\n");
    ck_shows("move   games    won  drawn   lost  score\n");
    ck_shows("        2      2      0      0 100.0%\n");
    ck_shows("        1      0      0      1   0.0%\n");
    write_file("said", "rule renju\nside both\nh8\nbook\nh9\nbook\nquit\nquit\n");
    ck_assert_int_eq(run("play --book g.db <said"), 0);
    ck_shows("Book: h8 1.\n");
    ck_shows("        1      0      0      0      -\n");
    ck_shows("No book moves: no game of the book reaches this position.");
    write_file("pass.sgf", "(;GM[4]SZ[15];B[hh];W[])");
    write_file("said", "load pass.sgf\nbook\nquit\nquit\n");
    ck_assert_int_eq(run("play --book g.db <said"), 0);
    ck_shows("No book moves: no game of the book reaches this position.");
}
END_TEST

static void read_text(const char *name) {
    char path[TEST_PATH_BYTES];
    path_in(path, folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", name);
    printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';
    fclose(file);
}

START_TEST(reviews_show_the_book) {
    gather_games();
    write_file("t.txt", "h8 g7 a1");
    ck_assert_int_eq(run("--eval table review --nodes 200 --opening 2 --book g.db t.txt"), 0);
    ck_shows("best     win    loss      book\n");
    ck_shows("   1  Black  h8                              3/3\n");
    ck_shows("   2  White  g7                              3/3\n");
    ck_shows("  1/3 h7 2\n"); /* h9 after h8 i9 is the same move */
    ck_assert_int_eq(run("--eval table review --nodes 200 --opening 2 --book g.db --json j.json "
                         "--sgf s.sgf --html p.html t.txt"),
                     0);
    read_text("j.json");
    ck_shows("\"move\":\"h8\",\"black_rate\":null,\"book\":{\"games\":3,\"played\":3,"
             "\"most\":\"h8\",\"most_games\":3}");
    read_text("s.sgf");
    ck_shows("B[hh]C[book: 3 of 3 games]");
    ck_shows("book: 1 of 3 games, most often h7 (2)]");
    read_text("p.html");
    ck_shows("\"book\":{\"games\":3,");
    write_file("t.txt", "h8 a1 a2");
    ck_assert_int_eq(run("--eval table review --nodes 200 --opening 3 --book g.db t.txt"), 0);
    ck_shows("   2  White  a1                              0/3 g9 3\n");
    ck_shows("   3  Black  a2  \n"); /* no game came here */
    ck_assert_int_eq(run("--eval table review --nodes 200 --opening 3 --book g.db --json j.json "
                         "--sgf s.sgf t.txt"),
                     0);
    read_text("j.json");
    ck_shows("\"move\":\"a2\",\"black_rate\":null,\"book\":null");
    read_text("s.sgf");
    ck_shows("W[ao]C[book: 0 of 3 games, most often g9 (3)]");
    ck_hides("B[an]C[book"); /* no game came here */
}
END_TEST

START_TEST(reviews_without_a_book_have_no_word_of_it) {
    ck_assert_int_eq(run("--eval table review --nodes 200 --json j.json a.txt"), 0);
    read_text("j.json");
    ck_hides("book");
    ck_assert_int_eq(run("--eval table review --nodes 200 a.txt"), 0);
    ck_hides("book");
    ck_assert_int_eq(run("--eval table review --nodes 200 --book none.db a.txt"), 1);
    ck_shows("pbrain-kaname review: none.db: ");
}
END_TEST

START_TEST(without_a_book_play_says_how) {
    write_file("said", "book\nquit\n");
    ck_assert_int_eq(run("play <said"), 0);
    ck_shows("play --book FILE");
    ck_hides("Book:");
    ck_assert_int_eq(run("play --book none.db <said"), 1);
    ck_shows("pbrain-kaname play: none.db: ");
    ck_assert_int_eq(run("play --book a.txt <said"), 1);
    ck_shows("pbrain-kaname play: a.txt: file is not a database");
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    program = argv[1];
    seeds = argv[2];
    Suite *suite = suite_create("explorer");
    TCase *games = tcase_create("games"), *command = tcase_create("command");
    TCase *shown = tcase_create("shown");
    tcase_add_test(games, a_five_decides_whatever_the_file_says);
    tcase_add_test(games, without_five_the_file_decides);
    tcase_add_test(games, the_rule_decides_what_a_row_is);
    tcase_add_test(games, a_pass_or_stones_set_up_end_the_count);
    tcase_add_test(games, a_full_board_is_a_draw);
    tcase_add_test(games, the_main_line_counts);
    tcase_add_checked_fixture(command, set_up, NULL);
    tcase_add_test(command, a_game_is_counted_once);
    tcase_add_test(command, a_copy_without_its_result_is_the_same_game);
    tcase_add_test(command, every_format_is_read);
    tcase_add_test(command, what_cannot_be_counted_is_named_and_the_rest_is);
    tcase_add_test(command, what_is_left_out_of_a_game_is_named_with_the_game);
    tcase_add_test(command, the_size_is_for_games_that_do_not_name_it);
    tcase_add_test(command, rows_that_are_no_games_are_named);
    tcase_add_test(command, no_database_is_left_where_nothing_was_read);
    tcase_add_test(command, other_files_are_no_databases);
    tcase_add_test(command, databases_and_texts_are_merged);
    tcase_add_checked_fixture(shown, set_up, NULL);
    tcase_add_test(shown, play_shows_the_book);
    tcase_add_test(shown, reviews_show_the_book);
    tcase_add_test(shown, reviews_without_a_book_have_no_word_of_it);
    tcase_add_test(shown, without_a_book_play_says_how);
    tcase_set_timeout(games, 60);
    tcase_set_timeout(command, 120);
    suite_add_tcase(suite, games);
    tcase_set_timeout(shown, 120);
    suite_add_tcase(suite, command);
    suite_add_tcase(suite, shown);
    return run_suite(suite);
}
