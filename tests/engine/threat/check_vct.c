/* The search by threats on positions drawn here and random ones, against every defence. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/foul.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/relevance.h"
#include "threat/vct.h"
#include "threat/vct_table.h"

static const VctLimits THREES = {.threats = VCT_THREES, .max_nodes = UINT64_MAX};
static const VctLimits ANY = {.threats = VCT_ANY, .max_nodes = UINT64_MAX};

static Board *board;
static Vcf *vcf;
static Vct *vct;

static void setup(void) {
    board = test_board_new();
    vcf = vcf_new(1 << 18);
    ck_assert_ptr_nonnull(vcf);
    vct = vct_new(1 << 20, vcf);
    ck_assert_ptr_nonnull(vct);
}

static void teardown(void) {
    vct_free(vct);
    vcf_free(vcf);
    free(board);
}

static void forget(void) {
    vcf_clear(vcf);
    vct_clear(vct);
}

static Drawing put(Rule rule, Color side, const char *text) {
    forget();
    return put_drawing(board, rule, side, text);
}

static VctVerdict solve(const VctLimits *limits, VctResult *result) {
    uint64_t key = board_key(board);
    vct_search(vct, board, limits, result);
    expect_equal(board_key(board), key);
    return result->verdict;
}

/* The line is legal, and no reply helps at its end. */
static void expect_line(const VctResult *result) {
    Color attacker = board_to_move(board);
    int stones = board_stones(board);
    expect(result->line_count % 2 == 1 && result->plies >= result->line_count);
    for (int i = 0; i < result->line_count; i++) {
        Color side = board_to_move(board);
        expect(board_is_empty(board, result->line[i]));
        expect(!is_forbidden(board, side, result->line[i]));
        expect(i == result->line_count - 1 || !has_five(board, side) || side != attacker ||
               board_wins_at(board, side, result->line[i]));
        expect(!board_wins_at(board, side, result->line[i]) || i == result->line_count - 1);
        board_play(board, result->line[i]);
    }
    if (result->plies > result->line_count)
        expect(has_five(board, attacker) && !has_five(board, opponent(attacker)));
    while (board_stones(board) > stones)
        board_undo(board);
}

static Cell find_win(const void *limits) {
    VctResult result;
    expect_equal(solve(limits, &result), VCT_WIN);
    return result.line[0];
}

static void expect_win_by(const VctLimits *limits) {
    Attack attack = {.find = find_win, .context = limits, .moves_max = 60};
    expect_win_against_all(board, &attack);
}

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

/* White threatens to win by fours, and has no open three that wins. */
#define THREATENED_FOURS  \
    ". . . . . . . . .\n" \
    ". . . . o . . x .\n" \
    ". . . . . . . o x\n" \
    ". . . . o . x . x\n" \
    ". x . . . o . . .\n" \
    ". . . . o x x . x\n" \
    ". . . o . . o o x\n" \
    ". o . . . o . x .\n" \
    ". . x . x . . o o\n"

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

/* ---- Random positions ------------------------------------------------------------------------ */

enum { RANDOM_WINS = 5, RANDOM_TRIES = 3000, RANDOM_NODES = 2000 };

/* The next random position that the side to move wins by threats, not by fours alone. */
static bool next_win(Rule rule, uint64_t *rng, const VctLimits *limits, VctResult *result,
                     Oracle *oracle, Color *side) {
    for (int i = 0; i < RANDOM_TRIES; i++) {
        oracle_init(oracle, rule, 9 + (int)rng_below(rng, 2), 9);
        random_walls(oracle, rng, i % 4 == 0 ? 30 : 0);
        random_stones(oracle, rng, 12 + (int)rng_below(rng, 14));
        if (oracle_holds_five(oracle))
            continue;
        *side = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), oracle, *side, isa_best());
        forget();
        VctLimits some = *limits;
        some.max_nodes = RANDOM_NODES;
        if (solve(&some, result) != VCT_WIN)
            continue;
        VcfLimits fours = {.max_moves = VCF_MOVES_MAX, .max_nodes = UINT64_MAX};
        VcfResult by_fours;
        vcf_search(vcf, board, &fours, &by_fours);
        if (by_fours.verdict == VCF_NONE)
            return true;
    }
    return false;
}

START_TEST(wins_hold_against_every_defence) {
    Rule rule = (Rule)(_i / 2);
    const VctLimits *limits = _i % 2 == 0 ? &THREES : &ANY;
    uint64_t rng = 4000 + (uint64_t)_i;
    for (int wins = 0; wins < RANDOM_WINS; wins++) {
        VctResult result;
        Oracle oracle;
        Color side;
        expect(next_win(rule, &rng, limits, &result, &oracle, &side));
        expect(result.nodes + 1 >= (uint64_t)result.line_count);
        expect_line(&result);
        expect_win_by(limits);
    }
}
END_TEST

/* The winner passes, and the defender plays where he should not. Returns the number of such cells.
 */
static int expect_loss_outside(const CellSet *spoilers, Color side) {
    int outside = 0;
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, (Cell)cell) || cellset_has(spoilers, (Cell)cell) ||
            board_wins_at(board, opponent(side), (Cell)cell))
            continue;
        board_set_to_move(board, opponent(side));
        if (!is_forbidden(board, opponent(side), (Cell)cell)) {
            VctResult result;
            VctLimits more = ANY;
            more.max_nodes = 50 * RANDOM_NODES;
            board_play(board, (Cell)cell);
            expect_equal(solve(&more, &result), VCT_WIN);
            board_undo(board);
            outside++;
        }
        board_set_to_move(board, side);
    }
    return outside;
}

