/* The fit of a network: the same bytes for any threads and after any interruption; what it refuses.
 */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/train/drawn_games.h"
#include "engine/train/support.h"
#include "eval/network/numbers.h"
#include "train/network/checkpoint.h"
#include "train/network/fit.h"

enum { PATHS = 6 };
enum { IN, OUT, STATE, CSV, SVG, OTHER };

/* A folder with games, and the options of a fit to them. */
typedef struct Place {
    char path[PATHS][TEST_PATH_BYTES];
    char *paths[1];
    FitNetworkOptions options;
} Place;

static void write_games(const char *path, Rule rule, int count) {
    Dataset data;
    GameWriter writer;
    Game game;
    dataset_init(&data);
    draw_games(&data, rule, count, 41);
    (void)remove(path);
    expect(game_writer_create(&writer, path, "for a test"));
    for (size_t i = 0; i < data.count; i++) {
        dataset_get(&data, i, &game);
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
    dataset_release(&data);
}

static void place_init(Place *place, Rule rule, int games) {
    static const char *const NAMES[PATHS] = {"games", "net", "state", "csv", "svg", "other"};
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    for (int i = 0; i < PATHS; i++)
        path_in(place->path[i], folder, NAMES[i]);
    write_games(place->path[IN], rule, games);
    place->paths[0] = place->path[IN];
    place->options = fit_network_defaults();
    place->options.rule = rule;
    place->options.paths = place->paths;
    place->options.path_count = 1;
    place->options.out = place->path[OUT];
    place->options.epochs = 2;
    place->options.batch = 8;
    place->options.heldout_permille = 200;
    place->options.is_quiet = true;
}

static void expect_same_file(const char *path, const unsigned char *data, size_t size) {
    size_t other_size;
    unsigned char *other = read_whole(path, &other_size);
    expect(other_size == size && memcmp(other, data, size) == 0);
    free(other);
}

START_TEST(a_fit_is_the_same_for_any_threads) {
    Rule rule = _i == 0 ? RULE_FREESTYLE : RULE_RENJU;
    Place place;
    size_t size, csv_size;
    place_init(&place, rule, 30);
    place.options.csv = place.path[CSV];
    place.options.svg = place.path[SVG];
    expect_equal(fit_network_run(&place.options), 0);
    unsigned char *made = read_whole(place.path[OUT], &size);
    unsigned char *csv = read_whole(place.path[CSV], &csv_size);
    NetworkFile file;
    NetworkNumbers *numbers = malloc(sizeof *numbers);
    expect(numbers != NULL);
    expect_equal(network_file_read(&file, made, size), KANAME_OK);
    expect_equal(file.rule, rule);
    for (int role = 0; role < file.roles; role++)
        expect(network_numbers_read(&file, role, numbers));
    place.options.threads = 3;
    expect_equal(fit_network_run(&place.options), 0);
    expect_same_file(place.path[OUT], made, size);
    expect_same_file(place.path[CSV], csv, csv_size);
    place.options.seed++;
    expect_equal(fit_network_run(&place.options), 0);
    size_t other_size;
    unsigned char *other = read_whole(place.path[OUT], &other_size);
    expect(other_size == size && memcmp(other, made, size) != 0);
    free(other);
    free(numbers);
    free(csv);
    free(made);
}
END_TEST

/* ---- Interruptions -------------------------------------------------------------------------- */

/* Returns a number of the file that changes when it is replaced; 0: there is none. */
static ino_t version_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? info.st_ino : 0;
}

