/* The page asks for facts of a position and for games in files; wrong requests are refused. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/web/desk.h"
#include "protocol/web/drawn_game.h"
#include "support/harness.h"

START_TEST(about_names_the_version_and_all_levels) {
    char text[64];
    snprintf(text, sizeof text, "\"version\":\"%s\",\"isa\":\"%s\"", kaname_version(),
             kaname_isa(desk->thinker));
    expect("about", text);
    expect("about", "\"levels\":[\"newcomer\",\"beginner\",");
    expect("about", ",\"full\"]");
}
END_TEST

/* The number of the answer to `bench`. */
static long bench_nodes(const char *line) {
    char *answer = ask_with(line, NULL);
    const char *at = strstr(answer, "\"nodes\":");
    ck_assert_msg(at != NULL, "%s", answer);
    long nodes = atol(at + strlen("\"nodes\":"));
    free(answer);
    return nodes;
}

START_TEST(the_benchmark_repeats_its_nodes_with_either_evaluator) {
    long network = bench_nodes("bench depth=2"), tables = bench_nodes("bench depth=2 tables=1");
    ck_assert_int_gt(network, 0);
    ck_assert_int_ne(network, tables);
    ck_assert_int_eq(bench_nodes("bench depth=2"), network);
    ck_assert_int_eq(bench_nodes("bench depth=2 tables=1"), tables);
}
END_TEST

START_TEST(facts_tell_side_end_row_and_forbidden_points) {
    expect("facts", "\"side\":\"black\",\"end\":\"none\",\"stones\":0");
    expect("facts moves=h8i9", "\"side\":\"black\"");
    expect("facts moves=h8i9--", "\"side\":\"white\"");
    expect("facts moves=h8h9i8i9j8j9k8k9l8",
           "\"side\":\"white\",\"end\":\"black\",\"stones\":9,\"row\":\"h8i8j8k8l8\"");
    expect("facts rule=renju black=h8i8h9g10 white=a1a2a3a4", "\"forbidden\":\"\"");
    expect("facts rule=renju black=i8j8h9h10 white=a1a3a5a7 side=black", "\"forbidden\":\"h8\"");
    expect("facts black=h8 walls=a1b1 side=white", "\"side\":\"white\"");
    expect("facts size=6x5 moves=f5", "\"stones\":1");
}
END_TEST

START_TEST(facts_tell_threats_of_both_sides) {
    expect("facts black=h8i8j8 white=a1a3a5", "\"black_fours\":\"g8k8\"");
    expect("facts black=h8i8j8k8 white=g8a3a5", "\"black_fives\":\"l8\",\"black_fours\":\"\"");
    expect("facts black=h8i8j8k8 white=a1a2a4", "\"black_fives\":\"g8l8\",\"black_fours\":\"\"");
    expect("facts white=h8i8j8k8 black=g8a3a5", "\"white_fives\":\"l8\"");
    expect("facts white=h8i8j8k8 black=g8 walls=l8", "\"white_fives\":\"\"");
}
END_TEST

START_TEST(threats_are_named_with_their_rows) {
    expect("threats black=h8i8j8 white=a1a3a5",
           "{\"rows\":[{\"side\":\"black\",\"kind\":\"open-three\",\"stones\":\"h8i8j8\","
           "\"points\":\"g8k8\"}]}");
    expect("threats black=h8i8k8 white=a1a3a5",
           "\"kind\":\"open-three\",\"stones\":\"h8i8k8\",\"points\":\"j8\"");
    expect("threats white=h8i9j10k11 black=g7a3a5",
           "{\"rows\":[{\"side\":\"white\",\"kind\":\"four\",\"stones\":\"h8i9j10k11\","
           "\"points\":\"l12\"}]}");
    expect("threats black=h8h9h10h11 white=a1a3a5",
           "\"kind\":\"open-four\",\"stones\":\"h11h10h9h8\",\"points\":\"h12h7\"");
    expect("threats black=h8i8j8 white=f8l8a5", "{\"rows\":[]}");
    /* Beyond k8 an overline would stand. */
    expect("threats rule=renju black=h8i8j8m8 white=a1a3a5a7",
           "\"stones\":\"h8i8j8\",\"points\":\"g8\"");
    expect("threats black=h8i8j8m8 white=a1a3a5a7", "\"stones\":\"h8i8j8\",\"points\":\"g8k8\"");
    expect("threats moves=h8h9i8i9j8j9k8k9l8", "{\"rows\":[]}");
}
END_TEST

