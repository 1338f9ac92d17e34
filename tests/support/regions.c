#include "support/regions.h"

#include <string.h>

#include "base/rng.h"

static int drawn(RegionsDraw *draw, int limit) {
    if (draw->is_extreme)
        return rng_below(&draw->rng, 2) == 0 ? -limit : limit;
    return (int)rng_below(&draw->rng, (uint32_t)(2 * limit + 1)) - limit;
}

#define FILL(type, array, limit)                              \
    for (size_t i = 0; i < sizeof(array) / sizeof(type); i++) \
    ((type *)(void *)(array))[i] = (type)drawn(draw, draw->is_extreme ? (limit##_MAX) : (limit))

/* Limits of numbers of a usual size; those of the file have _MAX behind the name. */
enum {
    ROW = 10,
    ROW_MAX = INT8_MAX,
    BYTE = 30,
    BYTE_MAX = INT8_MAX,
    BIAS = 4000,
    BIAS_MAX = REGIONS_BIAS_MAX,
    SHORT = 2000,
    SHORT_MAX = INT16_MAX,
    SHARE = 30000,
    SHARE_MAX = REGIONS_TABLE_SHARE_MAX,
    OWN = 32,
    OWN_MAX = REGIONS_OWN_MAX,
    SIDE = 8,
    SIDE_MAX = REGIONS_SIDE_MAX,
    CORNER = 8,
    CORNER_MAX = REGIONS_CORNER_MAX,
    PLACE_BIAS = 200,
    PLACE_BIAS_MAX = REGIONS_NEIGHBOUR_BIAS_MAX,
    ORDER = 300,
    ORDER_MAX = REGIONS_ORDER_SHARE_MAX
};

void regions_draw(RegionsNumbers *numbers, RegionsDraw *draw) {
    FILL(int8_t, numbers->row, ROW);
    memset(numbers->row[REGIONS_EMPTY_ROW], 0, sizeof numbers->row[0]);
    FILL(int8_t, numbers->region, BYTE);
    FILL(int32_t, numbers->region_bias, BIAS);
    FILL(int8_t, numbers->quadrant, BYTE);
    FILL(int32_t, numbers->quadrant_bias, BIAS);
    FILL(int8_t, numbers->first, BYTE);
    FILL(int32_t, numbers->first_bias, BIAS);
    FILL(int16_t, numbers->threat_bias, SHORT);
    FILL(int8_t, numbers->second, BYTE);
    FILL(int32_t, numbers->second_bias, BIAS);
    FILL(int16_t, numbers->outcome, SHORT);
    FILL(int32_t, numbers->outcome_bias, BIAS);
    FILL(int32_t, numbers->table_share, SHARE);
    FILL(int8_t, numbers->neighbour[0], OWN);
    FILL(int8_t, numbers->neighbour[1], SIDE);
    FILL(int8_t, numbers->neighbour[2], CORNER);
    FILL(int16_t, numbers->neighbour_bias, PLACE_BIAS);
    FILL(int8_t, numbers->pool, BYTE);
    FILL(int32_t, numbers->pool_bias, BIAS);
    FILL(int8_t, numbers->mixer, BYTE);
    FILL(int32_t, numbers->mixer_bias, BIAS);
    FILL(int8_t, numbers->worth, BYTE);
    FILL(int32_t, numbers->order_table_share, ORDER);
}
