/* `review`: its options, the program itself and what it writes. */
#define _POSIX_C_SOURCE 200809L
#include "study/review/gather.h"
#include "study/review/review.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "protocol/study/review/reviewed.h"
#include "protocol/support/record.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

/* ---- Options ------------------------------------------------------------------------------- */

static ReviewOptions options;

static bool read_options(const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    option_release(&review_usage.tables[0], &options);
    options = (ReviewOptions){.book = NULL};
    return option_read(&review_usage, &options, list.count, list.words, NULL, failure) ==
           OPTION_READ;
}

START_TEST(options_have_defaults_and_are_read) {
    Failure failure = FAILURE_NONE;
    ck_assert_msg(read_options("a.sgf", &failure), "%s", failure.text);
    ck_assert_int_eq(options.nodes, 0);
    ck_assert_int_eq(options.threads, 1);
    ck_assert_int_eq(options.opening, 3);
    ck_assert_int_eq(options.files.count, 1);
    ck_assert(read_options("--nodes 777 a.sgf --time 0.5 --threads 2 b.psq --opening 0 --json j "
                           "--sgf s --html h --resume r --rule renju --size 17x9 -",
                           &failure));
    ck_assert_int_eq(options.nodes, 777);
    ck_assert_int_eq(options.turn_ms, 500);
    ck_assert_int_eq(options.opening, 0);
    ck_assert_int_eq(options.files.count, 3);
    ck_assert_str_eq(options.files.words[1], "b.psq");
    ck_assert_str_eq(options.resume, "r");
    ck_assert(options.rules.has_rule);
    ck_assert_int_eq(options.rules.width, 17);
}
END_TEST

static const char *const mistakes[] = {
    "",           "--nodes 0 a", "--time 0 a", "--threads 0 a", "--opening -1 a",
    "--rule x a", "--json",      "--fast a"};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_are_refused) {
    Failure failure = FAILURE_NONE;
    ck_assert(!read_options(mistakes[_i], &failure));
    ck_assert_str_ne(failure.text, "");
}
END_TEST

/* ---- The command --------------------------------------------------------------------------- */

START_TEST(the_table_names_what_was_missed) {
    ck_assert_int_eq(run("--nodes 2000 game.txt"), 0);
    ck_shows("game.txt: freestyle 15x15, 11 moves, Black won");
    ck_shows("   3  Black  h9  \n");
    ck_shows("   6  White  o1  ");
    ck_shows("  overlooks VCF h");
    ck_shows("   7  Black  o15 ");
    ck_shows("misses VCF h");
    ck_shows("  11  Black  h12         100.0%\n");
    ck_shows("       accuracy  moves");
}
END_TEST

START_TEST(json_has_all_of_it) {
    ck_assert_int_eq(run("--nodes 2000 --json j.json game.txt"), 0);
    ck_assert_str_eq(printed, "");
    read_text("j.json", printed, sizeof printed);
    ck_shows("{\"program\":\"Kaname ");
    ck_shows("\"nodes\":2000,\"time_ms\":null,\"games\":[\n{\"file\":\"game.txt\"");
    ck_shows("\"winner\":\"black\",\"fault\":null,\"setup\":[],\"moves\":[");
    ck_shows("{\"number\":1,\"color\":\"black\",\"move\":\"h8\",\"black_rate\":null}");
    ck_shows(
        "\"grade\":\"inaccuracy\",\"notes\":[\"overlooked\"],\"missed\":null,\"allowed\":\"VCF\"");
    ck_shows("\"notes\":[\"missed win\"],\"missed\":\"VCF\",\"allowed\":null,\"line\":[\"h");
    ck_shows("\"phases\":{\"opening\":{\"accuracy\":");
}
END_TEST

START_TEST(a_game_without_a_move_to_judge_has_no_worst_one) {
    write_file(input, "h8");
    ck_assert_int_eq(run("--nodes 100 --json j.json game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("\"worst\":null,");
    write_file(input, GAME);
    ck_assert_int_eq(run("--nodes 100 --json j.json game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_assert_ptr_null(strstr(printed, "\"worst\":null,"));
}
END_TEST

START_TEST(a_move_before_stones_are_set_up_is_not_judged) {
    int judged = 0;
    write_file(input, "(;GM[4]SZ[15];B[hh];W[ii];AB[aa];B[jj];W[kk])");
    ck_assert_int_eq(run("--nodes 100 --opening 0 --json j.json game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    for (const char *at = printed; (at = strstr(at, "\"grade\":")) != NULL; at++)
        judged++;
    ck_assert_msg(judged == 3, "%s", printed);
}
END_TEST

