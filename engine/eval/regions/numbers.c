#include "eval/regions/numbers.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rule.h"

enum {
    MAGIC_BYTES = sizeof REGIONS_MAGIC - 1,
    HASH_OFFSET = 16,
    HASHED_OFFSET = 24,
    UNITS_AT = 32,
    ORIGIN_AT = 36
};

/* ---- Numbers --------------------------------------------------------------------------------- */

/* An array of RegionsNumbers: where it is, its elements and their bytes, and their limit. */
typedef struct Field {
    size_t offset, count, bytes;
    int32_t limit;
} Field;

#define FIELD(name, type, limit)                                                             \
    {                                                                                        \
        offsetof(RegionsNumbers, name), sizeof((RegionsNumbers *)NULL)->name / sizeof(type), \
            sizeof(type), limit                                                              \
    }

static const Field FIELDS[] = {
    FIELD(row, int8_t, INT8_MAX),
    FIELD(region, int8_t, INT8_MAX),
    FIELD(region_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(quadrant, int8_t, INT8_MAX),
    FIELD(quadrant_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(first, int8_t, INT8_MAX),
    FIELD(first_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(threat_bias, int16_t, INT16_MAX),
    FIELD(second, int8_t, INT8_MAX),
    FIELD(second_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(outcome, int16_t, INT16_MAX),
    FIELD(outcome_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(table_share, int32_t, REGIONS_TABLE_SHARE_MAX),
    FIELD(neighbour[0], int8_t, REGIONS_OWN_MAX),
    FIELD(neighbour[1], int8_t, REGIONS_SIDE_MAX),
    FIELD(neighbour[2], int8_t, REGIONS_CORNER_MAX),
    FIELD(neighbour_bias, int16_t, REGIONS_NEIGHBOUR_BIAS_MAX),
    FIELD(pool, int8_t, INT8_MAX),
    FIELD(pool_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(mixer, int8_t, INT8_MAX),
    FIELD(mixer_bias, int32_t, REGIONS_BIAS_MAX),
    FIELD(worth, int8_t, INT8_MAX),
    FIELD(order_table_share, int32_t, REGIONS_ORDER_SHARE_MAX),
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

/* The neighbours' sums stay within 16 bits: one own feature, four at the sides, four at the
 * corners. */
_Static_assert(REGIONS_MOST *(REGIONS_OWN_MAX + 4 * REGIONS_SIDE_MAX + 4 * REGIONS_CORNER_MAX) +
                       REGIONS_NEIGHBOUR_BIAS_MAX + (1 << (REGIONS_NEIGHBOUR_SHIFT - 1)) <=
                   INT16_MAX,
               "16 bits");

/* Returns the bytes of the numbers of one role in a file. */
static size_t numbers_bytes(void) {
    size_t bytes = 0;
    for (int f = 0; f < FIELD_COUNT; f++)
        bytes += FIELDS[f].count * FIELDS[f].bytes;
    return bytes;
}

size_t regions_bytes_max(void) {
    return REGIONS_HEADER_BYTES + WEIGHTS_BYTES_MAX + COLORS * numbers_bytes();
}

static int32_t number_at(const Field *field, const void *numbers, size_t i) {
    const unsigned char *at = (const unsigned char *)numbers + field->offset + i * field->bytes;
    int8_t byte;
    int16_t narrow;
    int32_t wide;
    switch (field->bytes) {
    case sizeof byte:
        memcpy(&byte, at, sizeof byte);
        return byte;
    case sizeof narrow:
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    default:
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
}

static bool is_within_limits(const RegionsNumbers *numbers) {
    for (int f = 0; f < FIELD_COUNT; f++)
        for (size_t i = 0; i < FIELDS[f].count; i++) {
            int32_t number = number_at(&FIELDS[f], numbers, i);
            if (number > FIELDS[f].limit || number < -FIELDS[f].limit)
                return false;
        }
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        if (numbers->row[NETWORK_EMPTY_ROW][i] != 0)
            return false;
    return true;
}

/* Sets a field from its bytes in a file. */
static void read_field(const Field *field, const unsigned char *from, RegionsNumbers *numbers) {
    unsigned char *to = (unsigned char *)numbers + field->offset;
    for (size_t i = 0; i < field->count; i++) {
        uint64_t bits = bytes_get(from + i * field->bytes, (int)field->bytes);
        uint8_t byte = (uint8_t)bits;
        uint16_t narrow = (uint16_t)bits;
        uint32_t wide = (uint32_t)bits;
        const void *number = field->bytes == sizeof byte     ? (const void *)&byte
                             : field->bytes == sizeof narrow ? (const void *)&narrow
                                                             : (const void *)&wide;
        memcpy(to + i * field->bytes, number, field->bytes);
    }
}

bool regions_numbers_read(const RegionsFile *file, int role, RegionsNumbers *numbers) {
    const unsigned char *at = file->numbers + (size_t)role * numbers_bytes();
    for (int f = 0; f < FIELD_COUNT; at += FIELDS[f].count * FIELDS[f].bytes, f++)
        read_field(&FIELDS[f], at, numbers);
    return is_within_limits(numbers);
}

static void write_numbers(const RegionsNumbers *numbers, unsigned char *at) {
    assert(is_within_limits(numbers));
    for (int f = 0; f < FIELD_COUNT; f++)
        for (size_t i = 0; i < FIELDS[f].count; i++, at += FIELDS[f].bytes)
            bytes_put(at, (int)FIELDS[f].bytes, (uint32_t)number_at(&FIELDS[f], numbers, i));
}

/* ---- The file -------------------------------------------------------------------------------- */

KanameStatus regions_file_read(RegionsFile *file, const void *data, size_t size) {
    const unsigned char *bytes = data;
    if (size < MAGIC_BYTES || memcmp(bytes, REGIONS_MAGIC, MAGIC_BYTES) != 0)
        return KANAME_ERR_FOREIGN;
    if (size < REGIONS_HEADER_BYTES)
        return KANAME_ERR_DAMAGED;
    if (bytes_get(bytes + 8, 2) != REGIONS_VERSION)
        return KANAME_ERR_VERSION;
    unsigned rule = bytes[10], roles = bytes[11];
    if (rule >= RULES || (int)roles != rule_roles((Rule)rule))
        return KANAME_ERR_DAMAGED;
    size_t table_bytes = (size_t)bytes_get(bytes + 28, 4);
    size_t body = table_bytes + (size_t)roles * numbers_bytes();
    uint64_t hash = bytes_get(bytes + HASH_OFFSET, 8);
    if (table_bytes > WEIGHTS_BYTES_MAX || size != REGIONS_HEADER_BYTES + body ||
        bytes_get(bytes + 12, 4) != body ||
        hash != bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET))
        return KANAME_ERR_DAMAGED;
    *file = (RegionsFile){.rule = (Rule)rule,
                          .roles = (int)roles,
                          .id = hash,
                          .win_scale = (uint32_t)bytes_get(bytes + HASHED_OFFSET, 4),
                          .units = (uint32_t)bytes_get(bytes + UNITS_AT, 4),
                          .table = bytes + REGIONS_HEADER_BYTES,
                          .table_bytes = table_bytes,
                          .numbers = bytes + REGIONS_HEADER_BYTES + table_bytes};
    memcpy(file->origin, bytes + ORIGIN_AT, REGIONS_ORIGIN_BYTES);
    bool is_valid = file->win_scale > 0 && file->units > 0 && file->units <= REGIONS_NAT_UNITS_MAX;
    return is_valid ? KANAME_OK : KANAME_ERR_DAMAGED;
}

static void put_hash(unsigned char *bytes, size_t size) {
    bytes_put(bytes + HASH_OFFSET, 8,
              bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET));
}

void regions_file_set_scale(void *data, size_t size, uint32_t win_scale) {
    unsigned char *bytes = data;
    bytes_put(bytes + HASHED_OFFSET, 4, win_scale);
    put_hash(bytes, size);
}

size_t regions_write(void *data, Weights *table, const RegionsNumbers *numbers, uint32_t win_scale,
                     uint32_t units, const char *origin) {
    unsigned char *bytes = data;
    unsigned roles = (unsigned)rule_roles(table->rule);
    memset(bytes, 0, REGIONS_HEADER_BYTES);
    size_t table_bytes = weights_write(table, bytes + REGIONS_HEADER_BYTES);
    size_t body = table_bytes + (size_t)roles * numbers_bytes();
    size_t size = REGIONS_HEADER_BYTES + body;
    memcpy(bytes, REGIONS_MAGIC, MAGIC_BYTES);
    bytes_put(bytes + 8, 2, REGIONS_VERSION);
    bytes[10] = (unsigned char)table->rule;
    bytes[11] = (unsigned char)roles;
    bytes_put(bytes + 12, 4, body);
    bytes_put(bytes + HASHED_OFFSET, 4, win_scale);
    bytes_put(bytes + 28, 4, table_bytes);
    bytes_put(bytes + UNITS_AT, 4, units);
    size_t length = strlen(origin);
    memcpy(bytes + ORIGIN_AT, origin,
           length < REGIONS_ORIGIN_BYTES ? length : REGIONS_ORIGIN_BYTES);
    for (unsigned role = 0; role < roles; role++)
        write_numbers(&numbers[role],
                      bytes + REGIONS_HEADER_BYTES + table_bytes + role * numbers_bytes());
    put_hash(bytes, size);
    return size;
}
