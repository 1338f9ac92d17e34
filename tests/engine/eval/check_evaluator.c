/* An evaluator of another kind, small and made here: it keeps a sum for each colour in a state that
 * follows the board lazily. What it keeps always equals a fresh computation, and a search runs with
 * it as with the built-in one. */
#include <check.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/rule.h"
#include "board/foul.h"
#include "eval/eval.h"
#include "search/pool.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/walk.h"

/* ---- The evaluator -------------------------------------------------------------------------- */

/* What a cell adds to the sums; nothing where no empty cell is. */
typedef struct Share {
    int32_t of[COLORS];
} Share;

typedef struct Saved {
    Cell cell;
    Share share;
} Saved;

/* A position that the state has been in, under the one it is in now. */
typedef struct Level {
    uint64_t key;
    int stones;
    int saved_count; /* shares saved up to here */
} Level;

typedef struct Sums {
    Share sum;
    Share share[CELLS_MAX];
    int32_t order[CELLS_MAX];
    int level_count; /* the last one is the position that the sums belong to */
    Level level[CELLS_MAX + 1];
    Saved saved[CELLS_MAX * (CHANGES_MAX + 1)]; /* shares as they were, the newest last */
} Sums;

static uint64_t score_calls, order_calls, levels_kept;

/* Any function of the shapes will do that tells all keys apart and prefers strong shapes. */
static Share share_of(const Board *board, Cell cell) {
    Share share = {{0}};
    if (!board_is_empty(board, cell))
        return share;
    for (Color color = BLACK; color <= WHITE; color++) {
        int class_ = (int)board_class(board, color, cell);
        share.of[color] =
            class_ * class_ / 4 + (int)(rng_mix(board_shapes(board, color, cell)) % 7);
    }
    return share;
}

static void put_share(Sums *sums, Cell cell, Share share) {
    for (Color color = BLACK; color <= WHITE; color++)
        sums->sum.of[color] += share.of[color] - sums->share[cell].of[color];
    sums->share[cell] = share;
}

static void tiny_begin(EvalState *state) {
    Sums *sums = state->memory;
    const Board *board = state->board;
    sums->sum = (Share){{0}};
    memset(sums->share, 0, sizeof sums->share);
    for (Cell cell = 0; cell < board->cell_count; cell++)
        put_share(sums, cell, share_of(board, cell));
    sums->level[0] = (Level){board_key(board), board_stones(board), 0};
    sums->level_count = 1;
}

static void save_and_update(Sums *sums, const Board *board, Cell cell, int *count) {
    sums->saved[(*count)++] = (Saved){cell, sums->share[cell]};
    put_share(sums, cell, share_of(board, cell));
}

/* Back to the last position that the board still stands on, then on by the change list. */
static void follow(EvalState *state) {
    Sums *sums = state->memory;
    const Board *board = state->board;
    Level *level = &sums->level[sums->level_count - 1];
    while (level->stones > board_stones(board) ||
           !board_same_stones(board, level->stones, level->key)) {
        if (sums->level_count == 1) { /* below the position that it began with */
            tiny_begin(state);
            return;
        }
        Level *below = level - 1;
        for (int i = level->saved_count; i > below->saved_count; i--)
            put_share(sums, sums->saved[i - 1].cell, sums->saved[i - 1].share);
        sums->level_count--;
        level = below;
    }
    levels_kept++;
    int stones = level->stones, count = level->saved_count;
    if (stones == board_stones(board))
        return;
    for (; stones < board_stones(board); stones++) {
        const CellState *changed;
        int changed_count = board_changed(board, stones, &changed);
        for (int i = 0; i < changed_count; i++)
            save_and_update(sums, board, changed[i].cell, &count);
        save_and_update(sums, board, board_move(board, stones), &count);
    }
    sums->level[sums->level_count++] = (Level){board_key(board), stones, count};
}

static Score score_of(const Board *board, const Share *sum) {
    Color us = board_to_move(board);
    Score score = 4 * (sum->of[us] - sum->of[opponent(us)]);
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

static Score fresh_score(const Board *board) {
    Share sum = {{0}};
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        Share share = share_of(board, cell);
        sum.of[BLACK] += share.of[BLACK];
        sum.of[WHITE] += share.of[WHITE];
    }
    return score_of(board, &sum);
}

static Score tiny_score(EvalState *state) {
    Sums *sums = state->memory;
    score_calls++;
    follow(state);
    return score_of(state->board, &sums->sum);
}

static MoveOrder tiny_order(EvalState *state, const CellSet *cells) {
    Sums *sums = state->memory;
    order_calls++;
    follow(state);
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        sums->order[cell] = sums->share[cell].of[BLACK] + sums->share[cell].of[WHITE];
    return (MoveOrder){.by_cell = sums->order};
}

static void tiny_free(Evaluator *evaluator) {
    rule_tables_free(evaluator->tables);
    free(evaluator);
}

static const EvaluatorKind TINY = {.name = "tiny",
                                   .begin = tiny_begin,
                                   .score = tiny_score,
                                   .order = tiny_order,
                                   .free = tiny_free};

