/* What a search says and what it answers must agree, wherever it ends: the last report of the best
 * line is the answer, scores are those of games, and a loss is told only when every move loses. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kaname.h"
#include "search/root_moves.h"
#include "support/chance.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 1024), KANAME_OK);
}

static void teardown(void) {
    kaname_free(engine);
}

/* ---- Reports and answers --------------------------------------------------------------------- */

/* The last report of the best line, the events up to now, and when to stop. */
typedef struct Log {
    KanameReport last;
    int reports, events;
    int stop_at;        /* the event that stops the search; 0: none */
    int stop_at_report; /* the first event behind this report stops it; 0: none */
    bool is_balanced;
    bool is_lost[KANAME_MAX_CELLS];
} Log;

/* Returns whether every legal move has been proven to lose. */
static bool every_move_is_lost(const Log *log) {
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_at(engine, x, y) == KANAME_EMPTY &&
                !kaname_is_forbidden(engine, x, y, kaname_to_move(engine)) &&
                !log->is_lost[y * kaname_width(engine) + x])
                return false;
    return true;
}

static void note_report(const KanameReport *report, void *context) {
    Log *log = context;
    log->reports++;
    expect(abs(report->score) < KANAME_SCORE_WIN);
    if (report->line > 0)
        return;
    log->last = *report;
    if (kaname_score_win_plies(report->score) < 0 && !log->is_balanced)
        expect(every_move_is_lost(log));
}

static void note_event(KanameRootEvent event, KanamePoint move, void *context) {
    Log *log = context;
    if (event == KANAME_ROOT_LOST)
        log->is_lost[move.y * kaname_width(engine) + move.x] = true;
    bool is_behind = log->stop_at_report > 0 && log->reports >= log->stop_at_report;
    if (++log->events == log->stop_at || is_behind)
        kaname_stop(engine);
}

