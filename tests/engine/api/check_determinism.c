/* The same question gets the same answer: with one thread, the move, the score and the number of
 * nodes depend on nothing but the position and the limits. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "kaname.h"
#include "support/harness.h"

typedef struct Question {
    KanameRule rule;
    int width, height, depth;
    int count;
    KanamePoint moves[12]; /* Black first */
} Question;

static const Question QUESTIONS[] = {
    {KANAME_RULE_FREESTYLE, 15, 15, 7, 4, {{7, 7}, {8, 7}, {6, 6}, {8, 8}}},
    {KANAME_RULE_FREESTYLE, 20, 20, 6, 6, {{9, 9}, {10, 9}, {10, 10}, {11, 11}, {8, 10}, {9, 11}}},
    {KANAME_RULE_STANDARD, 15, 15, 7, 5, {{7, 7}, {7, 6}, {8, 6}, {6, 8}, {9, 7}}},
    {KANAME_RULE_RENJU, 15, 15, 7, 6, {{7, 7}, {8, 6}, {9, 7}, {8, 8}, {6, 6}, {5, 5}}},
    {KANAME_RULE_RENJU, 15, 15, 7, 5, {{7, 7}, {7, 6}, {9, 5}, {6, 7}, {8, 8}}},
    {KANAME_RULE_CARO, 15, 15, 7, 4, {{7, 7}, {8, 8}, {7, 8}, {7, 6}}},
    {KANAME_RULE_CARO_EXACT, 9, 13, 6, 4, {{4, 6}, {5, 6}, {4, 7}, {4, 5}}},
};
enum { QUESTION_COUNT = sizeof QUESTIONS / sizeof QUESTIONS[0] };

static KanameResult answer(KanameEngine *engine, const Question *question) {
    ck_assert_int_eq(kaname_set_size(engine, question->width, question->height), KANAME_OK);
    ck_assert_int_eq(kaname_set_rule(engine, question->rule), KANAME_OK);
    for (int i = 0; i < question->count; i++)
        ck_assert_int_eq(kaname_play(engine, question->moves[i].x, question->moves[i].y),
                         KANAME_OK);
    kaname_clear_hash(engine);
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = question->depth;
    KanameResult result;
    ck_assert_int_eq(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    ck_assert_uint_gt(result.nodes, 0);
    return result;
}

static void assert_same(const KanameResult *a, const KanameResult *b) {
    ck_assert_int_eq(a->best.x, b->best.x);
    ck_assert_int_eq(a->best.y, b->best.y);
    ck_assert_int_eq(a->score, b->score);
    ck_assert_int_eq(a->depth, b->depth);
    ck_assert_uint_eq(a->nodes, b->nodes);
    ck_assert_uint_eq(a->pv_count, b->pv_count);
    for (size_t i = 0; i < a->pv_count; i++) {
        ck_assert_int_eq(a->pv[i].x, b->pv[i].x);
        ck_assert_int_eq(a->pv[i].y, b->pv[i].y);
    }
}

static KanameEngine *engine_of(const char *isa) {
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 4096), KANAME_OK);
    if (kaname_set_isa(engine, isa) != KANAME_OK) {
        kaname_free(engine);
        return NULL;
    }
    ck_assert_str_eq(kaname_isa(engine), isa);
    return engine;
}

START_TEST(every_instruction_set_searches_the_same_nodes) {
    static const char *const NAMES[] = {"avx2", "avx512"};
    KanameEngine *scalar = engine_of("scalar");
    ck_assert_ptr_nonnull(scalar);
    KanameResult expected = answer(scalar, &QUESTIONS[_i]);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        KanameEngine *engine = engine_of(NAMES[i]);
        if (engine == NULL)
            continue;
        KanameResult result = answer(engine, &QUESTIONS[_i]);
        assert_same(&result, &expected);
        kaname_free(engine);
    }
    kaname_free(scalar);
}
END_TEST

START_TEST(a_cleared_engine_answers_as_a_new_one) {
    KanameEngine *used = engine_of("scalar"), *fresh = engine_of("scalar");
    for (int i = 0; i < QUESTION_COUNT; i++)
        answer(used, &QUESTIONS[i]);
    KanameResult again = answer(used, &QUESTIONS[_i]), first = answer(fresh, &QUESTIONS[_i]);
    assert_same(&again, &first);
    kaname_free(fresh);
    kaname_free(used);
}
END_TEST

START_TEST(a_node_limit_is_kept_to_the_node) {
    KanameEngine *engine = engine_of("scalar");
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 20000;
    KanameResult first, second;
    ck_assert_int_eq(kaname_think(engine, &limits, NULL, &first), KANAME_OK);
    kaname_clear_hash(engine);
    ck_assert_int_eq(kaname_think(engine, &limits, NULL, &second), KANAME_OK);
    assert_same(&first, &second);
    ck_assert_uint_le(first.nodes, limits.max_nodes);
    kaname_free(engine);
}
END_TEST

START_TEST(an_unknown_instruction_set_is_refused) {
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    const char *kept = kaname_isa(engine);
    ck_assert_int_ne(kaname_set_isa(engine, "mmx"), KANAME_OK);
    ck_assert_int_ne(kaname_set_isa(engine, ""), KANAME_OK);
    ck_assert_str_eq(kaname_isa(engine), kept);
    kaname_free(engine);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("determinism");
    TCase *same = tcase_create("same");
    tcase_set_timeout(same, 100);
    tcase_add_loop_test(same, every_instruction_set_searches_the_same_nodes, 0, QUESTION_COUNT);
    tcase_add_loop_test(same, a_cleared_engine_answers_as_a_new_one, 0, QUESTION_COUNT);
    tcase_add_test(same, a_node_limit_is_kept_to_the_node);
    tcase_add_test(same, an_unknown_instruction_set_is_refused);
    suite_add_tcase(suite, same);
    return run_suite(suite);
}
