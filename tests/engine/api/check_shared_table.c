/* A table that several engines use: what one has learned the others find, and nothing of another
 * rule, board, wall or evaluator. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

enum { TABLE_KIB = 16 << 10, DEPTH = 9 };

/* What is searched. */
typedef struct Kind {
    KanameRule rule;
    int size;
    bool has_wall;
    KanameEvaluator evaluator;
} Kind;

/* Any two of these differ in one respect from the first. */
static const Kind KINDS[] = {{KANAME_RULE_FREESTYLE, 15, false, KANAME_EVALUATOR_NETWORK},
                             {KANAME_RULE_STANDARD, 15, false, KANAME_EVALUATOR_TABLE},
                             {KANAME_RULE_FREESTYLE, 17, false, KANAME_EVALUATOR_NETWORK},
                             {KANAME_RULE_FREESTYLE, 15, true, KANAME_EVALUATOR_NETWORK},
                             {KANAME_RULE_FREESTYLE, 15, false, KANAME_EVALUATOR_TABLE}};
enum { KINDS_COUNT = sizeof KINDS / sizeof *KINDS };

static KanameEngine *engine_for(const Kind *kind, KanameTable *table) {
    static const KanameStone STONES[] = {{7, 7, KANAME_BLACK},
                                         {8, 8, KANAME_WHITE},
                                         {6, 7, KANAME_BLACK},
                                         {7, 6, KANAME_WHITE},
                                         {0, 0, KANAME_WALL}};
    KanameEngine *engine = kaname_new();
    expect(engine != NULL);
    expect_equal(kaname_set_hash(engine, TABLE_KIB), KANAME_OK);
    kaname_use_table(engine, table);
    expect_equal(kaname_set_evaluator(engine, kind->evaluator), KANAME_OK);
    expect_equal(kaname_set_rule(engine, kind->rule), KANAME_OK);
    expect_equal(kaname_set_size(engine, kind->size, kind->size), KANAME_OK);
    expect_equal(kaname_set_position(engine, STONES, kind->has_wall ? 5 : 4, KANAME_BLACK),
                 KANAME_OK);
    return engine;
}

static KanameResult think_to(KanameEngine *engine, int depth) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = depth;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect_equal(result.depth, depth);
    return result;
}

static KanameResult think(KanameEngine *engine) {
    return think_to(engine, DEPTH);
}

static KanameTable *new_table(void) {
    KanameTable *table = kaname_table_new(TABLE_KIB);
    expect(table != NULL);
    return table;
}

static uint64_t nodes_alone(const Kind *kind) {
    KanameEngine *engine = engine_for(kind, NULL);
    KanameResult result = think(engine);
    kaname_free(engine);
    return result.nodes;
}

/* The second search takes fewer nodes; with a table of its own it would take as many. How many
 * fewer is a matter of chance at a single depth. */
START_TEST(an_engine_finds_what_another_has_learned) {
    uint64_t alone = 0, after = 0;
    for (int depth = DEPTH - 3; depth <= DEPTH + 1; depth++) {
        KanameTable *table = new_table();
        KanameEngine *one = engine_for(&KINDS[0], table), *other = engine_for(&KINDS[0], table);
        uint64_t first = think_to(one, depth).nodes, second = think_to(other, depth).nodes;
        if (depth == DEPTH)
            expect_equal(first, nodes_alone(&KINDS[0]));
        expect(second < first);
        alone += first;
        after += second;
        expect_equal(kaname_hash_kib(other), TABLE_KIB);
        kaname_free(one);
        kaname_free(other);
        kaname_table_free(table);
    }
    expect(5 * after < 4 * alone);
}
END_TEST

/* With the entries of another kind in the table, a search is as if it were alone. */
START_TEST(kinds_of_positions_are_kept_apart) {
    for (int other = 1; other < KINDS_COUNT; other++) {
        KanameTable *table = new_table();
        KanameEngine *engine = engine_for(&KINDS[0], table);
        (void)think(engine);
        KanameEngine *second = engine_for(&KINDS[other], table);
        expect_equal(think(second).nodes, nodes_alone(&KINDS[other]));
        kaname_free(engine);
        kaname_free(second);
        kaname_table_free(table);
    }
}
END_TEST

