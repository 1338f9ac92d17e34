/* The public face thinks: sizes and rules, excluded moves, several lines, limits, solvers. */
#include <check.h>
#include <string.h>

#include "engine/api/engine.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

/* ---- Thinking ------------------------------------------------------------------------------- */

START_TEST(all_sizes_and_rules_answer) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 3000;
    for (int width = KANAME_MIN_SIZE; width <= KANAME_MAX_SIZE; width++)
        for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
            int height = KANAME_MIN_SIZE + (width * 7 + rule * 5) % 18;
            KanameResult result;
            expect_equal(kaname_set_size(engine, width, height), KANAME_OK);
            expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
            for (int i = 0; i < 4; i++) {
                expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
                expect(is_free(result.best));
                expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
            }
        }
}
END_TEST

/* Both sides play until the board is full or somebody wins; Black must never foul. */
START_TEST(whole_games_are_legal) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 300;
    kaname_set_rule(engine, (KanameRule)_i);
    kaname_set_size(engine, 9, 8);
    for (int left = 72; left > 0; left--) {
        KanameResult result;
        KanamePoint points[72];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        KanameColor mover = kaname_to_move(engine);
        size_t count = mover == KANAME_BLACK ? kaname_forbidden(engine, points, 72) : 0;
        for (size_t i = 0; i < count && count < (size_t)left; i++)
            expect(points[i].x != result.best.x || points[i].y != result.best.y);
        bool wins = kaname_wins_at(engine, result.best.x, result.best.y, mover);
        expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
        if (wins)
            break;
    }
}
END_TEST

START_TEST(walls_are_never_played_on) {
    KanameStone stones[KANAME_MAX_CELLS];
    size_t count = 0;
    for (int i = 0; i < 225; i++)
        if (i % 15 != 3 || i / 15 < 9)
            stones[count++] = (KanameStone){i % 15, i / 15, KANAME_WALL};
    expect_equal(kaname_set_position(engine, stones, count, KANAME_BLACK), KANAME_OK);
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 10;
    KanameResult result;
    for (int i = 0; i < 6; i++) {
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(result.best.x == 3 && result.best.y >= 9);
        kaname_play(engine, result.best.x, result.best.y);
    }
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_NO_MOVE);
}
END_TEST

START_TEST(excluded_moves_are_not_chosen) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 4;
    play_opening();
    for (int i = 0; i < 12; i++) {
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        expect_equal(kaname_exclude(engine, result.best.x, result.best.y, true), KANAME_OK);
        KanameResult next;
        expect_equal(kaname_think(engine, &limits, NULL, &next), KANAME_OK);
        expect(memcmp(&next.best, &result.best, sizeof next.best) != 0);
    }
    for (int i = 0; i < 225; i++)
        kaname_exclude(engine, i % 15, i / 15, true);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_NO_MOVE);
    kaname_exclude(engine, 0, 0, false);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x == 0 && result.best.y == 0);
    kaname_exclude_clear(engine);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
}
END_TEST

START_TEST(excluded_five_is_left_alone) {
    static const int moves[][2] = {{3, 3}, {3, 9}, {4, 3}, {5, 9}, {5, 3}, {7, 9}, {6, 3}, {2, 3}};
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 4;
    play_all(moves, 8);
    kaname_exclude(engine, 7, 3, true);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x != 7 || result.best.y != 3);
}
END_TEST

static void see_root(KanameRootEvent event, KanamePoint move, void *context) {
    Seen *seen = context;
    expect(is_free(move) && (int)event >= KANAME_ROOT_START && event <= KANAME_ROOT_LOST);
    seen->roots++;
}

START_TEST(lines_are_different_and_ordered) {
    Seen seen = {0};
    KanameCallbacks callbacks = {see_report, see_root, &seen};
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 5;
    limits.lines = 4;
    play_opening();
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(seen.lines, 4);
    expect_equal(seen.reports, 20);
    expect_equal(seen.last_depth, 5);
    expect(seen.roots > 50);
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            expect(memcmp(&seen.firsts[i], &seen.firsts[j], sizeof seen.firsts[i]) != 0);
    expect(memcmp(&result.best, &seen.firsts[0], sizeof result.best) == 0);
    expect_equal(result.score, seen.scores[0]);
    expect(memcmp(&result.best, &result.pv[0], sizeof result.best) == 0);
}
END_TEST

