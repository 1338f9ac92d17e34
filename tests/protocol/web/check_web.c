/* The requests of the page and their answers, with the real engine. */
#include "web/handlers/web_commands.h"

#include "study/review/judgement.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

static WebDesk *desk;

static void set_up(void) {
    desk = desk_new();
    ck_assert_ptr_nonnull(desk);
}

static void tear_down(void) {
    desk_free(desk);
    desk = NULL;
}

static char *ask_with(const char *line, const char *data) {
    char *answer = web_answer(desk, line, data, data != NULL ? strlen(data) : 0);
    ck_assert_ptr_nonnull(answer);
    ck_assert_int_eq(answer[0], '{');
    ck_assert_int_eq(answer[strlen(answer) - 1], '}');
    return answer;
}

/* The answer to the request holds the text. */
static void expect_with(const char *line, const char *data, const char *text) {
    char *answer = ask_with(line, data);
    ck_assert_msg(strstr(answer, text) != NULL, "%s: no %s in %s", line, text, answer);
    free(answer);
}

static void expect(const char *line, const char *text) {
    expect_with(line, NULL, text);
}

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

static int below(uint64_t *random, int count);
static void play_by_chance(KanameEngine *game, uint64_t *rng, int count, char *moves);

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

START_TEST(think_answers_lines_best_first_and_goes_on) {
    expect("think moves=h8i9 lines=3 nodes=20000 first=1", "\"done\":true");
    char *first = ask_with("think moves=h8i9 lines=3 ms=100 first=1", NULL);
    char *second = ask_with("think moves=h8i9 lines=3 ms=100", NULL);
    ck_assert(atoi(strstr(second, "\"nodes\":") + 8) > atoi(strstr(first, "\"nodes\":") + 8));
    ck_assert(atoi(strstr(second, "\"ms\":") + 5) >= 150);
    int count = 0, last = KANAME_SCORE_WIN;
    for (const char *at = strstr(second, "\"lines\""); (at = strstr(at, "{\"score\":")) != NULL;
         count++) {
        at += strlen("{\"score\":");
        ck_assert_int_le(atoi(at), last);
        last = atoi(at);
    }
    ck_assert_int_eq(count, 3);
    free(first);
    free(second);
}
END_TEST

START_TEST(slices_of_a_search_add_up) {
    enum { NODES = 2000 };
    char *first = ask_with("think moves=h8i9g9 nodes=2000 first=1", NULL);
    char *second = ask_with("think moves=h8i9g9 nodes=2000", NULL);
    char *other = ask_with("think moves=h8i9g9 nodes=2000 first=1", NULL);
    ck_assert_int_le(atoi(strstr(first, "\"nodes\":") + 8), NODES);
    ck_assert_int_gt(atoi(strstr(second, "\"nodes\":") + 8), NODES);
    ck_assert_int_le(atoi(strstr(other, "\"nodes\":") + 8), NODES);
    free(first);
    free(second);
    free(other);
}
END_TEST

START_TEST(think_takes_threads_at_full_strength_alone) {
    char *one = ask_with("think moves=h8i9g9 level=club seed=1 first=1 forget=1", NULL);
    char *four = ask_with("think moves=h8i9g9 level=club seed=1 first=1 forget=1 threads=4", NULL);
    ck_assert_str_eq(strstr(strstr(one, "\"done\""), ","), strstr(strstr(four, "\"done\""), ","));
    free(one);
    free(four);
    expect("think moves=h8i9g9 nodes=20000 first=1 threads=4", "\"done\":true");
}
END_TEST

START_TEST(think_finds_the_five_at_every_level) {
    expect("think level=club seed=3 ms=500 first=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"best\":\"l8\"");
    expect("think ms=500 first=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"best\":\"l8\",\"score\":29999");
}
END_TEST

