/* Games in the position database: each is counted once, in all its images, and what another program
 * or a kill left there never harms. */
#define _POSIX_C_SOURCE 200809L
#include "database/book.h"

#include "database/store.h"
#include "database/text.h"
#include "io/notation.h"
#include "io/symmetry.h"

#include <check.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/database/put.h"
#include "shared/status/failure.h"
#include "support/harness.h"

static char path[TEST_PATH_BYTES], other_path[TEST_PATH_BYTES];
static Book *book;

static Book *open_book(const char *name) {
    Failure failure = FAILURE_NONE;
    Book *opened = book_open(name, &failure);
    ck_assert_msg(opened != NULL, "%s", failure.text);
    return opened;
}

static void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "games.db");
    path_in(other_path, folder, "other.db");
    book = open_book(path);
}

static void tear_down(void) {
    book_close(book);
}

/* Rows are counted from the top, as in the database. */
static BookGame game_of(const char *moves, int width, int height, BookResult result) {
    BookGame game = {
        .rule = KANAME_RULE_FREESTYLE, .width = width, .height = height, .result = result};
    const char *end = moves + strlen(moves);
    while (moves < end)
        ck_assert(notation_read_point(&moves, end, 0, &game.moves[game.count++]));
    return game;
}

static BookAdding add(const char *moves, BookResult result) {
    BookGame game = game_of(moves, 15, 15, result);
    return book_add(book, &game);
}

static DatabasePosition position_of(const char *moves) {
    BookGame game = game_of(moves, 15, 15, BOOK_NO_RESULT);
    DatabasePosition position;
    database_position_init(&position, KANAME_RULE_FREESTYLE, 15, 15);
    for (size_t i = 0; i < game.count; i++)
        ck_assert(database_position_play(&position, game.moves[i]));
    return position;
}

static BookMoves look(const char *moves) {
    BookMoves found;
    DatabasePosition position = position_of(moves);
    ck_assert(book_look(book, &position, &found));
    return found;
}

static KanamePoint point_of(const char *text) {
    KanamePoint point;
    ck_assert(notation_read_point(&text, text + strlen(text), 0, &point));
    return point;
}

static BookMove find(const char *moves, const char *move) {
    BookMove found;
    DatabasePosition position = position_of(moves);
    ck_assert(book_find(book, &position, point_of(move), &found));
    return found;
}

static void check_move(BookMove move, int games, int wins, int draws, int losses) {
    ck_assert_int_eq(move.games, games);
    ck_assert_int_eq(move.wins, wins);
    ck_assert_int_eq(move.draws, draws);
    ck_assert_int_eq(move.losses, losses);
}

static void run_sql(const char *name, const char *sql) {
    sqlite3 *file;
    char *error = NULL;
    ck_assert_int_eq(sqlite3_open(name, &file), SQLITE_OK);
    int status = sqlite3_exec(file, sql, NULL, NULL, &error);
    ck_assert_msg(status == SQLITE_OK, "%s: %s", sql, error);
    sqlite3_close(file);
}

