/* How a memory limit is shared out. */
#include <check.h>

#include "search/memory.h"
#include "search/worker.h"
#include "support/expect.h"
#include "support/harness.h"
#include "threat/vct.h"

static const uint64_t KIB = 1 << 10, MIB = 1 << 20;

/* What the process takes under the plan at most: code and libraries, what is held before a search,
 * each worker with a stack, and the tables. */
static uint64_t bytes_taken(const MemoryLimits *limits, const MemoryPlan *plan) {
    uint64_t worker = worker_fixed_bytes() + MIB + plan->vcf_bytes;
    return 5 * MIB + limits->held + vct_fixed_bytes() + plan->vct_bytes +
           (uint64_t)plan->threads * worker + plan->table_bytes;
}

START_TEST(plan_stays_within_the_limit) {
    for (uint64_t total = 24 * MIB; total < 16384 * MIB; total += total / 7)
        for (int threads = 1; threads <= 256; threads *= 2) {
            MemoryLimits limits = {.total = total, .held = 3 * MIB, .threads = threads};
            MemoryPlan plan = memory_plan(&limits);
            expect(bytes_taken(&limits, &plan) <= total - total / 16);
        }
}
END_TEST

START_TEST(memory_that_is_left_over_goes_to_the_table) {
    for (uint64_t total = 64 * MIB; total < 16384 * MIB; total += total / 7) {
        MemoryLimits limits = {.total = total, .held = 3 * MIB, .threads = 2};
        MemoryPlan plan = memory_plan(&limits);
        expect(bytes_taken(&limits, &plan) >= total - total / 16 - 1);
    }
}
END_TEST

START_TEST(threads_are_those_wanted_where_a_third_of_the_memory_holds_them) {
    for (uint64_t total = MIB; total < 16384 * MIB; total += total / 3 + 1) {
        int before = 1;
        for (int threads = 1; threads <= 256; threads++) {
            MemoryLimits limits = {.total = total, .threads = threads};
            MemoryPlan plan = memory_plan(&limits);
            uint64_t worker = worker_fixed_bytes() + plan.vcf_bytes + MIB;
            expect(plan.threads >= before && plan.threads <= threads);
            expect(plan.threads == 1 || (uint64_t)plan.threads * worker <= total / 3);
            expect(plan.threads == threads || (uint64_t)(plan.threads + 1) * worker > total / 3);
            before = plan.threads;
        }
    }
}
END_TEST

START_TEST(without_a_limit_threads_and_table_are_those_wanted) {
    MemoryLimits limits = {.threads = 77};
    MemoryPlan plan = memory_plan(&limits);
    expect_equal(plan.threads, 77);
    expect_equal(plan.table_bytes, 64 * MIB);
    limits.table = 5000 * MIB;
    expect_equal(memory_plan(&limits).table_bytes, 5000 * MIB);
    limits.table = 1;
    expect_equal(memory_plan(&limits).table_bytes, 1);
}
END_TEST

START_TEST(table_wanted_counts_only_below_what_is_left) {
    MemoryLimits limits = {.total = 350 * MIB, .threads = 1};
    uint64_t most = memory_plan(&limits).table_bytes;
    limits.table = 20 * MIB;
    expect_equal(memory_plan(&limits).table_bytes, 20 * MIB);
    limits.table = 5000 * MIB;
    expect_equal(memory_plan(&limits).table_bytes, most);
}
END_TEST

START_TEST(least_memory_still_holds_one_worker_and_a_small_table) {
    for (uint64_t total = 1; total < 8 * MIB; total *= 3) {
        MemoryLimits limits = {.total = total, .held = 3 * MIB, .threads = 8};
        MemoryPlan plan = memory_plan(&limits);
        expect_equal(plan.threads, 1);
        expect_equal(plan.table_bytes, 64 * KIB);
        expect(plan.vcf_bytes > 0 && plan.vct_bytes > 0);
    }
}
END_TEST

START_TEST(tables_of_threats_are_smaller_below_64_mib) {
    MemoryLimits limits = {.total = 64 * MIB, .threads = 1};
    MemoryPlan large = memory_plan(&limits);
    limits.total--;
    MemoryPlan small = memory_plan(&limits);
    expect(small.vcf_bytes < large.vcf_bytes && small.vct_bytes < large.vct_bytes);
    limits.total = 0;
    expect_equal(memory_plan(&limits).vcf_bytes, large.vcf_bytes);
    expect_equal(memory_plan(&limits).vct_bytes, large.vct_bytes);
}
END_TEST

