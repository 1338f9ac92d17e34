/* verdict.h: a network of regions' verdict on a position. Any thread. */
#ifndef KANAME_EVAL_REGIONS_VERDICT_H
#define KANAME_EVAL_REGIONS_VERDICT_H

#include <stdint.h>

/* In nats, 1.0 is REGIONS_NAT. */
typedef struct RegionsVerdict {
    int32_t lead; /* logarithm of win over loss */
    int32_t draw; /* twice the logarithm of draw over the mean of win and loss */
} RegionsVerdict;

/* Returns the logarithm of win + draw / 2 over loss + draw / 2, 1 nat is REGIONS_NAT. */
int32_t regions_nats(RegionsVerdict verdict);

#endif
