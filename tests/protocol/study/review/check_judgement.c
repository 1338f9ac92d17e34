/* What a review says of moves: by made-up views, and of positions by the real engine. */
#include "study/review/judgement.h"
#include "study/review/summary.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/notation.h"
#include "support/harness.h"

/* ---- Made-up views ------------------------------------------------------------------------- */

static const KanamePoint A = {7, 7}, B = {8, 8};

static ReviewView seen(KanamePoint best, double rate) {
    return (ReviewView){.best = best, .rate = rate, .line = {.count = 1, .moves = {best}}};
}

static ReviewView won(KanamePoint best, ReviewWin win) {
    ReviewView view = seen(best, 1);
    view.score = KANAME_SCORE_WIN - 5;
    view.win = win;
    return view;
}

static ReviewView lost(void) {
    ReviewView view = seen(A, 0);
    view.score = -KANAME_SCORE_WIN + 6;
    return view;
}

START_TEST(the_best_move_loses_nothing_whatever_a_deeper_look_says) {
    ReviewView before = seen(A, 0.6), after = seen(B, 0.9);
    ReviewCase of = {.played = A, .before = &before, .after = &after};
    ReviewMove move;
    ck_assert(!review_needs_better(&of));
    review_judge(&of, &move);
    ck_assert_double_eq(move.loss, 0);
    ck_assert_int_eq(move.grade, REVIEW_BEST);
    ck_assert_uint_eq(move.notes, 0);
}
END_TEST

START_TEST(a_loss_is_the_drop_of_win_rate) {
    static const struct {
        double after;
        ReviewGrade grade;
    } rows[] = {{0.395, REVIEW_BEST},
                {0.43, REVIEW_GOOD},
                {0.46, REVIEW_INACCURACY},
                {0.55, REVIEW_MISTAKE},
                {0.7, REVIEW_BLUNDER}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ReviewView before = seen(A, 0.6), after = seen(A, rows[i].after), better = seen(B, 0.4);
        ReviewCase of = {.played = B, .before = &before, .after = &after};
        ReviewMove move;
        ck_assert_int_eq(review_needs_better(&of), rows[i].grade != REVIEW_BEST);
        of.better = &better;
        ck_assert_int_eq(review_needs_patience(&of), rows[i].grade >= REVIEW_INACCURACY);
        review_judge(&of, &move);
        ck_assert_int_eq(move.grade, rows[i].grade);
        ck_assert_double_eq_tol(move.loss, fmax(0, rows[i].after - 0.4), 1e-9);
    }
}
END_TEST

START_TEST(a_move_is_not_blamed_if_the_better_one_fails_too) {
    ReviewView before = seen(A, 0.6), after = won(A, REVIEW_VCF), better = won(B, REVIEW_VCT);
    ReviewCase of = {.played = B, .before = &before, .after = &after};
    ReviewMove move;
    ck_assert(review_needs_better(&of));
    of.better = &better;
    ck_assert(!review_needs_threat(&of));
    review_judge(&of, &move);
    ck_assert_double_eq(move.loss, 0);
    ck_assert_uint_eq(move.notes, 0);
}
END_TEST

START_TEST(a_win_that_is_not_taken_is_missed) {
    ReviewView before = won(A, REVIEW_VCF), after = seen(A, 0.1);
    ReviewCase of = {.played = B, .before = &before, .after = &after};
    ReviewMove move;
    ck_assert(!review_needs_better(&of));
    ck_assert(review_needs_patience(&of)); /* before it is blamed */
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, REVIEW_NOTE_MISSED_WIN);
    ck_assert_int_eq(move.missed, REVIEW_VCF);
    for (ReviewWin win = REVIEW_FIVE; win < REVIEW_WINS; win++) {
        before = won(A, win);
        review_judge(&of, &move);
        ck_assert_uint_eq(move.notes, REVIEW_NOTE_MISSED_WIN);
        ck_assert_int_eq(move.missed, win);
    }
    /* The position is still good: an inaccuracy at least, though it costs little. */
    after = seen(A, 0.02);
    review_judge(&of, &move);
    ck_assert_int_eq(move.grade, REVIEW_INACCURACY);
    /* Another move that wins by proof, and one that ends the game. */
    after = lost();
    ck_assert(!review_needs_patience(&of));
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, 0);
    of.end = REVIEW_WON;
    of.after = NULL;
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, 0);
    ck_assert_double_eq(move.loss, 0);
}
END_TEST

