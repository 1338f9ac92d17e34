#include "eval/table/weights.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/rule.h"
#include "eval/weights/embedded.h"

enum {
    DIRECTION_COUNT = 4,
    MAGIC_BYTES = sizeof WEIGHTS_MAGIC - 1,
    VERSION_OFFSET = 8,
    HASH_OFFSET = 16,
    HASHED_OFFSET = 24,
    ORIGIN_OFFSET = 28,
    OPENING_OFFSET = 124,
    RESERVED_OFFSET = 127
};

static const char MAGIC[] = WEIGHTS_MAGIC;

/* ---- Sets of shapes ------------------------------------------------------------------------- */

/* Returns n over k; k <= 4. */
static int choose(int n, int k) {
    int result = 1;
    for (int i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return result;
}

/* Combinatorial number system: shapes a >= b >= c >= d become four different numbers
 * a + 3 > b + 2 > c + 1 > d. */
int combo_of_key(ShapeKey key) {
    int shapes[DIRECTION_COUNT];
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        int shape = key >> (4 * i) & 15, at = i;
        for (; at > 0 && shapes[at - 1] > shape; at--)
            shapes[at] = shapes[at - 1];
        shapes[at] = shape;
    }
    int combo = 0;
    for (int i = 0; i < DIRECTION_COUNT; i++)
        combo += choose(shapes[i] + i, i + 1);
    assert(combo < COMBOS);
    return combo;
}

ShapeKey key_of_combo(int combo) {
    unsigned key = 0;
    for (int i = DIRECTION_COUNT - 1; i >= 0; i--) {
        int shape = SHAPES - 1;
        while (choose(shape + i, i + 1) > combo)
            shape--;
        combo -= choose(shape + i, i + 1);
        key |= (unsigned)shape << (4 * i);
    }
    return (ShapeKey)key;
}

/* ---- The file ------------------------------------------------------------------------------- */

/* Returns false if a number is out of range. */
static bool read_role(RoleWeights *role, const unsigned char *at) {
    int16_t numbers[WEIGHTS_ROLE_NUMBERS];
    bool is_good = true;
    for (int i = 0; i < WEIGHTS_ROLE_NUMBERS; i++) {
        numbers[i] = (int16_t)bytes_get(at + 2 * i, 2);
        is_good &= numbers[i] >= -WEIGHTS_MAX && numbers[i] <= WEIGHTS_MAX;
    }
    memcpy(role, numbers, sizeof numbers);
    return is_good;
}

static void write_role(const RoleWeights *role, unsigned char *at) {
    int16_t numbers[WEIGHTS_ROLE_NUMBERS];
    memcpy(numbers, role, sizeof numbers);
    for (int i = 0; i < WEIGHTS_ROLE_NUMBERS; i++)
        bytes_put(at + 2 * i, 2, (uint16_t)numbers[i]);
}

static bool version_is_known(const unsigned char *bytes) {
    unsigned version = (unsigned)bytes_get(bytes + VERSION_OFFSET, 2);
    return version == WEIGHTS_VERSION || version == WEIGHTS_VERSION_PLAIN;
}

static OpeningScale opening_of(const void *data) {
    const unsigned char *bytes = data, *at = bytes + OPENING_OFFSET;
    if (bytes_get(bytes + VERSION_OFFSET, 2) == WEIGHTS_VERSION_PLAIN)
        return (OpeningScale){0};
    return (OpeningScale){.percent = at[0], .opening_stones = at[1], .full_stones = at[2]};
}

/* Reads win_scale, opening scale and origin. Returns false if a number is out of range. */
static bool read_head(Weights *weights, const unsigned char *bytes) {
    weights->win_scale = (uint32_t)bytes_get(bytes + HASHED_OFFSET, 4);
    weights->opening = opening_of(bytes);
    memcpy(weights->origin, bytes + ORIGIN_OFFSET, WEIGHTS_ORIGIN_BYTES);
    weights->origin[WEIGHTS_ORIGIN_BYTES] = '\0';
    bool has_opening = bytes_get(bytes + VERSION_OFFSET, 2) != WEIGHTS_VERSION_PLAIN;
    return weights->win_scale > 0 && opening_scale_is_good(&weights->opening) &&
           (!has_opening || (weights->opening.percent > 0 && bytes[RESERVED_OFFSET] == 0));
}

