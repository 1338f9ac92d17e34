/* Network files: what is written is read again; cut, damaged, foreign and unusable ones are
 * refused.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "eval/network/network.h"
#include "support/expect.h"
#include "support/harness.h"

#define RULE_OF_FILE RULE_STANDARD
enum { WIN_SCALE = 321 };

/* A file, and what was written to it. */
typedef struct Fixture {
    unsigned char *bytes;
    size_t size;
    NetworkNumbers *numbers;
} Fixture;

static void write_file(Fixture *fixture) {
    Weights weights;
    weights_embedded(&weights, RULE_OF_FILE);
    fixture->size =
        network_write(fixture->bytes, &weights, fixture->numbers, WIN_SCALE, "a file of a test");
}

static Fixture fixture_new(void) {
    Fixture fixture = {.bytes = malloc(NETWORK_BYTES_MAX),
                       .numbers = malloc(sizeof(NetworkNumbers))};
    uint64_t rng = 7;
    expect(fixture.bytes != NULL && fixture.numbers != NULL);
    memset(fixture.numbers, 0, sizeof *fixture.numbers);
    int16_t *numbers = (int16_t *)fixture.numbers; /* small ones are small as pairs too */
    for (size_t i = NETWORK_VIEW; i < sizeof *fixture.numbers / sizeof *numbers; i++)
        numbers[i] = (int16_t)rng_below(&rng, 200);
    memset(fixture.numbers->table_share, 0, sizeof fixture.numbers->table_share);
    fixture.numbers->order_table_share = -5;
    fixture.numbers->row[1][0] = -NETWORK_ROW_MAX;
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
    Fixture fixture = fixture_new();
    NetworkFile file;
    NetworkNumbers *read = malloc(sizeof *read);
    Evaluator *evaluator;
    expect(read != NULL);
    expect_equal(network_file_read(&file, fixture.bytes, fixture.size), KANAME_OK);
    expect_equal(file.rule, RULE_OF_FILE);
    expect_equal(file.roles, 1);
    expect_equal(file.win_scale, WIN_SCALE);
    ck_assert_str_eq(file.origin, "a file of a test");
    expect(network_numbers_read(&file, 0, read));
    expect(memcmp(read, fixture.numbers, sizeof *read) == 0);
    expect_equal(network_evaluator_load(&evaluator, fixture.bytes, fixture.size), KANAME_OK);
    expect(evaluator->id == file.id && evaluator->win_scale == WIN_SCALE);
    expect_equal(evaluator->tables->rule, RULE_OF_FILE);
    evaluator_free(evaluator);
    free(read);
    fixture_free(&fixture);
}
END_TEST

START_TEST(cut_and_damaged_files_are_refused) {
    Fixture fixture = fixture_new();
    const size_t places[] = {11, 12, 16, 24, 28, 40, 200, fixture.size / 2, fixture.size - 1};
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
    Fixture fixture = fixture_new();
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
    fixture.bytes[10] = RULE_OF_FILE;
    bytes_put(fixture.bytes + 24, 4, 0); /* win_scale */
    seal(&fixture);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture_free(&fixture);
}
END_TEST

/* Puts a number into the file, with the right hash. */
static void put(Fixture *fixture, size_t offset, int bytes, int64_t number) {
    size_t table_bytes = (size_t)bytes_get(fixture->bytes + 28, 4);
    bytes_put(fixture->bytes + NETWORK_HEADER_BYTES + table_bytes + offset, bytes,
              (uint64_t)number);
    seal(fixture);
}

START_TEST(numbers_beyond_a_limit_are_refused) {
    static const struct {
        size_t offset;
        int bytes;
        int32_t limit;
    } LIMITS[] = {
        {offsetof(NetworkNumbers, row) + 2 * NETWORK_VIEW, 2, NETWORK_ROW_MAX},
        {offsetof(NetworkNumbers, row), 2, 0}, /* of the empty row */
        {offsetof(NetworkNumbers, second_bias), 4, NETWORK_BIAS_MAX},
        {offsetof(NetworkNumbers, output), 4, NETWORK_OUTPUT_MAX},
        {offsetof(NetworkNumbers, output_bias), 4, NETWORK_BIAS_MAX},
        {offsetof(NetworkNumbers, table_share), 4, NETWORK_SHARE_MAX},
        {offsetof(NetworkNumbers, order_bias), 4, NETWORK_BIAS_MAX},
        {offsetof(NetworkNumbers, order_table_share), 4, NETWORK_SHARE_MAX},
    };
    Fixture fixture = fixture_new();
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            write_file(&fixture);
            put(&fixture, LIMITS[i].offset, LIMITS[i].bytes, sign * (int64_t)LIMITS[i].limit);
            expect_equal(load(&fixture, fixture.size), KANAME_OK);
            put(&fixture, LIMITS[i].offset, LIMITS[i].bytes, sign * ((int64_t)LIMITS[i].limit + 1));
            expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
        }
    write_file(&fixture);
    put(&fixture, offsetof(NetworkNumbers, second), 2, INT16_MIN);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture_free(&fixture);
}
END_TEST

/* The sums of one output of the first layer reach 2^31, although each of its numbers is allowed. */
START_TEST(sums_beyond_a_limit_are_refused) {
    Fixture fixture = fixture_new();
    int16_t *first = fixture.numbers->first[3];
    memset(first, 0, sizeof fixture.numbers->first[3]);
    for (int stage = 0; stage < NETWORK_STAGES; stage++)
        fixture.numbers->first_bias[stage][3] = 0;
    for (int state = 0; state < THREAT_STATES; state++)
        fixture.numbers->threat_bias[state][3] = 0;
    first[0] = first[50] = _i == 0 ? INT16_MAX : -INT16_MAX;
    first[51] = _i == 0 ? 2 : -2; /* 32767 * (2 * 32767 + 2) = 2^31 - 65536 */
    expect(network_first_fits(fixture.numbers, 3));
    write_file(&fixture);
    expect_equal(load(&fixture, fixture.size), KANAME_OK);
    put(&fixture, offsetof(NetworkNumbers, first_bias) + 4 * 3, 4, 65535);
    expect_equal(load(&fixture, fixture.size), KANAME_OK);
    put(&fixture, offsetof(NetworkNumbers, first_bias) + 4 * 3, 4, 65536);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    put(&fixture, offsetof(NetworkNumbers, first_bias) + 4 * 3, 4, 0);
    put(&fixture, offsetof(NetworkNumbers, threat_bias) + 2 * 3, 2, 4);
    expect_equal(load(&fixture, fixture.size), KANAME_ERR_DAMAGED);
    fixture_free(&fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("network_file");
    TCase *files = tcase_create("files");
    tcase_add_test(files, what_is_written_is_read);
    tcase_add_test(files, cut_and_damaged_files_are_refused);
    tcase_add_test(files, files_of_other_kinds_versions_and_rules_are_refused);
    tcase_add_test(files, numbers_beyond_a_limit_are_refused);
    tcase_add_loop_test(files, sums_beyond_a_limit_are_refused, 0, 2);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
