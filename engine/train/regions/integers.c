#include "train/regions/integers.h"

#include <math.h>
#include <stddef.h>

/* ---- Layers ---------------------------------------------------------------------------------- */

/* A field of RegionsLayers and of RegionsNumbers. */
typedef struct Field {
    size_t from, to, count; /* offsets, elements */
    int bytes;              /* of an integer */
    double scale, limit;    /* limit: of the integers, plus or minus */
    double float_limit;     /* of the floats in training; 0: none */
    bool is_score;          /* the scale is divided by the units of a nat */
} Field;

static const double BIAS = REGIONS_ONE * REGIONS_WEIGHT;

#define FIELD(name, type, ...)                                                             \
    {                                                                                      \
        offsetof(RegionsLayers, name), offsetof(RegionsNumbers, name),                     \
            sizeof((RegionsLayers *)NULL)->name / sizeof(float), sizeof(type), __VA_ARGS__ \
    }

#define WEIGHTS_OF(name) FIELD(name, int8_t, REGIONS_WEIGHT, INT8_MAX, INT8_MAX / 64.0, false)
#define BIASES_OF(name, scale) FIELD(name, int32_t, scale, REGIONS_BIAS_MAX, 0, false)
#define PLACE_OF(place, limit) \
    FIELD(neighbour[place], int8_t, REGIONS_NEIGHBOUR, limit, limit / 32.0, false)
#define DYNAMIC (double)REGIONS_DYNAMIC_MAX

static const Field FIELDS[] = {
    WEIGHTS_OF(region),
    BIASES_OF(region_bias, REGIONS_ONE *REGIONS_WEIGHT),
    WEIGHTS_OF(quadrant),
    BIASES_OF(quadrant_bias, REGIONS_ONE *REGIONS_WEIGHT),
    WEIGHTS_OF(first),
    BIASES_OF(first_bias, REGIONS_ONE *REGIONS_WEIGHT),
    WEIGHTS_OF(second),
    BIASES_OF(second_bias, REGIONS_ONE *REGIONS_WEIGHT),
    FIELD(outcome, int16_t, REGIONS_OUTCOME, INT16_MAX, 0, false),
    BIASES_OF(outcome_bias, REGIONS_NAT),
    FIELD(table_share, int32_t, (double)REGIONS_NAT *(1 << REGIONS_SHARE_SHIFT),
          REGIONS_TABLE_SHARE_MAX, 0, true),
    PLACE_OF(0, REGIONS_OWN_MAX),
    PLACE_OF(1, REGIONS_SIDE_MAX),
    PLACE_OF(2, REGIONS_CORNER_MAX),
    FIELD(neighbour_bias, int16_t, REGIONS_ONE *REGIONS_NEIGHBOUR, REGIONS_NEIGHBOUR_BIAS_MAX,
          REGIONS_NEIGHBOUR_BIAS_MAX / (64.0 * 32.0), false),
    FIELD(pool, int8_t, REGIONS_WEIGHT, INT8_MAX, DYNAMIC, false),
    BIASES_OF(pool_bias, REGIONS_ONE *REGIONS_WEIGHT),
    FIELD(mixer, int8_t, REGIONS_MIXER, INT8_MAX, DYNAMIC, false),
    FIELD(mixer_bias, int32_t, REGIONS_ONE *REGIONS_MIXER, REGIONS_BIAS_MAX, DYNAMIC, false),
    FIELD(worth, int8_t, REGIONS_MIXER, INT8_MAX, DYNAMIC, false),
    FIELD(order_table_share, int32_t, REGIONS_ORDER_SHARE, REGIONS_ORDER_SHARE_MAX, 0, false),
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

static int32_t rounded(float number, double scale, double limit) {
    double nearest = nearbyint((double)number * scale);
    return (int32_t)(nearest > limit ? limit : nearest < -limit ? -limit : nearest);
}

static double scale_of(const Field *field, double units) {
    return field->is_score ? field->scale / units : field->scale;
}

void regions_from_layers(const RegionsLayers *layers, double units, RegionsNumbers *numbers) {
    for (int f = 0; f < FIELD_COUNT; f++) {
        const Field *field = &FIELDS[f];
        const float *from = (const float *)(const void *)((const char *)layers + field->from);
        void *to = (char *)numbers + field->to;
        for (size_t i = 0; i < field->count; i++) {
            int32_t number = rounded(from[i], scale_of(field, units), field->limit);
            if (field->bytes == 1)
                ((int8_t *)to)[i] = (int8_t)number;
            else if (field->bytes == 2)
                ((int16_t *)to)[i] = (int16_t)number;
            else
                ((int32_t *)to)[i] = number;
        }
    }
}

void regions_to_layers(const RegionsNumbers *numbers, double units, RegionsLayers *layers) {
    for (int f = 0; f < FIELD_COUNT; f++) {
        const Field *field = &FIELDS[f];
        const void *from = (const char *)numbers + field->to;
        float *to = (float *)(void *)((char *)layers + field->from);
        for (size_t i = 0; i < field->count; i++) {
            int32_t number = field->bytes == 1   ? ((const int8_t *)from)[i]
                             : field->bytes == 2 ? ((const int16_t *)from)[i]
                                                 : ((const int32_t *)from)[i];
            to[i] = (float)(number / scale_of(field, units));
        }
    }
}

static float limited(float number, float limit) {
    return number > limit ? limit : number < -limit ? -limit : number;
}

void regions_limit_layers(RegionsLayers *layers) {
    for (int f = 0; f < FIELD_COUNT; f++) {
        float *numbers = (float *)(void *)((char *)layers + FIELDS[f].from);
        for (size_t i = 0; FIELDS[f].float_limit > 0 && i < FIELDS[f].count; i++)
            numbers[i] = limited(numbers[i], (float)FIELDS[f].float_limit);
    }
}

/* ---- Rows and biases by threats -------------------------------------------------------------- */

/* Rounds halves away from zero, as the conversions below do. */
static int16_t short_of(float number, float scale, float limit) {
    float scaled = limited(number * scale, limit);
    return (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static void round_shorts(float *numbers, int count, float scale, float limit) {
    for (int i = 0; i < count; i++)
        numbers[i] = (float)short_of(numbers[i], scale, limit) / scale;
}

void regions_from_rows(const float *rows, int count, int8_t *numbers) {
    for (int i = 0; i < count * REGIONS_CHANNELS; i++)
        numbers[i] = (int8_t)short_of(rows[i], REGIONS_ROW_SCALE, INT8_MAX);
}

void regions_to_rows(const int8_t *numbers, int count, float *rows) {
    for (int i = 0; i < count * REGIONS_CHANNELS; i++)
        rows[i] = (float)numbers[i] / REGIONS_ROW_SCALE;
}

void regions_round_rows(float *rows, int count) {
    round_shorts(rows, count * REGIONS_CHANNELS, REGIONS_ROW_SCALE, INT8_MAX);
}

void regions_from_threats(const float *biases, int count, int16_t *numbers) {
    for (int i = 0; i < count * REGIONS_HIDDEN; i++)
        numbers[i] = short_of(biases[i], (float)BIAS, INT16_MAX);
}

void regions_to_threats(const int16_t *numbers, int count, float *biases) {
    for (int i = 0; i < count * REGIONS_HIDDEN; i++)
        biases[i] = (float)numbers[i] / (float)BIAS;
}

void regions_round_threats(float *biases, int count) {
    round_shorts(biases, count * REGIONS_HIDDEN, (float)BIAS, INT16_MAX);
}