static bool is_same(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

static void expect_agreement(const Log *log, const KanameResult *result) {
    expect(abs(result->score) < KANAME_SCORE_WIN);
    expect(is_same(result->pv[0], result->best));
    if (kaname_score_win_plies(result->score) < 0 && !log->is_balanced)
        expect(every_move_is_lost(log));
    if (log->reports == 0)
        return; /* ended before the first move was searched */
    expect(is_same(log->last.pv[0], result->best));
    expect_equal(log->last.score, result->score);
    expect_equal(log->last.depth, result->depth);
    expect(log->last.pv_count <= result->pv_count);
    for (size_t i = 0; i < log->last.pv_count; i++)
        expect(is_same(log->last.pv[i], result->pv[i]));
}

static const Log NO_STOP = {0};

/* Thinks with a new log like `begin`. Returns it without the report. */
static Log think_and_compare(const KanameLimits *limits, const Log *begin) {
    Log *log = malloc(sizeof *log);
    ck_assert_ptr_nonnull(log);
    *log = *begin;
    log->is_balanced = limits->is_balanced;
    KanameCallbacks callbacks = {note_report, note_event, log};
    KanameResult result;
    kaname_clear_stop(engine);
    expect_equal(kaname_think(engine, limits, &callbacks, &result), KANAME_OK);
    expect_agreement(log, &result);
    Log end = {.reports = log->reports, .events = log->events};
    free(log);
    return end;
}

START_TEST(the_last_report_is_the_answer) {
    const int positions = courses_wanted(300);
    static const int THREADS[] = {1, 2, 4};
    uint64_t rng = 1801 + (uint64_t)_i;
    expect_equal(kaname_set_threads(engine, THREADS[_i]), KANAME_OK);
    for (int i = 0; i < positions; i++) {
        int rule = (int)((int64_t)i * KANAME_RULE_COUNT / positions);
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_nodes = 500 + rng_below(&rng, 5000);
        limits.lines = i % 10 == 0 ? 3 : 1;
        limits.is_balanced = i % 10 == 1;
        think_and_compare(&limits, &NO_STOP);
    }
}
END_TEST

/* ---- Proven lines ---------------------------------------------------------------------------- */

/* Plays the line on the engine's board, and takes it back. Returns whether its moves are legal, its
 * last one, and no other, makes a five, and `plies` is its length. */
static bool is_whole_line(const KanamePoint *line, size_t count, int plies) {
    bool is_whole = count == (size_t)plies;
    size_t played = 0;
    for (; is_whole && played < count; played++) {
        KanamePoint move = line[played];
        KanameColor us = kaname_to_move(engine);
        is_whole = !kaname_is_forbidden(engine, move.x, move.y, us) &&
                   kaname_wins_at(engine, move.x, move.y, us) == (played + 1 == count) &&
                   kaname_play(engine, move.x, move.y) == KANAME_OK;
    }
    while (played-- > 0)
        expect_equal(kaname_take_back(engine), KANAME_OK);
    return is_whole;
}

/* The reports of proven scores during one search. */
typedef struct Proofs {
    int count;
    KanameReport reports[64];
} Proofs;

static void note_proof(const KanameReport *report, void *context) {
    Proofs *proofs = context;
    if (kaname_score_win_plies(report->score) != 0 && proofs->count < 64)
        proofs->reports[proofs->count++] = *report;
}

/* Returns the number of proven results; all their lines must be whole. */
static int expect_whole_lines(const KanameLimits *limits, Proofs *proofs) {
    KanameCallbacks callbacks = {.on_report = note_proof, .context = proofs};
    KanameResult result;
    proofs->count = 0;
    expect_equal(kaname_think(engine, limits, &callbacks, &result), KANAME_OK);
    for (int i = 0; i < proofs->count; i++) {
        const KanameReport *report = &proofs->reports[i];
        expect(is_whole_line(report->pv, report->pv_count,
                             abs(kaname_score_win_plies(report->score))));
    }
    int plies = abs(kaname_score_win_plies(result.score));
    expect(plies == 0 || is_whole_line(result.pv, result.pv_count, plies));
    return plies > 0;
}

/* Positions by chance, of which many are won or lost. */
START_TEST(a_proven_line_goes_to_the_five_and_is_as_long_as_told) {
    enum { POSITIONS = 60 };
    uint64_t rng = 2400 + (uint64_t)_i;
    Proofs *proofs = malloc(sizeof *proofs);
    ck_assert_ptr_nonnull(proofs);
    int proven = 0;
    expect_equal(kaname_set_rule(engine, (KanameRule)_i), KANAME_OK);
    for (int i = 0; i < POSITIONS; i++) {
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_depth = 3 + i % 6;
        limits.lines = i % 3 == 0 ? 4 : 1;
        limits.is_balanced = i % 10 == 1;
        expect_equal(kaname_set_threads(engine, i % 10 == 2 ? 2 : 1), KANAME_OK);
        proven += expect_whole_lines(&limits, proofs);
    }
    expect(proven >= POSITIONS / 4);
    free(proofs);
}
END_TEST

/* ---- Losses and distant cells ---------------------------------------------------------------- */

/* Returns whether a stone of the side on the point would make at least two fives possible. */
static bool makes_open_four(const KanameStone *stones, size_t count, KanameStone stone) {
    KanameStone with[KANAME_MAX_CELLS];
    int fives = 0;
    memcpy(with, stones, count * sizeof *stones);
    with[count] = stone;
    expect_equal(kaname_set_position(engine, with, count + 1, stone.color), KANAME_OK);
    for (int i = 0; i < 15 * 15; i++)
        fives += kaname_wins_at(engine, i % 15, i / 15, stone.color);
    return fives >= 2;
}

/* Returns whether the side not to move threatens a five or an open four. */
static bool is_under_threat(void) {
    size_t count = kaname_stone_count(engine);
    KanameColor us = kaname_to_move(engine),
                them = us == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    KanameStone stones[KANAME_MAX_CELLS];
    bool is_found = false;
    for (size_t i = 0; i < count; i++)
        stones[i] = kaname_stone(engine, i);
    for (int i = 0; i < 15 * 15 && !is_found; i++) {
        expect_equal(kaname_set_position(engine, stones, count, us), KANAME_OK);
        if (kaname_at(engine, i % 15, i / 15) == KANAME_EMPTY)
            is_found = kaname_wins_at(engine, i % 15, i / 15, them) ||
                       makes_open_four(stones, count, (KanameStone){i % 15, i / 15, them});
    }
    return is_found;
}

/* No node is deep enough to try distant cells, and no threats are searched but wins by fours at the
 * leaves: only a defender under a direct threat, whose replies are few, is proven to lose. */
START_TEST(a_loss_is_no_proof_before_distant_cells_are_tried) {
    enum { POSITIONS = 300 };
    static const char *const names[] = {"root_vcf_nodes", "vct_permille", "vct_against_permille"};
    uint64_t rng = 2501 + (uint64_t)_i;
    int wins = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect_equal(kaname_set_param(engine, names[i], 0), KANAME_OK);
    expect_equal(kaname_set_param(engine, "proof_depth", 20), KANAME_OK);
    for (int i = 0; i < POSITIONS; i++) {
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_depth = 5;
        KanameResult result;
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        if (kaname_score_win_plies(result.score) <= 3)
            continue;
        wins++;
        expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
        expect(is_under_threat());
    }
    expect(wins > POSITIONS / 10);
}
END_TEST

START_TEST(a_solved_line_goes_to_the_five) {
    enum { POSITIONS = 150, NODES = 3000 };
    static const KanameSolveMode modes[] = {KANAME_SOLVE_VCF, KANAME_SOLVE_VCT};
    uint64_t rng = 2500 + (uint64_t)_i;
    KanameLimits limits = kaname_no_limits();
    int wins[2] = {0};
    limits.max_nodes = NODES;
    expect_equal(kaname_set_rule(engine, (KanameRule)_i), KANAME_OK);
    for (int i = 0; i < POSITIONS; i++) {
        KanameSolution solution;
        play_by_chance(engine, &rng);
        expect_equal(kaname_solve(engine, modes[i % 2], &limits, &solution), KANAME_OK);
        if (solution.verdict != KANAME_SOLVE_WIN)
            continue;
        wins[i % 2]++;
        expect(solution.line_count % 2 == 1);
        expect(is_whole_line(solution.line, solution.line_count, (int)solution.line_count));
    }
    expect(wins[0] >= POSITIONS / 20 && wins[1] >= POSITIONS / 10);
}
END_TEST

/* Events of a search, spread over all of it, end searches of the same position. */
START_TEST(a_stop_at_any_event_leaves_a_true_answer) {
    enum { STOPS = 20 };
    uint64_t rng = 2200 + (uint64_t)_i;
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_nodes = 6000;
        kaname_clear_hash(engine);
        int events = think_and_compare(&limits, &NO_STOP).events;
        for (int stop = 0; stop < STOPS && events > 0; stop++) {
            Log begin = {.stop_at = 1 + (int)rng_below(&rng, (uint32_t)events)};
            kaname_clear_hash(engine);
            think_and_compare(&limits, &begin);
        }
    }
}
END_TEST

