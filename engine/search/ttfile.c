#include "search/ttfile.h"

#include <string.h>

enum {
    VERSION = 1,
    MAGIC_BYTES = 8,
    WALL_BYTES = 64,
    HEADER_BYTES = MAGIC_BYTES + 8 + WALL_BYTES,
    ENTRY_BYTES = 16,
    SUM_BYTES = 8,
    BLOCK_BYTES = 4096 * ENTRY_BYTES
};
_Static_assert(SET_WORDS * 8 <= WALL_BYTES, "the walls fit");

static const char MAGIC[MAGIC_BYTES] = {'K', 'A', 'N', 'A', 'M', 'E', 'H', 'T'};
static const uint64_t SUM_START = 0xCBF29CE484222325, SUM_PRIME = 0x100000001B3;

static uint64_t sum_over(uint64_t sum, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * SUM_PRIME;
    return sum;
}

static void put_u64(uint8_t *bytes, uint64_t value) {
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get_u64(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static void put_header(uint8_t header[HEADER_BYTES], const TtOrigin *origin) {
    memset(header, 0, HEADER_BYTES);
    memcpy(header, MAGIC, MAGIC_BYTES);
    header[MAGIC_BYTES] = VERSION;
    header[MAGIC_BYTES + 4] = origin->rule;
    header[MAGIC_BYTES + 5] = origin->width;
    header[MAGIC_BYTES + 6] = origin->height;
    for (int i = 0; i < SET_WORDS; i++)
        put_u64(&header[MAGIC_BYTES + 8 + 8 * i], origin->walls.word[i]);
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
    output->sum = sum_over(output->sum, output->block, used);
    output->used = 0;
    return used == 0 || output->write(output->context, output->block, used);
}

static bool put_entry(Output *output, uint64_t key, uint64_t data) {
    if (output->used == sizeof output->block && !flush(output))
        return false;
    put_u64(&output->block[output->used], key);
    put_u64(&output->block[output->used + 8], data);
    output->used += ENTRY_BYTES;
    return true;
}

KanameStatus tt_save(const Tt *tt, const TtOrigin *origin, KanameWriteFn write, void *context) {
    uint8_t header[HEADER_BYTES], sum[SUM_BYTES];
    put_header(header, origin);
    Output output = {.write = write, .context = context};
    output.sum = sum_over(SUM_START, header, sizeof header);
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
    put_u64(sum, output.sum);
    return write(context, sum, sizeof sum) ? KANAME_OK : KANAME_ERR_IO;
}

/* ---- In ------------------------------------------------------------------------------------ */

static KanameStatus read_header(const TtOrigin *origin, KanameReadFn read, void *context,
                                uint64_t *sum) {
    uint8_t header[HEADER_BYTES], due[HEADER_BYTES];
    put_header(due, origin);
    if (!read(context, header, sizeof header) || memcmp(header, MAGIC, MAGIC_BYTES) != 0)
        return KANAME_ERR_DAMAGED;
    *sum = sum_over(SUM_START, header, sizeof header);
    return memcmp(header, due, sizeof header) == 0 ? KANAME_OK : KANAME_ERR_MISMATCH;
}

static KanameStatus read_entries(Tt *tt, KanameReadFn read, void *context, uint64_t sum) {
    uint8_t entry[ENTRY_BYTES];
    for (;;) {
        if (!read(context, entry, sizeof entry))
            return KANAME_ERR_DAMAGED;
        sum = sum_over(sum, entry, sizeof entry);
        uint64_t key = get_u64(entry), data = get_u64(entry + 8);
        if (data == 0)
            break;
        if (!tt_put(tt, key, data))
            return KANAME_ERR_DAMAGED;
    }
    uint8_t due[SUM_BYTES];
    return read(context, due, sizeof due) && get_u64(due) == sum ? KANAME_OK : KANAME_ERR_DAMAGED;
}

KanameStatus tt_load(Tt *tt, uint64_t bytes, const TtOrigin *origin, KanameReadFn read,
                     void *context) {
    uint64_t sum = 0;
    KanameStatus status = read_header(origin, read, context, &sum);
    if (status != KANAME_OK)
        return status;
    tt_resize(tt, bytes);
    status = tt->buckets != NULL ? read_entries(tt, read, context, sum) : KANAME_ERR_MEMORY;
    if (status != KANAME_OK)
        tt_release(tt);
    return status;
}