START_TEST(patience_multiplies_every_limit_that_there_is) {
    static const struct {
        ReviewLimits limits, patient;
    } rows[] = {{{1000, -1}, {1000 * REVIEW_PATIENCE, -1}},
                {{0, 250}, {0, 250 * REVIEW_PATIENCE}},
                {{7, 3}, {7 * REVIEW_PATIENCE, 3 * REVIEW_PATIENCE}},
                {{0, 0}, {0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ReviewLimits patient = review_patient(&rows[i].limits);
        ck_assert_uint_eq(patient.nodes, rows[i].patient.nodes);
        ck_assert_int_eq(patient.turn_ms, rows[i].patient.turn_ms);
    }
}
END_TEST

START_TEST(a_threat_not_parried_is_overlooked_and_a_new_one_allowed) {
    ReviewView before = seen(A, 0.5), after = won(A, REVIEW_VCF), better = seen(B, 0.5);
    ReviewCase of = {.played = B, .before = &before, .after = &after, .better = &better};
    ReviewMove move;
    ck_assert(review_needs_threat(&of));
    of.threat = REVIEW_VCF;
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, REVIEW_NOTE_OVERLOOKED);
    ck_assert_int_eq(move.allowed, REVIEW_VCF);
    ck_assert_int_eq(move.grade, REVIEW_BLUNDER);
    of.threat = REVIEW_NO_WIN;
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, REVIEW_NOTE_ALLOWED_WIN);
    /* A short search may see little lost: the proof counts. */
    after.rate = 0.6;
    review_judge(&of, &move);
    ck_assert_double_eq(move.loss, 0.5);
    ck_assert_int_eq(move.grade, REVIEW_BLUNDER);
}
END_TEST

START_TEST(nothing_can_be_lost_in_a_lost_position) {
    ReviewView before = lost(), after = won(A, REVIEW_VCF);
    ReviewCase of = {.played = B, .before = &before, .after = &after};
    ReviewMove move;
    ck_assert(!review_needs_better(&of) && !review_needs_threat(&of));
    review_judge(&of, &move);
    ck_assert_double_eq(move.loss, 0);
    ck_assert_uint_eq(move.notes, 0);
}
END_TEST

START_TEST(a_move_that_fills_the_board_is_a_draw) {
    ReviewView before = seen(A, 0.75);
    ReviewCase of = {.played = B, .end = REVIEW_FULL, .before = &before};
    ReviewMove move;
    ck_assert(review_needs_better(&of));
    review_judge(&of, &move);
    ck_assert_double_eq_tol(move.loss, 0.25, 1e-9);
    of.better_ends = true; /* and so would the better one */
    review_judge(&of, &move);
    ck_assert_double_eq(move.loss, 0);
}
END_TEST

START_TEST(a_forbidden_move_loses_all) {
    ReviewView before = seen(A, 0.7), better = seen(B, 0.3);
    ReviewCase of = {.played = B, .end = REVIEW_FORBIDDEN, .before = &before, .better = &better};
    ReviewMove move;
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, REVIEW_NOTE_FORBIDDEN);
    ck_assert_double_eq_tol(move.loss, 0.7, 1e-9);
}
END_TEST

START_TEST(a_forbidden_move_instead_of_a_win_misses_it) {
    ReviewView before = won(A, REVIEW_VCF), after = lost();
    ReviewCase of = {.played = B, .end = REVIEW_FORBIDDEN, .before = &before, .after = &after};
    ReviewMove move;
    review_judge(&of, &move);
    ck_assert_uint_eq(move.notes, REVIEW_NOTE_FORBIDDEN | REVIEW_NOTE_MISSED_WIN);
    ck_assert_int_eq(move.missed, REVIEW_VCF);
    ck_assert_int_eq(move.grade, REVIEW_BLUNDER);
}
END_TEST

