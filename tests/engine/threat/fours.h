/* fours.h: a search by fours on a board of the test. Each suite that includes this has its own. */
#ifndef TESTS_ENGINE_THREAT_FOURS_H
#define TESTS_ENGINE_THREAT_FOURS_H

#include <check.h>
#include <stdlib.h>

#include "support/attack.h"
#include "support/expect.h"
#include "support/position.h"
#include "threat/vcf.h"

static const VcfLimits NO_LIMITS = {.max_moves = VCF_MOVES_MAX, .max_nodes = UINT64_MAX};

static Board *board;
static Vcf *vcf;

/* The fixture. */
static inline void setup(void) {
    board = test_board_new();
    vcf = vcf_new(1 << 20);
    ck_assert_ptr_nonnull(vcf);
}

static inline void teardown(void) {
    vcf_free(vcf);
    free(board);
}

static inline VcfVerdict solve(VcfResult *result) {
    uint64_t key = board_key(board);
    vcf_search(vcf, board, &NO_LIMITS, result);
    expect_equal(board_key(board), key);
    return result->verdict;
}

static inline Cell find_win(const void *context) {
    VcfResult result;
    (void)context;
    expect_equal(solve(&result), VCF_WIN);
    return result.line[0];
}

static const Attack BY_FOURS = {.find = find_win, .by_fours = true, .moves_max = 30};

#endif