START_TEST(the_record_can_be_read_again) {
    Game game;
    ck_assert_int_eq(run("--nodes 2000 --sgf s.sgf game.txt"), 0);
    read_record(folder, "s.sgf", &game);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), 11);
    uint32_t node = game_last(&game);
    while (game_move_count(&game, node) > 6)
        node = game.nodes[node].parent;
    ck_assert_ptr_nonnull(strstr(game_comment(&game, node), "inaccuracy?!: win rate 0.0%, lost "));
    ck_assert_ptr_nonnull(strstr(game_comment(&game, node), "overlooks VCF"));
    ck_assert_uint_ne(game.nodes[node].next, GAME_NONE);
    ck_assert_str_eq(game_comment(&game, game.nodes[node].next), "better");
    game_release(&game);
}
END_TEST

START_TEST(the_page_holds_the_games_and_nothing_from_outside) {
    write_file(input, "(;GM[4]PB[</script><b>]PW[b];B[hh];W[aa];B[hi];W[ab];B[hj];W[ad])");
    ck_assert_int_eq(run("--nodes 500 --html p.html game.txt"), 0);
    read_text("p.html", printed, sizeof printed);
    ck_assert_ptr_eq(strstr(printed, "<!DOCTYPE html>"), printed);
    ck_shows("\"black\":\"\\u003c/script>\\u003cb>\"");
    ck_shows("function drawBoard(");
    ck_assert_ptr_null(strstr(printed, "@PAGE_"));
    ck_assert_ptr_null(strstr(printed, "https:"));
}
END_TEST

