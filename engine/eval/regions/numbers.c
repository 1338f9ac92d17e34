#include "eval/regions/numbers.h"

#include <assert.h>

#include "base/rule.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

#define FIELD(name, type, limit) NUMBERS_FIELD(RegionsNumbers, name, type, limit)

static const NumbersField FIELDS[] = {
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

static const NumbersKind KIND = {.magic = REGIONS_MAGIC,
                                 .version = REGIONS_VERSION,
                                 .units_max = REGIONS_NAT_UNITS_MAX,
                                 .struct_bytes = sizeof(RegionsNumbers),
                                 .fields = FIELDS,
                                 .field_count = sizeof FIELDS / sizeof FIELDS[0]};

/* The neighbours' sums stay within 16 bits: one own feature, four at the sides, four at the
 * corners. */
_Static_assert(REGIONS_MOST *(REGIONS_OWN_MAX + 4 * REGIONS_SIDE_MAX + 4 * REGIONS_CORNER_MAX) +
                       REGIONS_NEIGHBOUR_BIAS_MAX + (1 << (REGIONS_NEIGHBOUR_SHIFT - 1)) <=
                   INT16_MAX,
               "16 bits");

size_t regions_bytes_max(void) {
    return numbers_file_max(&KIND);
}

static bool has_empty_row(const RegionsNumbers *numbers) {
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        if (numbers->row[REGIONS_EMPTY_ROW][i] != 0)
            return false;
    return true;
}

bool regions_numbers_read(const RegionsFile *file, int role, RegionsNumbers *numbers) {
    return numbers_read(&KIND, file, role, numbers) && has_empty_row(numbers);
}

KanameStatus regions_file_read(RegionsFile *file, const void *data, size_t size) {
    return numbers_file_read(&KIND, file, data, size);
}

size_t regions_write(void *data, Weights *table, const RegionsNumbers *numbers, uint32_t win_scale,
                     uint32_t units, const char *origin) {
    for (int role = 0; role < rule_roles(table->rule); role++)
        assert(has_empty_row(&numbers[role]));
    return numbers_file_write(&KIND, data, table, numbers, win_scale, units, origin);
}