START_TEST(think_takes_the_requests_board_and_rule) {
    expect("think first=1 nodes=500 size=6x5 black=b1c1d1e1 white=f1b3d4 side=black",
           "\"best\":\"a1\"");
    /* e1 would make a row of six. */
    expect("think first=1 nodes=500 black=a1b1c1d1f1 white=h8i8j9 side=black", "\"best\":\"e1\"");
    char *answer = ask_with(
        "think first=1 nodes=500 rule=renju black=a1b1c1d1f1 white=h8i8j9 side=black", NULL);
    ck_assert_msg(strstr(answer, "\"best\":\"e1\"") == NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(think_marks_moves_that_lose) {
    char *answer = ask_with("think first=1 nodes=20000 black=h8i8j8 white=a1a3 side=white", NULL);
    char lost[2 * KANAME_MAX_CELLS + 2];
    const char *at = strstr(answer, "\"lost\":\"");
    ck_assert_msg(at != NULL, "%s", answer);
    at += strlen("\"lost\":\"");
    snprintf(lost, sizeof lost, "%.*s", (int)strcspn(at, "\""), at);
    /* White must close the three; far away is too late. */
    ck_assert_msg(strchr(lost, '1') != NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(a_search_of_one_node_has_a_line_too) {
    expect("think first=1 nodes=1 moves=h8i9", "\"lines\":[{\"score\":");
}
END_TEST

START_TEST(a_rate_without_a_proof_is_neither_0_nor_1) {
    const char *far_ahead = "think first=1 nodes=1 rule=renju black=k9j11g9g6h10f11e8k11g7 "
                            "white=j10f6h6f7g10 side=black";
    expect(far_ahead, "\"plies\":0,\"rate\":0.9900,\"depth\":0,\"nodes\"");
    expect(far_ahead, "\"plies\":0,\"rate\":0.9900,\"depth\":0,\"seldepth\"");
    expect("think first=1 nodes=1 black=h8i8j8k8 white=g8a3a5 side=black",
           "\"plies\":1,\"rate\":1.0000,");
}
END_TEST

/* Copies the text of a member of the answer. */
static void copy_member(const char *answer, const char *name, char text[64]) {
    const char *at = strstr(answer, name);
    ck_assert_ptr_nonnull(at);
    at += strlen(name);
    size_t length = strcspn(at, "\",");
    ck_assert_uint_lt(length, 64);
    memcpy(text, at, length);
    text[length] = '\0';
}

/* Lets the engine give both sides' answers of an opening. Returns their number. */
static int decide_all(const char *rule, char answers[256]) {
    char line[512], step[64], points[64], fifths[64];
    int count = 0;
    answers[0] = '\0';
    for (;; count++) {
        snprintf(line, sizeof line, "opening rule=renju opening=%s answers=%s", rule, answers);
        char *state = ask_with(line, NULL);
        copy_member(state, "\"step\":\"", step);
        free(state);
        if (step[0] == '\0')
            return count;
        snprintf(line, sizeof line, "decide rule=renju opening=%s answers=%s nodes=20000", rule,
                 answers);
        char *decision = ask_with(line, NULL);
        copy_member(decision, "\"points\":\"", points);
        copy_member(decision, "\"fifths\":", fifths);
        bool is_swap = strstr(decision, "\"is_swap\":true") != NULL;
        free(decision);
        ck_assert_int_eq(is_swap, points[0] == '\0');
        size_t used = strlen(answers);
        snprintf(answers + used, 256 - used, "%s%s%s%s", count > 0 ? "," : "",
                 is_swap ? "swap" : points, fifths[0] != '0' ? ":" : "",
                 fifths[0] != '0' ? fifths : "");
    }
}

START_TEST(the_engine_answers_every_step_of_every_opening) {
    static const struct {
        const char *rule;
        int least;
    } rules[] = {{"swap2", 2},     {"swap1", 2},       {"rif", 4},
                 {"yamaguchi", 4}, {"taraguchi10", 5}, {"soosorv8", 4}};
    char answers[256], line[512];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        int count = decide_all(rules[i].rule, answers);
        ck_assert_msg(count >= rules[i].least, "%s: %s", rules[i].rule, answers);
        snprintf(line, sizeof line, "decide opening=%s answers=%s", rules[i].rule, answers);
        expect(line, "the opening is over");
    }
}
END_TEST

START_TEST(an_opening_tells_what_may_follow) {
    expect("opening opening=swap2",
           "\"black\":0,\"fifths\":0,\"stones\":\"\",\"offers\":\"\",\"step\":"
           "\"three\",\"player\":0,\"choices\":[{\"act\":\"place\",\"count\":3");
    expect("opening opening=rif", "\"square\":1,\"least\":0,\"most\":0,\"is_move\":false,\"swaps\":"
                                  "false,\"allowed\":\"h8\"");
    expect("opening opening=rif points=h8", "\"allowed\":\"g9h9i9g8i8g7h7i7\"");
    expect("opening opening=rif answers=h8h9i10,swap", "\"black\":1,");
    expect("opening opening=rif answers=h8h9i10,swap", "\"step\":\"fourth\",\"player\":0,");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3", "\"fifths\":3,");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3,h7g8a1",
           "\"offers\":\"h7g8a1\",\"step\":\"pick\"");
    expect("opening opening=soosorv8 answers=h8h9i10,k11:3,h7g8a1", "\"allowed\":\"g8h7a1\"");
    expect("opening opening=swap2 answers=h8a1h9", "\"is_move\":true");
    /* Black has the better of it by far. */
    expect("decide opening=swap2 nodes=20000 answers=h8a1h9", "\"is_swap\":true");
}
END_TEST

START_TEST(solve_proves_wins_and_defences_all_lose) {
    expect("solve mode=vct black=h8i8h9h10 white=a1a3a5a7 side=black ms=5000",
           "\"verdict\":\"win\"");
    /* An open four: a reply to one of its fives, and the other. */
    expect("solve mode=vcf black=h8i8j8 white=g8a1a3 side=black ms=5000",
           "\"verdict\":\"no-win\",\"nodes\":");
    expect("solve mode=vcf black=h8i8j8 white=a1a3 side=black ms=5000", "\"line\":\"g8f8k8\"");
    expect("solve mode=vcf moves=h8i9 ms=5000", "\"verdict\":\"no-win\",\"nodes\":");
    char *answer = ask_with("defences mode=vct black=h8i8j8 white=a1a3 side=white", NULL);
    int count = 0;
    for (const char *at = answer; (at = strstr(at, "\"verdict\":\"")) != NULL; count++, at++)
        ck_assert(strncmp(at, "\"verdict\":\"win\"", 15) == 0 || strstr(at, "no-win") != NULL);
    ck_assert_int_eq(count, 225 - 5);
    ck_assert_ptr_nonnull(strstr(answer, "\"next\":225,\"count\":225"));
    free(answer);
}
END_TEST

START_TEST(defences_come_in_slices) {
    char line[160];
    int next = 0, moves = 0, slices = 0;
    while (next < 225 && slices++ < 1000) {
        snprintf(line, sizeof line,
                 "defences mode=vct ms=1 from=%d black=h8i8j8h9 white=a1a3a5 side=white", next);
        char *answer = ask_with(line, NULL);
        for (const char *at = answer; (at = strstr(at, "\"move\":\"")) != NULL; at++)
            moves++;
        next = atoi(strstr(answer, "\"next\":") + 7);
        free(answer);
    }
    ck_assert_int_eq(next, 225);
    ck_assert_int_eq(moves, 225 - 7);
}
END_TEST

START_TEST(a_review_finds_the_missed_win) {
    enum { MOVES = 8, STEPS = 2 * MOVES + 1 };
    int looks = 0, judged = 0;
    for (int step = 0; step < STEPS; step++) {
        char line[128];
        snprintf(line, sizeof line, "review nodes=3000 moves=h8a1i8o1j8a15o15o2 from=%d", step);
        char *answer = ask_with(line, NULL);
        ck_assert_msg(strstr(answer, "\"steps\":17") != NULL, "%s", answer);
        looks += strstr(answer, "\"look\":") != NULL;
        judged += strstr(answer, "\"move\":") != NULL;
        if (strstr(answer, "\"move\":6") != NULL)
            ck_assert_msg(strstr(answer, "\"missed_win\":\"VC") != NULL, "%s", answer);
        free(answer);
    }
    ck_assert_int_eq(looks, MOVES + 1);
    ck_assert_int_eq(judged, MOVES);
    expect("review moves=h8i9 from=3", "{\"wrong\":\"");
    expect("review moves=h8a1i8o1j8a15o15o2 from=17", "{\"wrong\":\"");
}
END_TEST

/* The judgement of a move of the game, behind all steps before it. */
static char *judge(const char *moves, int count, int index) {
    char line[256];
    for (int step = 0; step <= count + index; step++) {
        snprintf(line, sizeof line, "review nodes=2000 moves=%s from=%d", moves, step);
        free(ask_with(line, NULL));
    }
    snprintf(line, sizeof line, "review nodes=2000 moves=%s from=%d", moves, count + 1 + index);
    return ask_with(line, NULL);
}

static int below(uint64_t *random, int count) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (int)((*random >> 33) % (uint64_t)count);
}

