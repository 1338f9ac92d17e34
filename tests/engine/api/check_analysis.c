/* What analysis asks of the engine besides a best move: balance, excluded paths, bent searches. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/api/analyst.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

/* ---- Balance -------------------------------------------------------------------------------- */

START_TEST(a_balanced_move_is_near_the_score_wanted_and_not_the_best) {
    play_all(OPENING, OPENING_COUNT);
    KanameLimits limits = depth_limit(4);
    int best = think(limits).score;
    limits.is_balanced = true;
    limits.balance_score = best - 400;
    KanameResult found = think(limits);
    expect(abs(found.score - limits.balance_score) < 100);
    limits.balance_score = best + 5000; /* nothing is as good: the best comes nearest */
    expect(think(limits).score >= best - 50);
    limits.balance_score =
        5000 - KANAME_SCORE_WIN; /* nothing is as bad: a move that was searched */
    found = think(limits);
    expect(found.score > limits.balance_score || kaname_score_win_plies(found.score) != 0);
}
END_TEST

/* ---- Excluded paths ------------------------------------------------------------------------- */

/* Black has an open four and wins at either end. */
static const KanamePoint OPEN_FOUR[] = {{5, 7}, {0, 0},  {6, 7}, {14, 0},
                                        {7, 7}, {0, 14}, {8, 7}, {14, 14}};
enum { OPEN_FOUR_COUNT = sizeof OPEN_FOUR / sizeof *OPEN_FOUR };

static void exclude_after(const KanamePoint *moves, size_t count, KanamePoint last) {
    KanamePoint path[KANAME_MAX_CELLS];
    memcpy(path, moves, count * sizeof *moves);
    path[count] = last;
    expect_equal(kaname_exclude_path(engine, path, count + 1), KANAME_OK);
}

START_TEST(a_path_blocks_its_last_move_at_the_root) {
    KanamePoint left = {4, 7}, right = {9, 7};
    play_all(OPEN_FOUR, OPEN_FOUR_COUNT);
    exclude_after(OPEN_FOUR, OPEN_FOUR_COUNT, left);
    KanameResult result = think(depth_limit(3));
    expect_equal(result.best.x, right.x);
    expect_equal(result.best.y, right.y);
    exclude_after(OPEN_FOUR, OPEN_FOUR_COUNT, right);
    result = think(depth_limit(3));
    expect(result.best.x != left.x || result.best.y != left.y);
    expect(result.best.x != right.x || result.best.y != right.y);
    kaname_exclude_paths_clear(engine);
    expect_equal(think(depth_limit(3)).score, KANAME_SCORE_WIN - 1);
}
END_TEST

START_TEST(a_path_blocks_its_last_move_in_the_tree) {
    /* Black makes his four next: unless both fives after it are blocked, he has won. */
    size_t count = OPEN_FOUR_COUNT - 2;
    KanamePoint four = OPEN_FOUR[count], reply = OPEN_FOUR[count + 1];
    play_all(OPEN_FOUR, count);
    expect(kaname_score_win_plies(think(depth_limit(3)).score) > 0);
    KanamePoint way[KANAME_MAX_CELLS];
    memcpy(way, OPEN_FOUR, sizeof OPEN_FOUR);
    way[count] = four;
    way[count + 1] = reply;
    exclude_after(way, count + 2, (KanamePoint){4, 7});
    exclude_after(way, count + 2, (KanamePoint){9, 7});
    /* White's reply in the corner, of all, now holds that four; another four still wins. */
    kaname_clear_hash(engine);
    KanameResult result = think(depth_limit(3));
    expect(result.best.x != four.x || result.best.y != four.y ||
           kaname_score_win_plies(result.score) != 3);
}
END_TEST

/* The path holds the stones of the game in another order, so it does not pass through the root. */
START_TEST(a_path_blocks_its_last_move_after_the_same_stones_in_any_order) {
    size_t count = OPEN_FOUR_COUNT - 2;
    KanamePoint four = OPEN_FOUR[count], reply = OPEN_FOUR[count + 1];
    play_all(OPEN_FOUR, count);
    KanamePoint way[KANAME_MAX_CELLS];
    memcpy(way, OPEN_FOUR, sizeof OPEN_FOUR);
    way[0] = four;
    way[count] = OPEN_FOUR[0];
    way[1] = reply;
    way[count + 1] = OPEN_FOUR[1];
    exclude_after(way, count + 2, (KanamePoint){4, 7});
    exclude_after(way, count + 2, (KanamePoint){9, 7});
    for (int i = 0; i < 15 * 15; i++) /* only that four is left */
        if (i % 15 != four.x || i / 15 != four.y)
            (void)kaname_exclude(engine, i % 15, i / 15, true);
    expect_equal(kaname_score_win_plies(think(depth_limit(4)).score), 0);
    kaname_exclude_paths_clear(engine);
    expect_equal(kaname_score_win_plies(think(depth_limit(4)).score), 3);
}
END_TEST