static Evaluator *tiny_new(Rule rule) {
    Evaluator *evaluator = malloc(sizeof *evaluator);
    expect(evaluator != NULL);
    *evaluator = (Evaluator){.kind = &TINY,
                             .tables = rule_tables_new(rule, NULL),
                             .id = 1,
                             .win_scale = 300,
                             .bytes = sizeof *evaluator,
                             .state_bytes = sizeof(Sums)};
    expect(evaluator->tables != NULL);
    return evaluator;
}

/* ---- Following a board ---------------------------------------------------------------------- */

enum { STEPS = 1000000 / RULES };

START_TEST(a_state_that_follows_equals_a_fresh_computation) {
    Rule rule = (Rule)_i;
    enum { POSITIONS = 28 };
    Evaluator *evaluator = tiny_new(rule);
    Board *board = test_board_new();
    Walk *walk = malloc(sizeof *walk);
    void *memory = malloc(evaluator->state_bytes);
    ck_assert(memory != NULL && walk != NULL);
    *walk = (Walk){.board = board, .rng = 5100 + (uint64_t)rule};
    EvalState state;
    int compared = 0;
    levels_kept = 0;
    for (int step = 0; step < STEPS; step++) {
        if (step % (STEPS / POSITIONS) == 0) {
            walk_begin(walk, evaluator->tables, isa_best());
            eval_begin(&state, evaluator, board, memory);
        }
        walk_step(walk);
        if (rng_below(&walk->rng, 3) == 0)
            continue; /* several steps are caught up with at once */
        compared++;
        Score score = eval_score(&state);
        expect_equal(score, fresh_score(board));
        expect(abs(score) <= SCORE_EVAL_MAX);
        if (rng_below(&walk->rng, 16) == 0) {
            MoveOrder order = eval_order(&state, &board->empty);
            for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
                 cell = cellset_next(&board->empty, cell)) {
                Share share = share_of(board, cell);
                expect_equal(order_of(&order, board, cell), share.of[BLACK] + share.of[WHITE]);
            }
        }
    }
    ck_assert_int_gt(compared, STEPS / 2);
    ck_assert_uint_gt(levels_kept, STEPS / 2); /* it did follow, and did not begin anew each time */
    free(walk);
    free(memory);
    free(board);
    evaluator_free(evaluator);
}
END_TEST

/* ---- A search ------------------------------------------------------------------------------- */

typedef struct Answer {
    Cell move;
    Score score;
    int depth;
    uint64_t nodes;
} Answer;

static Answer search_by(const Evaluator *evaluator, const Board *board, int depth) {
    Params params = params_default();
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    Timeman timeman;
    timeman_init(&timeman, &limits, clock_ms(), board_stones(board), board_empty_count(board),
                 &params);
    Tt tt;
    tt_init(&tt);
    tt_resize(&tt, 1 << 20);
    tt_new_search(&tt);
    CellSet excluded = {{0}};
    Blocked blocked = {0};
    atomic_bool stop;
    atomic_init(&stop, false);
    Search search = {.params = &params,
                     .tt = &tt,
                     .timeman = &timeman,
                     .limits = &limits,
                     .board = board,
                     .evaluator = evaluator,
                     .excluded = &excluded,
                     .blocked = &blocked,
                     .user_stop = &stop};
    Pool *pool = pool_new(1, 1 << 20, 1 << 20, evaluator->state_bytes);
    expect(pool != NULL);
    uint64_t nodes;
    const RootBest *best = pool_search(pool, &search, &nodes);
    expect(best != NULL);
    Answer answer = {best->move, best->score, best->depth, nodes};
    pool_free(pool);
    tt_release(&tt);
    return answer;
}

START_TEST(a_search_runs_with_it_and_answers_the_same_again) {
    enum { MOVES = 8, DEPTH = 5 };
    Rule rule = (Rule)_i;
    uint64_t rng = 5200 + (uint64_t)rule;
    Evaluator *evaluator = tiny_new(rule);
    Board *board = test_board_new();
    Oracle oracle;
    oracle_init(&oracle, rule, 15, 13);
    random_stones(&oracle, &rng, 6);
    board_from_oracle(board, evaluator->tables, &oracle, BLACK, isa_best());
    score_calls = order_calls = 0;
    for (int i = 0; i < MOVES; i++) {
        Answer answer = search_by(evaluator, board, DEPTH),
               again = search_by(evaluator, board, DEPTH);
        expect_equal(again.move, answer.move);
        expect_equal(again.score, answer.score);
        expect_equal(again.depth, answer.depth);
        expect(again.nodes == answer.nodes);
        expect(board_is_empty(board, answer.move));
        expect(!is_forbidden(board, board_to_move(board), answer.move));
        if (board_wins_at(board, board_to_move(board), answer.move))
            break;
        board_play(board, answer.move);
    }
    ck_assert_uint_gt(score_calls, 100);
    ck_assert_uint_gt(order_calls, 100);
    free(board);
    evaluator_free(evaluator);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evaluator");
    TCase *tiny = tcase_create("tiny");
    tcase_set_timeout(tiny, 300);
    tcase_add_loop_test(tiny, a_state_that_follows_equals_a_fresh_computation, 0, RULES);
    tcase_add_loop_test(tiny, a_search_runs_with_it_and_answers_the_same_again, 0, RULES);
    suite_add_tcase(suite, tiny);
    return run_suite(suite);
}