/* Writes a game of moves near the middle, chosen by chance, none of which wins, and plays it. */
static void play_by_chance(KanameEngine *game, uint64_t *rng, int count, char *moves) {
    ck_assert_int_eq(kaname_set_position(game, NULL, 0, KANAME_BLACK), KANAME_OK);
    for (moves[0] = '\0'; count > 0;) {
        KanamePoint at = {4 + below(rng, 7), 4 + below(rng, 7)};
        if (kaname_at(game, at.x, at.y) != KANAME_EMPTY ||
            kaname_wins_at(game, at.x, at.y, kaname_to_move(game)) ||
            kaname_is_forbidden(game, at.x, at.y, kaname_to_move(game)))
            continue;
        ck_assert_int_eq(kaname_play(game, at.x, at.y), KANAME_OK);
        sprintf(moves + strlen(moves), "%c%d", 'a' + at.x, 15 - at.y);
        count--;
    }
}

static double number_of(const char *answer, const char *name) {
    const char *at = strstr(answer, name);
    ck_assert_msg(at != NULL, "%s", answer);
    return atof(at + strlen(name));
}

/* The loss of a blamed move is that by a look eight times longer at the position after it. */
START_TEST(a_review_looks_longer_before_it_blames) {
    enum { MOVES = 14, NODES = 300 };
    const ReviewLimits longer = {.nodes = (uint64_t)8 * NODES, .turn_ms = -1};
    uint64_t rng = 77 + (uint64_t)_i;
    char moves[8 * MOVES], line[256];
    int blamed = 0;
    KanameEngine *game = kaname_new();
    ReviewView *after = malloc(sizeof *after);
    ck_assert(game != NULL && after != NULL);
    play_by_chance(game, &rng, MOVES, moves);
    for (int step = 0; step < 2 * MOVES + 1; step++) {
        snprintf(line, sizeof line, "review nodes=%d moves=%s from=%d", NODES, moves, step);
        char *answer = ask_with(line, NULL);
        if (strstr(answer, "\"mistake\"") != NULL || strstr(answer, "\"blunder\"") != NULL) {
            for (int i = step - MOVES; i < MOVES; i++)
                ck_assert_int_eq(kaname_take_back(game), KANAME_OK);
            ck_assert_int_eq(review_look(game, &longer, after), KANAME_OK);
            double rate = number_of(answer, "\"best_rate\":") - number_of(answer, "\"loss\":");
            ck_assert_double_eq_tol(rate, 1 - after->rate, 0.001);
            play_by_chance(game, (uint64_t[]){77 + (uint64_t)_i}, MOVES, moves);
            blamed++;
        }
        free(answer);
    }
    ck_assert_int_gt(blamed, 0);
    free(after);
    kaname_free(game);
}
END_TEST

