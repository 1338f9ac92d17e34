/* The root of a search, seen through kaname.h: which moves it tries and what it reports. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "engine/search/story.h"
#include "kaname.h"
#include "support/chance.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/vcf.h"

/* ---- Reports and events ---------------------------------------------------------------------- */

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
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