START_TEST(table_grows_with_the_time_of_the_search) {
    MemoryPlan plan = {.threads = 1, .table_bytes = 300 * MIB};
    expect_equal(memory_table_bytes(&plan, -1, 0, 0), 300 * MIB);
    expect_equal(memory_table_bytes(&plan, INT64_MAX, 0, 0), 300 * MIB);
    expect_equal(memory_table_bytes(&plan, 0, 0, 0), 8 * MIB);
    expect_equal(memory_table_bytes(&plan, 512, 0, 0), 8 * MIB);
    expect_equal(memory_table_bytes(&plan, 640, 0, 0), 10 * MIB);
    uint64_t before = 0;
    for (int64_t ms = 0; ms < 30000; ms++) {
        uint64_t bytes = memory_table_bytes(&plan, ms, 0, 0);
        expect(bytes >= before && bytes <= plan.table_bytes);
        before = bytes;
    }
    expect_equal(before, plan.table_bytes);
}
END_TEST

START_TEST(table_grows_with_the_nodes_of_the_search) {
    MemoryPlan plan = {.threads = 4, .table_bytes = 300 * MIB};
    expect_equal(memory_table_bytes(&plan, -1, 1, 0), 8 * MIB);
    expect_equal(memory_table_bytes(&plan, -1, MIB, 0), 16 * MIB); /* however many threads */
    expect_equal(memory_table_bytes(&plan, -1, 20 * MIB, 0), 300 * MIB);
    expect_equal(memory_table_bytes(&plan, -1, UINT64_MAX, 0), 300 * MIB);
    expect_equal(memory_table_bytes(&plan, 640, MIB, 0), 16 * MIB); /* the nodes end first */
    expect_equal(memory_table_bytes(&plan, 640, 20 * MIB, 0), 40 * MIB);
    expect_equal(memory_table_bytes(&plan, -1, 1, 100 * MIB), 100 * MIB);
}
END_TEST

START_TEST(table_grows_with_the_number_of_threads) {
    MemoryPlan plan = {.threads = 4, .table_bytes = 300 * MIB};
    expect_equal(memory_table_bytes(&plan, 640, 0, 0), 40 * MIB);
    expect_equal(memory_table_bytes(&plan, INT64_MAX, 0, 0), 300 * MIB);
    plan.threads = 256;
    expect_equal(memory_table_bytes(&plan, 640, 0, 0), 300 * MIB);
    plan.table_bytes = MIB; /* less than a millisecond's */
    expect_equal(memory_table_bytes(&plan, 0, 0, 0), MIB);
}
END_TEST

START_TEST(table_shrinks_only_where_the_plan_asks_for_it) {
    MemoryPlan plan = {.threads = 1, .table_bytes = 300 * MIB};
    expect_equal(memory_table_bytes(&plan, 0, 0, 100 * MIB), 100 * MIB);
    expect_equal(memory_table_bytes(&plan, 12800, 0, 100 * MIB), 200 * MIB);
    expect_equal(memory_table_bytes(&plan, 0, 0, 301 * MIB), 300 * MIB);
    plan.table_bytes = MIB;
    expect_equal(memory_table_bytes(&plan, 0, 0, 100 * MIB), MIB);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tcase = tcase_create("plan");
    tcase_add_test(tcase, plan_stays_within_the_limit);
    tcase_add_test(tcase, memory_that_is_left_over_goes_to_the_table);
    tcase_add_test(tcase, threads_are_those_wanted_where_a_third_of_the_memory_holds_them);
    tcase_add_test(tcase, without_a_limit_threads_and_table_are_those_wanted);
    tcase_add_test(tcase, table_wanted_counts_only_below_what_is_left);
    tcase_add_test(tcase, least_memory_still_holds_one_worker_and_a_small_table);
    tcase_add_test(tcase, tables_of_threats_are_smaller_below_64_mib);
    tcase_add_test(tcase, table_grows_with_the_time_of_the_search);
    tcase_add_test(tcase, table_grows_with_the_nodes_of_the_search);
    tcase_add_test(tcase, table_grows_with_the_number_of_threads);
    tcase_add_test(tcase, table_shrinks_only_where_the_plan_asks_for_it);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