START_TEST(a_review_finds_what_was_threatened_before_the_move) {
    char *answer = judge("h8i9h9g9h10o1", 6, 5);
    ck_assert_msg(strstr(answer, "\"notes\":\"overlooked\"") != NULL, "%s", answer);
    free(answer);
    answer = judge("h8i9h9g9o15o1h10a1", 8, 7);
    ck_assert_msg(strstr(answer, "overlooked") != NULL, "%s", answer);
    free(answer);
}
END_TEST

START_TEST(a_review_judges_missed_fives_and_no_passes) {
    char *answer = judge("h8g8i8a3j8a5k8a7o15", 9, 8);
    ck_assert_msg(strstr(answer, "\"best\":\"l8\"") != NULL, "%s", answer);
    ck_assert_msg(strstr(answer, "\"missed_win\":\"five\"") != NULL, "%s", answer);
    free(answer);
    answer = judge("h8--i9", 3, 1);
    ck_assert_str_eq(answer, "{\"steps\":7}");
    free(answer);
    /* Behind a five there is nothing to look at. */
    expect("review nodes=200 moves=h8a1i8a3j8a5k8a7l8 from=0", "\"look\":0");
    expect("review nodes=200 moves=h8a1i8a3j8a5k8a7l8 from=9", "{\"steps\":19}");
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
    tcase_add_test(tests, think_answers_lines_best_first_and_goes_on);
    tcase_add_test(tests, slices_of_a_search_add_up);
    tcase_add_test(tests, think_takes_threads_at_full_strength_alone);
    tcase_add_test(tests, think_finds_the_five_at_every_level);
    tcase_add_test(tests, think_takes_the_requests_board_and_rule);
    tcase_add_test(tests, think_marks_moves_that_lose);
    tcase_add_test(tests, a_search_of_one_node_has_a_line_too);
    tcase_add_test(tests, a_rate_without_a_proof_is_neither_0_nor_1);
    tcase_add_test(tests, an_opening_tells_what_may_follow);
    tcase_add_test(tests, the_engine_answers_every_step_of_every_opening);
    tcase_add_test(tests, solve_proves_wins_and_defences_all_lose);
    tcase_add_test(tests, defences_come_in_slices);
    tcase_add_test(tests, a_review_finds_the_missed_win);
    tcase_add_loop_test(tests, a_review_looks_longer_before_it_blames, 0, 4);
    tcase_add_test(tests, a_review_finds_what_was_threatened_before_the_move);
    tcase_add_test(tests, a_review_judges_missed_fives_and_no_passes);
    tcase_add_test(tests, games_are_read_and_written);
    tcase_add_test(tests, wrong_trees_are_refused);
    Suite *suite = suite_create("web");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
