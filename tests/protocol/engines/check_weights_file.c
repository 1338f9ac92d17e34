/* Weights files of any size, with the real engine. The argument is a good file, that of renju. */
#define _POSIX_C_SOURCE 200809L
#include "engines/weights.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/harness.h"

enum { LARGE = 100 * 1000 };

static const char *good_path;

static void write_file(const char *path, const unsigned char *data, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* The good file with zeros behind it. The caller frees it. */
static unsigned char *padded(size_t size) {
    unsigned char *bytes = calloc(1, size);
    FILE *file = fopen(good_path, "rb");
    ck_assert(bytes != NULL && file != NULL);
    ck_assert_uint_gt(fread(bytes, 1, size, file), 50000);
    fclose(file);
    return bytes;
}

START_TEST(a_good_file_is_loaded) {
    KanameEngine *engine = kaname_new();
    ck_assert_ptr_null(weights_load(engine, good_path));
    kaname_free(engine);
}
END_TEST

/* What the engine says of the whole file, not of its first part. */
START_TEST(the_engine_judges_a_large_file) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    unsigned char *bytes = padded(LARGE);
    KanameEngine *engine = kaname_new();
    KanameStatus status = kaname_load_weights(engine, bytes, LARGE);
    ck_assert(status != KANAME_OK);
    make_folder(folder);
    path_in(path, folder, "large.weights");
    write_file(path, bytes, LARGE);
    ck_assert_str_eq(weights_load(engine, path), kaname_status_text(status));
    kaname_free(engine);
    free(bytes);
}
END_TEST

START_TEST(a_network_of_an_earlier_shape_says_what_to_do) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    unsigned char bytes[LARGE] = "KanameNn";
    KanameEngine *engine = kaname_new();
    make_folder(folder);
    path_in(path, folder, "earlier.network");
    write_file(path, bytes, sizeof bytes);
    ck_assert_str_eq(weights_load(engine, path),
                     "a network of a shape that this version no longer reads; fit it again with "
                     "'kaname-train fit-regions'");
    kaname_free(engine);
}
END_TEST

START_TEST(a_file_over_the_bound_is_refused) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    unsigned char none = 0;
    KanameEngine *engine = kaname_new();
    make_folder(folder);
    path_in(path, folder, "huge");
    write_file(path, &none, 1);
    ck_assert_int_eq(truncate(path, KANAME_MAX_WEIGHTS_BYTES), 0);
    ck_assert_str_eq(weights_load(engine, path), kaname_status_text(KANAME_ERR_FOREIGN));
    ck_assert_int_eq(truncate(path, KANAME_MAX_WEIGHTS_BYTES + 1), 0);
    ck_assert_str_eq(weights_load(engine, path), "the file is too large");
    kaname_free(engine);
}
END_TEST

START_TEST(only_a_regular_file_is_read) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    KanameEngine *engine = kaname_new();
    make_folder(folder);
    path_in(path, folder, "none");
    ck_assert_str_eq(weights_load(engine, path), "the file cannot be read");
    ck_assert_str_eq(weights_load(engine, folder), "it is not a regular file");
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_str_eq(weights_load(engine, path), "it is not a regular file");
    kaname_free(engine);
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: check_weights_file WEIGHTS\n");
        return 2;
    }
    good_path = argv[1];
    Suite *suite = suite_create("weights_file");
    TCase *files = tcase_create("files");
    tcase_add_test(files, a_good_file_is_loaded);
    tcase_add_test(files, the_engine_judges_a_large_file);
    tcase_add_test(files, a_network_of_an_earlier_shape_says_what_to_do);
    tcase_add_test(files, a_file_over_the_bound_is_refused);
    tcase_add_test(files, only_a_regular_file_is_read);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
