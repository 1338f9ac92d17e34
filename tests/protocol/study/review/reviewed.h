/* reviewed.h: a game in a folder of the test, and the program that reviews it. Each suite that
 * includes this has its own. */
#ifndef TESTS_PROTOCOL_STUDY_REVIEW_REVIEWED_H
#define TESTS_PROTOCOL_STUDY_REVIEW_REVIEWED_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

/* White leaves an open three alone, Black does not use it, White leaves it again. */
#define GAME "h8 i9 h9 g9 h10 o1 o15 a1 h11 a3 h12"

/* The test's folder, what the program writes there and the record of GAME. */
static char folder[TEST_PATH_BYTES], output[TEST_PATH_BYTES], input[TEST_PATH_BYTES];
static char printed[1 << 18];
static const char *program;

static inline void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* The fixture. */
static inline void set_up(void) {
    make_folder(folder);
    path_in(output, folder, "output");
    path_in(input, folder, "game.txt");
    write_file(input, GAME);
}

static inline size_t read_text(const char *name, char *text, size_t size) {
    char path[TEST_PATH_BYTES];
    path_in(path, folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", name);
    size_t count = fread(text, 1, size - 1, file);
    text[count] = '\0';
    fclose(file);
    return count;
}

static inline int system_in_folder(const char *command) {
    char line[2048];
    snprintf(line, sizeof line, "cd '%s' && export NO_COLOR=1 LC_ALL=C COLUMNS=80 && %s", folder,
             command);
    int status = system(line);
    return status == 0 ? 0 : status >> 8;
}

/* Runs the program in the folder; both outputs are in `printed`. Returns its exit status. */
static inline int run(const char *words) {
    char line[1024];
    snprintf(line, sizeof line, "'%s' --eval table review %s >output 2>&1", program, words);
    int status = system_in_folder(line);
    read_text("output", printed, sizeof printed);
    return status;
}

#define ck_shows(text) ck_assert_msg(strstr(printed, text) != NULL, "%s", printed)

#endif