static sqlite3_int64 ask(const char *name, const char *sql) {
    sqlite3 *file;
    sqlite3_stmt *row;
    ck_assert_int_eq(sqlite3_open(name, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(file, sql, -1, &row, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    sqlite3_int64 number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(file);
    return number;
}

/* ---- Counting ------------------------------------------------------------------------------ */

START_TEST(results_are_those_of_the_side_that_moves) {
    ck_assert_int_eq(add("h8i9j7", BOOK_BLACK_WON), BOOK_ADDED);
    ck_assert_int_eq(add("h8i9j8", BOOK_WHITE_WON), BOOK_ADDED);
    ck_assert_int_eq(add("h8i9k8", BOOK_DRAWN), BOOK_ADDED);
    ck_assert_int_eq(add("h8i9k9", BOOK_NO_RESULT), BOOK_ADDED);
    check_move(find("", "h8"), 4, 1, 1, 1);
    check_move(find("h8", "i9"), 4, 1, 1, 1);
    check_move(find("h8i9", "j7"), 1, 1, 0, 0);
    check_move(find("h8i9", "j8"), 1, 0, 0, 1);
    check_move(find("h8i9", "k8"), 1, 0, 1, 0);
    check_move(find("h8i9", "k9"), 1, 0, 0, 0);
    check_move(find("h8i9", "a1"), 0, 0, 0, 0);
    ck_assert_int_eq(find("h8i9j7", "a1").games, 0);
}
END_TEST

START_TEST(white_wins_count_for_white) {
    (void)add("h8i9", BOOK_WHITE_WON);
    check_move(find("h8", "i9"), 1, 1, 0, 0);
    check_move(find("", "h8"), 1, 0, 0, 1);
}
END_TEST

START_TEST(a_game_counts_once_in_all_its_images) {
    BookGame game = game_of("g8i9j7c4", 15, 15, BOOK_BLACK_WON), image = game;
    ck_assert_int_eq(book_add(book, &game), BOOK_ADDED);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        for (size_t i = 0; i < game.count; i++)
            image.moves[i] = symmetry_image(symmetry, game.moves[i], 15, 15);
        ck_assert_int_eq(book_add(book, &image), BOOK_KNOWN);
    }
    check_move(find("", "g8"), 1, 1, 0, 0);
    check_move(find("", "h9"), 1, 1, 0, 0);
    check_move(find("g8i9", "j7"), 1, 1, 0, 0);
}
END_TEST

START_TEST(so_it_does_on_rectangles) {
    BookGame wide = game_of("b1c3h8", 12, 9, BOOK_NO_RESULT);
    BookGame high = game_of("a2c3h8", 9, 12, BOOK_NO_RESULT); /* axes swapped */
    ck_assert_int_eq(book_add(book, &wide), BOOK_ADDED);
    ck_assert_int_eq(book_add(book, &high), BOOK_KNOWN);
}
END_TEST

START_TEST(other_results_rules_and_sizes_are_other_games) {
    BookGame game = game_of("h8i9", 15, 15, BOOK_BLACK_WON);
    ck_assert_int_eq(book_add(book, &game), BOOK_ADDED);
    game.result = BOOK_WHITE_WON;
    ck_assert_int_eq(book_add(book, &game), BOOK_ADDED);
    game.rule = KANAME_RULE_RENJU;
    ck_assert_int_eq(book_add(book, &game), BOOK_ADDED);
    game.width = game.height = 19;
    ck_assert_int_eq(book_add(book, &game), BOOK_ADDED);
    check_move(find("", "h8"), 2, 1, 0, 1);
    DatabasePosition position = position_of("h8");
    BookMoves moves;
    position.rule = KANAME_RULE_RENJU;
    ck_assert(book_look(book, &position, &moves));
    ck_assert_uint_eq(moves.count, 1);
    check_move(moves.moves[0], 1, 1, 0, 0);
}
END_TEST

START_TEST(moves_that_the_position_makes_equal_are_one) {
    /* After h8 the board is its own image under all eight symmetries. */
    static const char *const games[] = {"h8h9a1", "h8h7a2", "h8g8a3", "h8i8a4"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        ck_assert_int_eq(add(games[i], BOOK_BLACK_WON), BOOK_ADDED);
    (void)add("h8i9a1", BOOK_WHITE_WON);
    BookMoves moves = look("h8");
    ck_assert_uint_eq(moves.count, 2);
    ck_assert_int_eq(moves.games, 5);
    check_move(moves.moves[0], 4, 0, 0, 4);
    check_move(moves.moves[1], 1, 1, 0, 0);
    check_move(find("h8", "g8"), 4, 0, 0, 4);
    check_move(find("h8", "g7"), 1, 1, 0, 0);
}
END_TEST

START_TEST(moves_come_in_the_callers_orientation) {
    (void)add("h8i9j7", BOOK_BLACK_WON);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        DatabasePosition position;
        BookMoves moves;
        const char *const names[] = {"h8", "i9", "j7"};
        KanamePoint points[3];
        for (int i = 0; i < 3; i++)
            points[i] = symmetry_image(symmetry, point_of(names[i]), 15, 15);
        database_position_init(&position, KANAME_RULE_FREESTYLE, 15, 15);
        ck_assert(database_position_play(&position, points[0]));
        ck_assert(database_position_play(&position, points[1]));
        ck_assert(book_look(book, &position, &moves));
        ck_assert_uint_eq(moves.count, 1);
        /* The position is its own image in the diagonal: j7 and g10 are one move. */
        KanamePoint twin = symmetry_image(symmetry, point_of("g10"), 15, 15);
        KanamePoint found = moves.moves[0].move;
        ck_assert((found.x == points[2].x && found.y == points[2].y) ||
                  (found.x == twin.x && found.y == twin.y));
        ck_assert_int_eq(position.cells[found.y * 15 + found.x], KANAME_EMPTY);
    }
}
END_TEST

START_TEST(the_most_frequent_move_comes_first) {
    (void)add("h8i9c3", BOOK_BLACK_WON);
    (void)add("h8i8c3", BOOK_BLACK_WON);
    (void)add("h8i9c4", BOOK_BLACK_WON);
    BookMoves moves = look("h8");
    ck_assert_uint_eq(moves.count, 2);
    ck_assert_int_eq(moves.moves[0].games, 2);
    ck_assert_int_eq(moves.moves[1].games, 1);
}
END_TEST

START_TEST(moves_as_frequent_as_others_come_in_reading_order) {
    static const char *const games[] = {"h8i9d4", "h8i9l12", "h8i9k12", "h8i9j7"};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(add(games[i], BOOK_NO_RESULT), BOOK_ADDED);
    BookMoves moves = look("h8i9");
    ck_assert_uint_eq(moves.count, 4);
    for (size_t i = 1; i < moves.count; i++) {
        KanamePoint before = moves.moves[i - 1].move, move = moves.moves[i].move;
        ck_assert_int_lt(before.y * 15 + before.x, move.y * 15 + move.x);
    }
}
END_TEST

START_TEST(an_impossible_game_changes_nothing) {
    ck_assert_int_eq(add("h8i9h8", BOOK_BLACK_WON), BOOK_FAILED);
    ck_assert_str_ne(book_error(book), "");
    ck_assert_int_eq(ask(path, "SELECT count(*) FROM game"), 0);
    ck_assert_int_eq(ask(path, "SELECT count(*) FROM played"), 0);
    ck_assert_int_eq(add("h8i9", BOOK_BLACK_WON), BOOK_ADDED); /* goes on */
}
END_TEST

START_TEST(shares_count_a_draw_half) {
    const BookMove none = {.games = 3}, some = {.games = 9, .wins = 2, .draws = 1, .losses = 1};
    ck_assert(book_share(&none) < 0);
    ck_assert_double_eq(book_share(&some), 2.5 / 4);
}
END_TEST

/* ---- The file ------------------------------------------------------------------------------ */

static DatabaseRecord record_of(int value) {
    return (DatabaseRecord){.value = value, .depth = 12};
}

START_TEST(positions_and_games_share_a_file) {
    Failure failure = FAILURE_NONE;
    DatabasePosition position = position_of("h8i9");
    DatabaseRecord record = record_of(70);
    (void)add("h8i9", BOOK_BLACK_WON);
    Database *database = database_open(path, &failure);
    ck_assert_ptr_nonnull(database);
    ck_assert(put_record(database, &position, &record));
    ck_assert_int_eq(database_count(database), 1);
    char repaired[64] = "x";
    ck_assert(database_check(database) && database_fix(database, repaired, sizeof repaired) &&
              database_save(database));
    ck_assert_str_eq(repaired, "");
    ck_assert_int_eq(database_file_write_text(database, other_path, &failure), 1);
    ck_assert_int_eq(database_file_read_text(database, other_path, &failure), 1);
    database_close(database);
    check_move(find("h8", "i9"), 1, 0, 0, 1);
}
END_TEST

START_TEST(a_database_of_positions_takes_games) {
    Failure failure = FAILURE_NONE;
    DatabasePosition position = position_of("h8i9");
    DatabaseRecord record = record_of(70);
    Database *database = database_open(other_path, &failure);
    ck_assert(put_record(database, &position, &record));
    database_close(database);
    ck_assert_ptr_null(book_open_to_read(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "no games"));
    Book *other = open_book(other_path);
    book_close(other);
    other = book_open_to_read(other_path, &failure);
    ck_assert_msg(other != NULL, "%s", failure.text);
    BookMoves moves;
    ck_assert(book_look(other, &position, &moves));
    ck_assert_uint_eq(moves.count, 0);
    book_close(other);
    ck_assert_int_eq(ask(other_path, "SELECT count(*) FROM position"), 1);
}
END_TEST

/* What another program may have made of the tables. */
static const char *const foreign_tables[] = {
    "DROP TABLE played",
    "DROP TABLE game",
    "DROP TABLE played; CREATE TABLE played (games INTEGER)",
    "DROP TABLE game; CREATE TABLE game AS SELECT * FROM played",
    "DROP TABLE game; DROP TABLE played; CREATE TABLE played (x); CREATE TABLE game (y)",
    "ALTER TABLE game ADD COLUMN more TEXT",
};
enum { FOREIGN_TABLES = sizeof foreign_tables / sizeof foreign_tables[0] };

START_TEST(other_tables_of_these_names_are_refused) {
    Failure failure = FAILURE_NONE;
    book_close(open_book(other_path));
    run_sql(other_path, foreign_tables[_i]);
    ck_assert_ptr_null(book_open(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "tables of games"));
    failure.text[0] = '\0';
    ck_assert_ptr_null(book_open_to_read(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "tables of games"));
    Database *database = database_open(other_path, &failure); /* positions go on */
    ck_assert_msg(database != NULL, "%s", failure.text);
    database_close(database);
}
END_TEST

#define ROW(move, figures) \
    "INSERT INTO played VALUES ('freestyle', '15x15', 'black', '', '', " move ", " figures ");"

START_TEST(figures_of_another_program_are_brought_into_range) {
    run_sql(path, ROW("'h8'", "-5, -1, -2, 3") ROW("'a1'", "'many', x'00', 1.5, 'x'")
                      ROW("'b1'", "9223372036854775807, 9223372036854775807, 9223372036854775807,"
                                  " 9223372036854775807") ROW("'c1'", "0, 0, 0, 0")
                          ROW("'d1'", "2, 1, 0, 0"));
    BookMoves moves = look("");
    ck_assert_uint_eq(moves.count, 4); /* c1 was never played */
    ck_assert_int_ge(moves.games, moves.moves[0].games);
    for (size_t i = 0; i < moves.count; i++) {
        const BookMove *move = &moves.moves[i];
        ck_assert(move->wins >= 0 && move->draws >= 0 && move->losses >= 0);
        ck_assert_int_ge(move->games, move->wins + move->draws + move->losses);
        ck_assert(book_share(move) <= 1);
    }
    check_move(find("", "h8"), 3, 0, 0, 3);
    check_move(find("", "d1"), 2, 1, 0, 0);
    ck_assert_int_eq(add("b1h8", BOOK_BLACK_WON), BOOK_ADDED);
    ck_assert_int_gt(find("", "b1").games, 0);
}
END_TEST

START_TEST(moves_of_another_program_are_left_out_if_impossible) {
    run_sql(path,
            ROW("''", "1, 0, 0, 0") ROW("'z9'", "1, 0, 0, 0") ROW("'h99'", "1, 0, 0, 0")
                ROW("'h0'", "1, 0, 0, 0") ROW("x'ff00'", "1, 0, 0, 0") ROW("'h8i9'", "1, 0, 0, 0")
                    ROW("'c4'", "1, 0, 0, 0") ROW("'c04'", "7, 0, 0, 0"));
    BookMoves moves = look("");
    ck_assert_uint_eq(moves.count, 1);
    ck_assert_int_eq(moves.moves[0].move.x, 2);
    run_sql(path, "INSERT INTO played VALUES"
                  " ('freestyle', '15x15', 'white', 'h8', '', 'h8', 3, 0, 0, 0)");
    ck_assert_uint_eq(look("h8").count, 0); /* a stone stands there */
}
END_TEST

START_TEST(a_killed_writer_leaves_whole_games) {
    book_close(book);
    book = NULL;
    const BookGame start = game_of("h8i9", 15, 15, BOOK_BLACK_WON);
    int known = 0;
    for (int round = 0; round < 10; round++) {
        int told[2];
        ck_assert_int_eq(pipe(told), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) { /* no assertion here: check's message would be torn by the kill */
            Failure failure = FAILURE_NONE;
            book = book_open(path, &failure);
            for (int i = 0; book != NULL && i < 7 * 15 * 15; i++) {
                BookGame game = start;
                game.moves[game.count++] = (KanamePoint){i % 15, i / 15 % 7};
                game.moves[game.count++] = (KanamePoint){i / 105, 14};
                if (book_add(book, &game) == BOOK_FAILED ||
                    write(told[1], &i, sizeof i) != (ssize_t)sizeof i)
                    break;
            }
            _exit(1);
        }
        close(told[1]);
        int last = -1, wanted = known + 3 + round;
        while (last < wanted && read(told[0], &last, sizeof last) == sizeof last)
            ;
        kill(child, SIGKILL);
        while (read(told[0], &last, sizeof last) == sizeof last)
            ;
        close(told[0]);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        known = last;
        sqlite3_int64 games = ask(path, "SELECT count(*) FROM game");
        ck_assert_int_gt(games, known); /* all that were told are there */
        ck_assert_int_eq(ask(path, "SELECT games FROM played WHERE black='' AND white=''"), games);
        ck_assert_int_eq(ask(path, "SELECT sum(games) FROM played"), 4 * games);
    }
    book = open_book(path);
}
END_TEST

/* ---- Files of positions -------------------------------------------------------------------- */

START_TEST(another_database_is_merged_with_its_games) {
    BookIntake intake;
    Book *own = book;
    book = open_book(other_path);
    (void)add("h8i9j7", BOOK_BLACK_WON);
    (void)add("h8i9j8", BOOK_WHITE_WON);
    book_close(book);
    book = own;
    (void)add("h8i9j7", BOOK_BLACK_WON);
    ck_assert_int_eq(book_file(other_path), BOOK_FILE_DATABASE);
    ck_assert(book_take(book, other_path, &intake));
    ck_assert_int_eq(intake.added, 1);
    ck_assert_int_eq(intake.known, 1);
    ck_assert(book_take(book, other_path, &intake));
    ck_assert_int_eq(intake.known, 2);
    check_move(find("", "h8"), 2, 1, 0, 1);
    ck_assert(!book_take(book, path, &intake));
    ck_assert_ptr_nonnull(strstr(book_error(book), "itself"));
}
END_TEST

START_TEST(a_database_of_positions_alone_brings_no_games) {
    Failure failure = FAILURE_NONE;
    BookIntake intake;
    Database *positions = database_open(other_path, &failure);
    DatabasePosition position = position_of("h8i9");
    DatabaseRecord record = record_of(37);
    ck_assert(positions != NULL && put_record(positions, &position, &record));
    database_close(positions);
    ck_assert(book_take(book, other_path, &intake));
    ck_assert_int_eq(intake.positions, 1);
    ck_assert_int_eq(intake.added + intake.known + intake.left_out, 0);
}
END_TEST

START_TEST(rows_that_are_no_games_are_left_out) {
    BookIntake intake;
    book_close(open_book(other_path));
    run_sql(other_path,
            "INSERT INTO game VALUES ('freestyle', '15x15', 'h8h8', 'black'),"
            " ('freestyle', '15x15', 'h8', 'victory'), ('chess', '15x15', 'h8', 'none'),"
            " ('freestyle', '99x99', 'h8', 'none'), ('freestyle', '15x15', '', 'none'),"
            " ('freestyle', '5x5', 'h8', 'none'), (x'ff', x'00', x'01', x'02'),"
            " ('freestyle', '15x15', 'h8i9', 'none')");
    ck_assert(book_take(book, other_path, &intake));
    ck_assert_int_eq(intake.added, 1);
    ck_assert_int_eq(intake.left_out, 7);
}
END_TEST

START_TEST(a_text_of_positions_is_merged) {
    static const char text[] =
        DATABASE_FILE_TEXT_MARK "\nfreestyle\t15x15\tblack\th8\ti9\t0\t37\t14\tj7\t0\t\n";
    BookIntake intake;
    FILE *file = fopen(other_path, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    ck_assert_int_eq(book_file(other_path), BOOK_FILE_TEXT);
    ck_assert(book_take(book, other_path, &intake));
    ck_assert_int_eq(intake.positions, 1);
    ck_assert_int_eq(ask(path, "SELECT value FROM position"), 37);
    file = fopen(other_path, "a");
    ck_assert(file != NULL && fputs("freestyle\tfour", file) >= 0 && fclose(file) == 0);
    ck_assert(!book_take(book, other_path, &intake));
    ck_assert_ptr_nonnull(strstr(book_error(book), "line 3"));
    ck_assert_int_eq(book_file("/nonexistent"), BOOK_FILE_OTHER);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book");
    TCase *tests = tcase_create("book");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, results_are_those_of_the_side_that_moves);
    tcase_add_test(tests, white_wins_count_for_white);
    tcase_add_test(tests, a_game_counts_once_in_all_its_images);
    tcase_add_test(tests, so_it_does_on_rectangles);
    tcase_add_test(tests, other_results_rules_and_sizes_are_other_games);
    tcase_add_test(tests, moves_that_the_position_makes_equal_are_one);
    tcase_add_test(tests, moves_come_in_the_callers_orientation);
    tcase_add_test(tests, the_most_frequent_move_comes_first);
    tcase_add_test(tests, moves_as_frequent_as_others_come_in_reading_order);
    tcase_add_test(tests, an_impossible_game_changes_nothing);
    tcase_add_test(tests, shares_count_a_draw_half);
    tcase_add_test(tests, positions_and_games_share_a_file);
    tcase_add_test(tests, a_database_of_positions_takes_games);
    tcase_add_loop_test(tests, other_tables_of_these_names_are_refused, 0, FOREIGN_TABLES);
    tcase_add_test(tests, figures_of_another_program_are_brought_into_range);
    tcase_add_test(tests, moves_of_another_program_are_left_out_if_impossible);
    tcase_add_test(tests, a_killed_writer_leaves_whole_games);
    tcase_add_test(tests, another_database_is_merged_with_its_games);
    tcase_add_test(tests, a_database_of_positions_alone_brings_no_games);
    tcase_add_test(tests, rows_that_are_no_games_are_left_out);
    tcase_add_test(tests, a_text_of_positions_is_merged);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