START_TEST(a_forbidden_point_is_explained_by_its_rows) {
    expect("foul rule=renju black=i8j8h9h10 white=a1a3a5a7 side=black points=h8",
           "{\"foul\":\"double-three\",\"rows\":[{\"side\":\"black\",\"kind\":\"open-three\","
           "\"stones\":\"h10h9h8\"");
    expect("foul rule=renju black=i8j8h9h10 white=a1a3a5a7 side=black points=h8",
           "\"stones\":\"h8i8j8\"");
    expect("foul rule=renju black=f8g8h8j8k8 white=a1a3a5a7a9 side=black points=i8",
           "{\"foul\":\"overline\",\"rows\":[{\"side\":\"black\",\"kind\":\"overline\",\"stones\":"
           "\"f8g8h8i8j8k8\"");
    expect("foul rule=renju black=e8f8i8h9h10h11 white=a1a3a5a7a9h12 side=black points=h8",
           "{\"foul\":\"double-four\"");
    expect("foul rule=renju black=i8j8h9h10 white=a1a3a5a7 side=black points=a15", "{\"wrong\":\"");
    expect("foul rule=renju moves=h8i9 points=h9h10", "{\"wrong\":\"");
    expect("foul rule=renju moves=h8i9", "{\"wrong\":\"");
}
END_TEST

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* Returns how many points are forbidden after a game by chance; two rows, or one overline, explain
 * each of them. */
static size_t explain_all(KanameEngine *game, uint64_t seed) {
    enum { STONES = 30 };
    char moves[8 * STONES], line[512];
    KanamePoint points[KANAME_MAX_CELLS];
    play_by_chance(game, &seed, STONES, moves);
    size_t count = kaname_forbidden(game, points, KANAME_MAX_CELLS);
    for (size_t i = 0; i < count; i++) {
        snprintf(line, sizeof line, "foul rule=renju moves=%s points=%c%d", moves,
                 'a' + points[i].x, 15 - points[i].y);
        char *answer = ask_with(line, NULL);
        bool is_one = strstr(answer, "\"foul\":\"overline\"") != NULL;
        ck_assert_msg(count_of(answer, "\"stones\"") >= (is_one ? 1 : 2), "%s: %s", line, answer);
        free(answer);
    }
    return count;
}

START_TEST(every_forbidden_point_is_explained) {
    size_t explained = 0;
    KanameEngine *game = kaname_new();
    ck_assert(game != NULL && kaname_set_rule(game, KANAME_RULE_RENJU) == KANAME_OK);
    for (uint64_t seed = 1; seed <= 60; seed++)
        explained += explain_all(game, seed);
    ck_assert_uint_gt(explained, 60);
    kaname_free(game);
}
END_TEST

