#include "eval/network/numbers.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rule.h"

enum {
    MAGIC_BYTES = sizeof NETWORK_MAGIC - 1,
    HASH_OFFSET = 16,
    HASHED_OFFSET = 24,
    ORIGIN_AT = 32
};

/* ---- Numbers --------------------------------------------------------------------------------- */

/* An array of NetworkNumbers: where it is, its elements and their bytes, and their limit. */
typedef struct Field {
    size_t offset, count, bytes;
    int32_t limit;
} Field;

#define OF(name) offsetof(NetworkNumbers, name)
#define TYPE(name) ((NetworkNumbers *)NULL)->name
#define SHORTS(name, limit) \
    { OF(name), sizeof TYPE(name) / sizeof(int16_t), sizeof(int16_t), limit }
#define LONGS(name, limit) \
    { OF(name), sizeof TYPE(name) / sizeof(int32_t), sizeof(int32_t), limit }

static const Field FIELDS[] = {
    SHORTS(row, NETWORK_ROW_MAX),
    SHORTS(first, INT16_MAX),
    LONGS(first_bias, NETWORK_BIAS_MAX),
    SHORTS(threat_bias, INT16_MAX),
    SHORTS(second, INT16_MAX),
    LONGS(second_bias, NETWORK_BIAS_MAX),
    LONGS(output, NETWORK_OUTPUT_MAX),
    LONGS(output_bias, NETWORK_BIAS_MAX),
    LONGS(table_share, NETWORK_SHARE_MAX),
    LONGS(order_bias, NETWORK_BIAS_MAX),
    SHORTS(order, INT16_MAX),
    LONGS(order_table_share, NETWORK_SHARE_MAX),
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

_Static_assert(
    NETWORK_NUMBERS_BYTES ==
        2 * (NETWORK_ROWS * NETWORK_VIEW + NETWORK_HIDDEN * NETWORK_INPUTS +
             THREAT_STATES * NETWORK_HIDDEN + NETWORK_STAGES * NETWORK_SECOND * NETWORK_HIDDEN +
             NETWORK_FEATURES * NETWORK_HIDDEN) +
            4 * (NETWORK_STAGES * (NETWORK_HIDDEN + 2 * NETWORK_SECOND + 2) + NETWORK_FEATURES + 1),
    "nothing between the numbers");

static int32_t number_at(const Field *field, const void *numbers, size_t i) {
    const unsigned char *at = (const unsigned char *)numbers + field->offset + i * field->bytes;
    int16_t narrow;
    int32_t wide;
    if (field->bytes == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

/* Sets a field from its bytes in a file. The loops are plain, so that the compiler vectorises them:
 * every start of the engine reads a network. */
static void read_field(const Field *field, const unsigned char *at, NetworkNumbers *numbers) {
    void *to = (unsigned char *)numbers + field->offset;
    if (field->bytes == sizeof(int16_t)) {
        uint16_t *narrow = to;
        for (size_t i = 0; i < field->count; i++)
            narrow[i] = (uint16_t)(at[2 * i] | at[2 * i + 1] << 8);
    } else {
        uint32_t *wide = to;
        for (size_t i = 0; i < field->count; i++)
            wide[i] = (uint32_t)bytes_get(at + 4 * i, 4);
    }
}

/* Returns whether all numbers of a field are within its limit. */
static bool is_field_limited(const Field *field, const NetworkNumbers *numbers) {
    const void *from = (const unsigned char *)numbers + field->offset;
    int32_t least = 0, most = 0;
    if (field->bytes == sizeof(int16_t)) {
        const int16_t *narrow = from;
        for (size_t i = 0; i < field->count; i++) {
            least = narrow[i] < least ? narrow[i] : least;
            most = narrow[i] > most ? narrow[i] : most;
        }
    } else {
        const int32_t *wide = from;
        for (size_t i = 0; i < field->count; i++) {
            least = wide[i] < least ? wide[i] : least;
            most = wide[i] > most ? wide[i] : most;
        }
    }
    return least >= -field->limit && most <= field->limit;
}

/* The inputs of the first layer are sums of features, none negative, and limited to 16 bits. */
bool network_first_fits(const NetworkNumbers *numbers, int output) {
    int64_t above = 0, below = 0, bias = 0, threat = 0;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        int64_t most = (int64_t)numbers->first[output][i] * INT16_MAX;
        above += most > 0 ? most : 0;
        below -= most < 0 ? most : 0;
    }
    for (int stage = 0; stage < NETWORK_STAGES; stage++) {
        int64_t size = numbers->first_bias[stage][output];
        size = size < 0 ? -size : size;
        bias = size > bias ? size : bias;
    }
    for (int state = 0; state < THREAT_STATES; state++) {
        int64_t size = numbers->threat_bias[state][output];
        size = size < 0 ? -size : size;
        threat = size > threat ? size : threat;
    }
    return bias + threat * (1 << NETWORK_FIRST_SHIFT) + (above > below ? above : below) <=
           INT32_MAX;
}

/* The limits alone keep these sums in range: the second layer, 2^28 + 32 * 512 * 32767 < 2^31, and
 * likewise what the order takes from the first layer; the order of a cell, 32 * 127 * 32767; its
 * share of the tables' order, 32767 * 2^16; the output, which has 64 bits, after its shift. The sum
 * of a feature over 484 cells is below 2^16. */
static bool is_within_limits(const NetworkNumbers *numbers) {
    for (int f = 0; f < FIELD_COUNT; f++)
        if (!is_field_limited(&FIELDS[f], numbers))
            return false;
    for (int i = 0; i < NETWORK_VIEW; i++)
        if (numbers->row[NETWORK_EMPTY_ROW][i] != 0)
            return false;
    for (int output = 0; output < NETWORK_HIDDEN; output++)
        if (!network_first_fits(numbers, output))
            return false;
    return true;
}

bool network_numbers_read(const NetworkFile *file, int role, NetworkNumbers *numbers) {
    const unsigned char *at = file->numbers + (size_t)role * NETWORK_NUMBERS_BYTES;
    for (int f = 0; f < FIELD_COUNT; at += FIELDS[f].count * FIELDS[f].bytes, f++)
        read_field(&FIELDS[f], at, numbers);
    return is_within_limits(numbers);
}

static void write_numbers(const NetworkNumbers *numbers, unsigned char *at) {
    assert(is_within_limits(numbers));
    for (int f = 0; f < FIELD_COUNT; f++)
        for (size_t i = 0; i < FIELDS[f].count; i++, at += FIELDS[f].bytes)
            bytes_put(at, (int)FIELDS[f].bytes, (uint32_t)number_at(&FIELDS[f], numbers, i));
}

/* ---- The file -------------------------------------------------------------------------------- */

KanameStatus network_file_read(NetworkFile *file, const void *data, size_t size) {
    const unsigned char *bytes = data;
    if (size < MAGIC_BYTES || memcmp(bytes, NETWORK_MAGIC, MAGIC_BYTES) != 0)
        return KANAME_ERR_FOREIGN;
    if (size < NETWORK_HEADER_BYTES)
        return KANAME_ERR_DAMAGED;
    if (bytes_get(bytes + 8, 2) != NETWORK_VERSION)
        return KANAME_ERR_VERSION;
    unsigned rule = bytes[10], roles = bytes[11];
    if (rule >= RULES || (int)roles != rule_roles((Rule)rule))
        return KANAME_ERR_DAMAGED;
    size_t table_bytes = (size_t)bytes_get(bytes + 28, 4);
    size_t body = table_bytes + (size_t)roles * NETWORK_NUMBERS_BYTES;
    uint64_t hash = bytes_get(bytes + HASH_OFFSET, 8);
    if (table_bytes > WEIGHTS_BYTES_MAX || size != NETWORK_HEADER_BYTES + body ||
        bytes_get(bytes + 12, 4) != body ||
        hash != bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET))
        return KANAME_ERR_DAMAGED;
    *file = (NetworkFile){.rule = (Rule)rule,
                          .roles = (int)roles,
                          .id = hash,
                          .win_scale = (uint32_t)bytes_get(bytes + HASHED_OFFSET, 4),
                          .table = bytes + NETWORK_HEADER_BYTES,
                          .table_bytes = table_bytes,
                          .numbers = bytes + NETWORK_HEADER_BYTES + table_bytes};
    memcpy(file->origin, bytes + ORIGIN_AT, NETWORK_ORIGIN_BYTES);
    return file->win_scale > 0 ? KANAME_OK : KANAME_ERR_DAMAGED;
}

static void put_hash(unsigned char *bytes, size_t size) {
    bytes_put(bytes + HASH_OFFSET, 8,
              bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET));
}

