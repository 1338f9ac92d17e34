/* The transposition table: what goes in comes out under its key alone, whatever races or lack of
 * memory do to it. */
#include <check.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/rng.h"
#include "search/tt.h"
#include "support/expect.h"
#include "support/harness.h"

static TtEntry entry_with(Cell move, Score score, int depth, Bound bound) {
    return (TtEntry){
        .move = move, .score = score, .eval = -score / 2, .depth = depth, .bound = bound};
}

START_TEST(stored_entry_is_found_whole) {
    Tt tt;
    TtEntry in = entry_with(483, -1234, 17, BOUND_LOWER), out;
    tt_init(&tt);
    tt_resize(&tt, 1 << 16);
    expect_equal(tt_bytes(&tt), 1 << 16);
    expect(!tt_probe(&tt, 42, 3, &out));
    tt_store(&tt, 42, 3, &in);
    expect(tt_probe(&tt, 42, 3, &out));
    expect_equal(out.move, in.move);
    expect_equal(out.score, in.score);
    expect_equal(out.eval, in.eval);
    expect_equal(out.depth, in.depth);
    expect_equal(out.bound, in.bound);
    expect(!tt_probe(&tt, 43, 3, &out));
    tt_release(&tt);
}
END_TEST

START_TEST(views_with_other_salts_see_nothing_of_each_other) {
    Tt tt;
    TtEntry in = entry_with(7, 55, 9, BOUND_EXACT), out;
    tt_init(&tt);
    tt_resize(&tt, 1 << 16);
    Tt one = tt_view(&tt, 0x123456789ABCDEF, 1), same = tt_view(&tt, 0x123456789ABCDEF, 2);
    Tt other = tt_view(&tt, 0xFEDCBA987654321, 1);
    tt_store(&one, 42, 0, &in);
    expect(tt_probe(&same, 42, 0, &out));
    expect_equal(out.score, in.score);
    expect(!tt_probe(&other, 42, 0, &out));
    expect(!tt_probe(&tt, 42, 0, &out));
    tt_release(&tt);
}
END_TEST

START_TEST(extreme_values_survive) {
    static const Score scores[] = {0,
                                   1,
                                   -1,
                                   SCORE_EVAL_MAX,
                                   -SCORE_EVAL_MAX,
                                   SCORE_WIN - 1,
                                   -SCORE_WIN + 2,
                                   SCORE_WIN_MIN,
                                   -SCORE_WIN_MIN};
    Tt tt;
    TtEntry out;
    tt_init(&tt);
    tt_resize(&tt, 1 << 16);
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        TtEntry in = {.move = CELL_NONE,
                      .score = scores[i],
                      .eval = SCORE_NONE,
                      .depth = 255,
                      .bound = BOUND_EXACT};
        tt_store(&tt, UINT64_MAX - i, 0, &in);
        expect(tt_probe(&tt, UINT64_MAX - i, 0, &out));
        expect_equal(out.score, scores[i]);
        expect_equal(out.eval, SCORE_NONE);
        expect_equal(out.move, CELL_NONE);
        expect_equal(out.depth, 255);
    }
    tt_release(&tt);
}
END_TEST

START_TEST(proven_scores_keep_their_distance_from_the_position) {
    Tt tt;
    TtEntry out, win = entry_with(1, win_in(9), 4, BOUND_EXACT);
    TtEntry loss = entry_with(1, loss_in(10), 4, BOUND_EXACT);
    tt_init(&tt);
    tt_resize(&tt, 1 << 16);
    tt_store(&tt, 1, 4, &win); /* five plies from the position */
    expect(tt_probe(&tt, 1, 20, &out));
    expect_equal(out.score, win_in(25));
    tt_store(&tt, 2, 4, &loss);
    expect(tt_probe(&tt, 2, 0, &out));
    expect_equal(out.score, loss_in(6));
    for (int stored = 0; stored < 30; stored += 3)
        for (int probed = 0; probed < 30; probed += 5) {
            TtEntry lost = entry_with(1, loss_in(stored + 6), 4, BOUND_EXACT);
            TtEntry won = entry_with(1, win_in(stored + 7), 4, BOUND_LOWER);
            TtEntry open = entry_with(1, -345, 4, BOUND_UPPER);
            tt_store(&tt, 3, stored, &lost);
            expect(tt_probe(&tt, 3, probed, &out));
            expect_equal(out.score, loss_in(probed + 6));
            tt_store(&tt, 4, stored, &won);
            expect(tt_probe(&tt, 4, probed, &out));
            expect_equal(out.score, win_in(probed + 7));
            tt_store(&tt, 5, stored, &open);
            expect(tt_probe(&tt, 5, probed, &out));
            expect_equal(out.score, -345);
        }
    tt_release(&tt);
}
END_TEST

START_TEST(known_move_is_not_forgotten) {
    Tt tt;
    tt_init(&tt);
    tt_resize(&tt, 1 << 16);
    for (int depth = 1; depth <= 6; depth += 5) {
        TtEntry out, with = entry_with(7, 10, 3, BOUND_LOWER);
        TtEntry without = entry_with(CELL_NONE, 5, depth, BOUND_UPPER);
        tt_store(&tt, 9, 0, &with);
        tt_store(&tt, 9, 0, &without);
        expect(tt_probe(&tt, 9, 0, &out));
        expect_equal(out.move, 7);
        expect_equal(out.score, 5);
    }
    tt_release(&tt);
}
END_TEST