/* ---- Proofs -------------------------------------------------------------------------------- */

enum { LINE = 5 };

/* The moves of a line, one beside another. */
static KanamePoint step(size_t i) {
    return (KanamePoint){(int)i, 3};
}

/* The views of a game that follows the line of a win by VCT, of which only the first is proven. */
static void follow(ReviewView *views, KanamePoint *moves, size_t count) {
    views[0] = won(step(0), REVIEW_VCT);
    views[0].line.count = count;
    for (size_t i = 0; i < count; i++) {
        views[0].line.moves[i] = moves[i] = step(i);
        views[i + 1] = seen(B, 0.3);
        views[i + 1].nodes = 77;
    }
}

START_TEST(a_win_is_carried_along_its_line) {
    static const ReviewWin wins[LINE] = {REVIEW_VCT, REVIEW_NO_WIN, REVIEW_VCT, REVIEW_NO_WIN,
                                         REVIEW_FIVE};
    ReviewView views[LINE + 1];
    KanamePoint moves[LINE];
    follow(views, moves, LINE);
    review_carry_win(views, moves, LINE);
    for (size_t i = 0; i < LINE; i++) {
        int plies = LINE - (int)i;
        ck_assert_int_eq(views[i].win, wins[i]);
        ck_assert_int_eq(kaname_score_win_plies(views[i].score), i % 2 == 0 ? plies : -plies);
        ck_assert_double_eq(views[i].rate, i % 2 == 0 ? 1 : 0);
        ck_assert(views[i].best.x == (int)i && views[i].best.y == 3);
        ck_assert_uint_eq(views[i].line.count, LINE - i);
        ck_assert_mem_eq(views[i].line.moves, moves + i, (LINE - i) * sizeof *moves);
        ck_assert_uint_eq(views[i].nodes, i == 0 ? 0 : 77);
    }
    ck_assert(!review_is_proven(&views[LINE])); /* behind the five */
}
END_TEST

START_TEST(a_win_is_carried_no_further_than_the_game_follows) {
    ReviewView views[LINE + 1];
    KanamePoint moves[LINE];
    follow(views, moves, LINE);
    moves[2] = B;
    review_carry_win(views, moves, LINE);
    ck_assert(review_is_proven(&views[2]) && !review_is_proven(&views[3]));
    follow(views, moves, LINE);
    review_carry_win(views, moves, 1);
    ck_assert(review_is_proven(&views[1]) && !review_is_proven(&views[2]));
    follow(views, moves, LINE);
    views[0] = seen(A, 0.9);
    review_carry_win(views, moves, LINE);
    ck_assert(!review_is_proven(&views[1]));
}
END_TEST

START_TEST(a_line_that_was_cut_ends_before_the_five) {
    static ReviewView views[REVIEW_LINE_MAX + 2];
    KanamePoint moves[REVIEW_LINE_MAX + 1];
    follow(views, moves, REVIEW_LINE_MAX);
    moves[REVIEW_LINE_MAX] = B;
    views[0].score = KANAME_SCORE_WIN - 141;
    review_carry_win(views, moves, REVIEW_LINE_MAX + 1);
    ck_assert_int_eq(kaname_score_win_plies(views[REVIEW_LINE_MAX - 2].score), 15);
    ck_assert_int_eq(views[REVIEW_LINE_MAX - 2].win, REVIEW_VCT);
    ck_assert_int_eq(kaname_score_win_plies(views[REVIEW_LINE_MAX - 1].score), -14);
    ck_assert(!review_is_proven(&views[REVIEW_LINE_MAX]));
}
END_TEST

