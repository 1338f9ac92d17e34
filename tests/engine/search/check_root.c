/* The root of a search, seen through kaname.h: which moves it tries, what it reports and when it
 * ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kaname.h"
#include "support/chance.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/vcf.h"

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    expect_equal(kaname_set_hash(engine, 1024), KANAME_OK);
}

static void teardown(void) {
    kaname_free(engine);
}

static void put(Rule rule, Color to_move, const char *text) {
    Drawing drawing = drawing_read(rule, text);
    const Oracle *oracle = &drawing.oracle;
    KanameStone stones[CELLS_MAX];
    size_t count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] != POINT_EMPTY)
            stones[count++] = (KanameStone){cell % oracle->width, cell / oracle->width,
                                            oracle->at[cell] == POINT_BLACK   ? KANAME_BLACK
                                            : oracle->at[cell] == POINT_WHITE ? KANAME_WHITE
                                                                              : KANAME_WALL};
    expect_equal(kaname_set_size(engine, oracle->width, oracle->height), KANAME_OK);
    expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
    expect_equal(kaname_set_position(engine, stones, count, (KanameColor)to_move), KANAME_OK);
}

static void set(const char *name, int value) {
    expect_equal(kaname_set_param(engine, name, value), KANAME_OK);
}

static KanameLimits depth_of(int depth) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    return limits;
}

static bool is_same(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

/* ---- Reports and events ---------------------------------------------------------------------- */

enum { LINES = 4 };

/* The reports and events of a search so far. */
typedef struct Story {
    int lines; /* that the search was asked for */
    int line;  /* of the last report */
    int depth; /* of its first line */
    int reports, starts, dones;
    bool is_open; /* a move has been started */
    bool has_one_thread;
    int dones_told; /* moves whose search had ended when the last group of lines began */
    KanamePoint first, started, best;
    bool was_started[KANAME_MAX_CELLS], was_best[KANAME_MAX_CELLS];
    uint64_t nodes;
    int64_t time_ms;
    KanameReport last[LINES];
} Story;

static int cell_of(KanamePoint point) {
    return point.y * kaname_width(engine) + point.x;
}

static void note_report(const KanameReport *report, void *context) {
    Story *story = context;
    expect(report->line >= 0 && report->line < story->lines);
    /* Lines come in groups, each from the first one on, and the answer by itself. */
    expect(report->line == 0 || report->line == story->line + 1);
    expect(report->line > 0 || report->depth >= story->depth);
    expect(report->line == 0 || report->depth == story->depth || report->depth == story->depth - 1);
    for (int i = 0; i < report->line; i++) {
        expect(!is_same(report->pv[0], story->last[i].pv[0]));
        expect(report->score <= story->last[i].score);
    }
    expect(report->nodes >= story->nodes && report->time_ms >= story->time_ms);
    expect(report->seldepth >= 1 && report->pv_count >= 1);
    expect(abs(report->score) < KANAME_SCORE_WIN);
    for (size_t i = 0; i < report->pv_count; i++)
        expect_equal(kaname_at(engine, report->pv[i].x, report->pv[i].y), KANAME_EMPTY);
    /* A report of a new depth follows the end of a move's search; proofs need none. */
    if (report->line == 0 && report->depth > story->depth && story->has_one_thread)
        expect(story->dones > story->dones_told || kaname_score_win_plies(report->score) != 0);
    if (report->line == 0) {
        story->depth = report->depth;
        story->dones_told = story->dones;
    }
    story->line = report->line;
    story->nodes = report->nodes;
    story->time_ms = report->time_ms;
    story->reports++;
    story->last[report->line] = *report;
}

static void note_event(KanameRootEvent event, KanamePoint move, void *context) {
    Story *story = context;
    switch (event) {
    case KANAME_ROOT_START:
        expect(!story->is_open);
        story->first = story->starts++ == 0 ? move : story->first;
        story->started = move;
        story->was_started[cell_of(move)] = true;
        story->is_open = true;
        break;
    case KANAME_ROOT_DONE:
        expect(story->is_open && is_same(story->started, move));
        story->is_open = false;
        story->dones++;
        break;
    case KANAME_ROOT_BEST:
        story->was_best[cell_of(move)] = true;
        story->best = move;
        break;
    case KANAME_ROOT_LOST:
        break;
    }
}

