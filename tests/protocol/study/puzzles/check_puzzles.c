/* `puzzles`: which positions become puzzles, and the program itself. */
#define _POSIX_C_SOURCE 200809L
#include "study/puzzles/puzzles.h"

#include "io/notation.h"
#include "study/puzzles/defence.h"
#include "study/puzzles/puzzle.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/support/record.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

/* ---- Positions ----------------------------------------------------------------------------- */

static const char *read_points(KanameStone *stones, size_t *count, const char *text,
                               KanameColor color) {
    const char *end = text + strlen(text);
    KanamePoint point;
    while (notation_read_point(&text, end, 15, &point))
        stones[(*count)++] = (KanameStone){point.x, point.y, color};
    return text;
}

static Puzzle find_by(const PuzzleRules *rules, KanameRule rule, const char *black,
                      const char *white) {
    KanameStone stones[KANAME_MAX_CELLS];
    size_t count = 0;
    Puzzle puzzle;
    ck_assert_int_eq(*read_points(stones, &count, black, KANAME_BLACK), '\0');
    ck_assert_int_eq(*read_points(stones, &count, white, KANAME_WHITE), '\0');
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 4096), KANAME_OK);
    ck_assert_int_eq(kaname_set_rule(engine, rule), KANAME_OK);
    ck_assert_int_eq(kaname_set_position(engine, stones, count, KANAME_BLACK), KANAME_OK);
    KanameStatus status = rules->is_defence ? puzzle_find_defence(engine, rules, &puzzle)
                                            : puzzle_find(engine, rules, &puzzle);
    ck_assert_int_eq(status, KANAME_OK);
    kaname_free(engine);
    return puzzle;
}

static PuzzleRules rules_of(int least_moves, int most_firsts) {
    return (PuzzleRules){.limits = {.nodes = 20000, .turn_ms = -1},
                         .least_moves = least_moves,
                         .most_firsts = most_firsts,
                         .has_vct = true};
}

static Puzzle find(KanameRule rule, const char *black, const char *white, int least_moves) {
    const PuzzleRules rules = rules_of(least_moves, 1);
    return find_by(&rules, rule, black, white);
}

/* Two closed threes that cross at e5: Black wins by a double four there, and by nothing slower, for
 * White has open threes. */
#define CROSS_BLACK "b5c5d5e2e3e4"
#define CROSS_WHITE "a5e1k9k10k11n5n6n7"

START_TEST(a_double_four_is_a_puzzle) {
    Puzzle puzzle = find(KANAME_RULE_FREESTYLE, CROSS_BLACK, CROSS_WHITE, 1);
    ck_assert_int_eq(puzzle.kind, REVIEW_VCF);
    ck_assert(puzzle.is_puzzle);
    ck_assert_int_eq(puzzle.line.moves[0].x, 4);
    ck_assert_int_eq(puzzle.line.moves[0].y, 10);
    ck_assert_uint_eq(puzzle.line.count, 3);
}
END_TEST

START_TEST(a_short_win_is_left_out) {
    Puzzle puzzle = find(KANAME_RULE_FREESTYLE, CROSS_BLACK, CROSS_WHITE, 3);
    ck_assert_int_eq(puzzle.kind, REVIEW_VCF);
    ck_assert(!puzzle.is_puzzle);
}
END_TEST

START_TEST(a_win_in_two_ways_is_no_puzzle) {
    Puzzle puzzle = find(KANAME_RULE_FREESTYLE, CROSS_BLACK "g13h13i13", CROSS_WHITE, 1);
    ck_assert_int_ne(puzzle.kind, REVIEW_NO_WIN);
    ck_assert(!puzzle.is_puzzle);
}
END_TEST

