/* The file of weights: what is written is read, and nothing else is taken for one. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "eval/table/table.h"
#include "eval/table/weights.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

/* Offsets of the header, as the format has them. */
enum {
    AT_VERSION = 8,
    AT_RULE = 10,
    AT_ROLES = 11,
    AT_SIZE = 12,
    AT_HASH = 16,
    AT_SCALE = 24,
    AT_OPENING = 124
};

static Weights *random_weights(Rule rule, uint64_t seed) {
    Weights *weights = calloc(1, sizeof *weights);
    expect(weights != NULL);
    weights->rule = rule;
    weights->win_scale = 1 + rng_below(&seed, 1000);
    if (rule == RULE_CARO || rule == RULE_RENJU)
        weights->opening = (OpeningScale){40, 10, 24};
    strcpy(weights->origin, "chance");
    int16_t *numbers = (int16_t *)weights->role;
    for (size_t i = 0; i < COLORS * WEIGHTS_ROLE_BYTES / 2; i++)
        numbers[i] = (int16_t)((int)rng_below(&seed, 400) - 200);
    if (rule != RULE_RENJU)
        weights->role[WHITE] = weights->role[BLACK];
    return weights;
}

START_TEST(each_set_of_shapes_has_one_number) {
    bool is_seen[COMBOS] = {false};
    int count = 0;
    for (unsigned key = 0; key < SHAPE_KEYS; key++) {
        unsigned a = key & 15, b = key >> 4 & 15, c = key >> 8 & 15, d = key >> 12;
        if (a >= SHAPES || b >= SHAPES || c >= SHAPES || d >= SHAPES)
            continue;
        int combo = combo_of_key((ShapeKey)key);
        expect(combo >= 0 && combo < COMBOS);
        count += !is_seen[combo];
        is_seen[combo] = true;
        unsigned turned = b | d << 4 | a << 8 | c << 12;
        expect_equal(combo_of_key((ShapeKey)turned), combo);
        expect_equal(combo_of_key(key_of_combo(combo)), combo);
    }
    expect_equal(count, COMBOS);
}
END_TEST

START_TEST(weights_come_back_as_they_were_written) {
    Rule rule = (Rule)_i;
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(rule, 100 + (uint64_t)rule), *back = malloc(sizeof *back);
    size_t size = weights_write(weights, data);
    expect_equal(weights_read(back, data, size), KANAME_OK);
    expect_equal(back->rule, rule);
    expect_equal(back->win_scale, weights->win_scale);
    expect(memcmp(&back->opening, &weights->opening, sizeof back->opening) == 0);
    expect(back->hash == weights->hash);
    ck_assert_str_eq(back->origin, weights->origin);
    expect(memcmp(back->role, weights->role, sizeof back->role) == 0);
    free(back);
    free(weights);
}
END_TEST

/* Reseals a file whose header was changed on purpose. */
static void seal(unsigned char *data, size_t size) {
    bytes_put(data + AT_HASH, 8, bytes_sum(BYTES_SUM_START, data + AT_SCALE, size - AT_SCALE));
}

/* Files of before the opening scale: what stands in its place is the end of a long origin. */
START_TEST(files_of_version_3_have_no_opening_scale) {
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_CARO, 20), *back = malloc(sizeof *back);
    size_t size = weights_write(weights, data);
    expect_equal((int)data[AT_VERSION], 4);
    data[AT_VERSION] = 3;
    memcpy(data + AT_OPENING, "text", 4);
    seal(data, size);
    expect_equal(weights_read(back, data, size), KANAME_OK);
    expect(back->opening.percent == 0 && opening_scale_at(&back->opening, 700, 0) == 700);
    ck_assert_str_eq(back->origin, weights->origin);
    expect_equal(weights_write(back, data), size); /* and are written as they were */
    expect_equal((int)data[AT_VERSION], 3);
    free(back);
    free(weights);
}
END_TEST

START_TEST(opening_scales_out_of_range_are_refused) {
    static const unsigned char WRONG[][4] = {
        {0, 0, 0, 0}, {0, 0, 32, 0}, {16, 32, 32, 0}, {16, 33, 32, 0}, {16, 12, 32, 1}};
    static const unsigned char GOOD[][4] = {{1, 0, 1, 0}, {255, 254, 255, 0}};
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_CARO, 21), *back = malloc(sizeof *back);
    size_t size = weights_write(weights, data);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        memcpy(data + AT_OPENING, WRONG[i], 4);
        seal(data, size);
        expect_equal(weights_read(back, data, size), KANAME_ERR_DAMAGED);
    }
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        memcpy(data + AT_OPENING, GOOD[i], 4);
        seal(data, size);
        expect_equal(weights_read(back, data, size), KANAME_OK);
    }
    free(back);
    free(weights);
}
END_TEST

