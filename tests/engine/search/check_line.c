/* Lines of play made longer: a proven one up to the five, whatever is left of the search that found
 * it, another one by the moves of the table. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "board/foul.h"
#include "kaname.h"
#include "search/line.h"
#include "support/chance.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "support/searcher.h"

static const char QUIET[] = ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . x . . . . .\n"
                            ". . . . x o . . .\n"
                            ". . . . . o . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n";

static Searcher *searcher;

static void setup_at(Color to_move, const char *drawing) {
    searcher = searcher_new(RULE_FREESTYLE, to_move, drawing);
}

static void teardown(void) {
    searcher_free(searcher);
}

/* The line is legal, and its last stone, and no other, makes a five. */
static void expect_whole(const Cell *line, int count, Score score) {
    Board *board = searcher->root;
    expect_equal(count, SCORE_WIN - abs(score));
    for (int i = 0; i < count; i++) {
        Color us = board_to_move(board);
        expect(board_is_empty(board, line[i]) && !is_forbidden(board, us, line[i]));
        expect_equal(board_wins_at(board, us, line[i]), i + 1 == count);
        board_play(board, line[i]);
    }
    for (int i = 0; i < count; i++)
        board_undo(board);
    expect_equal(count % 2, is_win(score));
}

/* The first move of a win of the side to move, found apart from the searcher. */
static Cell first_of_win(void) {
    VctLimits limits = {.threats = VCT_ANY, .max_nodes = UINT64_MAX};
    VctResult result;
    Vcf *vcf = vcf_new(1 << 20);
    Vct *vct = vct_new(1 << 22, vcf);
    vct_search(vct, searcher->root, &limits, &result);
    expect_equal(result.verdict, VCT_WIN);
    vct_free(vct);
    vcf_free(vcf);
    return result.line[0];
}

/* Sets the engine up by chance and draws its position. */
static void draw_by_chance(KanameEngine *engine, uint64_t *rng, char *drawing) {
    enum { SIZE = 15 };
    play_by_chance(engine, rng);
    for (int y = 0; y < SIZE; y++, *drawing++ = '\n')
        for (int x = 0; x < SIZE; x++) {
            KanameColor color = kaname_at(engine, x, y);
            *drawing++ = color == KANAME_BLACK ? 'x' : color == KANAME_WHITE ? 'o' : '.';
        }
    *drawing = '\0';
}

/* A worker that the system gave no time, whose helpers proved the score, and whose table has lost
 * the proof: nothing but the first move is known of the line. In caro, where open threes are the
 * only threats besides fours, many wins are not by threats alone. */
START_TEST(a_proven_line_is_completed_from_its_first_move) {
    enum { DEPTH = 8 };
    const int positions = courses_wanted(60);
    uint64_t rng = 4400 + (uint64_t)_i;
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    expect_equal(kaname_set_rule(engine, (KanameRule)_i), KANAME_OK);
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = DEPTH;
    int wins = 0, losses = 0;
    for (int i = 0; i < positions; i++) {
        char drawing[15 * 16 + 1];
        KanameResult result;
        draw_by_chance(engine, &rng, drawing);
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        if (kaname_score_win_plies(result.score) == 0)
            continue;
        searcher = searcher_new((Rule)_i, (Color)kaname_to_move(engine), drawing);
        Cell line[PLY_MAX] = {(Cell)(result.best.y * 15 + result.best.x)};
        int count = 1;
        Score score = result.score;
        line_complete(searcher->worker, line, &count, &score);
        expect_whole(line, count, score);
        expect_equal(is_win(score), is_win(result.score));
        expect_equal(board_key(&searcher->worker->board), board_key(searcher->root));
        wins += is_win(score);
        losses += is_loss(score);
        teardown();
    }
    expect(wins > positions / 10 && losses > 0);
    kaname_free(engine);
}
END_TEST