static Story *think_and_note(const KanameLimits *limits, int threads, KanameResult *result) {
    Story *story = calloc(1, sizeof *story);
    ck_assert_ptr_nonnull(story);
    story->lines = limits->lines > 1 ? limits->lines : 1;
    story->has_one_thread = threads == 1;
    story->best = (KanamePoint){-1, -1};
    expect_equal(kaname_set_threads(engine, threads), KANAME_OK);
    KanameCallbacks callbacks = {note_report, note_event, story};
    expect_equal(kaname_think(engine, limits, &callbacks, result), KANAME_OK);
    if (story->reports > 0) {
        expect(is_same(story->last[0].pv[0], result->best));
        expect_equal(story->last[0].score, result->score);
        expect_equal(story->last[0].depth, result->depth);
        expect(story->nodes <= result->nodes && story->time_ms <= result->time_ms);
    }
    return story;
}

/* The most nodes that a search of one line may spend after its last report: on a win by threes,
 * which it ends at the first position after its share. */
static uint64_t nodes_of_threes(uint64_t nodes) {
    enum { POSITION_NODES = 200 };
    int permille = 0;
    expect_equal(kaname_get_param(engine, "vct_permille", &permille), KANAME_OK);
    return nodes * (uint64_t)permille / 1000 + POSITION_NODES;
}

/* With one thread every start of a move is followed by its end, and the nodes of the last report
 * are those of the moment. With more, the lines of a group still differ, best first. */
START_TEST(reports_and_events_tell_one_story) {
    static const int THREADS[] = {1, 3};
    const int positions = courses_wanted(60);
    uint64_t rng = 4900 + (uint64_t)_i;
    for (int i = 0; i < positions; i++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)(i % KANAME_RULE_COUNT)), KANAME_OK);
        play_by_chance(engine, &rng);
        KanameLimits limits = kaname_no_limits();
        limits.max_depth = 1 + (int)rng_below(&rng, 6);
        limits.lines = i % 2 == 0 ? LINES : 1;
        KanameResult result;
        Story *story = think_and_note(&limits, THREADS[_i], &result);
        expect(story->reports > 0);
        expect_equal(story->starts, story->dones);
        expect(!story->is_open);
        if (_i == 0)
            expect(result.nodes - story->nodes <=
                       1 + (limits.lines > 1 ? 0 : nodes_of_threes(story->nodes)) ||
                   kaname_score_win_plies(result.score) != 0);
        if (limits.lines > 1)
            expect_equal(story->line, LINES - 1);
        else if (_i == 0)
            expect(is_same(story->first, result.best) || story->was_best[cell_of(result.best)]);
        free(story);
    }
}
END_TEST

/* At depth 1 each line searches all moves that no better line has taken, and the first one by order
 * is the best until an event names another one. */
START_TEST(each_line_searches_the_moves_that_are_left) {
    const int positions = courses_wanted(40);
    uint64_t rng = 5100;
    int undecided = 0;
    for (int i = 0; i < positions; i++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)(i % KANAME_RULE_COUNT)), KANAME_OK);
        play_by_chance(engine, &rng);
        kaname_clear_hash(engine);
        /* An estimate depends on the window, so a later line may find a better move. */
        expect_equal(kaname_set_param(engine, "estimate_margin", 30000), KANAME_OK);
        KanameLimits limits = depth_of(1);
        limits.lines = 2 + i % (LINES - 1);
        KanameResult result;
        Story *story = think_and_note(&limits, 1, &result);
        int moves = 0;
        for (int cell = 0; cell < KANAME_MAX_CELLS; cell++)
            moves += story->was_started[cell];
        if (abs(result.score) < KANAME_SCORE_WIN_MIN - 1) {
            undecided++;
            expect_equal(story->starts,
                         moves * limits.lines - limits.lines * (limits.lines - 1) / 2);
            expect(is_same(story->best.x < 0 ? story->first : story->best, result.best));
            expect(!story->was_best[cell_of(story->first)]);
        }
        free(story);
    }
    expect(undecided > positions / 2);
}
END_TEST

