/* calls.h: calls of `kaname-tournament report` in the test's folder, and what they wrote. Each
 * suite that includes this has its own. */
#ifndef TESTS_TOURNAMENT_REPORT_CALLS_H
#define TESTS_TOURNAMENT_REPORT_CALLS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "tournament/support/place.h"

/* The whole file, zero terminated; to be freed. */
static char *slurp(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char *text = NULL;
    size_t size = 0;
    ck_assert_int_ge(getdelim(&text, &size, '\0', file), 0);
    fclose(file);
    return text;
}

/* The tables go to a file meanwhile. Returns the exit status. */
static inline int report(const char *const *words) {
    char *argv[16] = {(char *)"report"};
    int argc = 1;
    for (; words[argc - 1] != NULL; argc++)
        argv[argc] = (char *)words[argc - 1];
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), kept_error = dup(STDERR_FILENO);
    ck_assert_ptr_nonnull(freopen(in_folder("stdout"), "w", stdout));
    ck_assert_ptr_nonnull(freopen(in_folder("stderr"), "w", stderr));
    int status = report_main(argc, argv);
    fflush(stdout);
    fflush(stderr);
    dup2(kept, STDOUT_FILENO);
    dup2(kept_error, STDERR_FILENO);
    close(kept);
    close(kept_error);
    return status;
}

#define REPORT(...) report((const char *const[]){__VA_ARGS__, NULL})

static void expect_text(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%.3000s", part, text);
}

static inline void expect_in_file(const char *name, const char *part) {
    char *text = slurp(in_folder(name));
    expect_text(text, part);
    free(text);
}

#endif