START_TEST(a_path_elsewhere_blocks_nothing) {
    KanamePoint elsewhere[] = {{1, 1}, {2, 2}};
    play_all(OPEN_FOUR, OPEN_FOUR_COUNT);
    exclude_after(elsewhere, 2, (KanamePoint){4, 7});
    exclude_after(elsewhere, 2, (KanamePoint){9, 7});
    expect_equal(think(depth_limit(3)).score, KANAME_SCORE_WIN - 1);
}
END_TEST

/* White has an open four; behind Black's one move that is looked at, paths block his fives. */
START_TEST(a_five_that_no_path_blocks_still_wins) {
    const KanamePoint corner = {14, 14};
    KanamePoint way[OPEN_FOUR_COUNT + 2] = {{1, 1}};
    for (size_t i = 0; i + 1 < OPEN_FOUR_COUNT; i++)
        way[i + 1] = OPEN_FOUR[i];
    way[OPEN_FOUR_COUNT] = corner;
    play_all(way, OPEN_FOUR_COUNT);
    for (int i = 0; i < 15 * 15; i++)
        if (i % 15 != corner.x || i / 15 != corner.y)
            (void)kaname_exclude(engine, i % 15, i / 15, true);
    exclude_after(way, OPEN_FOUR_COUNT + 1, (KanamePoint){4, 7});
    exclude_after(way, OPEN_FOUR_COUNT + 1, (KanamePoint){4, 7}); /* once more, in vain */
    expect_equal(kaname_score_win_plies(think(depth_limit(3)).score), -2);
    exclude_after(way, OPEN_FOUR_COUNT + 1, (KanamePoint){9, 7});
    kaname_clear_hash(engine);
    expect(kaname_score_win_plies(think(depth_limit(3)).score) != -2);
}
END_TEST

START_TEST(a_position_whose_every_move_is_blocked_is_no_loss) {
    /* A full board of 5x5 without a five but for the last two points, White to move. */
    static const char *const rows[] = {"BWBWB", "BWBWB", "WBWBW", "BWBWB", "BWW.."};
    KanamePoint way[KANAME_MAX_CELLS], of[3][25], left[2] = {{3, 4}, {4, 4}};
    size_t counts[3] = {0}, count = 0;
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 5; x++)
            if (rows[y][x] != '.') {
                int side = rows[y][x] == 'B' ? KANAME_BLACK : KANAME_WHITE;
                of[side][counts[side]++] = (KanamePoint){x, y};
            }
    expect_equal(counts[KANAME_BLACK], 12);
    expect_equal(counts[KANAME_WHITE], 11);
    for (; count < 23; count++)
        way[count] = of[count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE][count / 2];
    expect_equal(kaname_set_size(engine, 5, 5), KANAME_OK);
    play_all(way, count);
    way[count] = left[0];
    exclude_after(way, count + 1, left[1]);
    KanameResult result = think(depth_limit(4));
    expect_equal(kaname_score_win_plies(result.score), 0);
}
END_TEST

START_TEST(what_is_no_path_is_refused) {
    KanamePoint twice[] = {{7, 7}, {7, 7}}, outside[] = {{7, 15}};
    expect_equal(kaname_exclude_path(engine, twice, 2), KANAME_ERR_OCCUPIED);
    expect_equal(kaname_exclude_path(engine, outside, 1), KANAME_ERR_OFF_BOARD);
    expect_equal(kaname_exclude_path(engine, twice, 0), KANAME_ERR_RANGE);
}
END_TEST

/* ---- Bent searches -------------------------------------------------------------------------- */

static void note_first_depth(const KanameReport *report, void *context) {
    int *first = context;
    if (*first == 0)
        *first = report->depth;
}

START_TEST(the_first_iteration_is_the_one_asked_for) {
    int first = 0;
    KanameCallbacks callbacks = {.on_report = note_first_depth, .context = &first};
    KanameLimits limits = depth_limit(6);
    KanameResult result;
    play_all(OPENING, OPENING_COUNT);
    limits.start_depth = 5;
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(first, 5);
    limits.start_depth = 50; /* never beyond the last one */
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(result.depth, 6);
}
END_TEST

START_TEST(a_wider_search_looks_at_more) {
    KanameLimits limits = depth_limit(5);
    play_all(OPENING, OPENING_COUNT);
    limits.width = 1;
    uint64_t narrow = think(limits).nodes;
    kaname_clear_hash(engine);
    limits.width = 6;
    expect(think(limits).nodes > narrow);
    limits.width = 7;
    KanameResult ignored;
    expect_equal(kaname_think(engine, &limits, NULL, &ignored), KANAME_ERR_RANGE);
    expect_equal(kaname_prepare(engine, &limits), KANAME_ERR_RANGE);
}
END_TEST

