#include "eval/network/numbers.h"

#include <assert.h>

#include "base/rule.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

#define SHORTS(name, limit) NUMBERS_FIELD(NetworkNumbers, name, int16_t, limit)
#define LONGS(name, limit) NUMBERS_FIELD(NetworkNumbers, name, int32_t, limit)

static const NumbersField FIELDS[] = {
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

static const NumbersKind KIND = {.magic = NETWORK_MAGIC,
                                 .version = NETWORK_VERSION,
                                 .struct_bytes = sizeof(NetworkNumbers),
                                 .fields = FIELDS,
                                 .field_count = sizeof FIELDS / sizeof FIELDS[0]};

_Static_assert(
    NETWORK_NUMBERS_BYTES ==
        2 * (NETWORK_ROWS * NETWORK_VIEW + NETWORK_HIDDEN * NETWORK_INPUTS +
             THREAT_STATES * NETWORK_HIDDEN + NETWORK_STAGES * NETWORK_SECOND * NETWORK_HIDDEN +
             NETWORK_FEATURES * NETWORK_HIDDEN) +
            4 * (NETWORK_STAGES * (NETWORK_HIDDEN + 2 * NETWORK_SECOND + 2) + NETWORK_FEATURES + 1),
    "nothing between the numbers");

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
static bool fits(const NetworkNumbers *numbers) {
    for (int i = 0; i < NETWORK_VIEW; i++)
        if (numbers->row[NETWORK_EMPTY_ROW][i] != 0)
            return false;
    for (int output = 0; output < NETWORK_HIDDEN; output++)
        if (!network_first_fits(numbers, output))
            return false;
    return true;
}

bool network_numbers_read(const NetworkFile *file, int role, NetworkNumbers *numbers) {
    return numbers_read(&KIND, file, role, numbers) && fits(numbers);
}

/* ---- The file -------------------------------------------------------------------------------- */

KanameStatus network_file_read(NetworkFile *file, const void *data, size_t size) {
    return numbers_file_read(&KIND, file, data, size);
}

size_t network_write(void *data, Weights *table, const NetworkNumbers *numbers, uint32_t win_scale,
                     const char *origin) {
    for (int role = 0; role < rule_roles(table->rule); role++)
        assert(fits(&numbers[role]));
    return numbers_file_write(&KIND, data, table, numbers, win_scale, 0, origin);
}
