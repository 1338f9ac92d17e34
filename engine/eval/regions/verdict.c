#include "eval/regions/verdict.h"

enum { STEP_SHIFT = 10 /* of the table: a sixteenth of a nat */ };

/* log(1 + exp(-d)) for d from 0 to 12 nats. */
// clang-format off
static const int32_t SOFTPLUS[] = {
    11357, 10853, 10365, 9892, 9436, 8996, 8571, 8161, 7767, 7388, 7024, 6674, 6338, 6017, 5709, 5414,
    5132, 4863, 4606, 4361, 4128, 3905, 3693, 3492, 3300, 3118, 2945, 2781, 2625, 2477, 2338, 2205,
    2080, 1961, 1848, 1742, 1642, 1547, 1457, 1372, 1293, 1217, 1146, 1079, 1015, 956, 899, 846,
    796, 749, 704, 663, 623, 586, 551, 518, 487, 458, 431, 405, 381, 358, 337, 316,
    297, 280, 263, 247, 232, 218, 205, 193, 181, 170, 160, 150, 141, 133, 125, 117,
    110, 103, 97, 91, 86, 81, 76, 71, 67, 63, 59, 55, 52, 49, 46, 43,
    41, 38, 36, 34, 32, 30, 28, 26, 25, 23, 22, 20, 19, 18, 17, 16,
    15, 14, 13, 12, 12, 11, 10, 10, 9, 9, 8, 8, 7, 7, 6, 6,
    5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 2, 2, 2,
    2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0,
};
// clang-format on

/* log(exp(a) + exp(b)), with straight lines between the steps. */
static int32_t add_exponents(int32_t a, int32_t b) {
    int32_t most = a > b ? a : b, distance = a > b ? a - b : b - a;
    int32_t step = distance >> STEP_SHIFT, beyond = distance & ((1 << STEP_SHIFT) - 1);
    if (step >= (int32_t)(sizeof SOFTPLUS / sizeof SOFTPLUS[0]) - 1)
        return most;
    int32_t fall = (SOFTPLUS[step] - SOFTPLUS[step + 1]) * beyond;
    return most + SOFTPLUS[step] - (fall >> STEP_SHIFT);
}

int32_t regions_nats(RegionsVerdict verdict) {
    const int32_t LOG_2 = 11357;
    int32_t half = verdict.lead / 2, draw = verdict.draw / 2 - LOG_2;
    return add_exponents(half, draw) - add_exponents(-half, draw);
}
