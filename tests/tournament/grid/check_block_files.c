/* Blocks of training games in a folder: saved in parts, merged under one header. */
#include "grid/blocks/block_files.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/harness.h"

enum { HEADER = 256, GAMES = 100000 /* bytes of a block, more than are copied at once */ };

static char place[TEST_PATH_BYTES];
static BlockFolder folder;

/* Blocks of ten games, the last one of four. */
static void set_up(void) {
    make_folder(place);
    folder = (BlockFolder){place, 34, 10};
}

/* Saves a block of three parts: the header, of the byte `mark`, and games, of the byte `id`. */
static void save(int64_t id, char mark, size_t header, size_t games) {
    char *parts[] = {malloc(header + 1), malloc(games + 1), malloc(1)};
    const size_t lengths[] = {header, games / 2, games - games / 2};
    memset(parts[0], mark, header);
    memset(parts[1], (char)id, games);
    free(parts[2]);
    parts[2] = parts[1];
    ck_assert(block_files_save(&folder, id, parts, lengths, 3));
    free(parts[0]);
    free(parts[1]);
}

/* Returns the bytes of a file of the folder, to be freed; NULL: there is none. */
static char *bytes_of(const char *name, size_t *size) {
    char path[TEST_PATH_BYTES];
    path_in(path, place, name);
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? malloc(4 * GAMES) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, 4 * GAMES, file) : 0;
    if (file != NULL)
        fclose(file);
    return bytes;
}

static void expect_run(const char *bytes, size_t from, size_t count, char byte) {
    for (size_t i = from; i < from + count; i++)
        if (bytes[i] != byte)
            ck_abort_msg("byte %zu is %d, not %d", i, bytes[i], byte);
}

START_TEST(a_block_is_its_parts_in_order) {
    size_t size;
    ck_assert(!block_files_has(&folder, 4));
    save(4, 'h', HEADER, 301);
    ck_assert(block_files_has(&folder, 4) && !block_files_has(&folder, 3));
    char *bytes = bytes_of("block-0000004-4.kgm", &size);
    ck_assert_uint_eq(size, HEADER + 301);
    expect_run(bytes, 0, HEADER, 'h');
    expect_run(bytes, HEADER, 301, 4);
    free(bytes);
}
END_TEST

START_TEST(merged_blocks_have_one_header) {
    char path[PATH_MAX];
    size_t size;
    folder.games = 30;
    for (int64_t id = 3; id >= 1; id--)
        save(id, 'h', HEADER, GAMES + (size_t)id);
    ck_assert(block_files_merge(&folder, path));
    ck_assert_ptr_nonnull(strstr(path, "/games-00000.kgm"));
    char *bytes = bytes_of("games-00000.kgm", &size);
    ck_assert_uint_eq(size, HEADER + 3 * GAMES + 6);
    expect_run(bytes, 0, HEADER, 'h');
    expect_run(bytes, HEADER, GAMES + 1, 1);
    expect_run(bytes, HEADER + GAMES + 1, GAMES + 2, 2);
    expect_run(bytes, HEADER + 2 * GAMES + 3, GAMES + 3, 3);
    free(bytes);
    for (int64_t id = 1; id <= 3; id++)
        ck_assert(!block_files_has(&folder, id));
}
END_TEST

/* A block of another program, one that is cut within its header, and one that is missing. */
START_TEST(blocks_that_do_not_fit_are_kept_apart) {
    char path[PATH_MAX];
    size_t size;
    folder.games = 20;
    save(1, 'h', HEADER, GAMES);
    for (int fault = 0; fault < 3; fault++) {
        if (fault < 2)
            save(2, fault == 0 ? 'o' : 'h', fault == 0 ? HEADER : HEADER / 2, 0);
        ck_assert(!block_files_merge(&folder, path));
        ck_assert_msg(strstr(path, "/block-0000002-10.kgm") != NULL, "%s", path);
        ck_assert(block_files_has(&folder, 1) && block_files_has(&folder, 2) == (fault < 2));
        ck_assert_ptr_null(bytes_of("games-00000.kgm", &size));
        (void)unlink(path);
    }
}
END_TEST

static void expect_refusal(const char *part) {
    Failure failure = FAILURE_NONE;
    ck_assert(!block_files_check(&folder, &failure));
    ck_assert_msg(strstr(failure.text, part) != NULL, "%s", failure.text);
}

START_TEST(a_folder_of_other_games_is_refused) {
    char path[PATH_MAX];
    Failure failure = FAILURE_NONE;
    save(1, 'h', HEADER, GAMES);
    save(2, 'h', HEADER, GAMES);
    ck_assert(block_files_check(&folder, &failure));
    folder.games = 40; /* more games of the same blocks go on */
    ck_assert(block_files_check(&folder, &failure));
    folder.block = 20;
    expect_refusal("-10.kgm: a block of other -games");
    folder = (BlockFolder){place, 10, 10};
    expect_refusal("block-0000002-10.kgm: a block of other -games");
    folder.games = 20;
    ck_assert(block_files_merge(&folder, path));
    expect_refusal("games-00000.kgm: these games are finished");
    folder.path = "/nonexistent";
    expect_refusal("No such file");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("block_files");
    TCase *tests = tcase_create("block_files");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_block_is_its_parts_in_order);
    tcase_add_test(tests, merged_blocks_have_one_header);
    tcase_add_test(tests, blocks_that_do_not_fit_are_kept_apart);
    tcase_add_test(tests, a_folder_of_other_games_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
