/* The end of a search at the root, seen through kaname.h: which depth is the last. */
#include <check.h>
#include <stdlib.h>

#include "engine/search/story.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

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
    Suite *suite = suite_create("root_end");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, the_last_depth_is_searched_and_no_deeper_one);
    tcase_add_test(all, the_opponents_threats_are_searched_for_between_depths_alone);
    tcase_add_test(all, a_win_between_depths_has_the_depth_that_was_searched);
    tcase_add_test(all, an_only_move_ends_the_search_where_time_can_be_saved);
    tcase_add_test(all, an_empty_board_is_searched_if_all_of_the_time_is_asked_for);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
