/* `analyze`: its options, how lines are put together, what it prints, and the program itself. */
#define _POSIX_C_SOURCE 200809L
#include "study/analyze.h"

#include "shared/games/read.h"
#include "study/analyze_lines.h"
#include "study/analyze_output.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

/* ---- Options ----------------------------------------------------------------------------- */

static bool read_options(AnalyzeOptions *options, const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    *options = (AnalyzeOptions){.what = NULL};
    return option_read(&analyze_usage, options, list.count, list.words, NULL, failure) ==
           OPTION_READ;
}

START_TEST(options_have_defaults_and_are_read) {
    AnalyzeOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(&options, "", &failure));
    ck_assert_int_eq(options.lines, 3);
    ck_assert_int_eq(options.threads, 1);
    ck_assert(!options.rules.has_rule && !options.is_json);
    ck_assert_ptr_null(options.what);
    ck_assert(read_options(&options,
                           "--lines 5 --time 0.5 --depth 9 --nodes 777 --threads 2 --rule renju "
                           "--size 17x9 --json -",
                           &failure));
    ck_assert_int_eq(options.lines, 5);
    ck_assert_int_eq(options.turn_ms, 500);
    ck_assert_int_eq(options.depth, 9);
    ck_assert_int_eq(options.nodes, 777);
    ck_assert_int_eq(options.threads, 2);
    ck_assert(options.rules.has_rule && options.is_json);
    ck_assert_int_eq(options.rules.rule, KANAME_RULE_RENJU);
    ck_assert_int_eq(options.rules.height, 9);
    ck_assert_str_eq(options.what, "-");
}
END_TEST

static const char *const mistakes[] = {
    "--lines 0", "--lines 65", "--time 0", "--depth 0", "--nodes 0", "--threads 0", "--rule x",
    "--size 4",  "h8 i9",      "--lines",  "--fast",    "--move -1", "--move x",    "--move 485"};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_are_refused) {
    AnalyzeOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(!read_options(&options, mistakes[_i], &failure));
    ck_assert_str_ne(failure.text, "");
}
END_TEST

/* ---- Lines --------------------------------------------------------------------------------- */

static void report(AnalyzeLines *lines, int line, int depth, int score, int x) {
    KanameReport all = {
        .line = line, .depth = depth, .score = score, .pv_count = 1, .pv = {{x, 7}}};
    analyze_add_report(lines, &all);
}

START_TEST(lines_are_sorted_best_first) {
    AnalyzeLines lines = {.wanted = 3};
    report(&lines, 0, 5, -879, 1);
    report(&lines, 1, 5, -872, 2);
    report(&lines, 2, 5, -755, 3);
    analyze_finish_lines(&lines);
    ck_assert_int_eq(lines.count, 3);
    ck_assert_int_eq(lines.lines[0].score, -755);
    ck_assert_int_eq(lines.lines[1].score, -872);
    ck_assert_int_eq(lines.lines[2].score, -879);
}
END_TEST

START_TEST(an_unfinished_iteration_is_completed_by_the_one_before) {
    AnalyzeLines lines = {.wanted = 3};
    report(&lines, 0, 5, 30, 1);
    report(&lines, 1, 5, 20, 2);
    report(&lines, 2, 5, 10, 3);
    report(&lines, 0, 6, 25, 2); /* the second move became the first */
    analyze_finish_lines(&lines);
    ck_assert_int_eq(lines.count, 3);
    ck_assert_int_eq(lines.lines[0].pv[0].x, 1);
    ck_assert_int_eq(lines.lines[0].depth, 5);
    ck_assert_int_eq(lines.lines[1].pv[0].x, 2);
    ck_assert_int_eq(lines.lines[1].depth, 6);
    ck_assert_int_eq(lines.lines[2].pv[0].x, 3);
}
END_TEST

START_TEST(no_more_lines_than_wanted) {
    AnalyzeLines lines = {.wanted = 2};
    for (int i = 0; i < 5; i++)
        report(&lines, i, 5, i, i);
    report(&lines, 0, 6, 9, 9);
    analyze_finish_lines(&lines);
    ck_assert_int_eq(lines.count, 2);
}
END_TEST

/* ---- The command --------------------------------------------------------------------------- */

static char folder[TEST_PATH_BYTES], output[TEST_PATH_BYTES], input[TEST_PATH_BYTES];
static char printed[1 << 16];
static const char *program;

