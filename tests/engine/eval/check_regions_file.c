/* Files of networks of regions: what is written is read again; cut, damaged, foreign, obsolete and
 * unusable ones are refused. */
#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rule.h"
#include "eval/eval.h"
#include "eval/regions/regions.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/regions.h"

enum { UNITS = 500, WIN_SCALE = 522, SEED = 9 };

/* A file, and the numbers of each role that were written to it. */
typedef struct Fixture {
    Weights weights;
    unsigned char *bytes;
    size_t size;
    RegionsNumbers *numbers;
} Fixture;

static void write_file(Fixture *fixture) {
    fixture->size = regions_write(fixture->bytes, &fixture->weights, fixture->numbers, WIN_SCALE,
                                  UNITS, "drawn for a test");
}

static Fixture fixture_new(Rule rule) {
    Fixture fixture = {.bytes = malloc(regions_bytes_max()),
                       .numbers = calloc(COLORS, sizeof *fixture.numbers)};
    RegionsDraw draw = {SEED, false};
    expect(fixture.bytes != NULL && fixture.numbers != NULL);
    for (int role = 0; role < rule_roles(rule); role++)
        regions_draw(&fixture.numbers[role], &draw);
    weights_embedded(&fixture.weights, rule);
    write_file(&fixture);
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    free(fixture->bytes);
    free(fixture->numbers);
}

/* Makes the hash right again after a change. */
static void seal(Fixture *fixture) {
    bytes_put(fixture->bytes + 16, 8,
              bytes_sum(BYTES_SUM_START, fixture->bytes + 24, fixture->size - 24));
}

static KanameStatus load(const Fixture *fixture, size_t size) {
    Evaluator *evaluator;
    KanameStatus status = evaluator_load(&evaluator, fixture->bytes, size);
    if (status == KANAME_OK)
        evaluator_free(evaluator);
    return status;
}

START_TEST(what_is_written_is_read) {
    Rule rule = (Rule)_i;
    Fixture fixture = fixture_new(rule);
    RegionsFile file;
    RegionsNumbers *read = calloc(1, sizeof *read);
    Evaluator *evaluator;
    expect(read != NULL);
    expect_equal(regions_file_read(&file, fixture.bytes, fixture.size), KANAME_OK);
    expect(file.rule == rule && file.roles == rule_roles(rule) && file.win_scale == WIN_SCALE &&
           file.units == UNITS);
    ck_assert_str_eq(file.origin, "drawn for a test");
    for (int role = 0; role < file.roles; role++) {
        expect(regions_numbers_read(&file, role, read));
        expect(memcmp(read, &fixture.numbers[role], sizeof *read) == 0);
    }
    expect_equal(evaluator_load(&evaluator, fixture.bytes, fixture.size), KANAME_OK);
    expect(evaluator->id == file.id && evaluator->win_scale == WIN_SCALE);
    expect_equal(evaluator->tables->rule, rule);
    evaluator_free(evaluator);
    free(read);
    fixture_free(&fixture);
}
END_TEST

/* It knows the stage itself. */
START_TEST(a_network_has_no_opening_scale) {
    Fixture fixture = fixture_new(RULE_STANDARD);
    Evaluator *evaluator;
    fixture.weights.opening = (OpeningScale){30, 8, 20};
    write_file(&fixture);
    expect_equal(evaluator_load(&evaluator, fixture.bytes, fixture.size), KANAME_OK);
    expect_equal(evaluator->opening.percent, 0);
    evaluator_free(evaluator);
    fixture_free(&fixture);
}
END_TEST

/* ---- Refused files --------------------------------------------------------------------------- */

START_TEST(cut_and_damaged_files_are_refused) {
    Fixture fixture = fixture_new(RULE_FREESTYLE);
    const size_t places[] = {11, 12, 16, 24, 28, 32, 40, 200, fixture.size / 2, fixture.size - 1};
    for (size_t cut = 0; cut < fixture.size; cut += cut < 40 ? 1 : 50021)
        expect_equal(load(&fixture, cut), cut < 8 ? KANAME_ERR_FOREIGN : KANAME_ERR_DAMAGED);
    expect_equal(load(&fixture, fixture.size - 1), KANAME_ERR_DAMAGED);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        fixture.bytes[places[i]] ^= 2;
        expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
        fixture.bytes[places[i]] ^= 2;
    }
    expect_equal(load(&fixture, fixture.size), KANAME_OK);
    fixture_free(&fixture);
}
END_TEST

START_TEST(files_of_other_kinds_versions_and_rules_are_refused) {
    Fixture fixture = fixture_new(RULE_STANDARD);
    fixture.bytes[0] ^= 1;
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_FOREIGN);
    fixture.bytes[0] ^= 1;
    fixture.bytes[8]++;
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_VERSION);
    fixture.bytes[8]--;
    fixture.bytes[10] = RULE_FREESTYLE; /* the tables are of another rule */
    seal(&fixture);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture.bytes[10] = RULE_RENJU; /* has two roles */
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture.bytes[10] = RULES;
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture_free(&fixture);
}
END_TEST

/* Networks of an earlier shape had these first bytes, and version 1. */
START_TEST(a_network_of_an_earlier_shape_is_to_be_fitted_again) {
    unsigned char bytes[128] = "KanameNn\1";
    Evaluator *evaluator;
    for (size_t size = 0; size <= sizeof bytes; size++)
        expect_equal(evaluator_load(&evaluator, bytes, size),
                     size < 8 ? KANAME_ERR_FOREIGN : KANAME_ERR_OBSOLETE);
    const char *text = kaname_status_text(KANAME_ERR_OBSOLETE);
    expect(strstr(text, "this version no longer reads") != NULL);
    expect(strstr(text, "kaname-train fit-regions") != NULL);
}
END_TEST

