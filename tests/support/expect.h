/* expect.h: an assertion for inner loops. Check's own tell the parent process about each one that
 * holds, which takes longer than what they test; these speak only when they fail. */
#ifndef KANAME_TESTS_EXPECT_H
#define KANAME_TESTS_EXPECT_H

#include <check.h>

#define expect(condition)                   \
    do {                                    \
        if (!(condition))                   \
            ck_abort_msg("%s", #condition); \
    } while (0)

/* Two whole numbers must be equal; a failure shows both. */
#define expect_equal(a, b)                                        \
    do {                                                          \
        long long a_ = (long long)(a), b_ = (long long)(b);       \
        if (a_ != b_)                                             \
            ck_abort_msg("%s == %s: %lld, %lld", #a, #b, a_, b_); \
    } while (0)

#endif
