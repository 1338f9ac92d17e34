/* Folders of games: no run shrinks or replaces a file that is there, and nothing reads a part of a
 * folder. Random courses by seed: `check_shards COURSES SEED` runs more of them. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/train/support.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "train/dataset.h"
#include "train/generate.h"
#include "train/shards.h"
#include "train/tools.h"

enum { SHARDS = 64, HIDDEN = SHARDS /* number of a file that is out of the way */ };

typedef struct Contents {
    unsigned char *bytes; /* NULL: there is no such file */
    size_t size;
    size_t whole; /* bytes of its header and whole records */
} Contents;

static uint64_t first_seed = 1;

static void path_of(char path[TEST_PATH_BYTES], const char *folder, int shard) {
    char name[32];
    snprintf(name, sizeof name, "games-%05d.kgm", shard);
    path_in(path, folder, shard == HIDDEN ? "hidden" : name);
}

static size_t whole_bytes(const char *path) {
    GameReader reader;
    Game game;
    expect(game_reader_open(&reader, path, GAMEFILE_OWN));
    while (game_reader_next(&reader, &game) == GAMEFILE_GAME)
        continue;
    game_reader_close(&reader);
    return (size_t)reader.offset;
}

static void read_all(Contents contents[SHARDS], const char *folder) {
    for (int i = 0; i < SHARDS; i++) {
        char path[TEST_PATH_BYTES];
        path_of(path, folder, i);
        contents[i] = (Contents){0};
        if (access(path, F_OK) != 0)
            continue;
        contents[i].bytes = read_whole(path, &contents[i].size);
        contents[i].whole = whole_bytes(path);
    }
}

static void release(Contents contents[SHARDS]) {
    for (int i = 0; i < SHARDS; i++)
        free(contents[i].bytes);
}

static int end_of(const Contents contents[SHARDS]) {
    int end = SHARDS;
    while (end > 0 && contents[end - 1].bytes == NULL)
        end--;
    return end;
}

static bool has_gap(const Contents contents[SHARDS]) {
    for (int i = 0; i < end_of(contents); i++)
        if (contents[i].bytes == NULL)
            return true;
    return false;
}

static GenerateOptions options_in(const char *folder, uint64_t *seed) {
    GenerateOptions options = generate_defaults();
    options.sizes[0] = 6;
    options.nodes = 5;
    options.seed = rng_next(seed) % 1000;
    options.shard_bytes = 500 + rng_below(seed, 1500);
    options.folder = folder;
    options.is_quiet = true;
    return options;
}

/* Runs in a process of its own, which is killed after so many microseconds; 0: not. Returns its
 * exit status, -1 if it was killed. */
