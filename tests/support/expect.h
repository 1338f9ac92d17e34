/* expect.h: assertions for inner loops. Check's own assertions report every success to the parent
 * process, which takes longer than the code under test; these report only failures. */
#ifndef KANAME_TESTS_EXPECT_H
#define KANAME_TESTS_EXPECT_H

#include <check.h>

#define expect(condition)                   \
    do {                                    \
        if (!(condition))                   \
            ck_abort_msg("%s", #condition); \
    } while (0)

/* Fails, and prints both values, unless two integers are equal. */
#define expect_equal(a, b)                                        \
    do {                                                          \
        long long a_ = (long long)(a), b_ = (long long)(b);       \
        if (a_ != b_)                                             \
            ck_abort_msg("%s == %s: %lld, %lld", #a, #b, a_, b_); \
    } while (0)

#endif
