/* Files of games: what is written is read; torn ends are left out; everything else is an error. */
#include <check.h>

#include "base/bytes.h"
#include "engine/train/support.h"
#include "support/harness.h"

enum { GAMES = 20 };

static char path[TEST_PATH_BYTES]; /* of the one file */

static void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "games");
}

/* A file of GAMES games; `ends` gets the offsets behind the header and each record. */
static void write_games(uint64_t ends[GAMES + 1]) {
    GameWriter writer;
    (void)remove(path);
    expect(game_writer_create(&writer, path, "for a test"));
    ends[0] = writer.size;
    for (int i = 0; i < GAMES; i++) {
        Game game = random_game((uint64_t)i);
        expect(game_writer_add(&writer, &game));
        ends[i + 1] = writer.size;
    }
    expect(game_writer_close(&writer));
}

/* Reads to the end; every game must be the one written. */
static GameReadStatus read_games(int *count) {
    GameReader reader;
    Game game;
    GameReadStatus status;
    *count = 0;
    if (!game_reader_open(&reader, path, GAMEFILE_OWN)) {
        expect(reader.failure.status != STATUS_OK);
        return GAMEFILE_ERROR;
    }
    while ((status = game_reader_next(&reader, &game)) == GAMEFILE_GAME) {
        Game expected = random_game((uint64_t)*count);
        expect_same_game(&expected, &game);
        ++*count;
    }
    expect(status != GAMEFILE_ERROR || reader.failure.status != STATUS_OK);
    game_reader_close(&reader);
    return status;
}

START_TEST(games_come_back_as_they_were_written) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        unsigned char bytes[GAME_BYTES_MAX];
        Game game = random_game(seed), back;
        size_t size = game_pack(&game, bytes);
        expect(game_unpack(&back, bytes, size) == NULL);
        expect_same_game(&game, &back);
        expect(game_unpack(&back, bytes, size - 1) != NULL);
    }
}
END_TEST

START_TEST(a_file_cut_anywhere_gives_the_whole_records_before) {
    uint64_t ends[GAMES + 1];
    size_t size;
    int count;
    write_games(ends);
    unsigned char *data = read_whole(path, &size);
    expect(size == ends[GAMES]);
    int whole = GAMES;
    for (size_t cut = size; cut-- > 0;) {
        while (whole > 0 && ends[whole] > cut)
            whole--;
        if (cut % 7 != 0 && cut != ends[whole])
            continue;
        write_whole_file(path, data, cut);
        GameReadStatus status = read_games(&count);
        expect_equal(status, cut == ends[whole] ? GAMEFILE_END : GAMEFILE_TORN);
        expect_equal(count, whole);
    }
    free(data);
}
END_TEST

START_TEST(a_changed_bit_is_an_error_and_never_another_game) {
    uint64_t ends[GAMES + 1];
    size_t size;
    int count;
    write_games(ends);
    unsigned char *data = read_whole(path, &size);
    for (size_t at = 0; at < size; at += at < GAMEFILE_HEADER_BYTES ? 5 : 23) {
        data[at] ^= (unsigned char)(1u << at % 8);
        write_whole_file(path, data, size);
        expect_equal(read_games(&count), GAMEFILE_ERROR);
        data[at] ^= (unsigned char)(1u << at % 8);
    }
    free(data);
}
END_TEST

START_TEST(foreign_files_and_none_are_refused) {
    GameReader reader;
    expect(!game_reader_open(&reader, path, GAMEFILE_OWN));
    write_whole_file(path, "h8,i9,2\nnot games at all", 20);
    expect(!game_reader_open(&reader, path, GAMEFILE_OWN));
    expect_equal(reader.failure.status, STATUS_OTHER_KIND);
    ck_assert_ptr_nonnull(strstr(reader.failure.text, "not a file of games"));
}
END_TEST

