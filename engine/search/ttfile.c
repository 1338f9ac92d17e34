#include "search/ttfile.h"

#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"

enum {
    VERSION = 2,
    MAGIC_BYTES = 8,
    WALL_BYTES = 64,
    WEIGHTS_AT = MAGIC_BYTES + 8,
    WALLS_AT = WEIGHTS_AT + 8,
    HEADER_BYTES = WALLS_AT + WALL_BYTES,
    ENTRY_BYTES = 16,
    SUM_BYTES = 8,
    BLOCK_BYTES = 4096 * ENTRY_BYTES
};
_Static_assert(SET_WORDS * 8 <= WALL_BYTES, "the walls fit");

static const char MAGIC[MAGIC_BYTES] = {'K', 'A', 'N', 'A', 'M', 'E', 'H', 'T'};

static void put_header(uint8_t header[HEADER_BYTES], const TtOrigin *origin) {
    memset(header, 0, HEADER_BYTES);
    memcpy(header, MAGIC, MAGIC_BYTES);
    header[MAGIC_BYTES] = VERSION;
    header[MAGIC_BYTES + 4] = origin->rule;
    header[MAGIC_BYTES + 5] = origin->width;
    header[MAGIC_BYTES + 6] = origin->height;
    bytes_put(&header[WEIGHTS_AT], 8, origin->weights_id);
    for (int i = 0; i < SET_WORDS; i++)
        bytes_put(&header[WALLS_AT + 8 * i], 8, origin->walls.word[i]);
}

uint64_t tt_origin_salt(const TtOrigin *origin) {
    uint8_t header[HEADER_BYTES];
    put_header(header, origin);
    return rng_mix(bytes_sum(BYTES_SUM_START, header, sizeof header));
}

/* ---- Out ----------------------------------------------------------------------------------- */

typedef struct Output {
    KanameWriteFn write;
    void *context;
    uint64_t sum;
    size_t used;
    uint8_t block[BLOCK_BYTES];
} Output;

static bool flush(Output *output) {
    size_t used = output->used;
    output->sum = bytes_sum(output->sum, output->block, used);
    output->used = 0;
    return used == 0 || output->write(output->context, output->block, used);
}

static bool put_entry(Output *output, uint64_t key, uint64_t data) {
    if (output->used == sizeof output->block && !flush(output))
        return false;
    bytes_put(&output->block[output->used], 8, key);
    bytes_put(&output->block[output->used + 8], 8, data);
    output->used += ENTRY_BYTES;
    return true;
}

KanameStatus tt_save(const Tt *tt, const TtOrigin *origin, KanameWriteFn write, void *context) {
    uint8_t header[HEADER_BYTES], sum[SUM_BYTES];
    put_header(header, origin);
    Output output = {.write = write, .context = context};
    output.sum = bytes_sum(BYTES_SUM_START, header, sizeof header);
    if (!write(context, header, sizeof header))
        return KANAME_ERR_IO;
    uint64_t slots = tt->bucket_count * TT_BUCKET_SLOTS;
    for (uint64_t i = 0; i < slots; i++) {
        uint64_t key, data;
        if (tt_slot(tt, i, &key, &data) && !put_entry(&output, key, data))
            return KANAME_ERR_IO;
    }
    if (!put_entry(&output, 0, 0) || !flush(&output))
        return KANAME_ERR_IO;
    bytes_put(sum, 8, output.sum);
    return write(context, sum, sizeof sum) ? KANAME_OK : KANAME_ERR_IO;
}

/* ---- In ------------------------------------------------------------------------------------ */

KanameStatus tt_load_header(const TtOrigin *origin, KanameReadFn read, void *context,
                            uint64_t *sum) {
    uint8_t header[HEADER_BYTES], due[HEADER_BYTES];
    put_header(due, origin);
    if (!read(context, header, sizeof header))
        return KANAME_ERR_DAMAGED;
    if (memcmp(header, MAGIC, MAGIC_BYTES) != 0)
        return KANAME_ERR_FOREIGN;
    *sum = bytes_sum(BYTES_SUM_START, header, sizeof header);
    if (memcmp(header, due, WEIGHTS_AT) != 0 ||
        memcmp(&header[WALLS_AT], &due[WALLS_AT], WALL_BYTES) != 0)
        return KANAME_ERR_MISMATCH;
    bool is_same = bytes_get(&header[WEIGHTS_AT], 8) == origin->weights_id;
    return is_same ? KANAME_OK : KANAME_ERR_WEIGHTS;
}

static KanameStatus read_entries(Tt *tt, KanameReadFn read, void *context, uint64_t sum) {
    uint8_t entry[ENTRY_BYTES];
    for (;;) {
        if (!read(context, entry, sizeof entry))
            return KANAME_ERR_DAMAGED;
        sum = bytes_sum(sum, entry, sizeof entry);
        uint64_t key = bytes_get(entry, 8), data = bytes_get(entry + 8, 8);
        if (data == 0)
            break;
        if (!tt_put(tt, key, data))
            return KANAME_ERR_DAMAGED;
    }
    uint8_t due[SUM_BYTES];
    return read(context, due, sizeof due) && bytes_get(due, 8) == sum ? KANAME_OK
                                                                      : KANAME_ERR_DAMAGED;
}

KanameStatus tt_load_entries(Tt *tt, uint64_t bytes, KanameReadFn read, void *context,
                             uint64_t sum) {
    tt_resize(tt, bytes);
    KanameStatus status =
        tt->buckets != NULL ? read_entries(tt, read, context, sum) : KANAME_ERR_MEMORY;
    if (status != KANAME_OK)
        tt_release(tt);
    return status;
}