/* Between iterations, moves that do not meet the opponent's threats are removed. */
START_TEST(a_stop_between_iterations_leaves_a_true_answer) {
    const int positions = courses_wanted(30);
    uint64_t rng = 2300;
    expect_equal(kaname_set_param(engine, "vct_against_permille", 100000), KANAME_OK);
    expect_equal(kaname_set_param(engine, "vct_nodes_min", 100), KANAME_OK);
    for (int i = 0; i < positions; i++) {
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_nodes = 5000;
        kaname_clear_hash(engine);
        int reports = think_and_compare(&limits, &NO_STOP).reports;
        for (int report = 1; report < reports; report++) {
            Log begin = {.stop_at_report = report};
            kaname_clear_hash(engine);
            think_and_compare(&limits, &begin);
        }
    }
}
END_TEST

/* The best move is removed, and no other has a score of its own. */
/* Also where many root moves win at once, which costs a node each. */
START_TEST(nodes_are_limited_where_every_move_wins) {
    static const int STONES[][2] = {{5, 7}, {0, 0},  {6, 7}, {14, 0},
                                    {7, 7}, {0, 14}, {8, 7}, {9, 2}};
    KanameLimits limits = kaname_no_limits();
    for (size_t i = 0; i < sizeof STONES / sizeof *STONES; i++)
        expect_equal(kaname_play(engine, STONES[i][0], STONES[i][1]), KANAME_OK);
    for (int nodes = 1; nodes <= 4; nodes++) {
        KanameResult result;
        limits.max_nodes = (uint64_t)nodes;
        limits.is_balanced = _i == 0;
        limits.lines = 2;
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(result.nodes <= limits.max_nodes);
        expect(kaname_score_win_plies(result.score) > 0);
    }
}
END_TEST

START_TEST(a_removed_answer_leaves_the_score_of_a_game) {
    enum { BEST = 100, OTHER = 101, SCORE = -250 };
    const Evaluator *evaluator = test_evaluator(RULE_FREESTYLE);
    Board *board = test_board_new();
    board_init(board, evaluator->tables, 15, 15, NULL, ISA_SCALAR);
    Worker *worker = worker_new(0, 4096, 4096, evaluator->state_bytes);
    ck_assert_ptr_nonnull(worker);
    Search search = {.board = board, .evaluator = evaluator};
    worker_prepare(worker, &search);
    worker->root[0] = (RootMove){.move = BEST, .score = SCORE, .pv_count = 1, .pv = {BEST}};
    worker->root[1] =
        (RootMove){.move = OTHER, .score = -SCORE_INFINITE, .pv_count = 1, .pv = {OTHER}};
    worker->root_count = 2;
    root_choose(worker, &worker->root[0], 4);
    CellSet kept = {{0}};
    cellset_add(&kept, OTHER);
    root_keep_moves(worker, &kept);
    expect_equal(worker->root_count, 1);
    expect_equal(worker->best.move, OTHER);
    expect_equal(worker->best.score, SCORE);
    worker_free(worker);
    free(board);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("answers");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, courses_wanted(0) > 0 ? 0 : 120);
    tcase_add_loop_test(all, the_last_report_is_the_answer, 0, 3);
    tcase_add_loop_test(all, a_proven_line_goes_to_the_five_and_is_as_long_as_told, 0,
                        KANAME_RULE_COUNT);
    tcase_add_loop_test(all, a_loss_is_no_proof_before_distant_cells_are_tried, 0, 2);
    tcase_add_loop_test(all, a_solved_line_goes_to_the_five, 0, KANAME_RULE_COUNT);
    tcase_add_loop_test(all, a_stop_at_any_event_leaves_a_true_answer, 0, courses_wanted(10));
    tcase_add_test(all, a_stop_between_iterations_leaves_a_true_answer);
    tcase_add_loop_test(all, nodes_are_limited_where_every_move_wins, 0, 2);
    tcase_add_test(all, a_removed_answer_leaves_the_score_of_a_game);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