static int run_apart(const GenerateOptions *options, unsigned kill_us) {
    int status;
    pid_t child = fork();
    expect(child >= 0);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        _exit(nowhere >= 0 && dup2(nowhere, 2) == 2 ? generate_run(options) : 99);
    }
    if (kill_us > 0) {
        struct timespec time = {0, (long)kill_us * 1000};
        nanosleep(&time, NULL);
        kill(child, SIGKILL);
    }
    expect(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_kept(const Contents before[SHARDS], const Contents after[SHARDS], bool is_same,
                        uint64_t course) {
    for (int i = 0; i < SHARDS; i++) {
        const Contents *old = &before[i], *new = &after[i];
        size_t kept = is_same ? old->size : old->whole;
        bool is_kept =
            old->bytes == NULL ||
            (new->bytes != NULL &&new->size >= kept &&memcmp(new->bytes, old->bytes, kept) == 0);
        is_kept =
            is_kept &&
            (!is_same || (new->size == old->size && (new->bytes == NULL) == (old->bytes == NULL)));
        ck_assert_msg(is_kept, "course %llu: file %d", (unsigned long long)course, i);
    }
}

/* Loads the folder. Returns the number of games, each number once; -1 if it is refused. */
static int load(const char *folder) {
    Dataset data;
    Failure failure = FAILURE_NONE;
    char *paths[] = {(char *)folder};
    Game game;
    bool is_seen[4096] = {false};
    dataset_init(&data);
    bool is_loaded = dataset_load(&data, paths, 1, (LoadFilter){-1, GAMEFILE_OWN, false}, &failure);
    int count = is_loaded ? (int)data.count : -1;
    if (!is_loaded)
        expect(failure.status != STATUS_OK && failure.text[0] != '\0' && data.count == 0);
    for (size_t i = 0; i < data.count; i++) {
        dataset_get(&data, i, &game);
        expect(game.number < sizeof is_seen && !is_seen[game.number]);
        is_seen[game.number] = true;
    }
    dataset_release(&data);
    return count;
}

/* One run, with or without a kill: what was whole before is there after. */
static void step_run(GenerateOptions *options, uint64_t *seed, uint64_t course) {
    Contents before[SHARDS], after[SHARDS];
    read_all(before, options->folder);
    options->threads = 1 + (int)rng_below(seed, 3);
    options->games += 1 + rng_below(seed, 40);
    unsigned kill_us = rng_below(seed, 3) == 0 ? 1 + rng_below(seed, 6000) : 0;
    int status = run_apart(options, kill_us);
    read_all(after, options->folder);
    bool is_refused = has_gap(before);
    if (status >= 0)
        expect_equal(status, is_refused ? 1 : 0);
    expect_kept(before, after, is_refused, course);
    if (is_refused)
        expect_equal(load(options->folder), -1);
    else if (status == 0)
        expect_equal(load(options->folder), (int)options->games);
    release(before);
    release(after);
}

/* Moves a file, but the last one, whose absence nobody can notice, out of the way, or back. Returns
 * its number while it is away, else -1. */
static int step_hide(const char *folder, int hidden, uint64_t *seed) {
    char from[TEST_PATH_BYTES], to[TEST_PATH_BYTES];
    Contents contents[SHARDS];
    read_all(contents, folder);
    int last = end_of(contents) - 1, shard = last > 0 ? (int)rng_below(seed, (uint32_t)last) : -1;
    release(contents);
    if (hidden < 0 && shard < 0)
        return -1;
    path_of(from, folder, hidden >= 0 ? HIDDEN : shard);
    path_of(to, folder, hidden >= 0 ? hidden : HIDDEN);
    if (hidden >= 0)
        expect(access(to, F_OK) != 0); /* a run made no new file in its place */
    expect(rename(from, to) == 0);
    return hidden >= 0 ? -1 : shard;
}

/* Cuts the end off the last file, as a power cut might. */
static void step_cut(const char *folder, uint64_t *seed) {
    char path[TEST_PATH_BYTES];
    Contents contents[SHARDS];
    read_all(contents, folder);
    int end = end_of(contents);
    if (end > 0) {
        path_of(path, folder, end - 1);
        size_t size = contents[end - 1].size;
        expect(truncate(path, (off_t)rng_below(seed, (uint32_t)size + 1)) == 0);
    }
    release(contents);
}

static void run_course(uint64_t course) {
    enum { STEPS = 8 };
    char folder[TEST_PATH_BYTES];
    uint64_t seed = course;
    make_folder(folder);
    GenerateOptions options = options_in(folder, &seed);
    int hidden = -1;
    options.games = 1;
    for (int i = 0; i < STEPS; i++) {
        uint32_t kind = rng_below(&seed, 6);
        if (kind == 0)
            hidden = step_hide(folder, hidden, &seed);
        else if (kind == 1 && hidden < 0)
            step_cut(folder, &seed);
        else
            step_run(&options, &seed, course);
    }
    if (hidden >= 0)
        (void)step_hide(folder, hidden, &seed);
    expect_equal(run_apart(&options, 0), 0);
    expect_equal(load(folder), (int)options.games);
}

START_TEST(no_run_shrinks_or_replaces_a_file) {
    run_course(first_seed + (uint64_t)_i);
}
END_TEST

static int status_of_stats(const char *folder) {
    char *paths[] = {(char *)folder};
    ToolOptions options = {.paths = paths, .path_count = 1, .format = GAMEFILE_OWN};
    int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    expect(kept >= 0 && nowhere >= 0 && fflush(stdout) == 0 && dup2(nowhere, 1) == 1);
    int status = tool_stats(&options);
    expect(fflush(stdout) == 0 && dup2(kept, 1) == 1);
    close(kept);
    close(nowhere);
    return status;
}

START_TEST(nothing_reads_half_of_a_folder) {
    char folder[TEST_PATH_BYTES];
    uint64_t seed = 3;
    make_folder(folder);
    GenerateOptions options = options_in(folder, &seed);
    options.shard_bytes = 600;
    options.games = 60;
    expect_equal(run_apart(&options, 0), 0);
    Contents contents[SHARDS];
    read_all(contents, folder);
    int end = end_of(contents);
    release(contents);
    ck_assert_int_gt(end, 3);
    expect_equal(status_of_stats(folder), 0);
    for (int gap = 0; gap + 1 < end; gap++) {
        char path[TEST_PATH_BYTES], hidden[TEST_PATH_BYTES];
        path_of(path, folder, gap);
        path_of(hidden, folder, HIDDEN);
        expect(rename(path, hidden) == 0);
        expect_equal(status_of_stats(folder), 1);
        expect_equal(load(folder), -1);
        expect_equal(run_apart(&options, 0), 1);
        expect(rename(hidden, path) == 0);
    }
    expect_equal(load(folder), 60);
}
END_TEST

START_TEST(a_name_is_a_shards_only_in_full) {
    Failure failure = FAILURE_NONE;
    char folder[TEST_PATH_BYTES];
    int count;
    static const char *const others[] = {"games-1.kgm",      "games-00001.kgm.old",
                                         "games-000001.kgm", "games-00001.KGM",
                                         "games--0001.kgm",  "lock"};
    make_folder(folder);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        write_in(folder, others[i], "");
    expect(shards_count(folder, &count, &failure));
    expect_equal(count, 0);
    write_in(folder, "games-00002.kgm", "");
    write_in(folder, "games-00000.kgm", "");
    expect(!shards_count(folder, &count, &failure));
    expect_equal(failure.status, STATUS_MISSING);
    ck_assert_ptr_nonnull(
        strstr(failure.text, "games-00001.kgm is missing, games-00002.kgm is there"));
    write_in(folder, "games-00001.kgm", "");
    expect(shards_count(folder, &count, &failure));
    expect_equal(count, 3);
}
END_TEST

START_TEST(a_new_file_replaces_none) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    GameWriter writer;
    size_t size, size_after;
    make_folder(folder);
    path_in(path, folder, "games-00000.kgm");
    expect(game_writer_create(&writer, path, "first") && game_writer_close(&writer));
    unsigned char *before = read_whole(path, &size);
    expect(!game_writer_create(&writer, path, "second"));
    unsigned char *after = read_whole(path, &size_after);
    expect(size == size_after && memcmp(before, after, size) == 0);
    free(before);
    free(after);
}
END_TEST

int main(int argc, char **argv) {
    int course_count = 15;
    if (argc > 2) {
        course_count = atoi(argv[1]);
        first_seed = strtoull(argv[2], NULL, 10);
    }
    Suite *suite = suite_create("shards");
    TCase *folders = tcase_create("folders");
    tcase_set_timeout(folders, 600);
    tcase_add_loop_test(folders, no_run_shrinks_or_replaces_a_file, 0, course_count);
    tcase_add_test(folders, nothing_reads_half_of_a_folder);
    tcase_add_test(folders, a_name_is_a_shards_only_in_full);
    tcase_add_test(folders, a_new_file_replaces_none);
    suite_add_tcase(suite, folders);
    return run_suite(suite);
}