START_TEST(impossible_games_are_refused) {
    Game good = random_game(3), bad;
    bad = good;
    bad.moves[bad.move_count - 1] = (Cell)(bad.width * bad.height);
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.width = BOARD_MAX + 1;
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.rule = RULES;
    expect(game_check(&bad) != NULL);
    bad = (Game){.width = 15, .height = 15, .move_count = 2, .moves = {7, 7}};
    expect(game_check(&bad) != NULL);
    bad.moves[1] = 8;
    expect(game_check(&bad) == NULL);
    bad.result = (GameResult)(GAME_BLACK_WON + 1);
    expect(game_check(&bad) != NULL);
}
END_TEST

START_TEST(impossible_probes_are_refused) {
    const Game good = {.width = 15,
                       .height = 15,
                       .opening_count = 1,
                       .move_count = 3,
                       .moves = {7, 8, 9},
                       .probe_count = 2,
                       .probes = {{.root = 1, .count = 2, .moves = {10, 8}, .best = 9},
                                  {.root = 2, .count = 1, .moves = {9}, .best = 10}}};
    expect(game_check(&good) == NULL);
    Game bad = good;
    bad.probes[0].moves[1] = 7; /* stands already */
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[1].best = 8;
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[1].best = 15 * 15;
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[0].root = 0; /* in the opening */
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[1].root = 3; /* behind the last position */
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[1].root = 1;
    bad.probes[0].root = 2; /* out of order */
    bad.probes[0].moves[1] = 11;
    expect(game_check(&bad) != NULL);
    bad = good;
    bad.probes[0].count = 0;
    expect(game_check(&bad) != NULL);
}
END_TEST

/* ---- Samples of the match manager ----------------------------------------------------------- */

static GameReadStatus read_one(const unsigned char *bytes, size_t size, GameFormat format,
                               Game *game) {
    GameReader reader;
    write_whole_file(path, bytes, size);
    expect(game_reader_open(&reader, path, format));
    GameReadStatus status = game_reader_next(&reader, game);
    if (status == GAMEFILE_GAME) {
        Game after;
        expect_equal(game_reader_next(&reader, &after), GAMEFILE_END);
    }
    game_reader_close(&reader);
    return status;
}

/* Code of a move at column x, row y. */
#define CODE(x, y) ((x) << 5 | (y))

START_TEST(a_bin_sample_is_read) {
    unsigned char bytes[8];
    Game game;
    bytes_put(bytes, 2, 2 | 2 << 2 | 15 << 11);         /* won by the side to move, 2 stones */
    bytes_put(bytes + 2, 2, 4 | (CODE(3, 9) << 3) | 0); /* renju */
    bytes_put(bytes + 4, 2, CODE(7, 7));
    bytes_put(bytes + 6, 2, CODE(8, 7));
    expect_equal(read_one(bytes, 8, GAMEFILE_BIN, &game), GAMEFILE_GAME);
    expect_equal(game.rule, RULE_RENJU);
    expect_equal(game.width, 15);
    expect_equal(game.result, GAME_BLACK_WON);
    expect_equal(game.opening_count, 2);
    expect_equal(game.move_count, 3);
    expect_equal(game.moves[0], 7 * 15 + 7);
    expect_equal(game.moves[1], 7 * 15 + 8);
    expect_equal(game.moves[2], 9 * 15 + 3);
    expect_equal(game.scores[2], SCORE_NONE);
    expect_equal(read_one(bytes, 7, GAMEFILE_BIN, &game), GAMEFILE_TORN);
    bytes_put(bytes + 6, 2, CODE(15, 7)); /* off the board */
    expect_equal(read_one(bytes, 8, GAMEFILE_BIN, &game), GAMEFILE_ERROR);
}
END_TEST