START_TEST(as_many_first_moves_may_win_as_asked) {
    PuzzleRules rules = rules_of(1, PUZZLE_FIRSTS_MAX);
    Puzzle puzzle = find_by(&rules, KANAME_RULE_FREESTYLE, CROSS_BLACK "g13h13i13", CROSS_WHITE);
    ck_assert(puzzle.is_puzzle);
    ck_assert_int_gt(puzzle.first_count, 1);
    for (int i = 0; i < puzzle.first_count; i++)
        for (int j = 0; j < i; j++)
            ck_assert(puzzle.firsts[i].x != puzzle.firsts[j].x ||
                      puzzle.firsts[i].y != puzzle.firsts[j].y);
    rules.most_firsts = puzzle.first_count - 1;
    ck_assert(
        !find_by(&rules, KANAME_RULE_FREESTYLE, CROSS_BLACK "g13h13i13", CROSS_WHITE).is_puzzle);
    rules.most_firsts = 0;
    puzzle = find_by(&rules, KANAME_RULE_FREESTYLE, CROSS_BLACK "g13h13i13", CROSS_WHITE);
    ck_assert(puzzle.is_puzzle);
    ck_assert_int_eq(puzzle.first_count, 0);
}
END_TEST

/* Black, to move, has nothing; White threatens the double four of CROSS at e5. */
#define LOOSE "a1o1a15o15m2m12"

static Puzzle find_defence(const char *black, const char *white, int most_firsts) {
    PuzzleRules rules = rules_of(2, most_firsts);
    rules.is_defence = true;
    rules.has_vct = false; /* White's stones are many: no move stops all its threats */
    return find_by(&rules, KANAME_RULE_FREESTYLE, black, white);
}

START_TEST(moves_that_stop_a_double_four_are_a_puzzle_of_defence) {
    Puzzle puzzle = find_defence("a5e1" LOOSE, CROSS_BLACK, PUZZLE_FIRSTS_MAX);
    ck_assert(puzzle.is_defence && puzzle.is_puzzle);
    ck_assert_int_eq(puzzle.kind, REVIEW_VCF);
    ck_assert_uint_eq(puzzle.threat.count, 3);
    ck_assert_uint_eq(puzzle.line.count, 1);
    bool has_cross = false;
    for (int i = 0; i < puzzle.first_count; i++)
        has_cross = has_cross || (puzzle.firsts[i].x == 4 && puzzle.firsts[i].y == 10);
    ck_assert(has_cross);
    ck_assert(!find_defence("a5e1" LOOSE, CROSS_BLACK, puzzle.first_count - 1).is_puzzle);
}
END_TEST

START_TEST(without_a_threat_or_with_a_win_at_hand_there_is_nothing_to_defend) {
    ck_assert(!find_defence("a5e1e5" LOOSE, CROSS_BLACK, PUZZLE_FIRSTS_MAX).is_puzzle);
    ck_assert(!find_defence("a5e1k9k10k11n5n6n7g13h13i13" LOOSE, CROSS_BLACK, PUZZLE_FIRSTS_MAX)
                   .is_puzzle);
}
END_TEST

START_TEST(a_forbidden_double_four_is_none) {
    Puzzle puzzle = find(KANAME_RULE_RENJU, CROSS_BLACK, CROSS_WHITE, 1);
    ck_assert(!puzzle.is_puzzle);
}
END_TEST

START_TEST(a_five_at_hand_is_none) {
    Puzzle puzzle = find(KANAME_RULE_FREESTYLE, CROSS_BLACK "a12b12c12d12", CROSS_WHITE, 1);
    ck_assert(puzzle.has_five);
    ck_assert(!puzzle.is_puzzle);
    puzzle = find(KANAME_RULE_FREESTYLE, CROSS_BLACK, CROSS_WHITE "k12", 1);
    ck_assert(puzzle.has_five);
}
END_TEST

START_TEST(levels_grow_with_moves_and_nodes) {
    ck_assert_int_eq(puzzle_level(4, 10), 1);
    ck_assert_int_eq(puzzle_level(5, 10), 2);
    ck_assert_int_eq(puzzle_level(7, 999), 3);
    ck_assert_int_eq(puzzle_level(4, 1000), 2);
    ck_assert_int_eq(puzzle_level(9, 1000000), PUZZLE_LEVELS);
}
END_TEST

/* ---- The command --------------------------------------------------------------------------- */

static PuzzlesOptions options;

