/* harness.h: what every suite of tests needs: to be run, and folders for its files. */
#ifndef KANAME_TESTS_HARNESS_H
#define KANAME_TESTS_HARNESS_H

#include <check.h>

enum { TEST_PATH_BYTES = 256 };

/* Runs the suite and frees it; what main() is to return. Removes the folders that were made. */
int run_suite(Suite *suite);

/* Makes an empty folder of this test's own; it goes when the suite ends, with all that is in it,
 * whatever became of the test. Only between the start and the end of run_suite(). Ends the test
 * when it cannot. */
void make_folder(char path[TEST_PATH_BYTES]);
/* The path of `name` in a folder. */
void path_in(char path[TEST_PATH_BYTES], const char *folder, const char *name);

#endif
