/* regions.h: numbers of networks of regions, drawn by chance. */
#ifndef KANAME_TESTS_REGIONS_H
#define KANAME_TESTS_REGIONS_H

#include "eval/regions/numbers.h"

typedef struct RegionsDraw {
    uint64_t rng;
    bool is_extreme; /* all numbers are at their limits */
} RegionsDraw;

/* Draws all numbers of a role. */
void regions_draw(RegionsNumbers *numbers, RegionsDraw *draw);

#endif