START_TEST(views_keep_their_own_proofs) {
    ReviewView views[LINE + 1];
    KanamePoint moves[LINE];
    follow(views, moves, LINE);
    views[1] = lost();
    views[2] = won(B, REVIEW_VCF);
    review_carry_win(views, moves, LINE);
    ck_assert_int_eq(kaname_score_win_plies(views[1].score), -6);
    ck_assert_int_eq(views[2].win, REVIEW_VCF);
    ck_assert(views[2].best.x == B.x && review_is_proven(&views[3]));
    follow(views, moves, LINE);
    views[1] = won(B, REVIEW_FIVE); /* the opposite */
    review_carry_win(views, moves, LINE);
    ck_assert_int_eq(views[1].win, REVIEW_FIVE);
    ck_assert(!review_is_proven(&views[2]));
}
END_TEST

START_TEST(a_loss_is_carried_along_its_line) {
    ReviewView views[LINE + 1];
    KanamePoint moves[LINE];
    follow(views, moves, LINE);
    views[0].win = REVIEW_NO_WIN;
    views[0].score = -KANAME_SCORE_WIN + 8;
    review_carry_win(views, moves, LINE);
    ck_assert_int_eq(views[1].win, REVIEW_OTHER);
    ck_assert_int_eq(kaname_score_win_plies(views[1].score), 7);
    ck_assert_int_eq(kaname_score_win_plies(views[2].score), -6);
}
END_TEST

START_TEST(the_proof_of_a_longer_look_is_taken) {
    ReviewView view = seen(A, 0.6), longer = seen(B, 0.7);
    view.nodes = 10;
    review_take_proof(&view, &longer);
    ck_assert_double_eq(view.rate, 0.6);
    longer = won(B, REVIEW_VCT);
    longer.nodes = 80;
    review_take_proof(&view, &longer);
    ck_assert_int_eq(view.win, REVIEW_VCT);
    ck_assert_uint_eq(view.nodes, 10);
    longer = lost();
    review_take_proof(&view, &longer);
    ck_assert_int_eq(view.win, REVIEW_VCT);
}
END_TEST

/* ---- Figures ------------------------------------------------------------------------------- */

START_TEST(figures_count_moves_with_a_choice) {
    enum { COUNT = 14 };
    ReviewMove fine = {.best_rate = 0.5},
               forced = {.best_rate = 0.5, .notes = REVIEW_NOTE_ONLY_MOVE},
               bad = {.best_rate = 0.5, .loss = 0.3, .grade = REVIEW_BLUNDER},
               hopeless = {.best_rate = 0};
    ReviewStone stones[COUNT];
    for (int i = 0; i < COUNT; i++)
        stones[i] = (ReviewStone){.color = i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE,
                                  .is_judged = i >= 3,
                                  .winner = i > 11 ? KANAME_BLACK : KANAME_EMPTY,
                                  .move = &fine};
    stones[5].move = &forced;
    stones[11].move = &bad; /* White */
    stones[13].move = &hopeless;
    ReviewSummary summary;
    review_summarize(stones, COUNT, &summary);
    ck_assert_int_eq(summary.sides[KANAME_BLACK].moves, 5); /* 4 6 8 10 12 */
    ck_assert_int_eq(summary.sides[KANAME_WHITE].moves, 4); /* 3 7 9 11 */
    ck_assert_double_eq_tol(summary.sides[KANAME_BLACK].accuracy, 100, 1e-9);
    ck_assert_double_eq_tol(summary.sides[KANAME_WHITE].accuracy, (300 + 12.5) / 4, 1e-9);
    ck_assert_double_eq_tol(summary.sides[KANAME_WHITE].mean_loss, 0.3 / 4, 1e-9);
    ck_assert_uint_eq(summary.worst, 11);
    ck_assert_uint_eq(summary.first_of[REVIEW_MIDDLE], 10);
    ck_assert_uint_eq(summary.first_of[REVIEW_ENDING], 12);
    ck_assert_int_eq(summary.phases[KANAME_WHITE][REVIEW_MIDDLE].grades[REVIEW_BLUNDER], 1);
    ck_assert_int_eq(summary.phases[KANAME_WHITE][REVIEW_ENDING].moves, 0);
    ck_assert_double_lt(summary.phases[KANAME_WHITE][REVIEW_ENDING].accuracy, 0);
}
END_TEST

