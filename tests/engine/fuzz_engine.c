/* fuzz_engine.c: a libFuzzer target: files that the engine and kaname-train read. The first byte of
 * the input says which:
 *
 *   0  a weights file         1  a network: changes to a built-in one, four bytes each: where
 * (three bytes) and what; the checksum is mended 2  a file of the transposition table, its checksum
 * mended 3  a file of games, its checksums as they are 4  one game of that file  5  a file of
 * samples, bin  6  binpack 7  a network: numbers of zero, changed as those of 1
 *
 * What must hold: a file is read or refused with a text; what was read is a game that is written
 * and read again the same; weights that were accepted can be searched with.
 */
#include "base/bytes.h"
#include "eval/regions/numbers.h"
#include "eval/table/weights.h"
#include "eval/weights/embedded.h"
#include "kaname.h"
#include "search/ttfile.h"
#include "train/gamefile.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

enum {
    PATCH_BYTES = 4,
    HASH_OFFSET = 16, /* of weights and network files; it covers what follows it */
    TABLE_BYTES = 1 << 16,
    NODES = 20,
    GAMES_MAX = 100
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- Weights -------------------------------------------------------------------------------- */

/* One engine for all inputs: to make one takes longer than the rest. */
static void search_with(const uint8_t *bytes, size_t size, KanameRule rule) {
    static KanameEngine *engine;
    KanameResult result;
    KanameLimits limits = {.turn_ms = -1, .match_ms = -1, .margin_ms = -1, .max_nodes = NODES};
    if (engine == NULL) {
        engine = kaname_new();
        assert(engine != NULL && kaname_set_hash(engine, 64) == KANAME_OK);
    }
    assert(kaname_set_rule(engine, rule) == KANAME_OK);
    if (kaname_load_weights(engine, bytes, size) == KANAME_OK)
        assert(kaname_think(engine, &limits, NULL, &result) == KANAME_OK);
}

static void patch(uint8_t *bytes, size_t size, const uint8_t *data, size_t count) {
    for (; count >= PATCH_BYTES; data += PATCH_BYTES, count -= PATCH_BYTES) {
        size_t at = (size_t)bytes_get(data, 3);
        bytes[at % size] = data[3];
    }
    bytes_put(bytes + HASH_OFFSET, 8,
              bytes_sum(BYTES_SUM_START, bytes + HASH_OFFSET + 8, size - HASH_OFFSET - 8));
}

static void check_weights(const uint8_t *data, size_t size) {
    static Weights weights;
    static uint8_t bytes[WEIGHTS_BYTES_MAX];
    weights_embedded(&weights, (Rule)(size > 0 ? data[0] % RULES : 0));
    size_t length = weights_write(&weights, bytes);
    patch(bytes, length, data, size);
    if (weights_read(&weights, bytes, length) == KANAME_OK)
        search_with(bytes, length, (KanameRule)weights.rule);
    (void)weights_read(&weights, data, size);
}

/* Changes a network of this size and searches with it. */
static void check_patched(uint8_t *bytes, size_t length, const uint8_t *data, size_t size) {
    static RegionsNumbers numbers;
    RegionsFile file;
    patch(bytes, length, data, size);
    bool is_good = regions_file_read(&file, bytes, length) == KANAME_OK;
    for (int role = 0; is_good && role < file.roles; role++)
        is_good = regions_numbers_read(&file, role, &numbers);
    if (is_good)
        search_with(bytes, length, (KanameRule)file.rule);
    (void)regions_file_read(&file, data, size);
}

static void check_network(const uint8_t *data, size_t size) {
    size_t length = EMBEDDED_NETWORKS[0].size;
    uint8_t *bytes = malloc(length);
    assert(bytes != NULL);
    memcpy(bytes, EMBEDDED_NETWORKS[0].data, length);
    check_patched(bytes, length, data, size);
    free(bytes);
}

static void check_zeros(const uint8_t *data, size_t size) {
    static const RegionsNumbers zeros[2]; /* of each role */
    static Weights weights;
    if (size == 0)
        return;
    uint8_t *bytes = malloc(regions_bytes_max());
    assert(bytes != NULL);
    weights_embedded(&weights, (Rule)(data[0] % RULES));
    size_t length = regions_write(bytes, &weights, zeros, 1000, 1000, "fuzz");
    check_patched(bytes, length, data + 1, size - 1);
    free(bytes);
}

/* ---- The table ------------------------------------------------------------------------------ */

typedef struct Source {
    const uint8_t *next, *end;
} Source;

static bool take(void *context, void *bytes, size_t count) {
    Source *source = context;
    if ((size_t)(source->end - source->next) < count)
        return false;
    memcpy(bytes, source->next, count);
    source->next += count;
    return true;
}

static void check_table(const uint8_t *data, size_t size) {
    TtOrigin origin = {.rule = 0, .width = 15, .height = 15};
    uint8_t *bytes = malloc(size + 1);
    Tt table;
    assert(bytes != NULL);
    memcpy(bytes, data, size);
    if (size >= 8)
        bytes_put(bytes + size - 8, 8, bytes_sum(BYTES_SUM_START, bytes, size - 8));
    Source source = {bytes, bytes + size};
    tt_init(&table);
    uint64_t sum;
    if (tt_load_header(&origin, take, &source, &sum) == KANAME_OK)
        (void)tt_load_entries(&table, TABLE_BYTES, take, &source, sum);
    tt_release(&table);
    free(bytes);
}

/* ---- Games ---------------------------------------------------------------------------------- */

static void check_game(const Game *game) {
    static Game again;
    static unsigned char bytes[GAME_BYTES_MAX];
    size_t length = game_pack(game, bytes);
    assert(length <= GAME_BYTES_MAX && game_unpack(&again, bytes, length) == NULL);
    assert(game_positions(&again) == game_positions(game));
}

static void check_games(const uint8_t *data, size_t size, GameFormat format) {
    static Game game;
    static GameReader reader;
    char path[64];
    int number = memfd_create("games", 0);
    assert(number >= 0 && write(number, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    bool is_open = game_reader_open(&reader, path, format);
    assert(is_open || reader.failure.status != STATUS_OK);
    for (int i = 0; is_open && i < GAMES_MAX; i++) {
        GameReadStatus status = game_reader_next(&reader, &game);
        assert(status != GAMEFILE_ERROR || reader.failure.status != STATUS_OK);
        if (status != GAMEFILE_GAME)
            break;
        if (format == GAMEFILE_OWN)
            check_game(&game);
    }
    if (is_open)
        game_reader_close(&reader);
    close(number);
}

static void check_one_game(const uint8_t *data, size_t size) {
    static Game game;
    if (size <= GAME_BYTES_MAX && game_unpack(&game, data, size) == NULL)
        check_game(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    uint8_t kind = *data++;
    size--;
    switch (kind % 8) {
    case 0:
        check_weights(data, size);
        break;
    case 1:
        check_network(data, size);
        break;
    case 2:
        check_table(data, size);
        break;
    case 3:
        check_games(data, size, GAMEFILE_OWN);
        break;
    case 4:
        check_one_game(data, size);
        break;
    case 5:
        check_games(data, size, GAMEFILE_BIN);
        break;
    case 6:
        check_games(data, size, GAMEFILE_BINPACK);
        break;
    default:
        check_zeros(data, size);
        break;
    }
    return 0;
}