/* Win rates follow the file: other numbers of the opening give other rates, and none a flat one. */
START_TEST(the_opening_scale_of_a_file_sets_the_win_rates) {
    enum { LEAD = 300 };
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_FREESTYLE, 22);
    KanameEngine *engine = kaname_new();
    weights->win_scale = 600;
    weights->opening = (OpeningScale){50, 1, 3};
    size_t size = weights_write(weights, data);
    expect_equal(kaname_load_weights(engine, data, size), KANAME_OK);
    static const double SCALES[] = {300, 300, 450, 600, 600};
    for (int stones = 0; stones < 5; stones++) {
        double rate = 1 / (1 + exp(-LEAD / SCALES[stones]));
        ck_assert_double_eq_tol(kaname_win_rate(engine, LEAD), rate, 1e-12);
        expect_equal(kaname_play(engine, 3 * stones, 7), KANAME_OK);
    }
    kaname_free(engine);
    free(weights);
}
END_TEST

START_TEST(the_built_in_weights_are_those_of_their_rule) {
    Weights *weights = malloc(sizeof *weights);
    weights_embedded(weights, (Rule)_i);
    expect_equal(weights->rule, _i);
    expect(weights->hash == weights_embedded_hash((Rule)_i));
    ck_assert_uint_gt(strlen(weights->origin), 0);
    free(weights);
}
END_TEST

START_TEST(a_changed_bit_is_found_wherever_it_is) {
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_RENJU, 7), *back = malloc(sizeof *back);
    size_t size = weights_write(weights, data);
    for (size_t at = 0; at < size; at += at < WEIGHTS_HEADER_BYTES ? 1 : 61) {
        unsigned char bit = (unsigned char)(1u << at % 8);
        data[at] ^= bit;
        KanameStatus status = weights_read(back, data, size);
        if (at < AT_VERSION)
            expect_equal(status, KANAME_ERR_FOREIGN);
        else if (at < AT_RULE)
            expect_equal(status, KANAME_ERR_VERSION);
        else
            expect_equal(status, KANAME_ERR_DAMAGED);
        data[at] ^= bit;
    }
    expect_equal(weights_read(back, data, size), KANAME_OK);
    free(back);
    free(weights);
}
END_TEST

/* Writes the weights with one number changed; the checksum is right. */
static size_t write_changed(Weights *weights, size_t number, int value, unsigned char *data) {
    int16_t *numbers = (int16_t *)weights->role, before = numbers[number];
    numbers[number] = (int16_t)value;
    size_t size = weights_write(weights, data);
    numbers[number] = before;
    return size;
}

START_TEST(numbers_out_of_range_are_refused) {
    static const int WRONG[] = {WEIGHTS_MAX + 1, -WEIGHTS_MAX - 1, INT16_MAX, INT16_MIN};
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_RENJU, 10), *back = malloc(sizeof *back);
    for (size_t number = 0; number < COLORS * (size_t)WEIGHTS_ROLE_NUMBERS; number += 7)
        for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
            int nearest = WRONG[i] > 0 ? WEIGHTS_MAX : -WEIGHTS_MAX;
            size_t size = write_changed(weights, number, WRONG[i], data);
            expect_equal(weights_read(back, data, size), KANAME_ERR_DAMAGED);
            size = write_changed(weights, number, nearest, data);
            expect_equal(weights_read(back, data, size), KANAME_OK);
        }
    free(back);
    free(weights);
}
END_TEST

/* Scores of the wildest weights that are read: the sums do not overflow, which a sanitizer sees,
 * and have the sign of the weights. */
START_TEST(the_wildest_weights_do_not_overflow) {
    for (int sign = -1; sign <= 1; sign += 2) {
        Weights *weights = random_weights(RULE_FREESTYLE, 11);
        int16_t *numbers = (int16_t *)weights->role;
        for (size_t i = 0; i < COLORS * (size_t)WEIGHTS_ROLE_NUMBERS; i++)
            numbers[i] = (int16_t)(sign * WEIGHTS_MAX);
        for (int color = 0; color < COLORS; color++) {
            for (int combo = 0; combo < COMBOS; combo++) /* the other side has fewer stones */
                weights->role[color].value[combo] =
                    (int16_t)(key_of_combo(combo) > 0x2222 ? sign * WEIGHTS_MAX : 0);
            for (int i = 0; i < STAGES; i++)
                weights->role[color].share[i] = WEIGHTS_MAX;
            for (int i = 0; i < TERMS; i++)
                weights->role[color].term[i] = (Tapered){0, 0};
        }
        Evaluator *evaluator = table_evaluator_new(weights);
        Board *board = test_board_new();
        board_init(board, evaluator->tables, BOARD_MAX, BOARD_MAX, NULL, isa_best());
        for (int x = 2; x < 20; x += 4)
            for (int y = 2; y < 20; y += 4) {
                board_set_to_move(board, BLACK);
                board_play(board, (Cell)(y * BOARD_MAX + x));
            }
        board_set_to_move(board, BLACK);
        expect_equal(score_by(evaluator, board), sign * SCORE_EVAL_MAX);
        free(board);
        evaluator_free(evaluator);
        free(weights);
    }
}
END_TEST

