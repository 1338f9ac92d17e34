/* Levels of play, with the real engine: what each must still see, and that it repeats itself. */
#include "session/strength.h"

#include <check.h>
#include <stdlib.h>

#include "support/harness.h"

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 1024), KANAME_OK);
}

static void teardown(void) {
    kaname_free(engine);
}

static KanamePoint move_at(int strength) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    kaname_clear_hash(engine);
    ck_assert_int_eq(strength_think(engine, &limits, NULL, strength, &result), KANAME_OK);
    ck_assert_int_eq(kaname_at(engine, result.best.x, result.best.y), KANAME_EMPTY);
    return result.best;
}

/* Black has four with one end shut, White four with one end shut; shifted for variety. */
static void set_fours(int shift, KanameColor to_move, bool is_white_there) {
    KanameStone stones[10];
    size_t count = 0;
    for (int i = 0; i < 4; i++) {
        stones[count++] = (KanameStone){3 + i + shift, 4, KANAME_BLACK};
        if (is_white_there)
            stones[count++] = (KanameStone){3 + i + shift, 10, KANAME_WHITE};
    }
    stones[count++] = (KanameStone){2 + shift, 4, KANAME_WHITE};
    stones[count++] = (KanameStone){2 + shift, 10, KANAME_BLACK};
    ck_assert_int_eq(kaname_set_position(engine, stones, count, to_move), KANAME_OK);
}

/* White plays at the end of the four in this row, wherever the fours are. */
static void expect_end_in_row(int row, int strength, bool is_white_there) {
    for (int shift = 0; shift < 5; shift++) {
        set_fours(shift, KANAME_WHITE, is_white_there);
        KanamePoint move = move_at(strength);
        ck_assert_int_eq(move.x, 7 + shift);
        ck_assert_int_eq(move.y, row);
    }
}

START_TEST(above_twenty_a_five_is_never_missed) {
    expect_end_in_row(10, _i, true);
}
END_TEST

START_TEST(above_twenty_a_five_is_never_left_open) {
    expect_end_in_row(4, _i, false);
}
END_TEST

START_TEST(the_weakest_misses_some) {
    int missed = 0;
    for (int shift = 0; shift < 7; shift++)
        for (int strength = 0; strength < 6; strength++) {
            set_fours(shift, KANAME_WHITE, false);
            KanamePoint move = move_at(strength);
            missed += move.x != 7 + shift || move.y != 4;
        }
    ck_assert_int_gt(missed, 0);
    ck_assert_int_lt(missed, 42);
}
END_TEST

START_TEST(the_same_position_gives_the_same_move) {
    static const KanameStone stones[] = {
        {7, 7, KANAME_BLACK}, {8, 8, KANAME_WHITE}, {7, 8, KANAME_BLACK}};
    ck_assert_int_eq(kaname_set_position(engine, stones, 3, KANAME_WHITE), KANAME_OK);
    KanamePoint first = move_at(_i), second = move_at(_i);
    ck_assert_int_eq(first.x, second.x);
    ck_assert_int_eq(first.y, second.y);
}
END_TEST

int main(void) {
    enum { STRENGTHS = 100 };
    Suite *suite = suite_create("strength");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, above_twenty_a_five_is_never_missed, STRENGTH_SOUND + 1, STRENGTHS);
    tcase_add_loop_test(all, above_twenty_a_five_is_never_left_open, STRENGTH_SOUND + 1, 70);
    tcase_add_test(all, the_weakest_misses_some);
    tcase_add_loop_test(all, the_same_position_gives_the_same_move, 0, 60);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
