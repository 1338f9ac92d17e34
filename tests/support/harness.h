/* harness.h: what every suite of tests needs: to be run. */
#ifndef KANAME_TESTS_HARNESS_H
#define KANAME_TESTS_HARNESS_H

#include <check.h>

/* Runs the suite and frees it; what main() is to return. */
int run_suite(Suite *suite);

#endif