void network_file_set_scale(void *data, size_t size, uint32_t win_scale) {
    unsigned char *bytes = data;
    bytes_put(bytes + HASHED_OFFSET, 4, win_scale);
    put_hash(bytes, size);
}

size_t network_write(void *data, Weights *table, const NetworkNumbers *numbers, uint32_t win_scale,
                     const char *origin) {
    unsigned char *bytes = data;
    unsigned roles = (unsigned)rule_roles(table->rule);
    memset(bytes, 0, NETWORK_HEADER_BYTES);
    size_t table_bytes = weights_write(table, bytes + NETWORK_HEADER_BYTES);
    size_t body = table_bytes + (size_t)roles * NETWORK_NUMBERS_BYTES;
    size_t size = NETWORK_HEADER_BYTES + body;
    memcpy(bytes, NETWORK_MAGIC, MAGIC_BYTES);
    bytes_put(bytes + 8, 2, NETWORK_VERSION);
    bytes[10] = (unsigned char)table->rule;
    bytes[11] = (unsigned char)roles;
    bytes_put(bytes + 12, 4, body);
    bytes_put(bytes + HASHED_OFFSET, 4, win_scale);
    bytes_put(bytes + 28, 4, table_bytes);
    size_t length = strlen(origin);
    memcpy(bytes + ORIGIN_AT, origin,
           length < NETWORK_ORIGIN_BYTES ? length : NETWORK_ORIGIN_BYTES);
    for (unsigned role = 0; role < roles; role++)
        write_numbers(&numbers[role], bytes + NETWORK_HEADER_BYTES + table_bytes +
                                          (size_t)role * NETWORK_NUMBERS_BYTES);
    put_hash(bytes, size);
    return size;
}