/* ---- Limits ---------------------------------------------------------------------------------- */

static void put(Fixture *fixture, size_t at, size_t bytes, int64_t number) {
    bytes_put(fixture->bytes + at, (int)bytes, (uint64_t)number);
    seal(fixture);
}

START_TEST(scales_beyond_a_limit_are_refused) {
    enum { SCALE_AT = 24, UNITS_AT = 32 };
    Fixture fixture = fixture_new(RULE_FREESTYLE);
    put(&fixture, SCALE_AT, 4, 0);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    put(&fixture, SCALE_AT, 4, 1);
    expect_equal(load(&fixture, fixture.size), KANAME_OK);
    put(&fixture, UNITS_AT, 4, 0);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    put(&fixture, UNITS_AT, 4, REGIONS_NAT_UNITS_MAX);
    expect_equal(load(&fixture, fixture.size), KANAME_OK);
    put(&fixture, UNITS_AT, 4, REGIONS_NAT_UNITS_MAX + 1);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture_free(&fixture);
}
END_TEST

/* The fields in the order of the file, their bytes and their limits. */
typedef struct Limits {
    size_t count, bytes;
    int32_t limit;
} Limits;

#define COUNT_OF(name, type) (sizeof((RegionsNumbers *)NULL)->name / sizeof(type))
#define BYTES(name, limit) \
    { COUNT_OF(name, int8_t), 1, limit }
#define SHORTS(name, limit) \
    { COUNT_OF(name, int16_t), 2, limit }
#define LONGS(name, limit) \
    { COUNT_OF(name, int32_t), 4, limit }

static const Limits LIMITS[] = {
    BYTES(row[0], 0), /* of windows without a stone */
    {COUNT_OF(row, int8_t) - REGIONS_CHANNELS, 1, INT8_MAX},
    BYTES(region, INT8_MAX),
    LONGS(region_bias, REGIONS_BIAS_MAX),
    BYTES(quadrant, INT8_MAX),
    LONGS(quadrant_bias, REGIONS_BIAS_MAX),
    BYTES(first, INT8_MAX),
    LONGS(first_bias, REGIONS_BIAS_MAX),
    SHORTS(threat_bias, INT16_MAX),
    BYTES(second, INT8_MAX),
    LONGS(second_bias, REGIONS_BIAS_MAX),
    SHORTS(outcome, INT16_MAX),
    LONGS(outcome_bias, REGIONS_BIAS_MAX),
    LONGS(table_share, REGIONS_TABLE_SHARE_MAX),
    BYTES(neighbour[0], REGIONS_OWN_MAX),
    BYTES(neighbour[1], REGIONS_SIDE_MAX),
    BYTES(neighbour[2], REGIONS_CORNER_MAX),
    SHORTS(neighbour_bias, REGIONS_NEIGHBOUR_BIAS_MAX),
    BYTES(pool, INT8_MAX),
    LONGS(pool_bias, REGIONS_BIAS_MAX),
    BYTES(mixer, INT8_MAX),
    LONGS(mixer_bias, REGIONS_BIAS_MAX),
    BYTES(worth, INT8_MAX),
    LONGS(order_table_share, REGIONS_ORDER_SHARE_MAX),
};

static bool is_readable(const Fixture *fixture, RegionsNumbers *numbers) {
    RegionsFile file;
    expect_equal(regions_file_read(&file, fixture->bytes, fixture->size), KANAME_OK);
    return regions_numbers_read(&file, 0, numbers);
}

/* Tries the last number of a field at its limits and beyond them. */
static void check_limits(Fixture *fixture, const Limits *field, size_t end,
                         RegionsNumbers *numbers) {
    size_t at = end - field->bytes;
    int64_t most = ((int64_t)1 << (8 * field->bytes - 1)) - 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        put(fixture, at, field->bytes, sign * (int64_t)field->limit);
        expect(is_readable(fixture, numbers));
        if (sign > 0 && field->limit == most)
            break; /* no number of these bytes is greater */
        put(fixture, at, field->bytes, sign * ((int64_t)field->limit + 1));
        expect(!is_readable(fixture, numbers));
    }
    put(fixture, at, field->bytes, 0);
}

START_TEST(numbers_beyond_a_limit_are_refused) {
    Fixture fixture = fixture_new(RULE_STANDARD);
    RegionsNumbers *numbers = malloc(sizeof *numbers);
    expect(numbers != NULL);
    size_t end = NUMBERS_HEADER_BYTES + (size_t)bytes_get(fixture.bytes + 28, 4);
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        end += LIMITS[i].count * LIMITS[i].bytes;
        check_limits(&fixture, &LIMITS[i], end, numbers);
    }
    expect_equal(end, fixture.size);
    put(&fixture, end - 4, 4, REGIONS_ORDER_SHARE_MAX + 1);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    free(numbers);
    fixture_free(&fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regions_file");
    TCase *files = tcase_create("files");
    tcase_add_loop_test(files, what_is_written_is_read, 0, RULES);
    tcase_add_test(files, a_network_has_no_opening_scale);
    tcase_add_test(files, cut_and_damaged_files_are_refused);
    tcase_add_test(files, files_of_other_kinds_versions_and_rules_are_refused);
    tcase_add_test(files, a_network_of_an_earlier_shape_is_to_be_fitted_again);
    tcase_add_test(files, scales_beyond_a_limit_are_refused);
    tcase_add_test(files, numbers_beyond_a_limit_are_refused);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