KanameStatus weights_read(Weights *weights, const void *data, size_t size) {
    const unsigned char *bytes = data;
    if (size < MAGIC_BYTES || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0)
        return KANAME_ERR_FOREIGN;
    if (size < WEIGHTS_HEADER_BYTES)
        return KANAME_ERR_DAMAGED;
    if (!version_is_known(bytes))
        return KANAME_ERR_VERSION;
    unsigned rule = bytes[10], roles = bytes[11];
    if (rule >= RULES || (int)roles != rule_roles((Rule)rule))
        return KANAME_ERR_DAMAGED;
    size_t body = (size_t)roles * WEIGHTS_ROLE_BYTES;
    weights->hash = bytes_get(bytes + HASH_OFFSET, 8);
    if (bytes_get(bytes + 12, 4) != body || size != WEIGHTS_HEADER_BYTES + body ||
        weights->hash != bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET))
        return KANAME_ERR_DAMAGED;
    weights->rule = (Rule)rule;
    if (!read_head(weights, bytes))
        return KANAME_ERR_DAMAGED;
    for (unsigned color = 0; color < COLORS; color++)
        if (!read_role(&weights->role[color], bytes + WEIGHTS_HEADER_BYTES +
                                                  (color < roles ? color : 0) * WEIGHTS_ROLE_BYTES))
            return KANAME_ERR_DAMAGED;
    return KANAME_OK;
}

size_t weights_write(Weights *weights, void *data) {
    unsigned char *bytes = data;
    unsigned roles = (unsigned)rule_roles(weights->rule);
    size_t body = (size_t)roles * WEIGHTS_ROLE_BYTES, size = WEIGHTS_HEADER_BYTES + body;
    memset(bytes, 0, WEIGHTS_HEADER_BYTES);
    memcpy(bytes, MAGIC, MAGIC_BYTES);
    const OpeningScale *opening = &weights->opening;
    bytes_put(bytes + VERSION_OFFSET, 2,
              opening->percent > 0 ? WEIGHTS_VERSION : WEIGHTS_VERSION_PLAIN);
    bytes[10] = (unsigned char)weights->rule;
    bytes[11] = (unsigned char)roles;
    bytes_put(bytes + 12, 4, body);
    bytes_put(bytes + HASHED_OFFSET, 4, weights->win_scale);
    memcpy(bytes + ORIGIN_OFFSET, weights->origin, strlen(weights->origin));
    bytes[OPENING_OFFSET] = opening->percent;
    bytes[OPENING_OFFSET + 1] = opening->opening_stones;
    bytes[OPENING_OFFSET + 2] = opening->full_stones;
    for (unsigned role = 0; role < roles; role++)
        write_role(&weights->role[role], bytes + WEIGHTS_HEADER_BYTES + role * WEIGHTS_ROLE_BYTES);
    weights->hash = bytes_sum(BYTES_SUM_START, bytes + HASHED_OFFSET, size - HASHED_OFFSET);
    bytes_put(bytes + HASH_OFFSET, 8, weights->hash);
    return size;
}

void weights_embedded(Weights *weights, Rule rule) {
    KanameStatus status =
        weights_read(weights, EMBEDDED_WEIGHTS[rule].data, EMBEDDED_WEIGHTS[rule].size);
    assert(status == KANAME_OK && weights->rule == rule);
    (void)status;
}

uint64_t weights_embedded_hash(Rule rule) {
    return bytes_get(EMBEDDED_WEIGHTS[rule].data + HASH_OFFSET, 8);
}
