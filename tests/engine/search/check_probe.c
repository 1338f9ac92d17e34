/* Positions drawn from inside a search: each with the same chance, and none behind a null move. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "api/probe.h"
#include "search/probe.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

/* ---- The draw ------------------------------------------------------------------------------- */

/* Position n is the move n. 4,000 draws of 2 among 8: each comes 1,000 times, with a deviation of
 * 27. */
START_TEST(every_position_is_drawn_as_often) {
    enum { POSITIONS = 8, WANTED = 2, DRAWS = 4000, EXPECTED = DRAWS * WANTED / POSITIONS };
    const RuleTables *tables = test_tables(RULE_FREESTYLE);
    Board *board = malloc(sizeof *board);
    int drawn[POSITIONS] = {0};
    expect(board != NULL);
    for (int draw = 0; draw < DRAWS; draw++) {
        Probes probes;
        probes_begin(&probes, WANTED, (uint64_t)draw);
        for (int cell = 0; cell < POSITIONS; cell++) {
            board_init(board, tables, 15, 15, NULL, ISA_SCALAR);
            board_play(board, (Cell)cell);
            probes_offer(&probes, board, 1, 0);
        }
        expect_equal(probes.count, WANTED);
        expect(probes.of[0].moves[0] != probes.of[1].moves[0]);
        for (int i = 0; i < WANTED; i++)
            drawn[probes.of[i].moves[0]]++;
    }
    for (int i = 0; i < POSITIONS; i++)
        expect(abs(drawn[i] - EXPECTED) < 150);
    free(board);
}
END_TEST

START_TEST(fewer_positions_than_wanted_are_all_drawn) {
    Board *board = malloc(sizeof *board);
    Probes probes;
    expect(board != NULL);
    board_init(board, test_tables(RULE_FREESTYLE), 15, 15, NULL, ISA_SCALAR);
    probes_begin(&probes, PROBES_MAX, 1);
    for (Cell cell = 0; cell < 3; cell++) {
        board_play(board, cell);
        probes_offer(&probes, board, board_stones(board), 0);
    }
    expect_equal(probes.count, 3);
    for (int i = 0; i < 3; i++) {
        expect_equal(probes.of[i].count, i + 1);
        for (int move = 0; move <= i; move++)
            expect_equal(probes.of[i].moves[move], move);
    }
    free(board);
}
END_TEST

START_TEST(positions_too_far_away_are_not_drawn) {
    Board *board = malloc(sizeof *board);
    Probes probes;
    expect(board != NULL);
    board_init(board, test_tables(RULE_FREESTYLE), 15, 15, NULL, ISA_SCALAR);
    probes_begin(&probes, 1, 1);
    for (int cell = 0; cell <= PROBE_MOVES_MAX; cell++)
        board_play(board, (Cell)cell);
    probes_offer(&probes, board, PROBE_MOVES_MAX + 1, 0);
    expect_equal(probes.count, 0);
    probes_offer(&probes, board, PROBE_MOVES_MAX, 0);
    expect_equal(probes.count, 1);
    free(board);
}
END_TEST

/* ---- From a search -------------------------------------------------------------------------- */

static KanameEngine *engine_in_a_game(void) {
    static const int MOVES[][2] = {{7, 7}, {8, 6}, {6, 8}, {8, 8}, {7, 8}, {7, 9}};
    KanameEngine *engine = kaname_new();
    expect(engine != NULL && kaname_set_size(engine, 15, 15) == KANAME_OK);
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++)
        expect_equal(kaname_play(engine, MOVES[i][0], MOVES[i][1]), KANAME_OK);
    return engine;
}

static KanameResult search_drawing(Probes *probes, uint64_t seed) {
    KanameEngine *engine = engine_in_a_game();
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_nodes = 4000;
    if (probes != NULL) {
        probes_begin(probes, PROBES_MAX, seed);
        engine_set_probes(engine, probes);
    }
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    kaname_free(engine);
    return result;
}

START_TEST(a_draw_repeats_and_changes_no_search) {
    Probes first, again, other;
    KanameResult plain = search_drawing(NULL, 0), drawn = search_drawing(&first, 5);
    search_drawing(&again, 5);
    search_drawing(&other, 6);
    expect_equal(drawn.nodes, plain.nodes);
    expect_equal(drawn.score, plain.score);
    expect_equal(first.count, PROBES_MAX);
    expect(first.seen > 100);
    expect(memcmp(&first, &again, sizeof first) == 0);
    expect(memcmp(first.of, other.of, sizeof first.of) != 0);
}
END_TEST

/* Played one after the other from the root, the moves of each probe find an empty cell and win
 * nothing. */
START_TEST(moves_of_a_probe_can_be_played) {
    Probes probes;
    search_drawing(&probes, 7);
    for (int i = 0; i < probes.count; i++) {
        KanameEngine *engine = engine_in_a_game();
        for (int move = 0; move < probes.of[i].count; move++) {
            int x = probes.of[i].moves[move] % 15, y = probes.of[i].moves[move] / 15;
            expect(!kaname_wins_at(engine, x, y, kaname_to_move(engine)));
            expect_equal(kaname_play(engine, x, y), KANAME_OK);
        }
        kaname_free(engine);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("probe");
    TCase *draw = tcase_create("draw");
    tcase_add_test(draw, every_position_is_drawn_as_often);
    tcase_add_test(draw, fewer_positions_than_wanted_are_all_drawn);
    tcase_add_test(draw, positions_too_far_away_are_not_drawn);
    suite_add_tcase(suite, draw);
    TCase *search = tcase_create("search");
    tcase_add_test(search, a_draw_repeats_and_changes_no_search);
    tcase_add_test(search, moves_of_a_probe_can_be_played);
    suite_add_tcase(suite, search);
    return run_suite(suite);
}
