/* The words that all else speaks: scores, the generator, the keys, the clock. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/isa.h"
#include "base/keys.h"
#include "base/rng.h"
#include "base/types.h"
#include "base/x86.h"
#include "support/expect.h"
#include "support/harness.h"

START_TEST(the_generator_gives_the_published_sequence) {
    /* SplitMix64 from 1234567, as printed by its authors' C code. */
    static const uint64_t EXPECTED[] = {6457827717110365317U, 3203168211198807973U,
                                        9817491932198370423U, 4593380528125082431U,
                                        16408922859458223821U};
    uint64_t state = 1234567;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof EXPECTED[0]; i++)
        ck_assert_uint_eq(rng_next(&state), EXPECTED[i]);
}
END_TEST

START_TEST(bounded_numbers_fill_their_range_evenly) {
    enum { BOUND = 7, DRAWS = 70000 };
    uint64_t state = 1;
    int seen[BOUND] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint32_t value = rng_below(&state, BOUND);
        expect(value < BOUND);
        seen[value]++;
    }
    for (int i = 0; i < BOUND; i++)
        ck_assert(seen[i] > DRAWS / BOUND * 9 / 10 && seen[i] < DRAWS / BOUND * 11 / 10);
    ck_assert_uint_eq(rng_below(&state, 1), 0);
}
END_TEST

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

START_TEST(no_two_stones_share_a_key) {
    enum { KEYS = 2 * CELLS_MAX + 1 };
    uint64_t keys[KEYS];
    int count = 0;
    for (int cell = 0; cell < CELLS_MAX; cell++)
        for (Color color = BLACK; color <= WHITE; color++)
            keys[count++] = zobrist_stone((Cell)cell, color);
    keys[count++] = ZOBRIST_WHITE_TO_MOVE;
    qsort(keys, KEYS, sizeof keys[0], compare_keys);
    ck_assert_uint_ne(keys[0], 0);
    for (int i = 1; i < KEYS; i++)
        expect(keys[i - 1] != keys[i]);
}
END_TEST

START_TEST(wins_and_losses_are_told_from_static_scores) {
    ck_assert(is_win(win_in(1)) && is_win(win_in(CELLS_MAX)));
    ck_assert(is_loss(loss_in(1)) && is_loss(loss_in(CELLS_MAX)));
    ck_assert_int_eq(win_in(5), -loss_in(5));
    ck_assert_int_gt(win_in(1), win_in(3));
    ck_assert_int_lt(loss_in(1), loss_in(3));
    ck_assert(!is_decided(SCORE_EVAL_MAX) && !is_decided(-SCORE_EVAL_MAX) && !is_decided(0));
    ck_assert_int_gt(SCORE_INFINITE, win_in(0));
    ck_assert_int_gt(SCORE_NONE, SCORE_INFINITE);
    ck_assert_int_eq(opponent(BLACK), WHITE);
    ck_assert_int_eq(opponent(WHITE), BLACK);
}
END_TEST

START_TEST(the_clock_never_runs_backwards) {
    int64_t last_us = clock_us();
    for (int i = 0; i < 100000; i++) {
        int64_t now_us = clock_us();
        expect(now_us >= last_us);
        last_us = now_us;
    }
    int64_t before_ms = clock_ms(), us = clock_us(), after_ms = clock_ms();
    ck_assert(before_ms <= us / 1000 && us / 1000 <= after_ms);
}
END_TEST

START_TEST(blocks_are_zeroed_and_begin_on_a_cache_line) {
    static const size_t SIZES[] = {1, 4096, ((size_t)2 << 20) - 1, (size_t)5 << 20};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Block block;
        ck_assert(block_init(&block, SIZES[i]));
        ck_assert_uint_eq((uintptr_t)block.begin % BLOCK_LINE_BYTES, 0);
        char *bytes = block.begin;
        for (size_t at = 0; at < SIZES[i]; at++) {
            expect(bytes[at] == 0);
            bytes[at] = 1; /* what is freed is not to come back like this */
        }
        block_release(&block);
        ck_assert_ptr_null(block.begin);
        block_release(&block);
    }
    Block none;
    ck_assert(!block_init(&none, SIZE_MAX));
    ck_assert_ptr_null(none.begin);
}
END_TEST

