/* What the commands of kaname-train may write over: nothing that they read, nothing of another
 * kind. */
#include <check.h>
#include <sys/stat.h>

#include "engine/train/support.h"
#include "support/harness.h"
#include "train/fit.h"
#include "train/tools.h"

enum { GAMES = 40 };

static char top[TEST_PATH_BYTES], folder[TEST_PATH_BYTES], games[TEST_PATH_BYTES];
static char *paths[] = {games};

static void set_up(void) {
    GameWriter writer;
    make_folder(top);
    path_in(folder, top, "run");
    expect(mkdir(folder, 0777) == 0);
    path_in(games, folder, "games-00000.kgm");
    expect(game_writer_create(&writer, games, "for a test"));
    for (int i = 0; i < GAMES; i++) {
        Game game = random_game((uint64_t)i + 1);
        game.rule = RULE_FREESTYLE;
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
}

static FitOptions fit_options(void) {
    FitOptions options = fit_defaults();
    options.paths = paths;
    options.path_count = 1;
    options.epochs = 1;
    options.heldout_permille = 500;
    options.skips_order = true;
    return options;
}

static void expect_same_bytes(const char *path, const unsigned char *before, size_t size) {
    size_t after;
    unsigned char *bytes = read_whole(path, &after);
    expect_equal(after, size);
    expect(memcmp(bytes, before, size) == 0);
    free(bytes);
}

START_TEST(a_fit_writes_over_none_of_its_games) {
    size_t size;
    char out[TEST_PATH_BYTES], link_name[TEST_PATH_BYTES], *of_folder[] = {folder};
    unsigned char *before = read_whole(games, &size);
    path_in(out, top, "weights");
    path_in(link_name, top, "link");
    expect(symlink(games, link_name) == 0);
    char *const names[] = {games, link_name};
    for (int i = 0; i < 2; i++) {
        FitOptions options = fit_options();
        options.out = names[i];
        expect_equal(fit_run(&options), 1);
        options.out = out;
        options.csv = names[i];
        expect_equal(fit_run(&options), 1);
        options.paths = of_folder;
        expect_equal(fit_run(&options), 1);
        expect_same_bytes(games, before, size);
    }
    expect(access(out, F_OK) != 0);
    free(before);
}
END_TEST

START_TEST(a_fit_writes_over_its_own_outputs_alone) {
    static const char note[] = "a letter to a friend\n";
    char out[TEST_PATH_BYTES], csv[TEST_PATH_BYTES];
    path_in(out, top, "weights");
    path_in(csv, top, "curve");
    FitOptions options = fit_options();
    options.out = options.csv = out;
    expect_equal(fit_run(&options), 1);
    expect(access(out, F_OK) != 0);
    options.csv = csv;
    for (int i = 0; i < 2; i++)
        expect_equal(fit_run(&options), 0);
    size_t size;
    unsigned char *text = read_whole(csv, &size);
    text[size] = '\0';
    expect(strncmp((char *)text, "model,epoch,", 12) == 0 && strstr((char *)text, "\nvalue,1,"));
    free(text);
    options.start = out;
    expect_equal(fit_run(&options), 1); /* what it starts from stays */
    options.start = NULL;
    write_whole_file(out, note, sizeof note);
    expect_equal(fit_run(&options), 1);
    expect_same_bytes(out, (const unsigned char *)note, sizeof note);
}
END_TEST

START_TEST(merge_writes_over_no_input_and_no_other_kind) {
    static const char note[] = "a letter to a friend\n";
    char out[TEST_PATH_BYTES];
    size_t size;
    unsigned char *before = read_whole(games, &size);
    ToolOptions options = {.paths = paths, .path_count = 1, .format = GAMEFILE_OWN, .seed = 1};
    options.out = games;
    expect_equal(tool_shuffle(&options), 1);
    expect_same_bytes(games, before, size);
    path_in(out, top, "out");
    write_whole_file(out, note, sizeof note);
    options.out = out;
    expect_equal(tool_merge(&options), 1);
    expect_same_bytes(out, (const unsigned char *)note, sizeof note);
    expect(remove(out) == 0 && mkfifo(out, 0600) == 0);
    expect_equal(tool_merge(&options), 1);
    free(before);
}
END_TEST

START_TEST(a_file_cut_short_is_damaged) {
    ToolOptions options = {.paths = paths, .path_count = 1, .format = GAMEFILE_OWN, .count = 1};
    expect_equal(tool_stats(&options), 0);
    expect_equal(tool_view(&options), 0);
    struct stat about;
    expect(stat(games, &about) == 0 && truncate(games, about.st_size - 1) == 0);
    expect_equal(tool_stats(&options), 1);
    expect_equal(tool_view(&options), 1);
    expect(truncate(games, GAMEFILE_HEADER_BYTES - 1) == 0);
    expect_equal(tool_stats(&options), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *outputs = tcase_create("outputs");
    tcase_add_checked_fixture(outputs, set_up, NULL);
    tcase_add_test(outputs, a_fit_writes_over_none_of_its_games);
    tcase_add_test(outputs, a_fit_writes_over_its_own_outputs_alone);
    tcase_add_test(outputs, merge_writes_over_no_input_and_no_other_kind);
    tcase_add_test(outputs, a_file_cut_short_is_damaged);
    suite_add_tcase(suite, outputs);
    return run_suite(suite);
}
