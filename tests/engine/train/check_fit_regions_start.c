/* The fit of a network of regions that begins with the numbers or the rows of another. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/train/drawn_games.h"
#include "engine/train/fit_place.h"
#include "engine/train/support.h"
#include "eval/regions/numbers.h"
#include "train/regions/fit.h"
#include "train/regions/recover.h"

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

int main(void) {
    Suite *suite = suite_create("fit_regions_start");
    TCase *fits = tcase_create("fits");
    tcase_set_timeout(fits, 120);
    tcase_add_test(fits, a_fit_begins_with_the_numbers_of_another);
    tcase_add_test(fits, a_fit_begins_with_the_numbers_of_a_network);
    tcase_add_test(fits, numbers_of_a_network_of_one_role_serve_both_colours);
    tcase_add_test(fits, the_rows_of_a_network_stay);
    tcase_add_test(fits, the_generator_learns_the_rows_of_a_network);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