/* All lines of a search without end. */
typedef struct Lines {
    int count;
    KanameReport all[LINES * 10];
} Lines;

static void note_line(const KanameReport *report, void *context) {
    Lines *lines = context;
    if (lines->count < LINES * 10)
        lines->all[lines->count++] = *report;
}

/* Returns whether both are proven, or the same; the length of a proof depends on what is left of
 * the nodes. */
static bool is_same_score(int a, int b) {
    return a == b ||
           (abs(a) >= KANAME_SCORE_WIN_MIN && abs(b) >= KANAME_SCORE_WIN_MIN && (a > 0) == (b > 0));
}

static bool holds(const Lines *lines, const KanameReport *wanted) {
    for (int i = 0; i < lines->count; i++)
        if (lines->all[i].depth == wanted->depth && is_same(lines->all[i].pv[0], wanted->pv[0]) &&
            is_same_score(lines->all[i].score, wanted->score))
            return true;
    return false;
}

/* A search that is cut off tells a line of its last depth only if it was searched to it: then the
 * search that goes on tells the same. */
START_TEST(lines_of_a_search_that_is_cut_off_have_the_depth_they_were_searched_to) {
    const int positions = courses_wanted(20);
    enum { DEPTH = 5, CUTS = 8 };
    uint64_t rng = 5200;
    Lines *whole = malloc(sizeof *whole), *cut = malloc(sizeof *cut);
    ck_assert(whole != NULL && cut != NULL);
    int older = 0;
    for (int i = 0; i < positions; i++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)(i % KANAME_RULE_COUNT)), KANAME_OK);
        play_by_chance(engine, &rng);
        KanameLimits limits = depth_of(DEPTH);
        limits.lines = LINES;
        KanameResult result;
        whole->count = 0;
        kaname_clear_hash(engine);
        KanameCallbacks callbacks = {.on_report = note_line, .context = whole};
        expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
        for (int k = 0; k < CUTS; k++) {
            kaname_clear_hash(engine);
            limits.max_nodes = 1 + rng_below(&rng, (uint32_t)result.nodes);
            cut->count = 0;
            callbacks.context = cut;
            KanameResult ignored;
            expect_equal(kaname_think(engine, &limits, &callbacks, &ignored), KANAME_OK);
            for (int j = 0; j < cut->count; j++) {
                const KanameReport *line = &cut->all[j];
                expect(abs(line->score) < KANAME_SCORE_WIN);
                if (line->line == 0)
                    continue; /* a part of its moves may have decided it */
                bool is_older = line->depth < cut->all[j - line->line].depth;
                older += is_older;
                expect(is_older || holds(whole, line));
            }
        }
    }
    expect(older > positions);
    free(whole);
    free(cut);
}
END_TEST

/* Sets the board to the engine's position. */
static void copy_position(Board *board) {
    board_init(board, test_tables((Rule)kaname_rule(engine)), 15, 15, NULL, isa_best());
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        board_play(board, (Cell)(stone.y * 15 + stone.x));
    }
}

/* The search of fours by itself, with as many stones. */
START_TEST(a_win_by_fours_is_as_short_as_the_search_of_fours_makes_it) {
    const int positions = courses_wanted(200);
    enum { NODES = 20000 };
    uint64_t rng = 5300 + (uint64_t)_i;
    Vcf *vcf = vcf_new(1 << 20);
    Board *board = test_board_new();
    ck_assert_ptr_nonnull(vcf);
    expect_equal(kaname_set_rule(engine, (KanameRule)_i), KANAME_OK);
    int wins = 0;
    for (int i = 0; i < positions; i++) {
        play_by_chance(engine, &rng);
        copy_position(board);
        VcfLimits limits = {.max_moves = VCF_MOVES_MAX, .max_nodes = NODES, .shorten = true};
        VcfResult fours;
        vcf_clear(vcf);
        vcf_search(vcf, board, &limits, &fours);
        if (fours.verdict != VCF_WIN)
            continue;
        wins++;
        kaname_clear_hash(engine);
        KanameLimits none = kaname_no_limits();
        KanameResult result;
        expect_equal(kaname_think(engine, &none, NULL, &result), KANAME_OK);
        expect_equal(kaname_score_win_plies(result.score), fours.plies);
        expect_equal(result.pv_count, fours.plies);
        expect_equal(result.nodes, fours.nodes);
    }
    expect(wins > positions / 40);
    free(board);
    vcf_free(vcf);
}
END_TEST