/* Behind the first move the line of an earlier iteration throws the win away. */
START_TEST(moves_that_throw_the_win_away_are_replaced) {
    Cell line[PLY_MAX];
    setup_at(WHITE, WIN_BY_THREES);
    Score score = win_in(WIN_BY_THREES_PLIES);
    line[0] = first_of_win();
    board_play(searcher->root, line[0]);
    int count = 1;
    for (Cell cell = cellset_first(&searcher->root->empty); count < 7;
         cell = cellset_next(&searcher->root->empty, cell))
        line[count++] = cell; /* a row at the edge, far from the fight */
    board_undo(searcher->root);
    Cell first = line[0];
    line_complete(searcher->worker, line, &count, &score);
    expect_equal(line[0], first);
    expect_whole(line, count, score);
    teardown();
}
END_TEST

/* Black wins in caro by his sixth stone in row 10, and not by threats alone. */
static const char QUIET_WIN[] = ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . o . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . o . . .\n"
                                ". . . . x o . . x . . . . . .\n"
                                ". . . . . . x . . . . . . . .\n"
                                ". . . . . o A . . . . . . . .\n"
                                ". . . . . x . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n";

/* Three ways to end the completion: line, length and score stay as they were. */
START_TEST(a_limit_leaves_a_proven_line_as_it_was) {
    enum { NODES = 3000, FIRST = 10 * 15 + 6, REPLY = 9 * 15 + 7, PLIES = 11, ROUND_MAX = 20000 };
    for (int way = 0; way < 4; way++) {
        Cell line[PLY_MAX] = {FIRST, REPLY};
        int count = 2;
        searcher = searcher_new(RULE_CARO_EXACT, BLACK, QUIET_WIN);
        if (way == 0)
            searcher->limits.max_nodes = NODES;
        if (way == 1)
            searcher->limits.turn_ms = 0;
        if (way == 2)
            atomic_store(&searcher->stop, true);
        searcher_begin(searcher);
        Score score = win_in(PLIES);
        line_complete(searcher->worker, line, &count, &score);
        expect_equal(line[0], FIRST);
        expect_equal(board_key(&searcher->worker->board), board_key(searcher->root));
        expect(way != 0 || searcher->worker->nodes <= NODES);
        if (way == 3) { /* without a limit */
            expect_whole(line, count, score);
            expect_equal(line[1], REPLY);
        } else {
            expect_equal(count, 2);
            expect_equal(score, win_in(PLIES));
            expect(searcher->worker->nodes < ROUND_MAX);
        }
        teardown();
    }
}
END_TEST

START_TEST(a_line_that_is_whole_or_unproven_stays) {
    setup_at(BLACK, QUIET);
    Cell line[PLY_MAX] = {0, 1};
    int count = 2;
    Score score = 250;
    line_complete(searcher->worker, line, &count, &score);
    expect_equal(count, 2);
    expect_equal(score, 250);
    score = loss_in(2);
    line_complete(searcher->worker, line, &count, &score);
    expect_equal(count, 2);
    expect_equal(searcher->worker->nodes, 0);
    teardown();
}
END_TEST

/* ---- By the table ---------------------------------------------------------------------------- */

/* Stores a move for the position after the moves. */
static void store_after(const Cell *moves, int count, Cell move) {
    Board *board = searcher->root;
    for (int i = 0; i < count; i++)
        board_play(board, moves[i]);
    TtEntry entry = {
        .move = move, .score = 5, .eval = SCORE_NONE, .depth = 3, .bound = BOUND_EXACT};
    tt_store(&searcher->tt, board_key(board), count, &entry);
    for (int i = 0; i < count; i++)
        board_undo(board);
}

static RootBest best_of(Cell move, Score score, int depth) {
    return (RootBest){.move = move, .score = score, .depth = depth, .pv_count = 1, .pv = {move}};
}

/* The table holds five more moves of the line; its depth admits fewer. */
START_TEST(an_answer_is_extended_by_the_table_up_to_its_depth) {
    static const Cell MOVES[] = {0, 8, 2, 72, 4, 80};
    enum { COUNT = sizeof MOVES / sizeof *MOVES };
    setup_at(BLACK, QUIET);
    for (int i = 1; i < COUNT; i++)
        store_after(MOVES, i, MOVES[i]);
    for (int depth = 1; depth <= COUNT + 3; depth++) {
        RootBest best = best_of(MOVES[0], 20, depth);
        line_extend(searcher->worker, &best);
        expect_equal(best.pv_count, depth < COUNT ? depth : COUNT);
        for (int i = 0; i < best.pv_count; i++)
            expect_equal(best.pv[i], MOVES[i]);
        expect_equal(board_key(&searcher->worker->board), board_key(searcher->root));
    }
    RootBest proven = best_of(MOVES[0], win_in(5), COUNT);
    line_extend(searcher->worker, &proven);
    expect_equal(proven.pv_count, 1);
    teardown();
}
END_TEST