static OptionOutcome read_options(const char *line) {
    static WordList list;
    Failure failure = FAILURE_NONE;
    words_split(&list, line);
    option_release(&puzzles_usage.tables[0], &options);
    options = (PuzzlesOptions){.json = NULL};
    return option_read(&puzzles_usage, &options, list.count, list.words, NULL, &failure);
}

START_TEST(options_are_read) {
    ck_assert_int_eq(read_options("--moves 5 --vcf a --pos x --nodes 7 b --keys"), OPTION_READ);
    ck_assert_int_eq(options.least_moves, 5);
    ck_assert(options.is_vcf_only && options.has_keys);
    ck_assert_int_eq(options.files.count, 2);
    ck_assert_int_eq(read_options("--time 0.25 --size 19x9 a"), OPTION_READ);
    ck_assert_int_eq(options.turn_ms, 250);
    ck_assert_int_eq(options.rules.width, 19);
    ck_assert_int_eq(options.rules.height, 9);
    ck_assert_int_eq(read_options("--time 0 a"), OPTION_WRONG);
    ck_assert_int_eq(read_options("--moves 0 a"), OPTION_WRONG);
    ck_assert_int_eq(read_options("--moves 5"), OPTION_WRONG);
    option_release(&puzzles_usage.tables[0], &options);
}
END_TEST

static char folder[TEST_PATH_BYTES], printed[1 << 18];
static const char *program;

static void write_file(const char *name, const char *text) {
    write_in(folder, name, text);
}

static void read_text(const char *name) {
    char path[TEST_PATH_BYTES];
    path_in(path, folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", name);
    printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';
    fclose(file);
}

static int run(const char *words) {
    char line[1024];
    snprintf(line, sizeof line, "cd '%s' && '%s' puzzles %s >output 2>&1", folder, program, words);
    int status = system(line);
    read_text("output");
    return status == 0 ? 0 : status >> 8;
}

#define ck_shows(text) ck_assert_msg(strstr(printed, text) != NULL, "%s", printed)

/* The cross, by turns; Black does not see it and plays elsewhere. The second game is its mirror. */
#define GAME "b5 a5 c5 e1 o15 k9 o1 n5 d5 k10 e2 n6 e3 k11 e4 n7 a15 g15"
#define MIRROR "n5 o5 m5 k1 a15 e9 a1 b5 l5 e10 k2 b6 k3 e11 k4 b7 o15 i15"

static void set_up(void) {
    make_folder(folder);
    write_file("game.txt", GAME);
    write_file("mirror.txt", MIRROR);
}

START_TEST(puzzles_are_listed) {
    ck_assert_int_eq(run("--moves 1 --nodes 5000 --keys game.txt"), 0);
    ck_shows("   1      1  VCF        3 ");
    ck_shows("black       17  e5    game.txt");
    ck_assert_ptr_null(strstr(printed, "\n   2 "));
    ck_assert_int_eq(run("--moves 1 --nodes 5000 game.txt"), 0);
    ck_assert_ptr_null(strstr(printed, "e5"));
}
END_TEST

START_TEST(a_position_without_moves_is_one_also_if_its_game_has_a_result) {
    write_file("problem.sgf", "(;GM[4]SZ[15]AB[gh][hh][ih]AW[aa][ca]PL[B]RE[B+])");
    ck_assert_int_eq(run("--moves 1 --firsts 0 --nodes 5000 --keys problem.sgf"), 0);
    ck_shows("   1 ");
    ck_shows("problem.sgf");
}
END_TEST

START_TEST(mirrored_positions_count_once) {
    ck_assert_int_eq(run("--moves 1 --nodes 5000 mirror.txt"), 0);
    ck_shows("   1      1  VCF ");
    ck_assert_int_eq(run("--moves 1 --nodes 5000 game.txt mirror.txt"), 0);
    ck_shows("   1      1  VCF ");
    ck_assert_ptr_null(strstr(printed, "mirror.txt"));
}
END_TEST

START_TEST(all_formats_are_written) {
    Game game;
    ck_assert_int_eq(run("--moves 1 --nodes 5000 --json j --sgf s.sgf --html h --pos p game.txt"),
                     0);
    ck_assert_str_eq(printed, "");
    read_text("j");
    ck_shows("\"kind\":\"VCF\",\"plies_to_win\":3,");
    ck_shows("\"line\":[\"e5\"");
    size_t points = 1;
    for (const char *at = strstr(printed, "\"line\":["); *at != ']'; at++)
        points += *at == ',';
    ck_assert_uint_eq(points, 3);
    read_text("h");
    ck_shows("<!DOCTYPE html>");
    ck_shows("\"line\":[\"e5\"");
    read_record(folder, "s.sgf", &game);
    GamePosition position;
    ck_assert(game_position(&game, 0, &position));
    ck_assert_uint_eq(position.count, 16);
    ck_assert_int_eq(position.to_move, KANAME_BLACK);
    ck_assert_ptr_nonnull(strstr(game_comment(&game, 0), "Black wins by VCF in 3 stones."));
    ck_assert_int_eq(game.nodes[game.nodes[0].first_child].move.x, 4);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), 3);
    game_release(&game);
    read_record(folder, "p001.pos", &game);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), 16);
    game_release(&game);
}
END_TEST

