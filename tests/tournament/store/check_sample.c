/* Training samples: tournament/store/sample.c. */
#include <check.h>
#include <lz4frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sample.h"
#include "support/harness.h"

static char path[TEST_PATH_BYTES];

static void make_path(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "samples");
}

/* Two opening stones, then three played ones; black wins. 15x15, standard rule. */
static void make_game(GameRecord *game) {
    static const GameMove moves[] = {
        {.x = 7, .y = 7, .is_opening = true},
        {.x = 8, .y = 6, .is_opening = true},
        {.x = 0, .y = 14, .has_score = true, .score = -5},
        {.x = 14, .y = 0},
        {.x = 3, .y = 9, .has_score = true, .score = GAME_SCORE_MATE - 1}};
    game_record_init(game);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        ck_assert(game_record_append(game, &moves[i]));
    game->opening_count = 2;
    game->number = 1;
    game->rule = GAME_RULE_STANDARD;
    game->width = game->height = 15;
    game->result = GAME_BLACK_WINS;
    game->reason = GAME_REASON_FIVE;
}

static size_t read_back(unsigned char *data, size_t size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(data, 1, size, file);
    fclose(file);
    return length;
}

static void write_game(SampleFormat format, bool is_lz4, const GameRecord *game) {
    SampleWriter *writer = sample_open(path, format, is_lz4, 1, 1);
    ck_assert_ptr_nonnull(writer);
    ck_assert(sample_add(writer, game));
    ck_assert(sample_close(writer));
}

START_TEST(csv_gives_position_move_and_result) {
    GameRecord game;
    make_game(&game);
    write_game(SAMPLE_CSV, false, &game);
    char text[500];
    text[read_back((unsigned char *)text, sizeof text - 1)] = '\0';
    ck_assert_str_eq(text, "h8i7,a15,2\nh8i7a15,o1,0\nh8i7a15o1,d10,2\n");
    game_record_release(&game);
}
END_TEST

/* The layout by hand: result, ply << 2, size << 11; rule, move << 3; stones x << 5 | y. */
static const unsigned char bin_expected[] = {
    0x0A, 0x78, 0x71, 0x00, 0xE7, 0x00, 0x06, 0x01,             /* to move black, won; a15 = 14 */
    0x0C, 0x78, 0x01, 0x0E, 0xE7, 0x00, 0x06, 0x01, 0x0E, 0x00, /* white, lost; o1 = 448 */
    0x12, 0x78, 0x49, 0x03, 0xE7, 0x00, 0x06, 0x01, 0x0E, 0x00, 0xC0, 0x01, /* black; d10 = 105 */
};

START_TEST(bin_has_the_published_layout) {
    GameRecord game;
    make_game(&game);
    write_game(SAMPLE_BIN, false, &game);
    unsigned char data[200];
    ck_assert_uint_eq(read_back(data, sizeof data), sizeof bin_expected);
    ck_assert_mem_eq(data, bin_expected, sizeof bin_expected);
    game_record_release(&game);
}
END_TEST

/* size 15, rule 1 << 5, result 2 << 8, 5 stones << 12, 2 opening << 22; 3 moves << 14. */
static const unsigned char binpack_expected[] = {
    0x2F, 0x52, 0x80, 0x00, 0x00, 0xC0, 0x00, 0x00,
    0xE7, 0x00, 0x06, 0x01, 0x83, 0x03, 0xFB, 0xFF, /* a15, score -5 */
    0x07, 0x70, 0x00, 0x00,                         /* o1, no score */
    0x43, 0x1A, 0xFF, 0x7F,                         /* d10, a win: saturated */
};

START_TEST(binpack_has_the_published_layout) {
    GameRecord game;
    make_game(&game);
    write_game(SAMPLE_BINPACK, false, &game);
    unsigned char data[200];
    ck_assert_uint_eq(read_back(data, sizeof data), sizeof binpack_expected);
    ck_assert_mem_eq(data, binpack_expected, sizeof binpack_expected);
    game_record_release(&game);
}
END_TEST

START_TEST(lz4_is_one_frame_around_the_same) {
    GameRecord game;
    make_game(&game);
    write_game(SAMPLE_BIN, true, &game);
    unsigned char data[500], plain[500];
    size_t size = read_back(data, sizeof data), plain_size = sizeof plain, taken = size;
    LZ4F_dctx *context;
    ck_assert(!LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)));
    size_t hint = LZ4F_decompress(context, plain, &plain_size, data, &taken, NULL);
    ck_assert_uint_eq(hint, 0); /* the frame is complete */
    ck_assert_uint_eq(taken, size);
    ck_assert_uint_eq(plain_size, sizeof bin_expected);
    ck_assert_mem_eq(plain, bin_expected, sizeof bin_expected);
    LZ4F_freeDecompressionContext(context);
    game_record_release(&game);
}
END_TEST

START_TEST(games_lost_by_a_fault_give_nothing) {
    static const GameReason none[] = {GAME_REASON_TIME,    GAME_REASON_CRASH,
                                      GAME_REASON_ILLEGAL, GAME_REASON_START,
                                      GAME_REASON_MEMORY,  GAME_REASON_INTERRUPTED};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        GameRecord game;
        unsigned char data[8];
        make_game(&game);
        game.reason = none[i];
        write_game(SAMPLE_CSV, false, &game);
        ck_assert_uint_eq(read_back(data, sizeof data), 0);
        game_record_release(&game);
    }
}
END_TEST

START_TEST(a_foul_or_an_adjudicated_last_move_is_left_out) {
    GameRecord game;
    make_game(&game);
    game.reason = GAME_REASON_DOUBLE_THREE;
    game.result = GAME_WHITE_WINS;
    write_game(SAMPLE_CSV, false, &game);
    char text[500];
    text[read_back((unsigned char *)text, sizeof text - 1)] = '\0';
    ck_assert_str_eq(text, "h8i7,a15,0\nh8i7a15,o1,2\n");
    game_record_release(&game);
}
END_TEST

START_TEST(a_file_is_continued_at_its_end) {
    GameRecord game;
    make_game(&game);
    write_game(SAMPLE_CSV, false, &game);
    char text[500];
    size_t once = read_back((unsigned char *)text, sizeof text);
    write_game(SAMPLE_CSV, false, &game);
    ck_assert_uint_eq(read_back((unsigned char *)text, sizeof text), 2 * once);
    game_record_release(&game);
}
END_TEST

START_TEST(a_full_disk_is_told) {
    GameRecord game;
    make_game(&game);
    SampleWriter *writer = sample_open("/dev/full", SAMPLE_CSV, false, 1, 1);
    ck_assert_ptr_nonnull(writer);
    ck_assert(!sample_add(writer, &game));
    sample_close(writer);
    ck_assert_ptr_null(sample_open("/nonexistent/x", SAMPLE_CSV, false, 1, 1));
    game_record_release(&game);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sample");
    tcase_add_checked_fixture(tests, make_path, NULL);
    tcase_add_test(tests, csv_gives_position_move_and_result);
    tcase_add_test(tests, bin_has_the_published_layout);
    tcase_add_test(tests, binpack_has_the_published_layout);
    tcase_add_test(tests, lz4_is_one_frame_around_the_same);
    tcase_add_test(tests, games_lost_by_a_fault_give_nothing);
    tcase_add_test(tests, a_foul_or_an_adjudicated_last_move_is_left_out);
    tcase_add_test(tests, a_file_is_continued_at_its_end);
    tcase_add_test(tests, a_full_disk_is_told);
    Suite *suite = suite_create("sample");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