START_TEST(a_move_that_cannot_be_played_ends_the_line) {
    static const Cell MOVES[] = {0, 8, 72};
    setup_at(BLACK, QUIET);
    const Cell bad[] = {0, 3 * 9 + 3, 81, CELL_NONE};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tt_clear(&searcher->tt);
        store_after(MOVES, 1, MOVES[1]);
        store_after(MOVES, 2, bad[i]);
        RootBest best = best_of(MOVES[0], 20, 9);
        line_extend(searcher->worker, &best);
        expect_equal(best.pv_count, 2);
    }
    /* A move that is blocked there. */
    store_after(MOVES, 2, MOVES[2]);
    board_play(searcher->root, MOVES[0]);
    board_play(searcher->root, MOVES[1]);
    expect(blocked_add(&searcher->blocked, searcher->root, MOVES[2]));
    board_undo(searcher->root);
    board_undo(searcher->root);
    RootBest best = best_of(MOVES[0], 20, 9);
    line_extend(searcher->worker, &best);
    expect_equal(best.pv_count, 2);
    teardown();
}
END_TEST

/* Returns the reply that a line of one move gets, whose table has none. */
static Cell reply_to(Cell move) {
    RootBest best = best_of(move, 20, 9);
    line_extend(searcher->worker, &best);
    expect_equal(best.pv_count, 2);
    expect_equal(best.pv[0], move);
    expect_equal(board_key(&searcher->worker->board), board_key(searcher->root));
    return best.pv[1];
}

START_TEST(a_move_without_a_reply_gets_the_likely_one) {
    setup_at(BLACK, QUIET);
    const Cell move = 3 * 9 + 5;
    Cell first = reply_to(move);
    expect(board_is_empty(searcher->root, first) && first != move);
    store_after(&move, 1, move); /* the table's cannot be played */
    expect_equal(reply_to(move), first);
    board_play(searcher->root, move);
    expect(blocked_add(&searcher->blocked, searcher->root, first));
    board_undo(searcher->root);
    expect(reply_to(move) != first);
    teardown();
}
END_TEST

/* At A Black makes a four, which B stops; at C White has a five. */
START_TEST(the_likely_reply_heeds_fives) {
    setup_at(BLACK, ". . . . . . . . .\n"
                    "o x x x A B . . .\n"
                    ". . . . . . . . .\n"
                    ". . . . . . . . .\n"
                    ". . . x . . . . .\n"
                    ". . . . . . . o .\n"
                    ". . . . . o . . .\n"
                    ". . . . . . . . .\n"
                    ". . . . . . . . .\n");
    expect_equal(reply_to(9 + 4), 9 + 5);
    teardown();
    setup_at(BLACK, ". . . . . . . . .\n"
                    "o x x x A . . . .\n"
                    ". . . . . . . . .\n"
                    ". . . . . . . . .\n"
                    ". . x . . . . . .\n"
                    ". . . . . . . . .\n"
                    ". x o o o o C . .\n"
                    ". . . . . . . . .\n"
                    ". . . . . . . . .\n");
    expect_equal(reply_to(9 + 4), 6 * 9 + 6);
    teardown();
}
END_TEST

/* Nothing follows a five. */
START_TEST(a_five_ends_the_line) {
    setup_at(BLACK, ". . . . . . .\n"
                    ". x x x x A .\n"
                    ". o . o o . .\n"
                    ". . . . o . .\n"
                    ". . . . . . .\n"
                    ". . . . . . .\n");
    const Cell five = 7 + 5, other = 0;
    store_after(&five, 1, other);
    RootBest best = best_of(five, 20, 9);
    line_extend(searcher->worker, &best);
    expect_equal(best.pv_count, 1);
    teardown();
}
END_TEST