START_TEST(threads_can_be_made_before_the_clock_runs) {
    expect_equal(kaname_set_threads(engine, 3), KANAME_OK);
    expect_equal(kaname_prepare(engine, NULL), KANAME_OK);
    expect_equal(kaname_prepare(engine, NULL), KANAME_OK);
    play_all(OPENING, OPENING_COUNT);
    think(depth_limit(3));
}
END_TEST

START_TEST(a_search_takes_the_memory_prepared_for_it) {
    KanameLimits limits = depth_limit(3);
    limits.turn_ms = 200;
    play_all(OPENING, OPENING_COUNT);
    expect_equal(kaname_prepare(engine, NULL), KANAME_OK);
    expect_equal(kaname_hash_kib(engine), 0);
    expect_equal(kaname_prepare(engine, &limits), KANAME_OK);
    uint64_t kib = kaname_hash_kib(engine);
    expect(kib > 0);
    kaname_warm_up(engine);
    uint64_t nodes = think(limits).nodes;
    expect_equal(kaname_hash_kib(engine), kib);
    kaname_clear_hash(engine);
    expect_equal(think(limits).nodes, nodes);
}
END_TEST

/* ---- Answers of searches that are cut off ---------------------------------------------------- */

enum { CUTS = 60 };

/* Cuts off at any place of an iteration: each limit is an eighth larger than the one before. */
static uint64_t nodes_of_cut(int cut) {
    uint64_t nodes = 600;
    for (int i = 0; i < cut % 40; i++)
        nodes += nodes / 8;
    return nodes;
}

static void play_game_of_cut(int cut) {
    static const KanamePoint OTHER[] = {{7, 7}, {6, 8}, {9, 7}, {8, 6}};
    if (cut < 40)
        play_all(OPENING, OPENING_COUNT);
    else
        play_all(OTHER, sizeof OTHER / sizeof *OTHER);
}

START_TEST(a_search_that_is_cut_off_answers_with_a_whole_line) {
    play_game_of_cut(_i);
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = nodes_of_cut(_i);
    KanameResult result = think(limits);
    expect(result.depth > 2);
    expect(result.pv_count >= 2);
    expect_equal(result.pv[0].x, result.best.x);
    expect_equal(result.pv[0].y, result.best.y);
    play_all(result.pv, result.pv_count);
}
END_TEST

/* What the reports say last of each line. */
typedef struct Told {
    int count, scores[3], depths[3];
    KanamePoint moves[3];
} Told;

static void note_line(const KanameReport *report, void *context) {
    Told *told = context;
    expect(report->line < 3);
    told->count = report->line + 1;
    told->scores[report->line] = report->score;
    told->depths[report->line] = report->depth;
    told->moves[report->line] = report->pv[0];
}

static bool is_same(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

START_TEST(several_lines_come_best_first_and_the_best_is_played) {
    Told told = {0};
    KanameCallbacks callbacks = {.on_report = note_line, .context = &told};
    play_game_of_cut(_i);
    KanameLimits limits = kaname_no_limits();
    limits.lines = 3;
    limits.max_nodes = nodes_of_cut(_i);
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(told.count, 3);
    expect(is_same(told.moves[0], result.best));
    expect_equal(told.scores[0], result.score);
    expect_equal(told.depths[0], result.depth);
    for (int i = 1; i < 3; i++) {
        expect(told.scores[i] <= told.scores[i - 1]);
        expect(told.depths[i] <= told.depths[i - 1]);
        expect(!is_same(told.moves[i], told.moves[i - 1]));
    }
    expect(!is_same(told.moves[2], told.moves[0]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("analysis");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, a_balanced_move_is_near_the_score_wanted_and_not_the_best);
    tcase_add_test(all, a_path_blocks_its_last_move_at_the_root);
    tcase_add_test(all, a_path_blocks_its_last_move_in_the_tree);
    tcase_add_test(all, a_path_blocks_its_last_move_after_the_same_stones_in_any_order);
    tcase_add_test(all, a_path_elsewhere_blocks_nothing);
    tcase_add_test(all, a_five_that_no_path_blocks_still_wins);
    tcase_add_test(all, a_position_whose_every_move_is_blocked_is_no_loss);
    tcase_add_test(all, what_is_no_path_is_refused);
    tcase_add_test(all, the_first_iteration_is_the_one_asked_for);
    tcase_add_test(all, a_wider_search_looks_at_more);
    tcase_add_test(all, threads_can_be_made_before_the_clock_runs);
    tcase_add_test(all, a_search_takes_the_memory_prepared_for_it);
    tcase_add_loop_test(all, a_search_that_is_cut_off_answers_with_a_whole_line, 0, CUTS);
    tcase_add_loop_test(all, several_lines_come_best_first_and_the_best_is_played, 0, CUTS);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
