/* opening_scale.h: the scale of win rates in the opening, where a lead may be worth more than
 * later.
 *
 * The scale is opening_percent of win_scale up to opening_stones stones, rises (or falls) evenly
 * from there and reaches win_scale at full_stones. All 0: win_scale at any number of stones. Plain
 * values. */
#ifndef KANAME_EVAL_OPENING_SCALE_H
#define KANAME_EVAL_OPENING_SCALE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct OpeningScale {
    uint8_t percent; /* 1..255; 0: the opening has no scale of its own */
    uint8_t opening_stones, full_stones;
} OpeningScale;

static inline bool opening_scale_is_good(const OpeningScale *opening) {
    return opening->percent == 0 ? opening->opening_stones == 0 && opening->full_stones == 0
                                 : opening->opening_stones < opening->full_stones;
}

/* Returns the scale at this number of stones, in units. */
static inline double opening_scale_at(const OpeningScale *opening, double win_scale, int stones) {
    if (opening->percent == 0 || stones >= opening->full_stones)
        return win_scale;
    int beyond = stones > opening->opening_stones ? stones - opening->opening_stones : 0;
    int span = opening->full_stones - opening->opening_stones;
    double percent = opening->percent + (100.0 - opening->percent) * beyond / span;
    return win_scale * percent / 100;
}

#endif