START_TEST(wrong_requests_are_refused_with_a_reason) {
    static const char *const lines[] = {"",
                                        "   ",
                                        "jump",
                                        "facts moves",
                                        "facts jump=1",
                                        "facts rule=chess",
                                        "facts rule=a-rule-with-a-name-of-forty-characters-",
                                        "facts walls=h",
                                        "think moves=h8h8",
                                        "think moves=h8 black=h8",
                                        "solve moves=h8h8",
                                        "facts size=4",
                                        "facts size=23",
                                        "facts size=15x",
                                        "facts moves=h8h8",
                                        "facts moves=z99",
                                        "facts moves=h",
                                        "facts moves=-",
                                        "facts black=p1",
                                        "facts side=red",
                                        "think lines=0",
                                        "think lines=11",
                                        "think level=11",
                                        "think threads=0",
                                        "think threads=65",
                                        "think ms=-1",
                                        "think ms=x",
                                        "solve mode=vcx",
                                        "swap2 moves=h8 ms=10",
                                        "opening",
                                        "opening opening=swap3",
                                        "opening opening=rif size=8",
                                        "opening opening=rif answers=a1h9i10",
                                        "opening opening=rif answers=h8h9i10,,",
                                        "opening opening=rif answers=h8h9i10:4",
                                        "opening opening=yamaguchi answers=h8h9i10:13",
                                        "opening opening=rif points=h8-",
                                        "opening opening=rif answers=a1b1c1d1e1f1g1h1i1j1k1l1m1",
                                        "decide opening=swap1 answers=h8,swap ms=10",
                                        "defences moves=h8h9i8i9j8j9k8k9l8",
                                        "facts moves=h8h9i8i9j8j9k8k9l8a1",
                                        "read",
                                        "write"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect(lines[i], "{\"wrong\":\"");
    expect("facts", "\"end\":\"none\"");
}
END_TEST

START_TEST(games_are_read_and_written) {
    expect_with("read", "(;GM[4]SZ[15]RU[renju]PB[A \"b\"];B[hh]C[one\ntwo](;W[ii])(;W[jj]))",
                "\"rule\":\"renju\",\"width\":15,\"height\":15,\"end\":\"none\",\"side\":\"black\","
                "\"black\":\"A "
                "\\\"b\\\"\",\"white\":\"\",\"event\":\"\",\"date\":\"\",\"notice\":\"\",\"fault\":"
                "\"\",\"nodes\":[[-1,\"\",\"\"],"
                "[0,\"bh8\",\"one\\u000atwo\"],[1,\"wi7\",\"\"],[1,\"wj6\",\"\"]]");
    expect_with("read", "(;GM[4]SZ[15]AB[aa]AW[bb];B[cc])", "[[-1,\"\",\"\",\"ba15wb14\"]");
    expect_with("read", "(;GM[4]SZ[15];B[hh];W[hh])", "\"fault\":\"SGF");
    expect_with("read", "(;GM[4]SZ[15];B[hh]LB[aa:x][bb:y \"z])",
                "[0,\"bh8\",\"\",\"\",{\"a15\":\"x\",\"b14\":\"y \\\"z\"}]");
    expect_with("read", "(;GM[1]EV[Cup]DT[2020-01-02];B[hh]TR[hh]XY[a\n])",
                "\"event\":\"Cup\",\"date\":\"2020-01-02\",\"notice\":\"GM[1]");
    expect_with("read", "(;GM[4];B[hh]TR[hh]XY[a\\]\n])",
                "[0,\"bh8\",\"\",\"\",{},\"TR[hh]XY[a\\\\]\\u000a]\"]");
    /* ";B[hh]TR[hh]XY[a\]\n]" in hexadecimal. */
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tbh8\t\t\t@TR[hh]XY[a\\\\]\\n]\n",
                "3b425b68685d54525b68685d58595b615c5d0a5d");
    /* Who moves within the game, where the move before does not say. */
    expect_with("read", "(;GM[4];B[hh]PL[B];B[ii];AB[aa]PL[B];W[bb])",
                "[0,\"bh8\",\"\",\"\",{},\"PL[B]\"],[1,\"bi7\",\"\"],"
                "[2,\"\",\"\",\"ba15\",{},\"PL[B]\"],[3,\"wb14\",\"\"]");
    expect_with("read", "(;GM[4];B[hh]PL[W]TR[hh];W[ii])", "[0,\"bh8\",\"\",\"\",{},\"TR[hh]\"],");
    /* ";B[hh]PL[B]TR[hh]" in hexadecimal. */
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tbh8\t\t\t@TR[hh]PL[B]\n",
                "3b425b68685d504c5b425d54525b68685d");
    /* Odd names go through: ";B[hh]_Y[b]". */
    expect_with("read", "(;GM[4];B[hh]_Y[b])", "{},\"_Y[b]\"]");
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tbh8\t\t\t@_Y[b]\n", "3b425b68685d5f595b625d");
    /* Small letters too: ";B[hh]Yz[b]". */
    expect_with("read", "(;GM[4];B[hh]Yz[b])", "{},\"Yz[b]\"]");
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tbh8\t\t\t@Yz[b]\n", "3b425b68685d597a5b625d");
    expect_with("read", "hello", "{\"wrong\":\"");
    /* "8,8" in hexadecimal. */
    expect_with("write format=psq", "A\nB\n-1\t\n0\tbh8\n1\twi9\n", "382c38");
    expect_with("write format=psq rule=renju", "A\nB\n-1\t\n0\tbh8\n",
                "\"notice\":\"the file does not hold the rule, renju\"");
    expect_with("write format=sgf rule=renju", "A\nB\n-1\t\n0\tbh8\n", "\"notice\":\"\"");
    expect_with("write format=sgf rule=renju",
                "A\nB\n-1\t\t\tba1\n0\tbh8\tx\\ny\\\\\n1\twi9\n1\twj10\n", "\"bytes\":\"283b");
    /* ";B[hh]LB[aa:x][bb:y]" in hexadecimal. */
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tbh8\t\t\ta15=x\tb14=y\n",
                "3b425b68685d4c425b61613a785d5b62623a795d");
    /* Parts of records, in hexadecimal: PL[W], RE[W, RE[0] and ;B[]. */
    expect_with("write format=sgf side=white", "A\nB\n-1\t\t\tbh8\n", "504c5b575d");
    expect_with("write format=sgf end=white", "A\nB\n-1\t\n0\tbh8\n", "52455b57");
    expect_with("write format=sgf end=draw", "A\nB\n-1\t\n0\tbh8\n", "52455b305d");
    expect_with("write format=sgf", "A\nB\n-1\t\n0\tb--\n", "3b425b5d");
    expect_with("read", "(;GM[4]SZ[15];B[];W[hh])", "[0,\"b--\",\"\"],[1,\"wh8\"");
}
END_TEST

