/* threats.h: a search by threats on the test's board. Each suite that includes this has its own. */
#ifndef TESTS_ENGINE_THREAT_THREATS_H
#define TESTS_ENGINE_THREAT_THREATS_H

#include <check.h>
#include <stdlib.h>

#include "board/foul.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/position.h"
#include "threat/vct.h"

static const VctLimits THREES = {.threats = VCT_THREES, .max_nodes = UINT64_MAX};
static const VctLimits ANY = {.threats = VCT_ANY, .max_nodes = UINT64_MAX};

static Board *board;
static Vcf *vcf;
static Vct *vct;

/* The fixture. */
static inline void setup(void) {
    board = test_board_new();
    vcf = vcf_new(1 << 18);
    ck_assert_ptr_nonnull(vcf);
    vct = vct_new(1 << 20, vcf);
    ck_assert_ptr_nonnull(vct);
}

static inline void teardown(void) {
    vct_free(vct);
    vcf_free(vcf);
    free(board);
}

static inline void forget(void) {
    vcf_clear(vcf);
    vct_clear(vct);
}

static inline Drawing put(Rule rule, Color side, const char *text) {
    forget();
    return put_drawing(board, rule, side, text);
}

static inline VctVerdict solve(const VctLimits *limits, VctResult *result) {
    uint64_t key = board_key(board);
    vct_search(vct, board, limits, result);
    expect_equal(board_key(board), key);
    return result->verdict;
}

/* The line is legal, and no reply helps at its end. */
static inline void expect_line(const VctResult *result) {
    Color attacker = board_to_move(board);
    int stones = board_stones(board);
    expect(result->line_count % 2 == 1 && result->plies >= result->line_count);
    for (int i = 0; i < result->line_count; i++) {
        Color side = board_to_move(board);
        expect(board_is_empty(board, result->line[i]));
        expect(!is_forbidden(board, side, result->line[i]));
        expect(i == result->line_count - 1 || !has_five(board, side) || side != attacker ||
               board_wins_at(board, side, result->line[i]));
        expect(!board_wins_at(board, side, result->line[i]) || i == result->line_count - 1);
        board_play(board, result->line[i]);
    }
    if (result->plies > result->line_count)
        expect(has_five(board, attacker) && !has_five(board, opponent(attacker)));
    while (board_stones(board) > stones)
        board_undo(board);
}

static inline Cell find_win(const void *limits) {
    VctResult result;
    expect_equal(solve(limits, &result), VCT_WIN);
    return result.line[0];
}

static inline void expect_win_by(const VctLimits *limits) {
    Attack attack = {.find = find_win, .context = limits, .moves_max = 60};
    expect_win_against_all(board, &attack);
}

/* White threatens to win by fours, and has no open three that wins. */
#define THREATENED_FOURS  \
    ". . . . . . . . .\n" \
    ". . . . o . . x .\n" \
    ". . . . . . . o x\n" \
    ". . . . o . x . x\n" \
    ". x . . . o . . .\n" \
    ". . . . o x x . x\n" \
    ". . . o . . o o x\n" \
    ". o . . . o . x .\n" \
    ". . x . x . . o o\n"

#endif