/* White wins by no sequence of fours and threes: one of his moves threatens fours alone. */
START_TEST(spoilers_of_threatened_fours_are_known) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_FREESTYLE, WHITE, THREATENED_FOURS);
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
    forget();
    expect_equal(solve(&THREES, &result), VCT_NONE);
}
END_TEST

/* A reply of the proof is forbidden to Black: he cannot try it. */
START_TEST(spoilers_of_forbidden_replies_are_known) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_RENJU, WHITE,
        ". . . . x o . . .\n"
        ". . . . o . x x o\n"
        ". o x . o . . o .\n"
        ". . . . o . o x .\n"
        "x x . . . x . . x\n"
        ". . . . . . . . x\n"
        ". . . . . o . . o\n"
        ". . . . . . . x o\n"
        ". . . . . . . . .\n");
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
}
END_TEST

/* White's four leaves a reply that makes two fours. A stone behind one of them would make it a six,
 * and the reply a legal one. */
START_TEST(stones_that_make_a_foul_legal_are_spoilers) {
    VctResult result;
    CellSet spoilers;
    uint64_t nodes;
    put(RULE_RENJU, WHITE,
        ". . . . . . . . . x .\n"
        ". . . . o . . . . . .\n"
        ". . . . x . . o . . .\n"
        ". . . . x . o . . . .\n"
        ". . . . x o . . . . .\n"
        "o x x x . . . . . . .\n"
        ". . . x . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n");
    expect_equal(solve(&ANY, &result), VCT_WIN);
    expect(vct_spoilers(vct, board, &ANY, &spoilers, &nodes));
    expect(expect_loss_outside(&spoilers, WHITE) > 0);
}
END_TEST

START_TEST(stones_outside_of_the_spoilers_lose) {
    Rule rule = (Rule)_i;
    uint64_t rng = 5000 + (uint64_t)_i;
    int outside = 0, followed = 0;
    for (int wins = 0; wins < 4 * RANDOM_WINS; wins++) {
        VctResult result;
        Oracle oracle;
        Color side;
        const VctLimits *limits = wins % 2 == 0 ? &THREES : &ANY;
        expect(next_win(rule, &rng, limits, &result, &oracle, &side));
        CellSet spoilers;
        uint64_t nodes;
        bool is_followed = vct_spoilers(vct, board, limits, &spoilers, &nodes);
        followed += is_followed;
        outside += expect_loss_outside(&spoilers, side);
    }
    bool is_caro = rule == RULE_CARO || rule == RULE_CARO_EXACT;
    expect(is_caro ? outside == 0 && followed == 0 : outside > 0 && followed > RANDOM_WINS);
}
END_TEST

/* One table serves the attacks of both sides, of all kinds: none contradicts the verdict that a
 * table of its own gives. */
START_TEST(the_table_keeps_sides_and_kinds_apart) {
    Rule rule = (Rule)_i;
    uint64_t rng = 6000 + (uint64_t)_i;
    Vcf *own_vcf = vcf_new(1 << 16);
    Vct *own = vct_new(1 << 18, own_vcf);
    int compared = 0;
    expect(own != NULL);
    forget();
    for (int i = 0; i < 150; i++) {
        Oracle oracle;
        oracle_init(&oracle, rule, 9, 9);
        random_stones(&oracle, &rng, 12 + (int)rng_below(&rng, 16));
        if (oracle_holds_five(&oracle))
            continue;
        for (int search = 0; search < 4; search++) {
            VctLimits limits = search < 2 ? THREES : ANY;
            VctResult shared, fresh;
            limits.max_nodes = RANDOM_NODES;
            board_from_oracle(board, test_tables(rule), &oracle, (Color)((search + i) % 2),
                              isa_best());
            vct_search(vct, board, &limits, &shared);
            vcf_clear(own_vcf);
            vct_clear(own);
            vct_search(own, board, &limits, &fresh);
            expect(shared.verdict == VCT_UNKNOWN || fresh.verdict == VCT_UNKNOWN ||
                   shared.verdict == fresh.verdict);
            compared += shared.verdict != VCT_UNKNOWN && fresh.verdict != VCT_UNKNOWN;
        }
    }
    expect(compared > 100);
    vct_free(own);
    vcf_free(own_vcf);
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
    tcase_add_test(drawn, spoilers_of_threatened_fours_are_known);
    tcase_add_test(drawn, spoilers_of_forbidden_replies_are_known);
    tcase_add_test(drawn, stones_that_make_a_foul_legal_are_spoilers);
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
    TCase *random = tcase_create("random");
    tcase_set_timeout(random, 0);
    tcase_add_checked_fixture(random, setup, teardown);
    tcase_add_test(random, a_table_entry_is_read_as_it_was_written);
    tcase_add_test(random, cheap_entries_are_overwritten_first);
    tcase_add_loop_test(random, the_table_keeps_sides_and_kinds_apart, 0, RULES);
    tcase_add_loop_test(random, wins_hold_against_every_defence, 0, 2 * RULES);

    tcase_add_loop_test(random, stones_outside_of_the_spoilers_lose, 0, RULES);
    suite_add_tcase(suite, random);
    return run_suite(suite);
}
