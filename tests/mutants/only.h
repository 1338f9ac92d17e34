/* only.h: makes a suite of the check library register the test KANAME_TEST alone. mutants.py
 * includes it before the sources of suites. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

static int is_wanted(const char *test) {
    const char *only = getenv("KANAME_TEST");
    return only == NULL || strcmp(only, test) == 0;
}

#undef tcase_add_test
#define tcase_add_test(tcase, test) \
    (is_wanted(#test) ? (void)tcase_add_test_raise_signal(tcase, test, 0) : (void)0)
#undef tcase_add_loop_test
#define tcase_add_loop_test(tcase, test, first, end)                                       \
    (is_wanted(#test) ? (void)tcase_add_loop_test_raise_signal(tcase, test, 0, first, end) \
                      : (void)0)
