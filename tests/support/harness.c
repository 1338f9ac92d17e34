#define _POSIX_C_SOURCE 200809L
#include "support/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/folder.h"

/* All folders are in this one, so that what a test that failed or was killed has left goes too. */
static char root[FOLDER_PATH_BYTES];

int run_suite(Suite *suite) {
    if (!folder_make(root, "/tmp")) {
        perror("no folder for files in /tmp");
        return EXIT_FAILURE;
    }
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (!folder_remove(root)) {
        perror(root);
        return EXIT_FAILURE;
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

void make_folder(char path[TEST_PATH_BYTES]) {
    _Static_assert((int)FOLDER_PATH_BYTES <= (int)TEST_PATH_BYTES, "folder_make() writes this");
    expect(folder_make(path, root));
}

void path_in(char path[TEST_PATH_BYTES], const char *folder, const char *name) {
    expect(snprintf(path, TEST_PATH_BYTES, "%s/%s", folder, name) < TEST_PATH_BYTES);
}

void write_in(const char *folder, const char *name, const char *text) {
    char path[TEST_PATH_BYTES];
    path_in(path, folder, name);
    FILE *file = fopen(path, "wb");
    expect(file != NULL);
    expect(fputs(text, file) >= 0);
    expect(fclose(file) == 0);
}

void capture_output(void (*print)(void), char *text, size_t size) {
    FILE *file = tmpfile();
    int standard = dup(STDOUT_FILENO);
    expect(file != NULL && standard >= 0 && fflush(stdout) == 0);
    expect(dup2(fileno(file), STDOUT_FILENO) >= 0);
    print();
    expect(fflush(stdout) == 0 && dup2(standard, STDOUT_FILENO) >= 0);
    close(standard);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

int courses_wanted(int standard) {
    const char *text = getenv("KANAME_COURSES");
    int courses = text != NULL ? atoi(text) : 0;
    return courses > 0 ? courses : standard;
}
