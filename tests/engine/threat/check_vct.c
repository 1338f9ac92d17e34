/* The search by threats on positions drawn here, its limits and its table. */
#include <check.h>

#include "base/rng.h"
#include "engine/threat/threats.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/vct.h"
#include "threat/vct_table.h"

static void expect_proof(Rule rule, Color side, const VctLimits *limits, const char *text) {
    VctResult result;
    put(rule, side, text);
    expect_equal(solve(limits, &result), VCT_WIN);
    expect_line(&result);
    expect_win_by(limits);
}

static void expect_none(Rule rule, Color side, const VctLimits *limits, const char *text) {
    VctResult result;
    put(rule, side, text);
    expect_equal(solve(limits, &result), VCT_NONE);
}

/* ---- Drawn positions ------------------------------------------------------------------------ */

START_TEST(five_at_hand_is_a_win_in_one) {
    VctResult result;
    put(RULE_FREESTYLE, BLACK,
        ". . . . . . .\n"
        ". x x x x o .\n"
        ". o o o o . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n");
    expect_equal(solve(&THREES, &result), VCT_WIN);
    expect_equal(result.plies, 1);
    expect_equal(result.line_count, 1);
}
END_TEST

/* Two twos that meet: a stone there makes two open threes. */
static const char TWO_TWOS[] = ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . x . . . . .\n"
                               ". . . . . x . . . . .\n"
                               ". . . x x A . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". o . . o . . . o . .\n"
                               ". . . . . . . . . . .\n";

START_TEST(double_three_wins_where_it_is_allowed) {
    expect_proof(RULE_FREESTYLE, BLACK, &THREES, TWO_TWOS);
    expect_proof(RULE_STANDARD, BLACK, &THREES, TWO_TWOS);
    expect_proof(RULE_CARO, BLACK, &THREES, TWO_TWOS);
    expect_proof(RULE_CARO_EXACT, BLACK, &THREES, TWO_TWOS);
}
END_TEST

START_TEST(black_never_begins_with_a_double_three_in_renju) {
    VctResult result;
    Drawing drawing = put(RULE_RENJU, BLACK, TWO_TWOS);
    if (solve(&ANY, &result) == VCT_WIN) {
        expect(result.line[0] != drawing_mark(&drawing, 'A'));
        expect_win_by(&ANY);
    }
}
END_TEST

START_TEST(two_stones_are_no_win) {
    static const char text[] = ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               ". . . x x . . . .\n"
                               ". . . . . . . . .\n"
                               ". . . o . . o . .\n"
                               ". . . . . . . . .\n"
                               ". . . . . . . . .\n"
                               ". . . . . . . . .\n";
    expect_none(RULE_FREESTYLE, BLACK, &THREES, text);
}
END_TEST

START_TEST(empty_board_holds_no_win) {
    static const char text[] = ". . . . .\n"
                               ". . . . .\n"
                               ". . . . .\n"
                               ". . . . .\n"
                               ". . . . .\n";
    for (int rule = 0; rule < RULES; rule++)
        expect_none((Rule)rule, BLACK, &ANY, text);
}
END_TEST

/* The twos that meet, but White has two threes that meet as well: his fours come first. */
START_TEST(counter_fours_are_tried) {
    static const char text[] = ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . x . . . . .\n"
                               ". . . . . x . . . . .\n"
                               ". . . x x . . . . . .\n"
                               ". . . . o . . . . . .\n"
                               ". . . . o . . . . . .\n"
                               ". . . . o . . . . . .\n"
                               "x o o o . . . . . . .\n"
                               ". . . . . . . . . . .\n";
    expect_none(RULE_FREESTYLE, BLACK, &THREES, text);
    expect_none(RULE_FREESTYLE, BLACK, &ANY, text);
}
END_TEST

