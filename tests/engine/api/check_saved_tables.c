/* Tables that an engine saves and loads: what they spare, and which are refused. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/api/analyst.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

typedef struct Bytes {
    size_t count, at, capacity;
    uint8_t *bytes;
} Bytes;

static bool put_bytes(void *context, const void *bytes, size_t count) {
    Bytes *to = context;
    if (to->count + count > to->capacity) {
        to->capacity = 2 * (to->count + count);
        to->bytes = realloc(to->bytes, to->capacity);
        ck_assert_ptr_nonnull(to->bytes);
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    return true;
}

static bool get_bytes(void *context, void *bytes, size_t count) {
    Bytes *from = context;
    if (from->count - from->at < count)
        return false;
    memcpy(bytes, from->bytes + from->at, count);
    from->at += count;
    return true;
}

static bool put_nothing(void *context, const void *bytes, size_t count) {
    (void)context;
    (void)bytes;
    (void)count;
    return false;
}

static KanameStatus load(Bytes *from) {
    from->at = 0;
    return kaname_load_hash(engine, get_bytes, from);
}

static Bytes saved_table(void) {
    Bytes saved = {0};
    play_all(OPENING, OPENING_COUNT);
    think(depth_limit(12));
    expect_equal(kaname_save_hash(engine, put_bytes, &saved), KANAME_OK);
    return saved;
}

/* Black to move wins by threats, which takes a search to see. */
static const KanamePoint DEEP_WIN[] = {{6, 7},  {7, 7}, {5, 9},  {5, 7}, {6, 8}, {6, 9},
                                       {7, 8},  {5, 8}, {7, 10}, {5, 6}, {8, 9}, {9, 10},
                                       {7, 11}, {6, 6}, {8, 8},  {10, 8}};

START_TEST(a_saved_table_spares_the_search_for_a_win) {
    Bytes saved = {0};
    play_all(DEEP_WIN, sizeof DEEP_WIN / sizeof *DEEP_WIN);
    KanameResult cold = think(depth_limit(12));
    ck_assert_int_gt(kaname_score_win_plies(cold.score), 0);
    expect_equal(kaname_save_hash(engine, put_bytes, &saved), KANAME_OK);
    static const int KIB[] = {0, 64, 4096}; /* 0: the size it has; others lose what does not fit */
    for (size_t i = 0; i < sizeof KIB / sizeof *KIB; i++) {
        if (KIB[i] != 0)
            expect_equal(kaname_set_hash(engine, (uint64_t)KIB[i]), KANAME_OK);
        kaname_clear_hash(engine); /* the order of moves that was learned, too */
        expect_equal(load(&saved), KANAME_OK);
        if (KIB[i] != 0)
            expect_equal(kaname_hash_kib(engine), KIB[i]);
        KanameResult warm = think(depth_limit(12));
        ck_assert_int_gt(kaname_score_win_plies(warm.score), 0);
        expect(warm.nodes < cold.nodes / 4);
    }
    free(saved.bytes);
}
END_TEST

START_TEST(a_damaged_table_is_refused_and_nothing_changes) {
    enum { HEADER = 88 };
    Bytes saved = saved_table();
    size_t places[] = {0, 7, HEADER, HEADER + 5, saved.count / 2, saved.count - 9, saved.count - 1};
    uint64_t kib = kaname_hash_kib(engine);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        saved.bytes[places[i]] ^= 0x40;
        expect_equal(load(&saved), places[i] < 8 ? KANAME_ERR_FOREIGN : KANAME_ERR_DAMAGED);
        saved.bytes[places[i]] ^= 0x40;
    }
    size_t whole = saved.count;
    for (saved.count = 0; saved.count < whole; saved.count += 1 + whole / 50)
        expect_equal(load(&saved), KANAME_ERR_DAMAGED);
    saved.count = whole;
    expect_equal(kaname_hash_kib(engine), kib);
    expect_equal(load(&saved), KANAME_OK);
    free(saved.bytes);
}
END_TEST

START_TEST(a_table_of_another_origin_is_refused) {
    Bytes saved = saved_table();
    KanameStone wall = {0, 0, KANAME_WALL};
    saved.bytes[8]++; /* the version */
    expect_equal(load(&saved), KANAME_ERR_MISMATCH);
    saved.bytes[8]--;
    expect_equal(kaname_set_position(engine, &wall, 1, KANAME_BLACK), KANAME_OK);
    expect_equal(load(&saved), KANAME_ERR_MISMATCH);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    expect_equal(kaname_set_position(engine, NULL, 0, KANAME_BLACK), KANAME_OK);
    expect_equal(load(&saved), KANAME_ERR_MISMATCH);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    expect_equal(kaname_set_size(engine, 15, 14), KANAME_OK);
    expect_equal(load(&saved), KANAME_ERR_MISMATCH);
    expect_equal(kaname_set_size(engine, 15, 15), KANAME_OK);
    expect_equal(load(&saved), KANAME_OK);
    free(saved.bytes);
}
END_TEST

/* Static scores and depths of other weights would mislead the search. */
START_TEST(a_table_of_other_weights_is_refused) {
    Bytes saved = saved_table();
    uint64_t nodes[2];
    expect_equal(kaname_set_evaluator(engine, (KanameEvaluator)2), KANAME_ERR_RANGE);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    for (int i = 0; i < 2; i++) {
        kaname_clear_hash(engine);
        if (i == 1)
            expect_equal(load(&saved), KANAME_ERR_WEIGHTS);
        nodes[i] = think(depth_limit(8)).nodes;
    }
    expect_equal(nodes[0], nodes[1]);
    saved.count = 0;
    expect_equal(kaname_save_hash(engine, put_bytes, &saved), KANAME_OK);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_NETWORK), KANAME_OK);
    expect_equal(load(&saved), KANAME_ERR_WEIGHTS);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    expect_equal(load(&saved), KANAME_OK);
    free(saved.bytes);
}
END_TEST

START_TEST(a_table_that_cannot_be_written_says_so) {
    expect_equal(kaname_save_hash(engine, put_nothing, NULL), KANAME_ERR_IO);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("saved_tables");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, a_saved_table_spares_the_search_for_a_win);
    tcase_add_test(all, a_damaged_table_is_refused_and_nothing_changes);
    tcase_add_test(all, a_table_of_another_origin_is_refused);
    tcase_add_test(all, a_table_of_other_weights_is_refused);
    tcase_add_test(all, a_table_that_cannot_be_written_says_so);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
