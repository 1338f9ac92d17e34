#include "eval/regions/numbers_file.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rule.h"

enum {
    VERSION_AT = 8,
    RULE_AT = 10,
    ROLES_AT = 11,
    BODY_AT = 12,
    HASH_AT = 16,
    SCALE_AT = 24, /* the hash is that of the bytes from here on */
    TABLE_AT = 28,
    UNITS_AT = 32,
    ORIGIN_AT = 36
};

_Static_assert(ORIGIN_AT + NUMBERS_ORIGIN_BYTES == NUMBERS_HEADER_BYTES, "the header is full");

size_t numbers_bytes(const NumbersKind *kind) {
    size_t bytes = 0;
    for (int f = 0; f < kind->field_count; f++)
        bytes += kind->fields[f].count * kind->fields[f].bytes;
    return bytes;
}

size_t numbers_file_max(const NumbersKind *kind) {
    return NUMBERS_HEADER_BYTES + WEIGHTS_BYTES_MAX + COLORS * numbers_bytes(kind);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Sets a field from its bytes in a file. The loops are plain, so that the compiler vectorises them:
 * every start of the engine reads a network. */
static void read_field(const NumbersField *field, const unsigned char *at, void *numbers) {
    void *to = (unsigned char *)numbers + field->offset;
    if (field->bytes == sizeof(int8_t)) {
        memcpy(to, at, field->count);
    } else if (field->bytes == sizeof(int16_t)) {
        uint16_t *narrow = to;
        for (size_t i = 0; i < field->count; i++)
            narrow[i] = (uint16_t)(at[2 * i] | at[2 * i + 1] << 8);
    } else {
        uint32_t *wide = to;
        for (size_t i = 0; i < field->count; i++)
            wide[i] = (uint32_t)bytes_get(at + 4 * i, 4);
    }
}

/* Sets the least and the greatest number of `numbers`, of any width, and 0. */
#define FIND_LIMITS(numbers, count, least, most)             \
    for (size_t i = 0; i < (count); i++) {                   \
        least = (numbers)[i] < least ? (numbers)[i] : least; \
        most = (numbers)[i] > most ? (numbers)[i] : most;    \
    }

static bool is_field_limited(const NumbersField *field, const void *numbers) {
    const void *from = (const unsigned char *)numbers + field->offset;
    int32_t least = 0, most = 0;
    if (field->bytes == sizeof(int8_t)) {
        const int8_t *bytes = from;
        FIND_LIMITS(bytes, field->count, least, most)
    } else if (field->bytes == sizeof(int16_t)) {
        const int16_t *narrow = from;
        FIND_LIMITS(narrow, field->count, least, most)
    } else {
        const int32_t *wide = from;
        FIND_LIMITS(wide, field->count, least, most)
    }
    return least >= -field->limit && most <= field->limit;
}

static void write_field(const NumbersField *field, const void *numbers, unsigned char *to) {
    const void *from = (const unsigned char *)numbers + field->offset;
    const int8_t *bytes = from;
    const int16_t *narrow = from;
    const int32_t *wide = from;
    for (size_t i = 0; i < field->count; i++) {
        int32_t number = field->bytes == sizeof *bytes    ? bytes[i]
                         : field->bytes == sizeof *narrow ? narrow[i]
                                                          : wide[i];
        bytes_put(to + i * field->bytes, (int)field->bytes, (uint32_t)number);
    }
}

bool numbers_are_limited(const NumbersKind *kind, const void *numbers) {
    for (int f = 0; f < kind->field_count; f++)
        if (!is_field_limited(&kind->fields[f], numbers))
            return false;
    return true;
}

bool numbers_read(const NumbersKind *kind, const NumbersFile *file, int role, void *numbers) {
    const unsigned char *at = file->numbers + (size_t)role * numbers_bytes(kind);
    for (int f = 0; f < kind->field_count; f++) {
        read_field(&kind->fields[f], at, numbers);
        at += kind->fields[f].count * kind->fields[f].bytes;
    }
    return numbers_are_limited(kind, numbers);
}

/* ---- The file -------------------------------------------------------------------------------- */

static uint64_t hash_of(const unsigned char *bytes, size_t size) {
    return bytes_sum(BYTES_SUM_START, bytes + SCALE_AT, size - SCALE_AT);
}

/* Checks the header but for the numbers after the hash. */
static KanameStatus check_header(const NumbersKind *kind, const unsigned char *bytes, size_t size) {
    if (size < NUMBERS_MAGIC_BYTES || memcmp(bytes, kind->magic, NUMBERS_MAGIC_BYTES) != 0)
        return KANAME_ERR_FOREIGN;
    if (size < NUMBERS_HEADER_BYTES)
        return KANAME_ERR_DAMAGED;
    if (bytes_get(bytes + VERSION_AT, 2) != kind->version)
        return KANAME_ERR_VERSION;
    unsigned rule = bytes[RULE_AT], roles = bytes[ROLES_AT];
    if (rule >= RULES || (int)roles != rule_roles((Rule)rule))
        return KANAME_ERR_DAMAGED;
    size_t table_bytes = (size_t)bytes_get(bytes + TABLE_AT, 4);
    size_t body = table_bytes + roles * numbers_bytes(kind);
    bool is_whole = table_bytes <= WEIGHTS_BYTES_MAX && size == NUMBERS_HEADER_BYTES + body &&
                    bytes_get(bytes + BODY_AT, 4) == body &&
                    bytes_get(bytes + HASH_AT, 8) == hash_of(bytes, size);
    return is_whole ? KANAME_OK : KANAME_ERR_DAMAGED;
}

KanameStatus numbers_file_read(const NumbersKind *kind, NumbersFile *file, const void *data,
                               size_t size) {
    const unsigned char *bytes = data;
    KanameStatus status = check_header(kind, bytes, size);
    if (status != KANAME_OK)
        return status;
    size_t table_bytes = (size_t)bytes_get(bytes + TABLE_AT, 4);
    *file = (NumbersFile){.rule = (Rule)bytes[RULE_AT],
                          .roles = bytes[ROLES_AT],
                          .id = bytes_get(bytes + HASH_AT, 8),
                          .win_scale = (uint32_t)bytes_get(bytes + SCALE_AT, 4),
                          .units = (uint32_t)bytes_get(bytes + UNITS_AT, 4),
                          .table = bytes + NUMBERS_HEADER_BYTES,
                          .table_bytes = table_bytes,
                          .numbers = bytes + NUMBERS_HEADER_BYTES + table_bytes};
    memcpy(file->origin, bytes + ORIGIN_AT, NUMBERS_ORIGIN_BYTES);
    bool is_valid = file->win_scale > 0 && file->units > 0 && file->units <= kind->units_max;
    return is_valid ? KANAME_OK : KANAME_ERR_DAMAGED;
}

void numbers_file_set_scale(void *data, size_t size, uint32_t win_scale) {
    unsigned char *bytes = data;
    bytes_put(bytes + SCALE_AT, 4, win_scale);
    bytes_put(bytes + HASH_AT, 8, hash_of(bytes, size));
}

static unsigned char *write_numbers(const NumbersKind *kind, const void *numbers,
                                    unsigned char *to) {
    assert(numbers_are_limited(kind, numbers));
    for (int f = 0; f < kind->field_count; f++) {
        write_field(&kind->fields[f], numbers, to);
        to += kind->fields[f].count * kind->fields[f].bytes;
    }
    return to;
}

size_t numbers_file_write(const NumbersKind *kind, void *data, Weights *table, const void *numbers,
                          uint32_t win_scale, uint32_t units, const char *origin) {
    unsigned char *bytes = data;
    size_t roles = (size_t)rule_roles(table->rule);
    memset(bytes, 0, NUMBERS_HEADER_BYTES);
    size_t table_bytes = weights_write(table, bytes + NUMBERS_HEADER_BYTES);
    unsigned char *end = bytes + NUMBERS_HEADER_BYTES + table_bytes;
    for (size_t role = 0; role < roles; role++)
        end = write_numbers(kind, (const unsigned char *)numbers + role * kind->struct_bytes, end);
    size_t size = (size_t)(end - bytes);
    memcpy(bytes, kind->magic, NUMBERS_MAGIC_BYTES);
    bytes_put(bytes + VERSION_AT, 2, kind->version);
    bytes[RULE_AT] = (unsigned char)table->rule;
    bytes[ROLES_AT] = (unsigned char)roles;
    bytes_put(bytes + BODY_AT, 4, size - NUMBERS_HEADER_BYTES);
    bytes_put(bytes + TABLE_AT, 4, table_bytes);
    bytes_put(bytes + UNITS_AT, 4, units);
    size_t length = strlen(origin);
    memcpy(bytes + ORIGIN_AT, origin,
           length < NUMBERS_ORIGIN_BYTES ? length : NUMBERS_ORIGIN_BYTES);
    numbers_file_set_scale(bytes, size, win_scale);
    return size;
}