/* Black makes an open three at A and wins elsewhere by a four with a three, whatever White replies.
 * Of two replies the table knows how long they last, by bounds that prove it or not. */
START_TEST(the_line_takes_the_defence_that_the_table_knows_to_last_longest) {
    static const char FOURS[] = ". . . . . . . . . . . . . . .\n"
                                ". . . o . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . o x x x . . . . . . . . .\n"
                                ". . . . . . x . . . . . . . .\n"
                                ". . . . . . x . . . . . . . .\n"
                                ". . . o . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . x x A . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . . . . . .\n"
                                ". . . . . . . . . . o . o . .\n";
    static const struct {
        Bound bound;
        bool is_win;
    } KINDS[] = {{BOUND_UPPER, false}, {BOUND_LOWER, true}, {BOUND_EXACT, true}};
    const Cell first = 11 * 15 + 10, replies[] = {11 * 15 + 7, 11 * 15 + 11};
    for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++)
        for (int longer = 0; longer < 2; longer++) {
            setup_at(BLACK, FOURS);
            board_play(searcher->root, first);
            for (int i = 0; i < 2; i++) {
                TtEntry entry = {.move = 0,
                                 .score = win_in(i == longer ? 9 : 5),
                                 .eval = SCORE_NONE,
                                 .depth = 3,
                                 .bound = KINDS[kind].bound};
                board_play(searcher->root, replies[i]);
                tt_store(&searcher->tt, board_key(searcher->root), 2, &entry);
                board_undo(searcher->root);
            }
            board_undo(searcher->root);
            Cell line[PLY_MAX] = {first};
            int count = 1;
            Score score = win_in(5);
            line_complete(searcher->worker, line, &count, &score);
            expect_whole(line, count, score);
            expect_equal(line[1], replies[KINDS[kind].is_win ? longer : 0]);
            teardown();
        }
}
END_TEST

/* A makes two open threes, which no stone stops. */
START_TEST(where_no_reply_helps_the_line_has_a_near_one) {
    static const char THREES[] = ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . . . . . . . . . .\n"
                                 ". . . . . . x x . . . . . . .\n"
                                 ". . . . . . . . . x . . . . .\n"
                                 ". . . . . . . . . . x . . . .\n"
                                 ". . o . . . . . . . . . . . .\n"
                                 ". . o . . . . . . . . . o . .\n"
                                 ". . . . . . . . . . . . . o .\n";
    const Cell first = 9 * 15 + 8;
    setup_at(BLACK, THREES);
    Cell line[PLY_MAX] = {first};
    int count = 1;
    Score score = win_in(5);
    line_complete(searcher->worker, line, &count, &score);
    expect_whole(line, count, score);
    expect_equal(line[0], first);
    expect(abs(line[1] % 15 - 8) <= 1 && abs(line[1] / 15 - 9) <= 1);
    teardown();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("line");
    TCase *proven = tcase_create("proven");
    tcase_set_timeout(proven, courses_wanted(0) > 0 ? 0 : 120);
    tcase_add_loop_test(proven, a_proven_line_is_completed_from_its_first_move, 0, RULES);
    tcase_add_test(proven, moves_that_throw_the_win_away_are_replaced);
    tcase_add_test(proven, a_limit_leaves_a_proven_line_as_it_was);
    tcase_add_test(proven, a_line_that_is_whole_or_unproven_stays);
    tcase_add_test(proven, where_no_reply_helps_the_line_has_a_near_one);
    suite_add_tcase(suite, proven);
    TCase *table = tcase_create("table");
    tcase_add_test(table, an_answer_is_extended_by_the_table_up_to_its_depth);
    tcase_add_test(table, a_move_that_cannot_be_played_ends_the_line);
    tcase_add_test(table, a_move_without_a_reply_gets_the_likely_one);
    tcase_add_test(table, the_likely_reply_heeds_fives);
    tcase_add_test(table, a_five_ends_the_line);
    tcase_add_test(table, the_line_takes_the_defence_that_the_table_knows_to_last_longest);
    suite_add_tcase(suite, table);
    return run_suite(suite);
}