START_TEST(seconds_instead_of_nodes_are_told) {
    ck_assert_int_eq(run("--time 0.01 --json j.json game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("\"nodes\":null,\"time_ms\":10,\"games\":[");
}
END_TEST

START_TEST(setup_passes_and_comments_stay_in_the_record) {
    Game game;
    write_file(input,
               "(;GM[4]PB[Ann]AB[hh]AW[ii]C[about];B[hi]C[a note];W[];B[hj];W[ij]C[more];B[aa])");
    ck_assert_int_eq(run("--nodes 500 --opening 0 --json j.json --sgf s.sgf game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("\"setup\":[{\"color\":\"black\",\"point\":\"h8\"},{\"color\":\"white\","
             "\"point\":\"i7\"}],\"moves\":[\n{\"number\":1,\"color\":\"black\",\"move\":\"h7\"");
    read_record(folder, "s.sgf", &game);
    GamePosition position;
    ck_assert(game_position(&game, 0, &position));
    ck_assert_uint_eq(position.count, 2);
    uint32_t first = game.nodes[0].first_child;
    ck_assert_str_eq(game_comment(&game, 0), "about");
    ck_assert_str_eq(game_comment(&game, first), "a note"); /* not judged */
    uint32_t pass = game.nodes[first].first_child, black = game.nodes[pass].first_child;
    const char *judged = game_comment(&game, game.nodes[black].first_child);
    ck_assert_ptr_eq(strstr(judged, "more\n\n"), judged);
    ck_assert(game.nodes[game.nodes[first].first_child].is_pass);
    game_release(&game);
    ck_assert_int_eq(run("--nodes 500 game.txt"), 0);
    ck_shows("game.txt: Ann - White, freestyle 15x15");
}
END_TEST

/* Black has a VCF by h11, and i10 wins too, by open threes: only a longer search sees that. */
START_TEST(a_move_that_keeps_a_proven_win_is_not_blamed) {
    write_file(input, "h8 i9 h9 g9 h10 o1 i10");
    ck_assert_int_eq(run("--nodes 1000 game.txt"), 0);
    ck_shows("   7  Black  i10  ");
    ck_assert_msg(strstr(printed, "misses") == NULL, "%s", printed);
}
END_TEST

/* After h8 a longer look finds White's win, and the game follows it. */
START_TEST(a_proven_win_stays_proven_along_its_line) {
    static const char name[] = "\"played_rate\":";
    int proven = 0;
    write_file(input, "i7 g9 f7 i8 h7 g7 i5 g8 g6 h8 j8 i9 f6 f9 h9 g10 g11 e8 f8 h11 i12 d7");
    ck_assert_int_eq(run("--nodes 1000 --json one game.txt"), 0);
    read_text("one", printed, sizeof printed);
    for (const char *at = printed; (at = strstr(at, name)) != NULL;) {
        at += strlen(name);
        double rate = strtod(at, NULL);
        bool is_proven = rate == 0 || rate == 1;
        ck_assert_msg(proven == 0 || is_proven, "%.400s", at);
        proven += is_proven;
    }
    ck_assert_int_gt(proven, 1);
    ck_assert_int_eq(run("--nodes 1000 --threads 2 --resume r --json two game.txt"), 0);
    ck_assert_int_eq(system_in_folder("head -n 9 r >cut"), 0);
    ck_assert_int_eq(run("--nodes 1000 --resume cut --json three game.txt"), 0);
    ck_assert_int_eq(system_in_folder("cmp one two && cmp one three"), 0);
}
END_TEST

START_TEST(the_users_tree_stays_in_the_record) {
    static const char *const parts[] = {
        "RU[Club rules]", "PB[Ann]PW[Bob]", "RE[W+Resign]", "EV[Cup]",   "XY[a][b]",
        "AB[aa][bb]",     "PL[B]",          ";B[hh]TR[hh]", "C[one\n\n", ";W[gg]LB[aa:1]C[mine]"};
    write_file(input, "(;GM[4]RU[Club rules]PB[Ann]PW[Bob]RE[W+Resign]EV[Cup]XY[a]XY[b]"
                      "AB[aa]AB[bb]PL[B];B[hh]TR[hh]C[one](;W[ii];B[jj];W[kk])"
                      "(;W[gg]LB[aa:1]C[mine];B[ff]))");
    ck_assert_int_eq(run("--nodes 200 --opening 0 --sgf s.sgf game.txt"), 0);
    read_text("s.sgf", printed, sizeof printed);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        ck_shows(parts[i]);
}
END_TEST

START_TEST(json_tells_passes_and_setup_of_the_main_line) {
    write_file(input, "(;GM[4]AB[hh];W[hi];B[];W[hj];AE[hh];B[aa])");
    ck_assert_int_eq(run("--nodes 100 --opening 0 --json j.json game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("\"steps\":[{\"setup\":[{\"color\":\"black\",\"point\":\"h8\"}]},"
             "{\"color\":\"white\",\"move\":\"h7\"},{\"color\":\"black\",\"move\":\"pass\"},"
             "{\"color\":\"white\",\"move\":\"h6\"},"
             "{\"setup\":[{\"color\":\"empty\",\"point\":\"h8\"}]},"
             "{\"color\":\"black\",\"move\":\"a15\"}]");
}
END_TEST

START_TEST(a_foul_or_the_file_decides_who_won) {
    write_file(input, "h9 a1 h10 c1 i8 e1 j8 g1 h8");
    ck_assert_int_eq(run("--nodes 100 --rule renju game.txt"), 0);
    ck_shows("9 moves, White won");
    write_file(input, "(;GM[4]RE[B+R];B[hh];W[aa];B[hi];W[ac])");
    ck_assert_int_eq(run("--nodes 100 game.txt"), 0);
    ck_shows("4 moves, Black won");
}
END_TEST

START_TEST(a_long_file_name_is_cut_between_characters) {
    char name[260] = "x", words[600];
    while (strlen(name) + 2 < 250)
        strcat(name, "\xC3\xA9");
    write_file(input, "(;GM[4];B[hh];W[aa];B[hi];W[ac])(;GM[4];B[hh];W[aa];B[hi];W[ac])");
    snprintf(words, sizeof words, "mv game.txt '%s'", name);
    ck_assert_int_eq(system_in_folder(words), 0);
    snprintf(words, sizeof words, "--nodes 100 --json j.json '%s'", name);
    ck_assert_int_eq(run(words), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("\xC3\xA9\",");
    ck_shows("\xC3\xA9, game 2\",");
    ck_assert_ptr_null(strstr(printed, "\xEF\xBF\xBD"));
}
END_TEST

START_TEST(a_narrow_table_ends_its_notes_with_a_whole_word) {
    char line[1024];
    ck_assert_int_eq(run("--nodes 2000 game.txt"), 0);
    ck_shows("misses VCF h");
    snprintf(line, sizeof line, "COLUMNS=52 '%s' --eval table review --nodes 2000 game.txt >output",
             program);
    ck_assert_int_eq(system_in_folder(line), 0);
    read_text("output", printed, sizeof printed);
    ck_shows("?   misses\n");
}
END_TEST

/* Returns the bytes that malloc() has given out; 0 where that is not known. */
static size_t bytes_in_use(void) {
#ifdef __GLIBC__
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

/* Before the first search: the moves of all games are in memory. */
START_TEST(games_take_little_memory_before_they_are_searched) {
    enum { GAMES = 200, MOVES = 60, BYTES_MAX = 400 /* of a move */ };
    static const GatherRules rules = {
        .files = {.rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15}, .opening = 3};
    char *files[] = {input};
    Gathered gathered;
    FILE *file = fopen(input, "wb");
    ck_assert_ptr_nonnull(file);
    for (int game = 0; game < GAMES; game++) {
        fputs("(;GM[4]SZ[15]", file);
        for (int i = 0; i < MOVES; i++) /* rows of two and two */
            fprintf(file, ";%c[%c%c]", i % 2 == 0 ? 'B' : 'W', 'a' + (i / 15 + i % 15 * 2) % 15,
                    'a' + i / 15 * 3);
        fputs(")\n", file);
    }
    ck_assert_int_eq(fclose(file), 0);
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    size_t before = bytes_in_use();
    gather_games(&gathered, "test", files, 1, &rules, engine);
    size_t after = bytes_in_use(), moves = 0;
    ck_assert(gathered.is_whole && gathered.count == GAMES);
    for (size_t i = 0; i < gathered.count; i++)
        moves += gathered.games[i].count;
    ck_assert_uint_eq(moves, GAMES * MOVES);
    ck_assert_uint_lt((after - before) / moves, BYTES_MAX);
    gather_release(&gathered);
    kaname_free(engine);
}
END_TEST

START_TEST(no_game_and_games_without_moves_are_refused) {
    ck_assert_int_eq(run("--nodes 500"), 2);
    ck_shows("pbrain-kaname review: GAME is missing");
    write_file(input, "(;GM[4]SZ[15])");
    ck_assert_int_eq(run("--nodes 500 game.txt"), 1);
    ck_shows("pbrain-kaname review: game.txt: the game has no moves");
}
END_TEST

START_TEST(files_with_several_games_and_standard_input_are_read) {
    write_file(input, "(;GM[4];B[hh];W[aa];B[hi];W[ac])(;GM[4]SZ[9];B[ee];W[aa];B[ef];W[ac])");
    ck_assert_int_eq(run("--nodes 200 --json j.json game.txt - <game.txt"), 0);
    read_text("j.json", printed, sizeof printed);
    ck_shows("{\"file\":\"game.txt\",");
    ck_shows("{\"file\":\"game.txt, game 2\",\"rule\":\"freestyle\",\"width\":9");
    ck_shows("{\"file\":\"-, game 2\",");
}
END_TEST

START_TEST(what_cannot_be_read_is_told_and_the_rest_is_reviewed) {
    char bad[TEST_PATH_BYTES];
    path_in(bad, folder, "bad.psq");
    write_file(bad, "Piskvorky 15x15, 0:0, 0\n8,8,0\n7,7,0\n6,8,0\n9,9,0\n99,1,0\n");
    ck_assert_int_eq(run("--nodes 200 none.sgf bad.psq game.txt"), 1);
    ck_shows("pbrain-kaname review: none.sgf: ");
    ck_shows("pbrain-kaname review: bad.psq: PSQ, line 6: the point lies off the board");
    ck_shows("bad.psq: freestyle 15x15, 4 moves");
    ck_shows("game.txt: freestyle 15x15, 11 moves");
}
END_TEST

START_TEST(a_forbidden_move_is_named) {
    write_file(input, "h8 a1 h9 a3 i7 a5 j7 a15 h7 o1");
    ck_assert_int_eq(run("--nodes 1000 --rule renju game.txt"), 0);
    ck_shows("??  forbidden");
    ck_assert_int_eq(run("--nodes 1000 --rule freestyle game.txt"), 0);
    ck_assert_ptr_null(strstr(printed, "forbidden"));
}
END_TEST

START_TEST(a_dash_is_standard_output) {
    char dash[TEST_PATH_BYTES];
    path_in(dash, folder, "-");
    ck_assert_int_eq(run("--nodes 100 --json - game.txt"), 0);
    ck_assert_ptr_eq(strstr(printed, "{\"program\":\"Kaname"), printed);
    ck_assert_int_eq(run("--nodes 100 --sgf - - <game.txt"), 0);
    ck_assert_ptr_eq(strstr(printed, "(;FF[4]"), printed);
    ck_assert_int_eq(run("--nodes 100 --json - --sgf - game.txt"), 1);
    ck_shows("-: ");
    ck_assert_ptr_null(fopen(dash, "rb"));
}
END_TEST

START_TEST(other_files_are_not_replaced) {
    char other[TEST_PATH_BYTES];
    path_in(other, folder, "other.json");
    write_file(other, "not ours");
    ck_assert_int_eq(run("--nodes 200 --json other.json game.txt"), 1);
    ck_assert_int_eq(run("--nodes 200 --sgf game.txt game.txt"), 1);
    ck_assert_int_eq(run("--nodes 200 --json a --html a game.txt"), 1);
    ck_assert_int_eq(run("--nodes 200 --resume other.json game.txt"), 1);
    read_text("other.json", printed, sizeof printed);
    ck_assert_str_eq(printed, "not ours");
    read_text("game.txt", printed, sizeof printed);
    ck_assert_str_eq(printed, GAME);
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    program = argv[1];
    Suite *suite = suite_create("review");
    TCase *reading = tcase_create("options"), *command = tcase_create("command");
    tcase_add_test(reading, options_have_defaults_and_are_read);
    tcase_add_loop_test(reading, mistakes_are_refused, 0, MISTAKES);
    tcase_add_checked_fixture(command, set_up, NULL);
    tcase_add_test(command, the_table_names_what_was_missed);
    tcase_add_test(command, json_has_all_of_it);
    tcase_add_test(command, a_game_without_a_move_to_judge_has_no_worst_one);
    tcase_add_test(command, a_move_before_stones_are_set_up_is_not_judged);
    tcase_add_test(command, the_record_can_be_read_again);
    tcase_add_test(command, the_page_holds_the_games_and_nothing_from_outside);
    tcase_add_test(command, seconds_instead_of_nodes_are_told);
    tcase_add_test(command, setup_passes_and_comments_stay_in_the_record);
    tcase_add_test(command, a_move_that_keeps_a_proven_win_is_not_blamed);
    tcase_add_test(command, a_proven_win_stays_proven_along_its_line);
    tcase_add_test(command, the_users_tree_stays_in_the_record);
    tcase_add_test(command, json_tells_passes_and_setup_of_the_main_line);
    tcase_add_test(command, a_foul_or_the_file_decides_who_won);
    tcase_add_test(command, a_long_file_name_is_cut_between_characters);
    tcase_add_test(command, a_narrow_table_ends_its_notes_with_a_whole_word);
    tcase_add_test(command, games_take_little_memory_before_they_are_searched);
    tcase_add_test(command, no_game_and_games_without_moves_are_refused);
    tcase_add_test(command, files_with_several_games_and_standard_input_are_read);
    tcase_add_test(command, what_cannot_be_read_is_told_and_the_rest_is_reviewed);
    tcase_add_test(command, a_forbidden_move_is_named);
    tcase_add_test(command, a_dash_is_standard_output);
    tcase_add_test(command, other_files_are_not_replaced);
    tcase_set_timeout(command, 120);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, command);
    return run_suite(suite);
}