/* ---- The engine ---------------------------------------------------------------------------- */

/* Sets up moves by turns, "h8i9": row 1 is the lowest of 15. */
static KanameEngine *engine_with(KanameRule rule, const char *moves) {
    KanameEngine *engine = kaname_new();
    const char *end = moves + strlen(moves);
    KanamePoint point;
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 4096), KANAME_OK);
    ck_assert_int_eq(kaname_set_rule(engine, rule), KANAME_OK);
    while (notation_read_point(&moves, end, 15, &point))
        ck_assert_int_eq(kaname_play(engine, point.x, point.y), KANAME_OK);
    ck_assert_ptr_eq(moves, end);
    return engine;
}

static ReviewView look(KanameEngine *engine) {
    const ReviewLimits limits = {.nodes = 5000, .turn_ms = -1};
    ReviewView view;
    ck_assert_int_eq(review_look(engine, &limits, &view), KANAME_OK);
    return view;
}

/* Black's three and White's stones elsewhere. */
#define OPEN_THREE "h8a1h9a3h10"
#define DOUBLE_FOUR "h8h7h9a1h10o1f11o15e11a15d11a8" /* Black to move wins at g11 and others */

START_TEST(wins_are_found_with_their_kind) {
    KanameEngine *engine = engine_with(KANAME_RULE_FREESTYLE, "h8a1h9a3h10a5h11a7");
    ReviewView view = look(engine);
    ck_assert_int_eq(view.win, REVIEW_FIVE);
    ck_assert_double_eq(view.rate, 1);
    kaname_free(engine);
    engine = engine_with(KANAME_RULE_FREESTYLE, DOUBLE_FOUR);
    view = look(engine);
    ck_assert_int_eq(view.win, REVIEW_VCF);
    ck_assert_uint_gt(view.line.count, 0);
    ck_assert(view.best.x == view.line.moves[0].x && view.best.y == view.line.moves[0].y);
    kaname_free(engine);
}
END_TEST

START_TEST(views_are_the_same_in_any_order) {
    KanameEngine *engine = engine_with(KANAME_RULE_RENJU, "h8h9g9f10");
    KanameEngine *used = engine_with(KANAME_RULE_RENJU, "h8h9i9g7");
    ReviewView first = look(engine), second;
    (void)look(used);
    ck_assert_int_eq(kaname_take_back(used), KANAME_OK);
    ck_assert_int_eq(kaname_take_back(used), KANAME_OK);
    ck_assert_int_eq(kaname_play(used, 6, 6), KANAME_OK);
    ck_assert_int_eq(kaname_play(used, 5, 5), KANAME_OK);
    second = look(used);
    ck_assert_int_eq(first.score, second.score);
    ck_assert_uint_eq(first.nodes, second.nodes);
    ck_assert_uint_eq(first.line.count, second.line.count);
    ck_assert_mem_eq(first.line.moves, second.line.moves,
                     first.line.count * sizeof first.line.moves[0]);
    kaname_free(engine);
    kaname_free(used);
}
END_TEST

START_TEST(a_four_forces_its_answer) {
    KanameEngine *engine = engine_with(KANAME_RULE_FREESTYLE, "h8h7h9a1h10o1h11");
    ReviewView view = look(engine);
    ck_assert(view.is_forced);
    ck_assert(view.best.x == 7 && view.best.y == 3);
    kaname_free(engine);
}
END_TEST

START_TEST(an_empty_board_is_searched_too) {
    KanameEngine *engine = engine_with(KANAME_RULE_FREESTYLE, "");
    ReviewView view = look(engine);
    ck_assert(view.best.x == 7 && view.best.y == 7);
    ck_assert_int_gt(view.depth, 0);
    ck_assert_uint_gt(view.nodes, 0);
    kaname_free(engine);
}
END_TEST