START_TEST(deep_entries_outlive_shallow_ones_and_yield_to_a_new_search) {
    Tt tt;
    TtEntry out, deep = entry_with(7, 10, 20, BOUND_LOWER),
                 shallow = entry_with(8, 5, 1, BOUND_UPPER);
    tt_init(&tt);
    tt_resize(&tt, TT_BUCKET_BYTES); /* one bucket: all keys meet */
    tt_store(&tt, 1, 0, &deep);
    for (uint64_t key = 2; key < 50; key++)
        tt_store(&tt, key, 0, &shallow);
    expect(tt_probe(&tt, 1, 0, &out));
    for (int i = 0; i < 10; i++)
        tt_new_search(&tt);
    for (uint64_t key = 50; key < 60; key++)
        tt_store(&tt, key, 0, &shallow);
    expect(!tt_probe(&tt, 1, 0, &out));
    tt_release(&tt);
}
END_TEST

/* A much deeper result of the same search stays, unless the new one is exact or a proof. */
START_TEST(a_shallow_bound_does_not_replace_a_much_deeper_one) {
    static const struct {
        int depth;
        Bound bound;
        Score score;
        bool is_old, is_kept; /* the stored one */
    } CASES[] = {{6, BOUND_UPPER, 5, false, true},
                 {7, BOUND_UPPER, 5, false, false},
                 {6, BOUND_LOWER, 5, false, true},
                 {6, BOUND_EXACT, 5, false, false},
                 {0, BOUND_UPPER, -SCORE_WIN + 8, false, false},
                 {0, BOUND_LOWER, SCORE_WIN - 9, false, false},
                 {6, BOUND_UPPER, 5, true, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Tt tt;
        TtEntry out, deep = entry_with(7, 10, 10, BOUND_LOWER);
        TtEntry later = entry_with(8, CASES[i].score, CASES[i].depth, CASES[i].bound);
        tt_init(&tt);
        tt_resize(&tt, 1 << 16);
        tt_store(&tt, 9, 0, &deep);
        if (CASES[i].is_old)
            tt_new_search(&tt);
        tt_store(&tt, 9, 0, &later);
        expect(tt_probe(&tt, 9, 0, &out));
        expect_equal(out.score, CASES[i].is_kept ? deep.score : later.score);
        expect_equal(out.move, CASES[i].is_kept ? 7 : 8);
        tt_release(&tt);
    }
}
END_TEST

/* In a full bucket the shallowest entry gives way; one of an earlier search counts as eight plies
 * shallower. */
START_TEST(the_stalest_entry_of_a_bucket_gives_way) {
    static const int DEPTHS[2][TT_BUCKET_SLOTS] = {{5, 3, 9, 7}, {12, 10, 11, 13}};
    for (int is_old = 0; is_old < 2; is_old++) {
        Tt tt;
        TtEntry out;
        tt_init(&tt);
        tt_resize(&tt, TT_BUCKET_BYTES);
        for (uint64_t key = 1; key <= TT_BUCKET_SLOTS; key++) {
            TtEntry entry = entry_with(1, 0, DEPTHS[is_old][key - 1], BOUND_EXACT);
            tt_store(&tt, key, 0, &entry);
            if (is_old && key == 1) /* the first one alone is of an earlier search */
                tt_new_search(&tt);
        }
        TtEntry entry = entry_with(1, 0, 1, BOUND_UPPER);
        tt_store(&tt, 99, 0, &entry);
        for (uint64_t key = 1; key <= TT_BUCKET_SLOTS; key++)
            expect_equal(tt_probe(&tt, key, 0, &out), key != (is_old ? 1 : 2));
        expect(tt_probe(&tt, 99, 0, &out));
        tt_release(&tt);
    }
}
END_TEST

/* Slots read one by one and put into a table of another size: the same entries, of an old search.
 */
START_TEST(slots_can_be_copied_to_another_table) {
    Tt from, to;
    TtEntry out;
    uint64_t key, data, copied = 0;
    tt_init(&from);
    tt_init(&to);
    tt_resize(&from, 1 << 14);
    tt_resize(&to, 1 << 16);
    for (uint64_t i = 0; i < 200; i++) {
        TtEntry entry = entry_with((Cell)i, (Score)i - 100, (int)i % 60, BOUND_LOWER);
        tt_store(&from, rng_mix(i), 0, &entry);
    }
    expect(tt_fill_permille(&from) > 100);
    for (uint64_t i = 0; i < from.bucket_count * TT_BUCKET_SLOTS; i++)
        if (tt_slot(&from, i, &key, &data)) {
            expect(tt_put(&to, key, data));
            copied++;
        }
    expect(copied > 100);
    for (uint64_t i = 0; i < 200; i++) {
        if (!tt_probe(&from, rng_mix(i), 0, &out))
            continue;
        expect(tt_probe(&to, rng_mix(i), 0, &out));
        expect_equal(out.score, (Score)i - 100);
        expect_equal(out.move, i);
        expect_equal(out.depth, i % 60);
        expect_equal(out.bound, BOUND_LOWER);
    }
    expect_equal(tt_fill_permille(&to), 0);
    /* Data that no search stores: no bound, and scores out of range. */
    expect(!tt_put(&to, 5, 0));
    TtEntry far = entry_with(1, 31000, 1, BOUND_LOWER), odd = entry_with(1, 0, 1, BOUND_LOWER);
    odd.eval = SCORE_EVAL_MAX + 1;
    for (int i = 0; i < 2; i++) {
        tt_clear(&from);
        tt_store(&from, 6, 0, i == 0 ? &far : &odd);
        for (uint64_t slot = 0; slot < from.bucket_count * TT_BUCKET_SLOTS; slot++)
            if (tt_slot(&from, slot, &key, &data))
                expect(!tt_put(&to, key, data));
    }
    expect(!tt_probe(&to, 6, 0, &out));
    tt_release(&from);
    tt_release(&to);
}
END_TEST

START_TEST(table_without_memory_misses_and_swallows) {
    Tt tt;
    TtEntry out, in = entry_with(7, 10, 20, BOUND_LOWER);
    tt_init(&tt);
    tt_store(&tt, 1, 0, &in);
    expect(!tt_probe(&tt, 1, 0, &out));
    tt_prefetch(&tt, 1);
    tt_clear(&tt);
    expect_equal(tt_fill_permille(&tt), 0);
    tt_resize(&tt, TT_BUCKET_BYTES - 1); /* too little for one bucket */
    tt_store(&tt, 1, 0, &in);
    expect_equal(tt_bytes(&tt), 0);
    tt_release(&tt);
    expect(!tt_probe(&tt, 1, 0, &out));
}
END_TEST

START_TEST(clearing_forgets_everything) {
    Tt tt;
    TtEntry out, in = entry_with(7, 10, 20, BOUND_LOWER);
    tt_init(&tt);
    tt_resize(&tt, 12345); /* no power of two */
    for (uint64_t i = 0; i < 1000; i++)
        tt_store(&tt, rng_mix(i), 0, &in);
    expect(tt_fill_permille(&tt) > 500);
    tt_clear(&tt);
    expect_equal(tt_fill_permille(&tt), 0);
    for (uint64_t i = 0; i < 1000; i++)
        expect(!tt_probe(&tt, rng_mix(i), 0, &out));
    tt_release(&tt);
}
END_TEST

/* Entries whose fields all follow from the key, so that a mixed one would show. */
static TtEntry entry_of(uint64_t key) {
    return (TtEntry){.move = (Cell)(key % 400),
                     .score = (Score)(key % 20000),
                     .eval = -(Score)(key % 20000),
                     .depth = (int)(key % 100),
                     .bound = BOUND_EXACT};
}

enum { RACE_KEYS = 64, RACE_ROUNDS = 100000 };

static void *race(void *context) {
    Tt *tt = context;
    uint64_t state = (uint64_t)(uintptr_t)&state; /* a seed of its own */
    for (int i = 0; i < RACE_ROUNDS; i++) {
        uint64_t key = rng_mix(rng_below(&state, RACE_KEYS));
        TtEntry out, in = entry_of(key);
        if (rng_below(&state, 2) == 0) {
            tt_store(tt, key, 0, &in);
        } else if (tt_probe(tt, key, 0, &out) && (out.move != in.move || out.score != in.score ||
                                                  out.eval != in.eval || out.depth != in.depth)) {
            return tt;
        }
    }
    return NULL;
}

START_TEST(threads_never_see_mixed_entries) {
    Tt tt;
    pthread_t threads[3];
    tt_init(&tt);
    tt_resize(&tt, 4 * TT_BUCKET_BYTES);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, race, &tt), 0);
    for (int i = 0; i < 3; i++) {
        void *mixed;
        pthread_join(threads[i], &mixed);
        expect(mixed == NULL);
    }
    tt_release(&tt);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tt");
    TCase *tcase = tcase_create("table");
    tcase_add_test(tcase, stored_entry_is_found_whole);
    tcase_add_test(tcase, views_with_other_salts_see_nothing_of_each_other);
    tcase_add_test(tcase, extreme_values_survive);
    tcase_add_test(tcase, proven_scores_keep_their_distance_from_the_position);
    tcase_add_test(tcase, known_move_is_not_forgotten);
    tcase_add_test(tcase, deep_entries_outlive_shallow_ones_and_yield_to_a_new_search);
    tcase_add_test(tcase, a_shallow_bound_does_not_replace_a_much_deeper_one);
    tcase_add_test(tcase, the_stalest_entry_of_a_bucket_gives_way);
    tcase_add_test(tcase, slots_can_be_copied_to_another_table);
    tcase_add_test(tcase, table_without_memory_misses_and_swallows);
    tcase_add_test(tcase, clearing_forgets_everything);
    tcase_add_test(tcase, threads_never_see_mixed_entries);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