START_TEST(numbers_lie_with_the_low_byte_first) {
    unsigned char bytes[9] = {[8] = 0xEE};
    bytes_put(bytes, 8, 0x0123456789ABCDEF);
    for (int i = 0; i < 8; i++)
        ck_assert_uint_eq(bytes[i], 0xEFu - 0x22u * (unsigned)i);
    ck_assert_uint_eq(bytes[8], 0xEE);
    ck_assert_uint_eq(bytes_get(bytes, 8), 0x0123456789ABCDEF);
    ck_assert_uint_eq(bytes_get(bytes, 2), 0xCDEF);
    bytes_put(bytes, 2, 0xFFFF1234); /* what does not fit is cut off */
    ck_assert_uint_eq(bytes_get(bytes, 4), 0x89AB1234);
}
END_TEST

START_TEST(sums_are_the_published_ones) {
    static const unsigned char TEXT[] = {'f', 'o', 'o', 'b', 'a', 'r'};
    ck_assert_uint_eq(bytes_sum(BYTES_SUM_START, TEXT, 0), BYTES_SUM_START);
    ck_assert_uint_eq(bytes_sum(BYTES_SUM_START, TEXT, 6), 0x85944171F73967E8);
    ck_assert_uint_eq(bytes_sum(bytes_sum(BYTES_SUM_START, TEXT, 2), TEXT + 2, 4),
                      0x85944171F73967E8);
}
END_TEST

START_TEST(touching_a_block_changes_nothing_in_it) {
    enum { BYTES = 3 << 20 };
    atomic_bool stop;
    atomic_init(&stop, false);
    Block block, none = {0};
    ck_assert(block_init(&block, BYTES));
    unsigned char *bytes = block.begin;
    for (size_t at = 0; at < BYTES; at++)
        bytes[at] = (unsigned char)(at % 251);
    block_touch(&block, &stop);
    for (size_t at = 0; at < BYTES; at++)
        expect(bytes[at] == at % 251);
    block_touch(&none, &stop);
    block_release(&block);
}
END_TEST

/* Returns whether the system's list of the processor's features has all of these, with a blank on
 * either side of each. */
static bool has_features(const char *const *features, size_t count) {
    char line[8192] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL)
        return false;
    while (strncmp(line, "flags", 5) != 0)
        if (fgets(line, sizeof line, file) == NULL)
            break;
    (void)fclose(file);
    line[strcspn(line, "\n")] = ' ';
    for (size_t i = 0; i < count; i++)
        if (strstr(line, features[i]) == NULL)
            return false;
    return true;
}

/* Else the comparisons of instruction sets would compare nothing. */
START_TEST(the_processors_instruction_sets_are_found) {
    static const char *const avx2[] = {" avx2 ", " bmi1 ", " bmi2 ", " popcnt "};
    static const char *const avx512[] = {" avx512f ", " avx512bw ", " avx512vl ", " avx512dq ",
                                         " avx512_vnni "};
    expect(isa_available(ISA_SCALAR));
#if KANAME_X86
    bool has_avx2 = has_features(avx2, sizeof avx2 / sizeof *avx2);
    bool has_avx512 = has_avx2 && has_features(avx512, sizeof avx512 / sizeof *avx512);
    expect_equal(isa_available(ISA_AVX2), has_avx2);
    expect_equal(isa_available(ISA_AVX512), has_avx512);
    expect_equal(isa_best(), has_avx512 ? ISA_AVX512 : has_avx2 ? ISA_AVX2 : ISA_SCALAR);
#else
    (void)has_features, (void)avx2, (void)avx512;
#endif
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base");
    TCase *base = tcase_create("base");
    tcase_add_test(base, the_generator_gives_the_published_sequence);
    tcase_add_test(base, bounded_numbers_fill_their_range_evenly);
    tcase_add_test(base, no_two_stones_share_a_key);
    tcase_add_test(base, wins_and_losses_are_told_from_static_scores);
    tcase_add_test(base, the_clock_never_runs_backwards);
    tcase_add_test(base, blocks_are_zeroed_and_begin_on_a_cache_line);
    tcase_add_test(base, touching_a_block_changes_nothing_in_it);
    tcase_add_test(base, numbers_lie_with_the_low_byte_first);
    tcase_add_test(base, sums_are_the_published_ones);
    tcase_add_test(base, the_processors_instruction_sets_are_found);
    suite_add_tcase(suite, base);
    return run_suite(suite);
}