START_TEST(a_binpack_game_is_read) {
    unsigned char bytes[8 + 2 + 3 * 4];
    Game game;
    /* 20 cells, standard, the side to move after one stone (White) lost. */
    bytes_put(bytes, 4, 20 | 1 << 5 | 0 << 8 | 3 << 12 | 1 << 22);
    bytes_put(bytes + 4, 4, 3u << 14);
    bytes_put(bytes + 8, 2, CODE(10, 10));
    bytes_put(bytes + 10, 2, 3 | CODE(11, 10) << 6);
    bytes_put(bytes + 12, 2, (uint16_t)-123);
    bytes_put(bytes + 14, 2, 2 | CODE(0, 0) << 6); /* a second choice */
    bytes_put(bytes + 16, 2, 7);
    bytes_put(bytes + 18, 2, 7 | CODE(12, 10) << 6); /* no score */
    bytes_put(bytes + 20, 2, 55);
    expect_equal(read_one(bytes, sizeof bytes, GAMEFILE_BINPACK, &game), GAMEFILE_GAME);
    expect_equal(game.rule, RULE_STANDARD);
    expect_equal(game.result, GAME_BLACK_WON);
    expect_equal(game.opening_count, 1);
    expect_equal(game.move_count, 3);
    expect_equal(game.moves[1], 10 * 20 + 11);
    expect_equal(game.scores[1], -123);
    expect_equal(game.moves[2], 10 * 20 + 12);
    expect_equal(game.scores[2], SCORE_NONE);
    for (size_t cut = 1; cut < sizeof bytes; cut++)
        expect_equal(read_one(bytes, cut, GAMEFILE_BINPACK, &game), GAMEFILE_TORN);
    bytes_put(bytes + 18, 2, 8 | 7 | CODE(12, 10) << 6);
    expect_equal(read_one(bytes, sizeof bytes, GAMEFILE_BINPACK, &game), GAMEFILE_ERROR);
}
END_TEST

START_TEST(a_binpack_score_is_never_taken_for_a_move_by_chance) {
    static const struct {
        int written, read;
    } scores[] = {{GAME_BY_CHANCE, -SCORE_WIN},
                  {SCORE_NONE, SCORE_WIN},
                  {INT16_MIN, -SCORE_WIN},
                  {INT16_MAX, SCORE_WIN},
                  {-SCORE_WIN, -SCORE_WIN}};
    enum { COUNT = sizeof scores / sizeof scores[0] };
    unsigned char bytes[8 + COUNT * 4];
    Game game;
    bytes_put(bytes, 4, 15);
    bytes_put(bytes + 4, 4, (uint32_t)COUNT << 14);
    for (int i = 0; i < COUNT; i++) {
        bytes_put(bytes + 8 + 4 * i, 2, (uint16_t)(3 | CODE(2 * i, 7) << 6));
        bytes_put(bytes + 10 + 4 * i, 2, (uint16_t)scores[i].written);
    }
    expect_equal(read_one(bytes, sizeof bytes, GAMEFILE_BINPACK, &game), GAMEFILE_GAME);
    for (int i = 0; i < COUNT; i++)
        expect_equal(game.scores[i], scores[i].read);
    expect_equal(game_settled_from(&game), 0);
}
END_TEST

START_TEST(chance_bytes_are_never_taken_for_impossible_samples) {
    uint64_t rng = 5;
    for (int i = 0; i < 300; i++) {
        unsigned char bytes[300];
        Game game;
        for (size_t at = 0; at < sizeof bytes; at++)
            bytes[at] = (unsigned char)rng_below(&rng, 256);
        for (GameFormat format = GAMEFILE_BIN; format <= GAMEFILE_BINPACK; format++) {
            GameReader reader;
            write_whole_file(path, bytes, sizeof bytes);
            expect(game_reader_open(&reader, path, format));
            while (game_reader_next(&reader, &game) == GAMEFILE_GAME)
                expect(game_check(&game) == NULL);
            game_reader_close(&reader);
        }
    }
}
END_TEST