/* Neither a new board, nor a solver, nor the end of an engine costs the others what they know. */
START_TEST(nothing_clears_the_table) {
    KanameTable *table = new_table();
    KanameEngine *one = engine_for(&KINDS[0], table), *other = engine_for(&KINDS[0], table);
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    uint64_t nodes = think(one).nodes;
    kaname_clear_hash(one);
    expect_equal(kaname_set_size(one, 9, 9), KANAME_OK);
    limits.max_nodes = 1000;
    expect_equal(kaname_solve(one, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    kaname_free(one);
    expect(think(other).nodes < nodes);
    kaname_free(other);
    kaname_table_free(table);
}
END_TEST

START_TEST(an_engine_takes_its_own_table_again) {
    KanameTable *table = new_table();
    KanameEngine *engine = engine_for(&KINDS[0], table);
    uint64_t nodes = think(engine).nodes;
    kaname_use_table(engine, NULL);
    expect_equal(kaname_hash_kib(engine), 0);
    kaname_table_free(table);
    expect_equal(think(engine).nodes, nodes);
    expect_equal(kaname_hash_kib(engine), TABLE_KIB);
    kaname_free(engine);
}
END_TEST

/* An engine keeps a small table of its own when it forgets, but not beside another's. */
START_TEST(a_small_table_before_is_released) {
    KanameTable *table = new_table();
    KanameEngine *one = engine_for(&KINDS[0], NULL), *other = engine_for(&KINDS[0], table);
    expect_equal(kaname_set_hash(one, 1 << 10), KANAME_OK);
    uint64_t alone = think(one).nodes, nodes = think(other).nodes;
    kaname_use_table(one, table);
    think(one);
    kaname_clear_hash(one);
    expect(think(other).nodes < nodes);
    kaname_use_table(one, NULL);
    kaname_free(other);
    kaname_table_free(table);
    expect_equal(think(one).nodes, alone);
    kaname_free(one);
}
END_TEST

static bool count_bytes(void *context, const void *bytes, size_t count) {
    (void)bytes;
    *(size_t *)context += count;
    return true;
}

static bool read_nothing(void *context, void *bytes, size_t count) {
    (void)context, (void)bytes, (void)count;
    return false;
}

START_TEST(a_table_of_several_is_neither_saved_nor_replaced) {
    KanameTable *table = new_table();
    KanameEngine *engine = engine_for(&KINDS[0], table);
    size_t written = 0;
    expect_equal(kaname_save_hash(engine, count_bytes, &written), KANAME_ERR_UNSUPPORTED);
    expect_equal(kaname_load_hash(engine, read_nothing, NULL), KANAME_ERR_UNSUPPORTED);
    expect_equal(written, 0);
    kaname_use_table(engine, NULL);
    expect_equal(kaname_save_hash(engine, count_bytes, &written), KANAME_OK);
    expect(written > 0);
    kaname_free(engine);
    kaname_table_free(table);
}
END_TEST

START_TEST(no_memory_is_no_table) {
    expect(kaname_table_new(0) == NULL);
    kaname_table_free(NULL);
}
END_TEST

#ifdef __linux__
static uint64_t resident_kib(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    expect(file != NULL && fscanf(file, "%*u %lu", &pages) == 1 && fclose(file) == 0);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

START_TEST(warming_up_provides_the_memory_and_keeps_what_is_there) {
    const uint64_t kib = 64 << 10; /* more than the tables of a worker */
    KanameTable *table = kaname_table_new(kib);
    expect(table != NULL);
    KanameEngine *engine = engine_for(&KINDS[0], table), *other = engine_for(&KINDS[0], table);
    expect_equal(kaname_prepare(engine, NULL), KANAME_OK);
    uint64_t before = resident_kib();
    kaname_warm_up(engine);
    expect(resident_kib() >= before + kib);
    uint64_t first = think(engine).nodes;
    kaname_warm_up(engine);
    expect(think(other).nodes < first);
    kaname_free(engine);
    kaname_free(other);
    kaname_table_free(table);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("shared_table");
    TCase *cases = tcase_create("shared_table");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, an_engine_finds_what_another_has_learned);
    tcase_add_test(cases, kinds_of_positions_are_kept_apart);
    tcase_add_test(cases, nothing_clears_the_table);
#ifdef __linux__
    tcase_add_test(cases, warming_up_provides_the_memory_and_keeps_what_is_there);
#endif
    tcase_add_test(cases, an_engine_takes_its_own_table_again);
    tcase_add_test(cases, a_small_table_before_is_released);
    tcase_add_test(cases, a_table_of_several_is_neither_saved_nor_replaced);
    tcase_add_test(cases, no_memory_is_no_table);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