START_TEST(cut_and_lengthened_files_are_refused) {
    unsigned char data[WEIGHTS_BYTES_MAX + 1] = {0};
    Weights *weights = random_weights(RULE_RENJU, 8), *back = malloc(sizeof *back);
    size_t size = weights_write(weights, data);
    for (size_t cut = 0; cut < size; cut += cut < 2 * WEIGHTS_HEADER_BYTES ? 1 : 101)
        expect_equal(weights_read(back, data, cut),
                     cut < AT_VERSION ? KANAME_ERR_FOREIGN : KANAME_ERR_DAMAGED);
    expect_equal(weights_read(back, data, size + 1), KANAME_ERR_DAMAGED);
    free(back);
    free(weights);
}
END_TEST

/* An engine with other weights plays by them; with a file it refuses it plays on as before. */
START_TEST(an_engine_takes_good_weights_and_keeps_its_own_against_bad_ones) {
    Rule rule = (Rule)_i;
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(rule, 9);
    size_t size = weights_write(weights, data);
    KanameEngine *engine = kaname_new();
    KanameLimits limits = kaname_no_limits();
    KanameResult before, after;
    limits.max_depth = 2;
    expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
    expect_equal(kaname_play(engine, 7, 7), KANAME_OK);
    expect_equal(kaname_play(engine, 8, 7), KANAME_OK);
    expect_equal(kaname_think(engine, &limits, NULL, &before), KANAME_OK);
    uint32_t id = kaname_weights_id(engine);

    data[AT_SCALE] ^= 1;
    expect_equal(kaname_load_weights(engine, data, size), KANAME_ERR_DAMAGED);
    expect_equal(kaname_load_weights(engine, "text", 4), KANAME_ERR_FOREIGN);
    expect(kaname_weights_id(engine) == id);
    expect_equal(kaname_think(engine, &limits, NULL, &after), KANAME_OK);
    expect_equal(after.score, before.score);

    data[AT_SCALE] ^= 1;
    expect_equal(kaname_load_weights(engine, data, size), KANAME_OK);
    expect(kaname_weights_id(engine) != id);
    expect_equal((int)kaname_stone_count(engine), 2);
    expect_equal(kaname_think(engine, &limits, NULL, &after), KANAME_OK);
    expect(after.score != before.score);
    kaname_free(engine);
    free(weights);
}
END_TEST

START_TEST(weights_without_a_scale_are_damaged) {
    unsigned char data[WEIGHTS_BYTES_MAX];
    Weights *weights = random_weights(RULE_FREESTYLE, 10), *back = malloc(sizeof *back);
    weights->win_scale = 0;
    size_t size = weights_write(weights, data);
    expect_equal(weights_read(back, data, size), KANAME_ERR_DAMAGED);
    weights->win_scale = 1;
    expect_equal(weights_read(back, data, weights_write(weights, data)), KANAME_OK);
    free(back);
    free(weights);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weights");
    TCase *weights = tcase_create("weights");
    tcase_set_timeout(weights, 60);
    tcase_add_test(weights, each_set_of_shapes_has_one_number);
    tcase_add_loop_test(weights, weights_come_back_as_they_were_written, 0, RULES);
    tcase_add_test(weights, files_of_version_3_have_no_opening_scale);
    tcase_add_test(weights, opening_scales_out_of_range_are_refused);
    tcase_add_test(weights, the_opening_scale_of_a_file_sets_the_win_rates);
    tcase_add_loop_test(weights, the_built_in_weights_are_those_of_their_rule, 0, RULES);
    tcase_add_test(weights, a_changed_bit_is_found_wherever_it_is);
    tcase_add_test(weights, numbers_out_of_range_are_refused);
    tcase_add_test(weights, the_wildest_weights_do_not_overflow);
    tcase_add_test(weights, cut_and_lengthened_files_are_refused);
    tcase_add_loop_test(weights, an_engine_takes_good_weights_and_keeps_its_own_against_bad_ones, 0,
                        RULES);
    tcase_add_test(weights, weights_without_a_scale_are_damaged);
    suite_add_tcase(suite, weights);
    return run_suite(suite);
}
