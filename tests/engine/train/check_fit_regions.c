/* The fit of a network of regions: the same bytes for any threads and after any interruption; what
 * it refuses; that it learns. */
#include <check.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/train/drawn_games.h"
#include "engine/train/support.h"
#include "eval/regions/numbers.h"
#include "train/regions/curve.h"
#include "train/regions/fit.h"
#include "train/regions/games.h"
#include "train/regions/recover.h"

enum { PATHS = 6 };
enum { IN, OUT, STATE, CSV, SVG, OTHER };

/* A folder with games, and the options of a fit to them. */
typedef struct Place {
    char path[PATHS][TEST_PATH_BYTES];
    char *paths[1];
    FitRegionsOptions options;
} Place;

static void write_games_of(const char *path, Rule rule, int count, const char *origin) {
    Dataset data;
    GameWriter writer;
    Game game;
    dataset_init(&data);
    draw_games(&data, rule, count, 41);
    expect(game_writer_create(&writer, path, origin));
    for (size_t i = 0; i < data.count; i++) {
        dataset_get(&data, i, &game);
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
    dataset_release(&data);
}

static void write_games(const char *path, Rule rule, int count) {
    write_games_of(path, rule, count, "for a test");
}

static void place_init(Place *place, Rule rule, int games) {
    static const char *const NAMES[PATHS] = {"games", "net", "state", "csv", "svg", "other"};
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    for (int i = 0; i < PATHS; i++)
        path_in(place->path[i], folder, NAMES[i]);
    write_games(place->path[IN], rule, games);
    place->paths[0] = place->path[IN];
    place->options = fit_regions_defaults();
    place->options.rule = rule;
    place->options.paths = place->paths;
    place->options.path_count = 1;
    place->options.out = place->path[OUT];
    place->options.epochs = 2;
    place->options.row_epochs = 2;
    place->options.batch = 32;
    place->options.last_batch = 64;
    place->options.block = 1; /* thousand positions: several blocks */
    place->options.warm_up = 10;
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
    expect_equal(fit_regions_run(&place.options), 0);
    unsigned char *made = read_whole(place.path[OUT], &size);
    unsigned char *csv = read_whole(place.path[CSV], &csv_size);
    RegionsFile file;
    RegionsNumbers *numbers = malloc(sizeof *numbers);
    expect(numbers != NULL);
    expect_equal(regions_file_read(&file, made, size), KANAME_OK);
    expect_equal(file.rule, rule);
    for (int role = 0; role < file.roles; role++)
        expect(regions_numbers_read(&file, role, numbers));
    place.options.threads = 3;
    expect_equal(fit_regions_run(&place.options), 0);
    expect_same_file(place.path[OUT], made, size);
    expect_same_file(place.path[CSV], csv, csv_size);
    place.options.seed++;
    expect_equal(fit_regions_run(&place.options), 0);
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
        _exit(fit_regions_run(&place->options));
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
    expect_equal(fit_regions_run(&place.options), 0);
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
    expect_equal(fit_regions_run(&place.options), 0);
    expect_same_file(place.path[OUT], whole, size);
    expect_same_file(place.path[CSV], csv, csv_size);
    /* A finished fit writes the same once more. */
    expect(unlink(place.path[OUT]) == 0);
    expect_equal(fit_regions_run(&place.options), 0);
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
    expect_equal(fit_regions_run(&place.options), 0);
    unsigned char *state = read_whole(place.path[STATE], &size);
    expect(unlink(place.path[OUT]) == 0);

    FitRegionsOptions other = place.options;
    other.rate *= 2;
    expect_equal(fit_regions_run(&other), 1);
    other = place.options;
    other.seed++;
    expect_equal(fit_regions_run(&other), 1);
    write_games(place.path[OTHER], RULE_FREESTYLE, 31);
    char *paths[] = {place.path[OTHER]};
    other = place.options;
    other.paths = paths;
    expect_equal(fit_regions_run(&other), 1);
    expect_same_file(place.path[STATE], state, size);

    write_whole_file(place.path[STATE], state, size - 1);
    expect_equal(fit_regions_run(&place.options), 1);
    state[size / 2] ^= 1;
    write_whole_file(place.path[STATE], state, size);
    expect_equal(fit_regions_run(&place.options), 1);
    write_whole_file(place.path[STATE], "a letter", 8);
    expect_equal(fit_regions_run(&place.options), 1);
    expect(access(place.path[OUT], F_OK) != 0);
    free(state);
}
END_TEST

/* ---- Learning -------------------------------------------------------------------------------- */

/* Reads a column of a line of the loss curve; line 0 names the columns. */
static double number_in(const char *path, int line, int column) {
    char text[4096];
    FILE *file = fopen(path, "r");
    expect(file != NULL);
    for (int i = 0; i <= line; i++)
        expect(fgets(text, sizeof text, file) != NULL);
    fclose(file);
    const char *at = text;
    for (int i = 0; i < column; i++) {
        at = strchr(at, ',');
        expect(at != NULL);
        at++;
    }
    return strtod(at, NULL);
}

START_TEST(a_few_games_are_learned_by_heart) {
    enum { EPOCHS = 40, VALUE = 3, ORDER = 4 };
    Place place;
    place_init(&place, RULE_FREESTYLE, 12);
    place.options.csv = place.path[CSV];
    place.options.epochs = EPOCHS;
    place.options.batch = place.options.last_batch = 16;
    place.options.points = 1;
    place.options.rate = 0.003;
    place.options.nodes = 5000;
    expect_equal(fit_regions_run(&place.options), 0);
    double value = number_in(place.path[CSV], 1, VALUE) - number_in(place.path[CSV], EPOCHS, VALUE);
    if (value < 0.05)
        ck_abort_msg("the loss of the value falls by %g", value);
    double order = number_in(place.path[CSV], EPOCHS, ORDER) / number_in(place.path[CSV], 1, ORDER);
    if (order > 0.6)
        ck_abort_msg("the loss of the order falls to %g of it", order);
}
END_TEST

/* Returns the place of a column of the loss curve. */
static int column_of(const char *path, const char *name) {
    char text[4096];
    int column = 0;
    FILE *file = fopen(path, "r");
    expect(file != NULL && fgets(text, sizeof text, file) != NULL);
    fclose(file);
    for (const char *at = text; *at != '\0'; column++) {
        size_t length = strcspn(at, ",\n");
        if (length == strlen(name) && strncmp(at, name, length) == 0)
            return column;
        at += length + (at[length] != '\0');
    }
    ck_abort_msg("no column %s", name);
    return -1;
}

/* Each bucket's losses are means by their own weights: of the value, of the tables' value, and of
 * the order, which not all positions have. */
START_TEST(the_curve_has_the_losses_of_each_bucket) {
    static const int stones[REGIONS_BUCKETS] = {0, 12, 20, 36, 70};
    char folder[TEST_PATH_BYTES], csv[TEST_PATH_BYTES], name[40];
    RegionsLosses losses = {.positions = 1};
    RegionsPoint point = {.epochs = 1};
    RegionsCurve curve = {.points = NULL};
    make_folder(folder);
    path_in(csv, folder, "csv");
    for (int i = 0; i < REGIONS_BUCKETS; i++)
        losses.by_stage[i] = (RegionsSums){.value = 2 * (i + 1),
                                           .table = 3 * (i + 1),
                                           .weight = 4,
                                           .order = 5 * (i + 1),
                                           .table_order = 7,
                                           .moves = i < 4 ? 8 : 0};
    regions_point_set(&point, &losses);
    expect(regions_curve_add(&curve, &point));
    FILE *file = fopen(csv, "w");
    expect(file != NULL);
    regions_curve_write_csv(&curve, file);
    expect(fclose(file) == 0);
    for (int i = 0; i < REGIONS_BUCKETS; i++) {
        snprintf(name, sizeof name, "stones_%d", stones[i]);
        ck_assert_double_eq_tol(number_in(csv, 1, column_of(csv, name)), (i + 1) / 2.0, 1e-6);
        snprintf(name, sizeof name, "tables_stones_%d", stones[i]);
        ck_assert_double_eq_tol(number_in(csv, 1, column_of(csv, name)), 3 * (i + 1) / 4.0, 1e-6);
        snprintf(name, sizeof name, "order_stones_%d", stones[i]);
        ck_assert_double_eq_tol(number_in(csv, 1, column_of(csv, name)),
                                i < 4 ? 5 * (i + 1) / 8.0 : 0, 1e-6);
    }
    regions_curve_release(&curve);
}
END_TEST

/* The games are soon crowded: moves of the first three buckets are taught, and none of later ones.
 */
START_TEST(a_fit_tells_the_order_of_each_bucket) {
    static const char *const names[REGIONS_BUCKETS] = {"order_stones_0", "order_stones_12",
                                                       "order_stones_20", "order_stones_36",
                                                       "order_stones_70"};
    double loss[REGIONS_BUCKETS];
    Place place;
    const char *csv = place.path[CSV];
    place_init(&place, RULE_FREESTYLE, 60);
    place.options.epochs = place.options.points = 1;
    place.options.csv = csv;
    expect_equal(fit_regions_run(&place.options), 0);
    for (int i = 0; i < REGIONS_BUCKETS; i++)
        loss[i] = number_in(csv, 1, column_of(csv, names[i]));
    double all = number_in(csv, 1, column_of(csv, "order_loss"));
    double least = fmin(fmin(loss[0], loss[1]), loss[2]);
    double most = fmax(fmax(loss[0], loss[1]), loss[2]);
    if (!(least > 0 && all > least && all < most))
        ck_abort_msg("in all %g, of %g, %g and %g", all, loss[0], loss[1], loss[2]);
    expect(loss[3] == 0 && loss[4] == 0);
    /* The mean, line 2, was trained by the same steps. */
    const char *const trained[] = {"rate", "batch", "train_loss", "train_order_loss"};
    for (int i = 0; i < 4; i++) {
        int column = column_of(csv, trained[i]);
        expect(number_in(csv, 1, column) > 0 &&
               number_in(csv, 2, column) == number_in(csv, 1, column));
    }
}
END_TEST

/* Runs one epoch of hardly any steps. Returns the loss of the value on the games held out. */
static double loss_at_start(Place *place, Rule rule, const char *from) {
    enum { HELDOUT = 5 };
    FitRegionsOptions still = place->options;
    still.rule = rule;
    still.from = from;
    still.state = NULL;
    still.epochs = still.points = 1;
    still.rate = 1e-6;
    still.csv = place->path[CSV];
    expect_equal(fit_regions_run(&still), 0);
    return number_in(place->path[CSV], 1, HELDOUT);
}

/* The seed, and with it the first numbers, are others than those of the fit before. */
START_TEST(a_fit_begins_with_the_numbers_of_another) {
    enum { HELDOUT = 5, EPOCHS = 6 };
    Place place;
    char from[TEST_PATH_BYTES + 8];
    place_init(&place, RULE_FREESTYLE, 60);
    place.options.epochs = EPOCHS;
    place.options.points = 1;
    place.options.csv = place.path[CSV];
    place.options.state = place.path[STATE];
    expect_equal(fit_regions_run(&place.options), 0);
    double taught = number_in(place.path[CSV], EPOCHS + 1, HELDOUT); /* of the mean */
    place.options.seed++;
    double blank = loss_at_start(&place, RULE_FREESTYLE, NULL),
           taken = loss_at_start(&place, RULE_FREESTYLE, place.path[STATE]);
    expect(blank - taught > 0.01);
    if (fabs(taken - taught) > 0.02 * (blank - taught))
        ck_abort_msg("begins at %.6f; the other fit ended at %.6f, without it %.6f", taken, taught,
                     blank);

    /* Numbers of one role serve both colours of renju, but not the other way round. */
    expect(unlink(place.path[IN]) == 0);
    write_games(place.path[IN], RULE_RENJU, 60);
    blank = loss_at_start(&place, RULE_RENJU, NULL);
    expect(loss_at_start(&place, RULE_RENJU, place.path[STATE]) < blank - 0.005);
    snprintf(from, sizeof from, "%s.renju", place.path[STATE]);
    FitRegionsOptions renju = place.options;
    renju.rule = RULE_RENJU;
    renju.epochs = 1;
    renju.state = from;
    expect_equal(fit_regions_run(&renju), 0);
    renju.from = from;
    expect_equal(fit_regions_run(&renju), 1); /* it is an output, too */
    expect(unlink(place.path[IN]) == 0);
    write_games(place.path[IN], RULE_FREESTYLE, 60);
    place.options.state = NULL;
    place.options.from = from;
    expect_equal(fit_regions_run(&place.options), 1);

    size_t size;
    unsigned char *state = read_whole(place.path[STATE], &size);
    place.options.from = place.path[STATE];
    write_whole_file(place.path[STATE], state, size - 4);
    expect_equal(fit_regions_run(&place.options), 1);
    state[size - 1] ^= 1;
    write_whole_file(place.path[STATE], state, size);
    expect_equal(fit_regions_run(&place.options), 1);
    place.options.from = place.path[OTHER];
    expect_equal(fit_regions_run(&place.options), 1); /* there is none */
    free(state);
}
END_TEST

/* A network file has no generator: what it gives and the rows of their own make up the rows. */
START_TEST(a_fit_begins_with_the_numbers_of_a_network) {
    enum { HELDOUT = 5, EPOCHS = 4 };
    Place place;
    char from[TEST_PATH_BYTES + 8];
    size_t size;
    place_init(&place, RULE_FREESTYLE, 40);
    snprintf(from, sizeof from, "%s.from", place.path[OUT]);
    place.options.epochs = EPOCHS;
    place.options.points = 1;
    place.options.csv = place.path[CSV];
    place.options.out = from;
    expect_equal(fit_regions_run(&place.options), 0);
    double taught = number_in(place.path[CSV], EPOCHS + 1, HELDOUT);
    place.options.seed++;
    place.options.out = place.path[OUT];
    double blank = loss_at_start(&place, RULE_FREESTYLE, NULL),
           taken = loss_at_start(&place, RULE_FREESTYLE, from);
    expect(blank - taught > 0.01);
    if (fabs(taken - taught) > 0.02 * (blank - taught))
        ck_abort_msg("begins at %.6f; the other fit ended at %.6f, without it %.6f", taken, taught,
                     blank);

    /* A killed fit goes on to the same bytes, for any number of threads. */
    place.options.from = from;
    place.options.epochs = 1;
    expect_equal(fit_regions_run(&place.options), 0);
    unsigned char *whole = read_whole(place.path[OUT], &size);
    place.options.state = place.path[STATE];
    place.options.save_seconds = 0;
    run_and_kill(&place, 2);
    place.options.threads = 2;
    expect_equal(fit_regions_run(&place.options), 0);
    expect_same_file(place.path[OUT], whole, size);
    free(whole);

    /* Damaged, and an output too. */
    unsigned char *network = read_whole(from, &size);
    network[size - 1] ^= 1;
    write_whole_file(place.path[OTHER], network, size);
    free(network);
    place.options.state = NULL;
    place.options.from = place.path[OTHER];
    expect_equal(fit_regions_run(&place.options), 1);
    place.options.from = from;
    place.options.out = from;
    expect_equal(fit_regions_run(&place.options), 1);
}
END_TEST

START_TEST(numbers_of_a_network_of_one_role_serve_both_colours) {
    Place place;
    RegionsModel model;
    Failure failure;
    uint64_t hash;
    place_init(&place, RULE_FREESTYLE, 20);
    place.options.epochs = 1;
    expect_equal(fit_regions_run(&place.options), 0);
    expect(regions_model_init(&model, RULE_RENJU, 500, 7));
    expect(regions_network_take(place.path[OUT], &model, &hash, &failure));
    expect(memcmp(model.params[BLACK].own, model.params[WHITE].own, sizeof model.params->own) == 0);
    expect(model.params[BLACK].own[1][0] != 0 || model.params[BLACK].own[1][1] != 0);
    regions_model_release(&model);

    /* But not the other way round. */
    expect(unlink(place.path[IN]) == 0);
    write_games(place.path[IN], RULE_RENJU, 20);
    place.options.rule = RULE_RENJU;
    expect_equal(fit_regions_run(&place.options), 0);
    expect(regions_model_init(&model, RULE_FREESTYLE, 500, 7));
    expect(!regions_network_take(place.path[OUT], &model, &hash, &failure));
    expect_equal(failure.status, STATUS_MISMATCH);
    regions_model_release(&model);
}
END_TEST

/* Fits one epoch of hardly any steps to the games, from a network or none. Returns the rows of the
 * network that it writes; to be freed. */
static RegionsNumbers *rows_after(Place *place, const char *from) {
    size_t size;
    RegionsFile file;
    RegionsNumbers *numbers = malloc(sizeof *numbers);
    place->options.from = from;
    place->options.epochs = place->options.points = 1;
    place->options.rate = from == NULL ? 0.002 : 1e-6;
    place->options.out = place->path[from == NULL ? OTHER : OUT];
    expect(numbers != NULL);
    expect_equal(fit_regions_run(&place->options), 0);
    unsigned char *data = read_whole(place->options.out, &size);
    expect_equal(regions_file_read(&file, data, size), KANAME_OK);
    expect(regions_numbers_read(&file, 0, numbers));
    free(data);
    return numbers;
}

/* All of them, also those that no position of the games has: a step of the generator moves these
 * by a number's rounding at most. */
START_TEST(the_rows_of_a_network_stay) {
    Place place;
    place_init(&place, RULE_FREESTYLE, 30);
    RegionsNumbers *before = rows_after(&place, NULL);
    RegionsNumbers *after = rows_after(&place, place.path[OTHER]);
    const int8_t *was = before->row[0], *is = after->row[0];
    int size = 0;
    for (size_t i = 0; i < sizeof before->row; i++) {
        expect(abs(was[i] - is[i]) <= 1);
        size += abs(was[i]);
    }
    expect(size > 0);
    free(before);
    free(after);
}
END_TEST

START_TEST(the_generator_learns_the_rows_of_a_network) {
    enum { THREADS = 3, EPOCHS = 30 };
    Place place;
    RegionsModel model[2];
    RecoveredRows rows[2];
    Failure failure;
    uint64_t hash = 0;
    place_init(&place, RULE_FREESTYLE, 30);
    expect_equal(fit_regions_run(&place.options), 0);
    for (int i = 0; i < 2; i++) {
        expect(regions_model_init(&model[i], RULE_FREESTYLE, 500, 7));
        expect(regions_network_take(place.path[OUT], &model[i], &hash, &failure) && hash != 0);
        expect(regions_recover_generator(&model[i], EPOCHS, 7, i == 0 ? 1 : THREADS, &rows[i]));
    }
    if (rows[0].left > 0.2 * rows[0].all)
        ck_abort_msg("of %.4f, %.4f are left", rows[0].all, rows[0].left);
    expect(memcmp(model[0].params, model[1].params, sizeof *model[0].params) == 0);
    expect(memcmp(&rows[0], &rows[1], sizeof rows[0]) == 0);
    for (int i = 0; i < 2; i++)
        regions_model_release(&model[i]);
}
END_TEST

/* The origins are those of `generate`; a file that names no nodes has the number given. */
START_TEST(orders_weigh_by_the_nodes_of_their_search) {
    enum { USUAL = 1000, FULL = 10000 };
    static const struct {
        const char *origin;
        float move, probe;
    } CASES[] = {
        {"for a test", 0.1f, 0.1f},
        {"rules 0, sizes 15 20, 2500 nodes, wander 10 within 40, seed 9", 0.25f, 0.25f},
        {"rules 0, sizes 15, 2500 nodes, 2 probes of 5000, wander 10, seed 9", 0.25f, 0.5f},
        {"rules 0, sizes 15, 600 nodes, 4 probes of 2500, of 20000 past 200 and 20%, wander 1",
         0.06f, 1},
        {"rules 0, sizes 15, 40000 nodes, 1 probes of 40000, from 30 to 60 stones, wander 1", 1, 1},
    };
    Place place;
    Failure failure;
    WeighedGames games;
    place_init(&place, RULE_FREESTYLE, 1);
    expect(unlink(place.path[IN]) == 0);
    write_games_of(place.path[IN], RULE_FREESTYLE, 2, CASES[_i].origin);
    expect(weighed_games_load(&games, place.paths, 1, RULE_FREESTYLE, USUAL, FULL, &failure));
    expect_equal(games.data.count, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_float_eq_tol(games.order_weights[i].move, CASES[_i].move, 1e-6f);
        ck_assert_float_eq_tol(games.order_weights[i].probe, CASES[_i].probe, 1e-6f);
    }
    weighed_games_release(&games);
}
END_TEST

/* Each game keeps the weights of its file in any order of the files. */
START_TEST(games_come_in_one_order_with_the_weights_of_their_files) {
    static const char *const ORIGINS[] = {
        "rules 0, 2500 nodes, seed 4", "rules 0, 600 nodes, seed 3", "rules 0, 4000 nodes, seed 2"};
    WeighedGames loaded[2];
    Failure failure;
    Place place;
    place_init(&place, RULE_FREESTYLE, 1);
    char *paths[] = {place.path[IN], place.path[OTHER], place.path[CSV]};
    expect(unlink(paths[0]) == 0);
    for (int i = 0; i < 3; i++)
        write_games_of(paths[i], RULE_FREESTYLE, 2 + i, ORIGINS[i]);
    for (int i = 0; i < 2; i++) {
        expect(weighed_games_load(&loaded[i], paths, 3, RULE_FREESTYLE, 1000, 10000, &failure));
        expect_equal(loaded[i].data.count, 2 + 3 + 4);
        char *first = paths[0];
        paths[0] = paths[2];
        paths[2] = first;
    }
    size_t bytes = loaded[0].data.starts[loaded[0].data.count];
    expect_equal(loaded[1].data.starts[loaded[1].data.count], bytes);
    expect(memcmp(loaded[0].data.bytes, loaded[1].data.bytes, bytes) == 0);
    int of_each[3] = {0};
    for (size_t i = 0; i < loaded[0].data.count; i++) {
        float weight = loaded[0].order_weights[i].move;
        ck_assert_float_eq(loaded[1].order_weights[i].move, weight);
        of_each[0] += fabsf(weight - 0.25f) < 1e-6f;
        of_each[1] += fabsf(weight - 0.06f) < 1e-6f;
        of_each[2] += fabsf(weight - 0.4f) < 1e-6f;
    }
    for (int i = 0; i < 3; i++)
        expect_equal(of_each[i], 2 + i);
    for (int i = 0; i < 2; i++)
        weighed_games_release(&loaded[i]);
}
END_TEST

START_TEST(deep_labels_stand_in_the_curve) {
    enum { DEEP = 24, DEEP_ORDER = 26 };
    static const char LABELS[] = "rule\twidth\theight\tmoves\tnodes\tscore\tfive\tbest\n"
                                 "freestyle\t15\t15\th8i9g7h9\t20000\t150\t0\tg9\n"
                                 "renju\t15\t15\th8h9\t20000\t150\t0\ti9\n"
                                 "freestyle\t15\t15\th8i9g7h9i7h7g9j7\t20000\t-300\t-9\tg8\n";
    Place place;
    place_init(&place, RULE_FREESTYLE, 30);
    place.options.epochs = place.options.points = 1;
    place.options.csv = place.path[CSV];
    expect_equal(fit_regions_run(&place.options), 0);
    expect(number_in(place.path[CSV], 1, DEEP) == 0);
    place.options.yardstick = place.path[OTHER];
    expect_equal(fit_regions_run(&place.options), 1); /* there is none */
    write_whole_file(place.path[OTHER], LABELS, sizeof LABELS - 1);
    expect_equal(fit_regions_run(&place.options), 0);
    expect(number_in(place.path[CSV], 1, DEEP) > 0.01);
    expect(number_in(place.path[CSV], 1, DEEP_ORDER) > 0.01);
    place.options.csv = place.path[OTHER];
    expect_equal(fit_regions_run(&place.options), 1); /* it is an input */
}
END_TEST

START_TEST(outputs_overwrite_no_other_file) {
    Place place;
    place_init(&place, RULE_FREESTYLE, 30);
    place.options.epochs = 1;
    FitRegionsOptions other = place.options;
    other.out = place.path[IN];
    expect_equal(fit_regions_run(&other), 1);
    other = place.options;
    other.csv = other.out;
    expect_equal(fit_regions_run(&other), 1);
    other = place.options;
    write_whole_file(place.path[STATE], "a letter", 8);
    other.svg = place.path[STATE];
    expect_equal(fit_regions_run(&other), 1);
    expect(access(place.path[OUT], F_OK) != 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fit_regions");
    TCase *fits = tcase_create("fits");
    tcase_set_timeout(fits, 120);
    tcase_add_loop_test(fits, a_fit_is_the_same_for_any_threads, 0, 2);
    tcase_add_test(fits, a_killed_fit_continues_to_the_same_bytes);
    tcase_add_test(fits, a_state_of_another_fit_is_refused);
    tcase_add_test(fits, the_curve_has_the_losses_of_each_bucket);
    tcase_add_test(fits, a_fit_tells_the_order_of_each_bucket);
    tcase_add_test(fits, a_few_games_are_learned_by_heart);
    tcase_add_test(fits, a_fit_begins_with_the_numbers_of_another);
    tcase_add_test(fits, a_fit_begins_with_the_numbers_of_a_network);
    tcase_add_test(fits, numbers_of_a_network_of_one_role_serve_both_colours);
    tcase_add_test(fits, the_rows_of_a_network_stay);
    tcase_add_test(fits, the_generator_learns_the_rows_of_a_network);
    tcase_add_loop_test(fits, orders_weigh_by_the_nodes_of_their_search, 0, 5);
    tcase_add_test(fits, deep_labels_stand_in_the_curve);
    tcase_add_test(fits, games_come_in_one_order_with_the_weights_of_their_files);
    tcase_add_test(fits, outputs_overwrite_no_other_file);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