START_TEST(position_is_unchanged_by_thinking) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_nodes = 5000;
    play_opening();
    kaname_think(engine, &limits, NULL, &result);
    expect_equal(kaname_stone_count(engine), 6);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
}
END_TEST

/* ---- Limits in time ------------------------------------------------------------------------- */

START_TEST(tiny_times_still_give_a_move) {
    static const int64_t turns[] = {0, 1, 2, 5, 10};
    play_opening();
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        KanameLimits limits = kaname_no_limits();
        KanameResult result;
        limits.turn_ms = turns[i];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        limits = kaname_no_limits();
        limits.match_ms = turns[i];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
    }
}
END_TEST

START_TEST(time_already_gone_still_gives_a_move) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    play_opening();
    limits.start_ms = kaname_now_ms() - 100000;
    limits.turn_ms = 1000;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(is_free(result.best));
}
END_TEST

/* ---- Memory and solving --------------------------------------------------------------------- */

START_TEST(small_memory_and_tables_still_think) {
    static const uint64_t limits_bytes[] = {1, 1 << 20, 20 << 20, 350 << 20, 0};
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 4;
    play_opening();
    for (size_t i = 0; i < sizeof limits_bytes / sizeof *limits_bytes; i++)
        for (uint64_t kib = 0; kib <= 1; kib++) {
            KanameResult result;
            kaname_set_memory(engine, limits_bytes[i]);
            kaname_set_hash(engine, kib);
            expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
            expect_equal(result.depth, 4);
        }
}
END_TEST

START_TEST(solver_proves_refuses_and_gives_up) {
    static const int moves[][2] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    play_all(moves, 6);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect_equal(solution.line_count, 3);
    expect_equal(solution.line[0].y, 7);
    kaname_stop(engine);
    /* Too short to be interrupted: a verdict that is found counts. */
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect_equal(kaname_solve(engine, (KanameSolveMode)7, &limits, &solution), KANAME_ERR_RANGE);
}
END_TEST

START_TEST(solver_ignores_exclusions) {
    static const int moves[][2] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}};
    static const KanamePoint path[] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}, {5, 7}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution without, with;
    play_all(moves, 6);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &without), KANAME_OK);
    expect_equal(kaname_exclude(engine, without.line[0].x, without.line[0].y, true), KANAME_OK);
    expect_equal(kaname_exclude_path(engine, path, sizeof path / sizeof *path), KANAME_OK);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &with), KANAME_OK);
    expect_equal(with.verdict, KANAME_SOLVE_WIN);
    expect(memcmp(&with.line[0], &without.line[0], sizeof with.line[0]) == 0);
}
END_TEST

/* A stone at the corner of two twos makes a double three. */
START_TEST(solver_of_threats_proves_and_refuses) {
    static const int moves[][2] = {{5, 3}, {0, 9},  {5, 4}, {3, 12},
                                   {3, 5}, {9, 12}, {4, 5}, {12, 9}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    play_all(moves, 8);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect(solution.line_count >= 5);
    KanameResult result;
    limits.max_depth = 2;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("thinking");
    TCase *think = tcase_create("think");
    tcase_set_timeout(think, 0);
    tcase_add_checked_fixture(think, setup, teardown);
    tcase_add_test(think, all_sizes_and_rules_answer);
    tcase_add_loop_test(think, whole_games_are_legal, 0, KANAME_RULE_COUNT);
    tcase_add_test(think, walls_are_never_played_on);
    tcase_add_test(think, excluded_moves_are_not_chosen);
    tcase_add_test(think, excluded_five_is_left_alone);
    tcase_add_test(think, lines_are_different_and_ordered);
    tcase_add_test(think, position_is_unchanged_by_thinking);
    tcase_add_test(think, tiny_times_still_give_a_move);
    tcase_add_test(think, time_already_gone_still_gives_a_move);
    suite_add_tcase(suite, think);
    TCase *rest = tcase_create("rest");
    tcase_set_timeout(rest, 0);
    tcase_add_checked_fixture(rest, setup, teardown);
    tcase_add_test(rest, small_memory_and_tables_still_think);
    tcase_add_test(rest, solver_proves_refuses_and_gives_up);
    tcase_add_test(rest, solver_ignores_exclusions);
    tcase_add_test(rest, solver_of_threats_proves_and_refuses);
    suite_add_tcase(suite, rest);
    return run_suite(suite);
}