START_TEST(wrong_trees_are_refused) {
    static const char *const trees[] = {"A\nB\n",
                                        "A\nB\n-1\t\n5\tbh8\n",
                                        "A\nB\n-1\t\n0\tbh8\n0\twi9\n1\twj9\n",
                                        "A\nB\n-1\t\n0\txh8\n",
                                        "A\nB\n-1\t\n0\tqh8\n",
                                        "A\nB\n-1\t\n0\tbh99\n",
                                        "A\nB\n-1\t\n0\tb\n",
                                        "A\nB\n-1\t\t\tqh8\n",
                                        "A\nB\n-1\t\t\tbz8\n",
                                        "A\nB\n-1\t\n0\tbh8\n1\twh8\n",
                                        "A\nB\n-1\t\n0\tbh8\t\t\tz99=x\n",
                                        "A\nB\n-1\t\n0\tbh8\t\t\t@T)R[hh]\n",
                                        "A\nB\n-1\t\n0\tbh8\t\t\t@TR[hh\n",
                                        "A\nB\n-1\t\n0\tbh8\t\t\t@TR\n",
                                        "A\nB\n-1\t\n0\tbh8\t\t\th81\n"};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        expect_with("write format=sgf", trees[i], "{\"wrong\":\"");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("web");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, about_names_the_version_and_all_levels);
    tcase_add_test(tests, the_benchmark_repeats_its_nodes_with_either_evaluator);
    tcase_add_test(tests, facts_tell_side_end_row_and_forbidden_points);
    tcase_add_test(tests, facts_tell_threats_of_both_sides);
    tcase_add_test(tests, threats_are_named_with_their_rows);
    tcase_add_test(tests, a_forbidden_point_is_explained_by_its_rows);
    tcase_add_test(tests, every_forbidden_point_is_explained);
    tcase_add_test(tests, wrong_requests_are_refused_with_a_reason);
    tcase_add_test(tests, games_are_read_and_written);
    tcase_add_test(tests, wrong_trees_are_refused);
    Suite *suite = suite_create("web");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