START_TEST(what_cannot_be_read_or_written_fails) {
    write_file("other", "not ours");
    ck_assert_int_eq(run("--nodes 100 none.sgf"), 1);
    ck_assert_int_eq(run("--nodes 100 --json other game.txt"), 1);
    read_text("other");
    ck_assert_str_eq(printed, "not ours");
    ck_assert_int_eq(run("--nodes 100"), 2);
}
END_TEST

START_TEST(seconds_instead_of_nodes_are_told) {
    ck_assert_int_eq(run("--moves 1 --time 0.02 --json j game.txt"), 0);
    read_text("j");
    ck_shows("\"nodes\":null,\"time_ms\":20");
}
END_TEST

/* The cross as setup stones, and a move elsewhere. */
#define SETUP_GAME \
    "(;GM[4]SZ[15]AB[bk][ck][dk][en][em][el]AW[ak][eo][kg][kf][ke][nk][nj][ni];B[oa];W[gn])"

START_TEST(what_pos_files_cannot_hold_is_told) {
    write_file("setup.sgf", SETUP_GAME);
    ck_assert_int_eq(run("--moves 1 --nodes 5000 --pos p setup.sgf"), 0);
    ck_shows("0 of 1 puzzle is written as .pos; the format holds games of 15x15");
    ck_assert_int_eq(run("--moves 1 --nodes 5000 --pos no/such/folder/p game.txt"), 1);
    ck_shows("pbrain-kaname puzzles: no/such/folder/p: ");
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    program = argv[1];
    Suite *suite = suite_create("puzzles");
    TCase *positions = tcase_create("positions"), *command = tcase_create("command");
    tcase_add_test(positions, a_double_four_is_a_puzzle);
    tcase_add_test(positions, a_short_win_is_left_out);
    tcase_add_test(positions, a_win_in_two_ways_is_no_puzzle);
    tcase_add_test(positions, as_many_first_moves_may_win_as_asked);
    tcase_add_test(positions, moves_that_stop_a_double_four_are_a_puzzle_of_defence);
    tcase_add_test(positions, without_a_threat_or_with_a_win_at_hand_there_is_nothing_to_defend);
    tcase_add_test(positions, a_forbidden_double_four_is_none);
    tcase_add_test(positions, a_five_at_hand_is_none);
    tcase_add_test(positions, levels_grow_with_moves_and_nodes);
    tcase_add_checked_fixture(command, set_up, NULL);
    tcase_add_test(command, options_are_read);
    tcase_add_test(command, puzzles_are_listed);
    tcase_add_test(command, a_position_without_moves_is_one_also_if_its_game_has_a_result);
    tcase_add_test(command, mirrored_positions_count_once);
    tcase_add_test(command, all_formats_are_written);
    tcase_add_test(command, what_cannot_be_read_or_written_fails);
    tcase_add_test(command, seconds_instead_of_nodes_are_told);
    tcase_add_test(command, what_pos_files_cannot_hold_is_told);
    tcase_set_timeout(positions, 60);
    tcase_set_timeout(command, 120);
    suite_add_tcase(suite, positions);
    suite_add_tcase(suite, command);
    return run_suite(suite);
}