START_TEST(records_of_impossible_lengths_are_refused) {
    unsigned char bytes[GAME_BYTES_MAX];
    Game game = random_game(3), back;
    size_t size = game_pack(&game, bytes);
    expect(game_unpack(&back, bytes, 3) != NULL);
    bytes_put(bytes + 10, 2, CELLS_MAX + 1); /* moves */
    expect(game_unpack(&back, bytes, size) != NULL);
    bytes_put(bytes + 10, 2, (uint64_t)game.opening_count - 1);
    expect(game_unpack(&back, bytes, size) != NULL);
    bytes_put(bytes + 10, 2, (uint64_t)game.move_count);
    expect(game_unpack(&back, bytes, size) == NULL);
}
END_TEST

START_TEST(more_probes_than_a_game_may_have_are_refused) {
    unsigned char bytes[GAME_BYTES_MAX];
    Game back, game = {.width = 15,
                       .height = 15,
                       .opening_count = 1,
                       .move_count = 3,
                       .moves = {7, 8, 9},
                       .probe_count = 1,
                       .probes = {{.root = 1, .count = 1, .moves = {10}, .best = 9}}};
    size_t size = game_pack(&game, bytes), at = GAME_BYTES_MIN + 2 * (2 * 3 - 1);
    expect(game_unpack(&back, bytes, size) == NULL);
    bytes_put(bytes + at, 2, GAME_PROBES_MAX + 1);
    ck_assert_str_eq(game_unpack(&back, bytes, size), "length and number of probes differ");
    expect(game_unpack(&back, bytes, at + 1) != NULL);
}
END_TEST

/* CRC-32 of IEEE 802.3, a bit at a time. */
static uint32_t crc_of(const unsigned char *data, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        crc ^= (uint32_t)(data[bit / 8] >> bit % 8 & 1);
        crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

START_TEST(a_file_of_another_version_is_refused) {
    enum { VERSION_OFFSET = 8, CRC_OFFSET = GAMEFILE_HEADER_BYTES - 4 };
    GameReader reader;
    uint64_t ends[GAMES + 1];
    size_t size;
    write_games(ends);
    unsigned char *data = read_whole(path, &size);
    data[VERSION_OFFSET]++;
    bytes_put(data + CRC_OFFSET, 4, crc_of(data, CRC_OFFSET));
    write_whole_file(path, data, size);
    expect(!game_reader_open(&reader, path, GAMEFILE_OWN));
    expect_equal(reader.failure.status, STATUS_VERSION);
    ck_assert_ptr_nonnull(strstr(reader.failure.text, "of another version"));
    free(data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gamefile");
    TCase *files = tcase_create("files");
    tcase_set_timeout(files, 60);
    tcase_add_checked_fixture(files, set_up, NULL);
    tcase_add_test(files, games_come_back_as_they_were_written);
    tcase_add_test(files, a_file_cut_anywhere_gives_the_whole_records_before);
    tcase_add_test(files, a_changed_bit_is_an_error_and_never_another_game);
    tcase_add_test(files, foreign_files_and_none_are_refused);
    tcase_add_test(files, impossible_games_are_refused);
    tcase_add_test(files, impossible_probes_are_refused);
    tcase_add_test(files, records_of_impossible_lengths_are_refused);
    tcase_add_test(files, more_probes_than_a_game_may_have_are_refused);
    tcase_add_test(files, a_file_of_another_version_is_refused);
    suite_add_tcase(suite, files);
    TCase *samples = tcase_create("samples");
    tcase_set_timeout(samples, 60);
    tcase_add_checked_fixture(samples, set_up, NULL);
    tcase_add_test(samples, a_bin_sample_is_read);
    tcase_add_test(samples, a_binpack_game_is_read);
    tcase_add_test(samples, a_binpack_score_is_never_taken_for_a_move_by_chance);
    tcase_add_test(samples, chance_bytes_are_never_taken_for_impossible_samples);
    suite_add_tcase(suite, samples);
    return run_suite(suite);
}