/* The first win by fours that is found takes 15 plies. */
START_TEST(a_shorter_win_by_fours_is_looked_for) {
    put(RULE_FREESTYLE, BLACK,
        ".....o..x......\n"
        ".......x....x..\n"
        "........x......\n"
        "......x.......x\n"
        "........o.....x\n"
        "......xo......o\n"
        "..x..o........o\n"
        "..............x\n"
        "....o..........\n"
        "......o..x...o.\n"
        ".o.o....x...x..\n"
        "......o.oox..oo\n"
        "...o.o.xo.x..xo\n"
        ".....x...x.x..x\n"
        "...x....o.....o\n");
    KanameLimits none = kaname_no_limits();
    KanameResult result;
    expect_equal(kaname_think(engine, &none, NULL, &result), KANAME_OK);
    expect_equal(kaname_score_win_plies(result.score), 11);
}
END_TEST

/* ---- Which moves are tried ---------------------------------------------------------------------
 */

/* Black threatens a four and two open threes by one stone at A, which no stone is next to. */
static const char DISTANT[] = ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . x . . . . . . .\n"
                              ". . . . . . . x . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . o x x x . A . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . x . . . . .\n"
                              ". . . . . . . . . . x . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n"
                              ". . . . . . . . . . . . . . .\n";

/* Of the cells next to a stone all lose. */
START_TEST(the_only_answer_may_be_a_distant_cell) {
    set("near_square", 1);
    set("near_star", 1);
    set("vct_permille", 0); /* or White's threats are searched for the reply */
    set("vct_against_permille", 0);
    put(RULE_FREESTYLE, WHITE, DISTANT);
    KanameLimits limits = depth_of(4);
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x == 7 && result.best.y == 7);
    expect_equal(kaname_score_win_plies(result.score), 0);
}
END_TEST

/* Only one empty cell is near the stone: the other lines are distant moves. */
START_TEST(as_many_lines_as_asked_for_are_told_where_moves_are_left) {
    enum { EMPTY = 3 };
    for (int lines = 1; lines <= LINES; lines++) {
        put(RULE_FREESTYLE, BLACK,
            "x . # # # # # #\n"
            "# # # # # # # #\n"
            "# # # # # # # #\n"
            "# # # # # # # #\n"
            "# # # # # # . .\n");
        KanameLimits limits = depth_of(3);
        limits.lines = lines;
        KanameResult result;
        Story *story = think_and_note(&limits, 1, &result);
        expect_equal(story->line + 1, lines < EMPTY ? lines : EMPTY);
        free(story);
    }
}
END_TEST

/* A move that is excluded is no reply that saves: with it the loss of the others is no proof. */
START_TEST(all_moves_but_an_excluded_one_are_looked_at) {
    put(RULE_FREESTYLE, WHITE,
        ". . . . . . . . .\n"
        ". o x x x x . . .\n"
        ". . . . . . . . .\n"
        ". . . . o . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n"
        ". . . . . . . . .\n");
    expect_equal(kaname_exclude(engine, 6, 1, true), KANAME_OK);
    KanameLimits limits = depth_of(4);
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x != 6 || result.best.y != 1);
    expect_equal(kaname_score_win_plies(result.score), -2);
}
END_TEST

/* ---- The end -----------------------------------------------------------------------------------
 */

static int depth_reached(const KanameLimits *limits) {
    KanameResult result;
    kaname_clear_hash(engine);
    expect_equal(kaname_think(engine, limits, NULL, &result), KANAME_OK);
    return result.depth;
}

static const char QUIET[] = ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . o x . . . .\n"
                            ". . . . x o . . .\n"
                            ". . . . . . x . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n";

