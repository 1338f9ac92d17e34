/* harness.h: runs a test suite and provides folders for its files. */
#ifndef KANAME_TESTS_HARNESS_H
#define KANAME_TESTS_HARNESS_H

#include <check.h>
#include <stddef.h>

enum { TEST_PATH_BYTES = 256 };

/* Runs the suite, frees it and removes its folders. Returns the exit status for main(). */
int run_suite(Suite *suite);

/* Makes an empty folder for the test and writes its path. run_suite() removes it with its contents
 * at the end, whether the test passes or not. Call it only in a test that run_suite() runs. Fails
 * the test on an error. */
void make_folder(char path[TEST_PATH_BYTES]);
/* Writes what `print` prints on standard output to `text`, cut to its size. */
void capture_output(void (*print)(void), char *text, size_t size);
/* Writes the path of `name` in a folder. */
void path_in(char path[TEST_PATH_BYTES], const char *folder, const char *name);
/* Writes a file of a folder anew. Fails the test on an error. */
void write_in(const char *folder, const char *name, const char *text);

/* Random courses for a test to try: the number in the environment's KANAME_COURSES, for long runs;
 * else `standard`. */
int courses_wanted(int standard);

#endif