START_TEST(bound_attacker_stops_the_four_first) {
    /* White threatens a five at A: a double three elsewhere comes too late. */
    VctResult result;
    put(RULE_FREESTYLE, BLACK,
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . x . . . . .\n"
        ". . . . . x . . . . .\n"
        ". . . x x . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        "x o o o o A . . . . .\n");
    expect_equal(solve(&ANY, &result), VCT_NONE);
}
END_TEST

/* ---- Limits --------------------------------------------------------------------------------- */

START_TEST(node_limit_gives_up) {
    VctResult result;
    put(RULE_FREESTYLE, BLACK, TWO_TWOS);
    VctLimits limits = THREES;
    limits.max_nodes = 0;
    expect_equal(solve(&limits, &result), VCT_UNKNOWN);
    expect_equal(result.nodes, 0);
    limits = ANY;
    limits.max_nodes = 0;
    expect_equal(solve(&limits, &result), VCT_UNKNOWN);
}
END_TEST

START_TEST(threats_take_stones_to_find) {
    VctResult result;
    put(RULE_FREESTYLE, WHITE, THREATENED_FOURS);
    VctLimits limits = ANY;
    limits.threat_nodes = 1;
    expect_equal(solve(&limits, &result), VCT_NONE);
    expect_equal(solve(&ANY, &result), VCT_WIN);
}
END_TEST

static bool give_up(void *context) {
    ++*(int *)context;
    return true;
}

/* Loose stones in the middle: nothing to be proven soon. */
static void put_open_position(void) {
    put(RULE_FREESTYLE, BLACK,
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . o . . . x . . . . . .\n"
        ". . . . . . x . . o . . . . .\n"
        ". . . . . x . . x . . . . . .\n"
        ". . . . o . . x . . x . . . .\n"
        ". . . . . . o . o . . . . . .\n"
        ". . . . . . o x x . o . . . .\n"
        ". . . . . . . o . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n"
        ". . . . . . . . . . . . . . .\n");
}

START_TEST(poll_is_asked_and_obeyed) {
    VctResult result;
    put_open_position();
    int calls = 0;
    VctLimits limits = ANY;
    limits.poll = give_up;
    limits.context = &calls;
    vct_search(vct, board, &limits, &result);
    expect(calls >= 1);
    expect_equal(result.verdict, VCT_UNKNOWN);
}
END_TEST

static bool give_up_late(void *context) {
    return ++*(int *)context >= 100;
}

START_TEST(limit_of_all_nodes_ends_every_round) {
    VctResult result;
    put_open_position();
    VctLimits limits = ANY;
    limits.poll = give_up_late;
    for (limits.nodes_in_all = 1; limits.nodes_in_all < 1000; limits.nodes_in_all *= 3) {
        int calls = 0;
        limits.context = &calls;
        expect_equal(solve(&limits, &result), VCT_UNKNOWN);
        expect(result.nodes <= limits.nodes_in_all);
        expect(calls < 100); /* rounds without a node would go on until the poll ends them */
    }
}
END_TEST

/* White must stop the four. He then threatens two long wins by fours at once, which the sleeping
 * threes below hide behind more than a thousand stones. */
START_TEST(a_threat_that_the_poll_cut_off_is_not_missing) {
    VctResult result;
    put(RULE_FREESTYLE, WHITE,
        "......x..#......x..#\n"
        "..xxo.oxx#..xxo.oxx#\n"
        "..o.o...x#..o.o...x#\n"
        ".x..xoo..#.x..xoo..#\n"
        ".ox....xo#.ox....xo#\n"
        ".oo......#.oo......#\n"
        ".......oo#.......oo#\n"
        ".x.......#.x.......#\n"
        "o...x.x..#o...x.x..#\n"
        "####################\n"
        "###xxxx.############\n"
        "####################\n"
        "#ooo..#ooo..#ooo..##\n"
        "####################\n"
        "#ooo..#ooo..#ooo..##\n"
        "####################\n"
        "#ooo..#ooo..#ooo..##\n"
        "####################\n"
        "#ooo..##############\n");
    int calls = 0;
    VctLimits limits = {.threats = VCT_ANY, .threat_nodes = 4096, .max_nodes = UINT64_MAX};
    VctLimits stopped = limits;
    stopped.poll = give_up;
    stopped.context = &calls;
    expect_equal(solve(&stopped, &result), VCT_UNKNOWN);
    expect(calls >= 1);
    expect_equal(solve(&limits, &result), VCT_WIN); /* the table remembers no refutation */
}
END_TEST

START_TEST(small_steps_come_to_the_same_end) {
    VctResult result;
    put(RULE_FREESTYLE, BLACK, TWO_TWOS);
    VctLimits limits = THREES;
    limits.max_nodes = 40;
    int steps = 0;
    while (solve(&limits, &result) == VCT_UNKNOWN)
        expect(++steps < 1000); /* the table keeps what each step learned */
    expect_equal(result.verdict, VCT_WIN);
}
END_TEST

/* ---- The table ------------------------------------------------------------------------------- */

static VctEntry random_entry(uint64_t *rng) {
    bool has_move = rng_below(rng, 2) == 0;
    return (VctEntry){.phi = 1 + rng_below(rng, PROOF_INFINITE),
                      .delta = rng_below(rng, PROOF_INFINITE),
                      .move = has_move ? (Cell)rng_below(rng, CELLS_MAX) : CELL_NONE,
                      .plies = (uint16_t)rng_below(rng, PROOF_PLIES_MAX + 1),
                      .work = (uint8_t)rng_below(rng, PROOF_WORK_MAX + 1)};
}

static void expect_entry(const VctTable *table, uint64_t key, const VctEntry *wanted) {
    VctEntry found;
    expect(vct_table_get(table, key, &found));
    expect(found.phi == wanted->phi && found.delta == wanted->delta);
    expect(found.move == wanted->move && found.plies == wanted->plies);
    expect(found.work == wanted->work);
}

START_TEST(a_table_entry_is_read_as_it_was_written) {
    enum { BUCKETS = 64, SLOTS = 4 }; /* of the smallest table */
    VctTable table;
    uint64_t rng = 77;
    expect(vct_table_init(&table, 1));
    for (uint64_t bucket = 0; bucket < BUCKETS; bucket++) {
        VctEntry entries[SLOTS], found;
        for (uint64_t i = 0; i < SLOTS; i++) {
            uint64_t key = bucket + (i + 1) * BUCKETS;
            expect(!vct_table_get(&table, key, &found));
            for (int again = 0; again < 2; again++) { /* the second time in the same place */
                entries[i] = random_entry(&rng);
                vct_table_put(&table, key, &entries[i]);
            }
        }
        for (uint64_t i = 0; i < SLOTS; i++)
            expect_entry(&table, bucket + (i + 1) * BUCKETS, &entries[i]);
    }
    vct_table_clear(&table);
    for (uint64_t key = BUCKETS; key < (1 + SLOTS) * BUCKETS; key++) {
        VctEntry found;
        expect(!vct_table_get(&table, key, &found));
    }
    vct_table_release(&table);
}
END_TEST

/* Of a full bucket, the entry of the least work goes. */
START_TEST(cheap_entries_are_overwritten_first) {
    enum { BUCKETS = 64, SLOTS = 4 };
    VctTable table;
    VctEntry found, entry = {.phi = 1, .delta = 1, .move = CELL_NONE};
    expect(vct_table_init(&table, 1));
    for (uint64_t i = 1; i <= SLOTS; i++) {
        entry.work = i == 3 ? 2 : 9;
        vct_table_put(&table, i * BUCKETS, &entry);
    }
    vct_table_put(&table, (SLOTS + 1) * BUCKETS, &entry);
    for (uint64_t i = 1; i <= SLOTS + 1; i++)
        expect_equal(vct_table_get(&table, i * BUCKETS, &found), i != 3);
    expect(vct_table_get(&table, BUCKETS, &found));
    expect_equal(found.work, 8); /* it grows older */
    vct_table_release(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vct");
    TCase *drawn = tcase_create("drawn");
    tcase_set_timeout(drawn, 0);
    tcase_add_checked_fixture(drawn, setup, teardown);
    tcase_add_test(drawn, five_at_hand_is_a_win_in_one);
    tcase_add_test(drawn, double_three_wins_where_it_is_allowed);
    tcase_add_test(drawn, black_never_begins_with_a_double_three_in_renju);
    tcase_add_test(drawn, two_stones_are_no_win);
    tcase_add_test(drawn, empty_board_holds_no_win);
    tcase_add_test(drawn, counter_fours_are_tried);
    tcase_add_test(drawn, bound_attacker_stops_the_four_first);
    suite_add_tcase(suite, drawn);
    TCase *limits = tcase_create("limits");
    tcase_add_checked_fixture(limits, setup, teardown);
    tcase_add_test(limits, node_limit_gives_up);
    tcase_add_test(limits, threats_take_stones_to_find);
    tcase_add_test(limits, poll_is_asked_and_obeyed);
    tcase_add_test(limits, limit_of_all_nodes_ends_every_round);
    tcase_add_test(limits, a_threat_that_the_poll_cut_off_is_not_missing);
    tcase_add_test(limits, small_steps_come_to_the_same_end);
    suite_add_tcase(suite, limits);
    TCase *table = tcase_create("table");
    tcase_set_timeout(table, 0);
    tcase_add_checked_fixture(table, setup, teardown);
    tcase_add_test(table, a_table_entry_is_read_as_it_was_written);
    tcase_add_test(table, cheap_entries_are_overwritten_first);
    suite_add_tcase(suite, table);
    return run_suite(suite);
}