static void write_input(const char *text) {
    FILE *file = fopen(input, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void set_up(void) {
    make_folder(folder);
    path_in(output, folder, "output");
    path_in(input, folder, "input");
    write_input("");
}

/* Runs the program; both outputs are in `printed`. Returns its exit status. */
static int run(const char *words) {
    char line[2048];
    snprintf(line, sizeof line, "NO_COLOR=1 LC_ALL=C '%s' analyze %s <'%s' >'%s' 2>&1", program,
             words, input, output);
    int status = system(line);
    FILE *file = fopen(output, "rb");
    ck_assert_ptr_nonnull(file);
    printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';
    fclose(file);
    return status == 0 ? 0 : status >> 8;
}

#define ck_shows(text) ck_assert_msg(strstr(printed, text) != NULL, "%s", printed)

START_TEST(a_list_of_moves_is_analyzed) {
    ck_assert_int_eq(run("--nodes 3000 --lines 4 h8i9j8"), 0);
    ck_shows(" 8  . . . . . . . X .[X]");
    ck_shows("White to move, freestyle, 3 stones.");
    const char *table = strstr(printed, "depth  line");
    ck_assert_ptr_nonnull(table);
    ck_assert_ptr_nonnull(strstr(table, "\n 4  "));
    ck_assert_ptr_null(strstr(table, "\n 5  "));
}
END_TEST

START_TEST(a_win_is_named) {
    ck_assert_int_eq(run("--depth 4 --lines 1 a1a15b1b15c1c15d1d15"), 0);
    ck_shows("\n 1  e1    100.0%   win in 1");
}
END_TEST

START_TEST(json_has_all_of_it) {
    ck_assert_int_eq(run("--json --depth 4 --lines 2 --rule renju a1a15b1b15c1c15d1d15"), 0);
    ck_shows("{\"rule\":\"renju\",\"width\":15,\"height\":15,\"moves\":[\"a1\",\"a15\"");
    ck_shows("\"to_move\":\"black\",\"end\":null,\"format\":\"list of moves\",\"fault\":null");
    ck_shows("\"lines\":[{\"move\":\"e1\",\"win_rate\":1.0000,\"score\":");
    ck_shows("\"plies_to_win\":1,");
    ck_shows("\"line\":[\"e1\"]}");
}
END_TEST

START_TEST(files_and_standard_input_are_read) {
    char words[TEST_PATH_BYTES + 32];
    write_input("(;GM[4]SZ[9]RU[renju];B[ee])");
    snprintf(words, sizeof words, "--json --nodes 500 '%s'", input);
    ck_assert_int_eq(run(words), 0);
    ck_shows("{\"rule\":\"renju\",\"width\":9,\"height\":9,\"moves\":[\"e5\"]");
    ck_assert_int_eq(run("--json --nodes 500 -"), 0);
    ck_shows("\"moves\":[\"e5\"]");
    write_input("Piskvorky 20x15, 0:0, 0\n1,1,0\n");
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows("\"width\":20,\"height\":15,\"moves\":[\"a15\"]");
}
END_TEST

/* A game that is over has positions that are not; passes are no moves; setup stands before them. */
START_TEST(a_position_inside_a_game_is_analyzed) {
    ck_assert_int_eq(run("--json --nodes 500 --move 3 a1a15b1b15c1c15d1d15e1h8"), 0);
    ck_shows("\"moves\":[\"a1\",\"a15\",\"b1\"],\"to_move\":\"white\",\"end\":null,");
    ck_shows("\"fault\":null");
    ck_shows("{\"color\":\"black\",\"move\":\"b1\"}],\"nodes\":");
    ck_assert_int_eq(run("--nodes 500 --move 8 a1a15b1b15c1c15d1d15e1"), 0);
    ck_shows("Black to move, freestyle, 8 stones.");
    ck_assert_int_eq(run("--json --nodes 500 --move 9 a1a15b1b15c1c15d1d15e1"), 0);
    ck_shows("\"end\":\"black\"");
    write_input("(;GM[4]SZ[9]AB[aa];W[ee];B[];W[ff](;B[gg])(;B[hh]))");
    ck_assert_int_eq(run("--json --nodes 500 --move 0"), 0);
    ck_shows("\"moves\":[\"a9\"],\"to_move\":\"white\"");
    ck_assert_int_eq(run("--json --nodes 500 --move 2"), 0);
    ck_shows("\"moves\":[\"a9\",\"e5\",\"f4\"],\"to_move\":\"black\"");
    ck_assert_int_eq(run("--nodes 500 --move 4"), 1);
    ck_shows("pbrain-kaname analyze: --move 4: no such position; the game has 3 moves\n");
}
END_TEST

#define LINK "kaname.html#rule=caro&size=9&moves=e5--d4c3"

START_TEST(a_link_of_the_page_is_analyzed_at_its_position) {
    ck_assert_int_eq(run("--json --nodes 500 '" LINK "&at=3'"), 0);
    ck_shows("{\"rule\":\"caro\",\"width\":9,\"height\":9,\"moves\":[\"e5\",\"d4\"]");
    ck_shows("{\"color\":\"black\",\"move\":\"d4\"}],\"nodes\":");
    ck_assert_int_eq(run("--json --nodes 500 '" LINK "'"), 0);
    ck_shows("{\"color\":\"white\",\"move\":\"c3\"}],\"nodes\":");
    ck_assert_int_eq(run("--json --nodes 500 --move 1 '" LINK "&at=3'"), 0);
    ck_shows("\"moves\":[\"e5\"]");
    ck_assert_int_eq(run("--nodes 500 '" LINK "&at=5'"), 1);
    ck_shows("line 1: at= in the link is 0 to 4, its moves)");
    ck_assert_int_eq(run("--nodes 500 'https://x.org/kaname.html#rule=go&moves=h8'"), 1);
    ck_shows("line 1: unknown rule in the link)");
}
END_TEST

START_TEST(the_first_of_several_games_is_said_to_be_it) {
    char words[TEST_PATH_BYTES + 32];
    write_input("(;GM[4];B[aa])(;GM[4];B[bb])\n(;GM[4];B[cc])");
    snprintf(words, sizeof words, "--nodes 500 '%s'", input);
    ck_assert_int_eq(run(words), 0);
    ck_shows("pbrain-kaname analyze: note: the first of 3 games; 'pbrain-kaname convert' writes");
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows("note: the first of 3 games;");
    ck_shows("\"moves\":[\"a15\"]");
    write_input("(;GM[4];B[aa])\n");
    ck_assert_int_eq(run("--nodes 500"), 0);
    ck_assert_ptr_null(strstr(printed, "note:"));
}
END_TEST

START_TEST(a_part_is_analyzed_and_said_to_be_one) {
    write_input("Piskvorky 15x15, 0:0, 0\n8,8,0\n99,1,0\n");
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows("pbrain-kaname analyze: PSQ, line 3: the point lies off the board; the 1 move before");
    ck_shows("\"fault\":\"PSQ, line 3:");
    ck_shows("\"moves\":[\"h8\"]");
}
END_TEST

START_TEST(what_cannot_be_read_fails) {
    ck_assert_int_eq(run("--nodes 500 no-such-file.psq"), 1);
    ck_shows("'no-such-file.psq': neither a file that can be read nor a list of moves\n");
    ck_assert_int_eq(run("--nodes 500 a16"), 1);
    ck_shows("'a16': neither a file that can be read nor a list of moves (list of moves, line 1: ");
    ck_assert_int_eq(run("--nodes 500 h8i9h8"), 1);
    ck_shows("nor a list of moves (list of moves, line 1: h8: the point is occupied)");
    ck_assert_int_eq(run("--nodes 500"), 1);
    ck_shows("the file is empty");
    ck_assert_int_eq(run("--nodes 0 h8"), 2);
}
END_TEST

START_TEST(a_large_input_is_read_whole) {
    enum { COMMENT = 200000 };
    char *text = malloc(COMMENT + 64);
    ck_assert_ptr_nonnull(text);
    char *at = text + sprintf(text, "(;GM[4]SZ[9];B[ee]C[");
    memset(at, 'x', COMMENT);
    strcpy(at + COMMENT, "];W[aa])");
    write_input(text);
    free(text);
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows("\"moves\":[\"e5\",\"a9\"]");
}
END_TEST

START_TEST(a_folder_is_no_input) {
    ck_assert(remove(input) == 0 && mkdir(input, 0700) == 0);
    ck_assert_int_eq(run("--nodes 500"), 1);
    ck_shows("pbrain-kaname analyze: the input cannot be read");
}
END_TEST

START_TEST(moves_behind_the_end_are_left_out) {
    ck_assert_int_eq(run("--json --nodes 500 a1a15b1b15c1c15d1d15e1h8"), 0);
    ck_shows("pbrain-kaname analyze: move 10: the game is over");
    ck_shows("\"fault\":\"move 10: the game is over\"");
    ck_shows("\"end\":\"black\"");
}
END_TEST

START_TEST(a_game_that_a_foul_ended_is_won_by_white) {
    ck_assert_int_eq(run("--rule renju --json --nodes 500 h9a1h10c1i8e1j8g1h8"), 0);
    ck_shows("\"end\":\"white\"");
    ck_assert_int_eq(run("--rule renju --nodes 500 h9a1h10c1i8e1j8g1h8"), 0);
    ck_shows("White has won: Black's last stone is forbidden.");
}
END_TEST

/* Boards that differ have different descriptions. */
START_TEST(json_tells_colours_setup_walls_and_passes) {
    write_input("(;GM[4]SZ[9]AB[aa]AW[bb]WALL[ii];W[ee];B[];W[ff])");
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows(
        "\"stones\":[{\"color\":\"black\",\"point\":\"a9\"},{\"color\":\"white\",\"point\":\"b8\"},"
        "{\"color\":\"white\",\"point\":\"e5\"},{\"color\":\"white\",\"point\":\"f4\"},"
        "{\"color\":\"wall\",\"point\":\"i1\"}]");
    ck_shows("\"steps\":[{\"setup\":[{\"color\":\"black\",\"point\":\"a9\"},"
             "{\"color\":\"white\",\"point\":\"b8\"},{\"color\":\"wall\",\"point\":\"i1\"}]},"
             "{\"color\":\"white\",\"move\":\"e5\"},{\"color\":\"black\",\"move\":\"pass\"},"
             "{\"color\":\"white\",\"move\":\"f4\"}]");
}
END_TEST

START_TEST(a_board_full_but_for_walls_is_a_draw) {
    write_input("(;GM[4]SZ[5]AB[aa:bb][ce:ee]AW[ca:eb][ae:be]WALL[ac:ed];W[])");
    ck_assert_int_eq(run("--json --nodes 500"), 0);
    ck_shows("\"end\":\"draw\"");
}
END_TEST

START_TEST(a_search_of_one_node_has_a_line_too) {
    ck_assert_int_eq(run("--nodes 1 --lines 3 h8i9"), 0);
    const char *table = strstr(printed, "depth  line\n");
    ck_assert_msg(table != NULL && strncmp(table, "depth  line\n 1  ", 16) == 0, "%s", printed);
}
END_TEST

START_TEST(a_game_that_is_over_has_no_lines) {
    ck_assert_int_eq(run("--nodes 500 a1a15b1b15c1c15d1d15e1"), 0);
    ck_shows("Black has won.");
    ck_assert_int_eq(run("--json --nodes 500 a1a15b1b15c1c15d1d15e1"), 0);
    ck_shows("\"end\":\"black\"");
    ck_shows("\"lines\":[]}");
    ck_assert_int_eq(run("--nodes 500 o1a15o3b15o5c15o7d15o9e15"), 0);
    ck_shows("White has won.");
    ck_assert_int_eq(run("--nodes 500 --size 5 a1b1c1d1e1a2b2c2d2e2b3a3d3c3a4e3c4b4e4d4b5a5d5c5e5"),
                     0);
    ck_shows("The board is full: a draw.");
}
END_TEST

START_TEST(an_interrupt_ends_the_search_and_shows_the_lines) {
    char line[2048];
    snprintf(line, sizeof line,
             "LC_ALL=C '%s' analyze --json --time 100 h8 >'%s' & pid=$!; "
             /* once it has computed for some time */
             "while [ $(cut -d' ' -f14 /proc/$pid/stat) -lt 50 ]; do sleep 0.02; done; "
             "kill -INT $pid; wait $pid",
             program, output);
    ck_assert_int_eq(system(line), 0);
    FILE *file = fopen(output, "rb");
    ck_assert_ptr_nonnull(file);
    printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';
    fclose(file);
    ck_shows("\"interrupted\":true");
    ck_shows("\"lines\":[{\"move\":");
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    program = argv[1];
    Suite *suite = suite_create("analyze");
    TCase *parts = tcase_create("parts"), *command = tcase_create("command");
    tcase_add_test(parts, options_have_defaults_and_are_read);
    tcase_add_loop_test(parts, mistakes_are_refused, 0, MISTAKES);
    tcase_add_test(parts, lines_are_sorted_best_first);
    tcase_add_test(parts, an_unfinished_iteration_is_completed_by_the_one_before);
    tcase_add_test(parts, no_more_lines_than_wanted);
    suite_add_tcase(suite, parts);
    tcase_add_checked_fixture(command, set_up, NULL);
    tcase_add_test(command, a_list_of_moves_is_analyzed);
    tcase_add_test(command, a_win_is_named);
    tcase_add_test(command, json_has_all_of_it);
    tcase_add_test(command, files_and_standard_input_are_read);
    tcase_add_test(command, a_position_inside_a_game_is_analyzed);
    tcase_add_test(command, a_link_of_the_page_is_analyzed_at_its_position);
    tcase_add_test(command, the_first_of_several_games_is_said_to_be_it);
    tcase_add_test(command, a_part_is_analyzed_and_said_to_be_one);
    tcase_add_test(command, what_cannot_be_read_fails);
    tcase_add_test(command, a_large_input_is_read_whole);
    tcase_add_test(command, a_folder_is_no_input);
    tcase_add_test(command, moves_behind_the_end_are_left_out);
    tcase_add_test(command, a_game_that_a_foul_ended_is_won_by_white);
    tcase_add_test(command, json_tells_colours_setup_walls_and_passes);
    tcase_add_test(command, a_board_full_but_for_walls_is_a_draw);
    tcase_add_test(command, a_search_of_one_node_has_a_line_too);
    tcase_add_test(command, a_game_that_is_over_has_no_lines);
    tcase_add_test(command, an_interrupt_ends_the_search_and_shows_the_lines);
    suite_add_tcase(suite, command);
    return run_suite(suite);
}