START_TEST(the_last_depth_is_searched_and_no_deeper_one) {
    put(RULE_FREESTYLE, WHITE, QUIET);
    for (int depth = 1; depth <= 7; depth++) {
        KanameLimits limits = depth_of(depth);
        expect_equal(depth_reached(&limits), depth);
    }
}
END_TEST

/* Threats of the opponent narrow down the moves of the next depth. */
START_TEST(the_opponents_threats_are_searched_for_between_depths_alone) {
    put(RULE_FREESTYLE, WHITE, QUIET);
    set("vct_permille", 0);
    set("vct_against_permille", 1000);
    set("vct_nodes_min", 1);
    KanameLimits limits = depth_of(5);
    KanameResult result;
    Story *story = think_and_note(&limits, 1, &result);
    expect_equal(story->last[0].depth, 5);
    expect_equal(story->nodes, result.nodes);
    free(story);
}
END_TEST

/* The win by threes is out of the iteration's sight. */
START_TEST(a_win_between_depths_has_the_depth_that_was_searched) {
    enum { DEPTH = 5 };
    put(RULE_FREESTYLE, WHITE, WIN_BY_THREES);
    set("vct_permille", 100000);
    KanameLimits limits = depth_of(DEPTH + 1);
    limits.start_depth = DEPTH;
    KanameResult result;
    Story *story = think_and_note(&limits, 1, &result);
    expect(story->reports > 1);
    expect(kaname_score_win_plies(result.score) > result.depth);
    expect(result.depth >= DEPTH);
    free(story);
}
END_TEST

/* White's only move that does not lose at once stops a four: a clear choice while a clock runs. The
 * same with all of the time asked for, or without a clock, goes on. */
START_TEST(an_only_move_ends_the_search_where_time_can_be_saved) {
    put(RULE_FREESTYLE, WHITE,
        ". . . . . . . . . . .\n"
        ". o x x x x A . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . o . . . . .\n"
        ". . . . o x . . . . .\n"
        ". . . . . . . o . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n"
        ". . . . . . . . . . .\n");
    KanameLimits limits = depth_of(5);
    expect_equal(depth_reached(&limits), 5);
    limits.match_ms = limits.turn_ms = 600000;
    expect(depth_reached(&limits) < 3);
    limits.match_ms = -1;
    limits.exact_time = true;
    expect_equal(depth_reached(&limits), 5);
}
END_TEST

/* In play the centre is the convention; a search that is to use all of its time is an analysis. */
START_TEST(an_empty_board_is_searched_if_all_of_the_time_is_asked_for) {
    put(RULE_FREESTYLE, BLACK,
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n");
    KanameLimits limits = depth_of(4);
    expect_equal(depth_reached(&limits), 0);
    limits.exact_time = true;
    expect_equal(depth_reached(&limits), 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("root");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, courses_wanted(0) > 0 ? 0 : 120);
    tcase_add_loop_test(all, reports_and_events_tell_one_story, 0, 2);
    tcase_add_test(all, each_line_searches_the_moves_that_are_left);
    tcase_add_test(all, lines_of_a_search_that_is_cut_off_have_the_depth_they_were_searched_to);
    tcase_add_loop_test(all, a_win_by_fours_is_as_short_as_the_search_of_fours_makes_it, 0, RULES);
    tcase_add_test(all, a_shorter_win_by_fours_is_looked_for);
    tcase_add_test(all, the_only_answer_may_be_a_distant_cell);
    tcase_add_test(all, as_many_lines_as_asked_for_are_told_where_moves_are_left);
    tcase_add_test(all, all_moves_but_an_excluded_one_are_looked_at);
    tcase_add_test(all, the_last_depth_is_searched_and_no_deeper_one);
    tcase_add_test(all, the_opponents_threats_are_searched_for_between_depths_alone);
    tcase_add_test(all, a_win_between_depths_has_the_depth_that_was_searched);
    tcase_add_test(all, an_only_move_ends_the_search_where_time_can_be_saved);
    tcase_add_test(all, an_empty_board_is_searched_if_all_of_the_time_is_asked_for);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
