/* Searches of two threads, and stops from another one. Made to be run under a thread sanitizer. */
#include <check.h>
#include <pthread.h>
#include <stdlib.h>

#include "kaname.h"
#include "support/harness.h"

static KanameEngine *engine_of_threads(int threads) {
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_threads(engine, threads), KANAME_OK);
    ck_assert_int_eq(kaname_set_hash(engine, 4096), KANAME_OK);
    return engine;
}

static void assert_legal(const KanameEngine *engine, const KanameResult *result) {
    ck_assert_int_eq(kaname_at(engine, result->best.x, result->best.y), KANAME_EMPTY);
}

START_TEST(two_threads_play_a_game_under_every_rule) {
    KanameEngine *engine = engine_of_threads(2);
    ck_assert_int_eq(kaname_set_rule(engine, (KanameRule)_i), KANAME_OK);
    KanameLimits limits = kaname_no_limits();
    limits.turn_ms = 100;
    limits.exact_time = true;
    for (int move = 0; move < 12; move++) {
        KanameResult result;
        ck_assert_int_eq(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        assert_legal(engine, &result);
        ck_assert_int_eq(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
    }
    kaname_free(engine);
}
END_TEST

START_TEST(the_number_of_threads_may_change_between_searches) {
    KanameEngine *engine = engine_of_threads(1);
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 5;
    for (int threads = 4; threads >= 1; threads--) {
        KanameResult result;
        ck_assert_int_eq(kaname_set_threads(engine, threads), KANAME_OK);
        ck_assert_int_eq(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        assert_legal(engine, &result);
    }
    ck_assert_int_eq(kaname_set_threads(engine, 0), KANAME_ERR_RANGE);
    ck_assert_int_eq(kaname_set_threads(engine, KANAME_MAX_THREADS + 1), KANAME_ERR_RANGE);
    kaname_free(engine);
}
END_TEST

/* Each thread may end in the middle of a search of fours at a leaf. */
START_TEST(a_limit_of_nodes_holds_for_all_threads_together) {
    static const uint64_t LIMITS[] = {1, 100, 1000, 5000, 50000};
    enum { THREADS = 4, OVER = THREADS * 100 };
    KanameEngine *engine = engine_of_threads(THREADS);
    KanameLimits limits = kaname_no_limits();
    limits.lines = _i;
    ck_assert_int_eq(kaname_play(engine, 7, 7), KANAME_OK);
    ck_assert_int_eq(kaname_play(engine, 8, 6), KANAME_OK);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        KanameResult result;
        limits.max_nodes = LIMITS[i];
        ck_assert_int_eq(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        ck_assert_uint_le(result.nodes, LIMITS[i] + OVER);
        if (LIMITS[i] >= 1000)
            ck_assert_int_gt(result.depth, 0);
    }
    kaname_free(engine);
}
END_TEST

typedef struct Thinker {
    KanameEngine *engine;
    KanameStatus status;
    KanameResult result;
} Thinker;

static void *think_without_limit(void *context) {
    Thinker *thinker = context;
    KanameLimits limits = kaname_no_limits();
    thinker->status = kaname_think(thinker->engine, &limits, NULL, &thinker->result);
    return NULL;
}

/* Ends only if the stop arrives, whether it comes before, at the start of, or in the search. */
START_TEST(a_stop_from_another_thread_is_never_lost) {
    Thinker thinker = {.engine = engine_of_threads(2)};
    ck_assert_int_eq(kaname_play(thinker.engine, 7, 7), KANAME_OK);
    for (int delay_us = 0; delay_us <= 50000; delay_us = delay_us * 2 + 100) {
        pthread_t thread;
        kaname_clear_stop(thinker.engine);
        ck_assert_int_eq(pthread_create(&thread, NULL, think_without_limit, &thinker), 0);
        int64_t until_ms = kaname_now_ms() + delay_us / 1000;
        while (kaname_now_ms() < until_ms) {
        }
        kaname_stop(thinker.engine);
        ck_assert_int_eq(pthread_join(thread, NULL), 0);
        ck_assert_int_eq(thinker.status, KANAME_OK);
        assert_legal(thinker.engine, &thinker.result);
    }
    kaname_free(thinker.engine);
}
END_TEST

static void *think_to_depth(void *context) {
    Thinker *thinker = context;
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 6;
    for (int move = 0; move < 4 && thinker->status == KANAME_OK; move++) {
        thinker->status = kaname_think(thinker->engine, &limits, NULL, &thinker->result);
        if (thinker->status == KANAME_OK)
            thinker->status =
                kaname_play(thinker->engine, thinker->result.best.x, thinker->result.best.y);
    }
    return NULL;
}

/* Of the same kind and of different ones. */
START_TEST(engines_use_one_table_at_the_same_time) {
    enum { ENGINES = 4 };
    static const KanameRule RULES[ENGINES] = {KANAME_RULE_FREESTYLE, KANAME_RULE_FREESTYLE,
                                              KANAME_RULE_RENJU, KANAME_RULE_STANDARD};
    KanameTable *table = kaname_table_new(256);
    Thinker thinkers[ENGINES];
    pthread_t threads[ENGINES];
    ck_assert_ptr_nonnull(table);
    for (int i = 0; i < ENGINES; i++) {
        thinkers[i] = (Thinker){.engine = engine_of_threads(1), .status = KANAME_OK};
        ck_assert_int_eq(kaname_set_rule(thinkers[i].engine, RULES[i]), KANAME_OK);
        kaname_use_table(thinkers[i].engine, table);
        ck_assert_int_eq(pthread_create(&threads[i], NULL, think_to_depth, &thinkers[i]), 0);
    }
    for (int i = 0; i < ENGINES; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_int_eq(thinkers[i].status, KANAME_OK);
        kaname_free(thinkers[i].engine);
    }
    kaname_table_free(table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("threads");
    TCase *threads = tcase_create("threads");
    tcase_set_timeout(threads, 100);
    tcase_add_loop_test(threads, two_threads_play_a_game_under_every_rule, 0, KANAME_RULE_COUNT);
    tcase_add_test(threads, the_number_of_threads_may_change_between_searches);
    tcase_add_loop_test(threads, a_limit_of_nodes_holds_for_all_threads_together, 1, 3);
    tcase_add_test(threads, engines_use_one_table_at_the_same_time);
    tcase_add_test(threads, a_stop_from_another_thread_is_never_lost);
    suite_add_tcase(suite, threads);
    return run_suite(suite);
}