START_TEST(threats_of_the_other_side_are_found) {
    KanameEngine *engine = engine_with(KANAME_RULE_FREESTYLE, OPEN_THREE "a5");
    const ReviewLimits limits = {.nodes = 5000, .turn_ms = -1};
    ReviewWin win;
    ReviewLine line;
    uint64_t nodes = 0;
    ck_assert_int_eq(review_find_threats(engine, &limits, &win, &line, &nodes), KANAME_OK);
    ck_assert_int_eq(win, REVIEW_VCF);
    ck_assert_uint_gt(nodes, 0);
    kaname_free(engine);
}
END_TEST

START_TEST(a_threatened_five_needs_no_search) {
    KanameEngine *engine = engine_with(KANAME_RULE_FREESTYLE, "h8h7h9a1h10o1h11a3");
    const ReviewLimits limits = {.nodes = 5000, .turn_ms = -1};
    ReviewWin win;
    ReviewLine line;
    uint64_t nodes = 0;
    ck_assert_int_eq(review_find_threats(engine, &limits, &win, &line, &nodes), KANAME_OK);
    ck_assert_int_eq(win, REVIEW_FIVE);
    ck_assert_uint_eq(line.count, 1);
    ck_assert(line.moves[0].x == 7 && line.moves[0].y == 3);
    ck_assert_uint_eq(nodes, 0);
    kaname_free(engine);
}
END_TEST

START_TEST(the_end_of_a_game_is_told) {
    KanameEngine *engine = engine_with(KANAME_RULE_RENJU, "h8a1h9a3i7a5j7a9");
    ck_assert_int_eq(review_end_of(engine, (KanamePoint){7, 8}), REVIEW_FORBIDDEN); /* h7: 3x3 */
    ck_assert_int_eq(review_end_of(engine, (KanamePoint){0, 0}), REVIEW_GOES_ON);
    kaname_free(engine);
    engine = engine_with(KANAME_RULE_RENJU, "h8a1h9a3h10a5h11a9");
    ck_assert_int_eq(review_end_of(engine, (KanamePoint){7, 3}), REVIEW_WON);
    kaname_free(engine);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judgement");
    TCase *made_up = tcase_create("made up"), *real = tcase_create("engine");
    tcase_add_test(made_up, the_best_move_loses_nothing_whatever_a_deeper_look_says);
    tcase_add_test(made_up, a_loss_is_the_drop_of_win_rate);
    tcase_add_test(made_up, a_move_is_not_blamed_if_the_better_one_fails_too);
    tcase_add_test(made_up, a_win_that_is_not_taken_is_missed);
    tcase_add_test(made_up, patience_multiplies_every_limit_that_there_is);
    tcase_add_test(made_up, a_threat_not_parried_is_overlooked_and_a_new_one_allowed);
    tcase_add_test(made_up, nothing_can_be_lost_in_a_lost_position);
    tcase_add_test(made_up, a_forbidden_move_loses_all);
    tcase_add_test(made_up, a_forbidden_move_instead_of_a_win_misses_it);
    tcase_add_test(made_up, a_move_that_fills_the_board_is_a_draw);
    tcase_add_test(made_up, a_win_is_carried_along_its_line);
    tcase_add_test(made_up, a_win_is_carried_no_further_than_the_game_follows);
    tcase_add_test(made_up, a_line_that_was_cut_ends_before_the_five);
    tcase_add_test(made_up, views_keep_their_own_proofs);
    tcase_add_test(made_up, a_loss_is_carried_along_its_line);
    tcase_add_test(made_up, the_proof_of_a_longer_look_is_taken);
    tcase_add_test(made_up, figures_count_moves_with_a_choice);
    tcase_add_test(real, wins_are_found_with_their_kind);
    tcase_add_test(real, views_are_the_same_in_any_order);
    tcase_add_test(real, a_four_forces_its_answer);
    tcase_add_test(real, an_empty_board_is_searched_too);
    tcase_add_test(real, threats_of_the_other_side_are_found);
    tcase_add_test(real, a_threatened_five_needs_no_search);
    tcase_add_test(real, the_end_of_a_game_is_told);
    tcase_set_timeout(real, 60);
    suite_add_tcase(suite, made_up);
    suite_add_tcase(suite, real);
    return run_suite(suite);
}
