/* The fit of a network of regions: the same bytes for any threads and after any interruption; what
 * it refuses; that it learns. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/train/drawn_games.h"
#include "engine/train/fit_place.h"
#include "engine/train/support.h"
#include "eval/regions/numbers.h"
#include "train/regions/curve.h"
#include "train/regions/fit.h"
#include "train/regions/games.h"

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

/* The state of a longer curve could not be loaded. */
START_TEST(a_curve_that_no_state_holds_is_refused) {
    Place place;
    place_init(&place, RULE_FREESTYLE, 30);
    place.options.state = place.path[STATE];
    place.options.epochs = 101;
    place.options.points = 1000;
    expect_equal(fit_regions_run(&place.options), 1);
    expect(access(place.path[OUT], F_OK) != 0 && access(place.path[STATE], F_OK) != 0);
    place.options.epochs = 1;
    expect_equal(fit_regions_run(&place.options), 0);
    expect(access(place.path[OUT], F_OK) == 0 && access(place.path[STATE], F_OK) == 0);
}
END_TEST

/* ---- Learning -------------------------------------------------------------------------------- */

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
    tcase_add_test(fits, a_curve_that_no_state_holds_is_refused);
    tcase_add_test(fits, a_few_games_are_learned_by_heart);
    tcase_add_loop_test(fits, orders_weigh_by_the_nodes_of_their_search, 0, 5);
    tcase_add_test(fits, deep_labels_stand_in_the_curve);
    tcase_add_test(fits, games_come_in_one_order_with_the_weights_of_their_files);
    tcase_add_test(fits, outputs_overwrite_no_other_file);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