/* Runs a fit in a process of its own and kills it after it has saved a few times more. */
static void run_and_kill(const Place *place, int saves) {
    const struct timespec pause = {0, 200000};
    pid_t child = fork();
    expect(child >= 0);
    if (child == 0)
        _exit(fit_network_run(&place->options));
    ino_t before = version_of(place->path[STATE]);
    int status;
    for (int seen = 0; seen < saves && waitpid(child, &status, WNOHANG) == 0;) {
        ino_t now = version_of(place->path[STATE]);
        seen += now != before;
        before = now;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
}

START_TEST(a_killed_fit_continues_to_the_same_bytes) {
    Place place;
    size_t size, csv_size;
    place_init(&place, RULE_FREESTYLE, 120);
    place.options.csv = place.path[CSV];
    place.options.batch = 4;
    expect_equal(fit_network_run(&place.options), 0);
    unsigned char *whole = read_whole(place.path[OUT], &size);
    unsigned char *csv = read_whole(place.path[CSV], &csv_size);
    expect(unlink(place.path[OUT]) == 0 && unlink(place.path[CSV]) == 0);
    place.options.state = place.path[STATE];
    place.options.save_seconds = 0;
    for (int kills = 1; kills <= 4; kills++) {
        run_and_kill(&place, kills);
        expect(version_of(place.path[STATE]) != 0);
        expect(version_of(place.path[OUT]) == 0);
    }
    place.options.threads = 2;
    place.options.save_seconds = 60;
    expect_equal(fit_network_run(&place.options), 0);
    expect_same_file(place.path[OUT], whole, size);
    expect_same_file(place.path[CSV], csv, csv_size);
    /* A finished fit writes the same once more. */
    expect(unlink(place.path[OUT]) == 0);
    expect_equal(fit_network_run(&place.options), 0);
    expect_same_file(place.path[OUT], whole, size);
    free(csv);
    free(whole);
}
END_TEST

START_TEST(a_state_of_another_fit_is_refused) {
    Place place;
    size_t size;
    place_init(&place, RULE_FREESTYLE, 30);
    place.options.epochs = 1;
    place.options.state = place.path[STATE];
    expect_equal(fit_network_run(&place.options), 0);
    unsigned char *state = read_whole(place.path[STATE], &size);
    expect(unlink(place.path[OUT]) == 0);

    FitNetworkOptions other = place.options;
    other.rate *= 2;
    expect_equal(fit_network_run(&other), 1);
    other = place.options;
    other.seed++;
    expect_equal(fit_network_run(&other), 1);
    write_games(place.path[OTHER], RULE_FREESTYLE, 31);
    char *paths[] = {place.path[OTHER]};
    other = place.options;
    other.paths = paths;
    expect_equal(fit_network_run(&other), 1);
    expect_same_file(place.path[STATE], state, size);

    write_whole_file(place.path[STATE], state, size - 1);
    expect_equal(fit_network_run(&place.options), 1);
    state[size / 2] ^= 1;
    write_whole_file(place.path[STATE], state, size);
    expect_equal(fit_network_run(&place.options), 1);
    write_whole_file(place.path[STATE], "a letter", 8);
    expect_equal(fit_network_run(&place.options), 1);
    expect(access(place.path[OUT], F_OK) != 0);
    free(state);
}
END_TEST

/* ---- Other networks ------------------------------------------------------------------------- */

START_TEST(a_fit_begins_with_another_network) {
    Place place;
    size_t size;
    place_init(&place, RULE_FREESTYLE, 30);
    expect_equal(fit_network_run(&place.options), 0);
    expect(rename(place.path[OUT], place.path[OTHER]) == 0);
    unsigned char *made = read_whole(place.path[OTHER], &size);

    /* Steps of next to no length leave its numbers as they are. */
    place.options.from = place.path[OTHER];
    place.options.rate = 1e-6;
    place.options.epochs = 1;
    expect_equal(fit_network_run(&place.options), 0);
    size_t other_size;
    unsigned char *other = read_whole(place.path[OUT], &other_size);
    NetworkFile a, b;
    NetworkNumbers *of_a = malloc(sizeof *of_a), *of_b = malloc(sizeof *of_b);
    expect(of_a != NULL && of_b != NULL);
    expect_equal(network_file_read(&a, made, size), KANAME_OK);
    expect_equal(network_file_read(&b, other, other_size), KANAME_OK);
    expect(network_numbers_read(&a, 0, of_a) && network_numbers_read(&b, 0, of_b));
    for (int row = 0; row < NETWORK_ROWS; row++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            expect(abs(of_a->row[row][i] - of_b->row[row][i]) <= 1);
    free(of_b);
    free(of_a);
    free(other);

    /* Another rule takes it, and gives nothing back. */
    write_games(place.path[IN], RULE_RENJU, 30);
    place.options.rule = RULE_RENJU;
    place.options.out = place.path[STATE];
    expect_equal(fit_network_run(&place.options), 0);
    write_games(place.path[IN], RULE_FREESTYLE, 30);
    place.options.rule = RULE_FREESTYLE;
    place.options.from = place.path[STATE];
    place.options.out = place.path[CSV];
    expect_equal(fit_network_run(&place.options), 1);

    /* Bytes that are no network. */
    place.options.from = place.path[OTHER];
    write_whole_file(place.path[OTHER], made, size - 1);
    expect_equal(fit_network_run(&place.options), 1);
    made[size - 9] ^= 4;
    write_whole_file(place.path[OTHER], made, size);
    expect_equal(fit_network_run(&place.options), 1);
    place.options.from = place.path[IN];
    expect_equal(fit_network_run(&place.options), 1);
    expect(access(place.path[CSV], F_OK) != 0);
    free(made);
}
END_TEST

START_TEST(outputs_overwrite_no_other_file) {
    Place place;
    place_init(&place, RULE_FREESTYLE, 30);
    place.options.epochs = 1;
    FitNetworkOptions other = place.options;
    other.out = place.path[IN];
    expect_equal(fit_network_run(&other), 1);
    other = place.options;
    other.csv = other.out;
    expect_equal(fit_network_run(&other), 1);
    other = place.options;
    write_whole_file(place.path[STATE], "a letter", 8);
    other.svg = place.path[STATE];
    expect_equal(fit_network_run(&other), 1);
    expect(access(place.path[OUT], F_OK) != 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fit_network");
    TCase *fits = tcase_create("fits");
    tcase_set_timeout(fits, 120);
    tcase_add_loop_test(fits, a_fit_is_the_same_for_any_threads, 0, 2);
    tcase_add_test(fits, a_killed_fit_continues_to_the_same_bytes);
    tcase_add_test(fits, a_state_of_another_fit_is_refused);
    tcase_add_test(fits, a_fit_begins_with_another_network);
    tcase_add_test(fits, outputs_overwrite_no_other_file);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
