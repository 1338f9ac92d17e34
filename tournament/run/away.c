#include "run/away.h"

#include <stdlib.h>

void encounter_release(Encounter *encounter) {
    free(encounter->options);
    encounter->options = NULL;
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
static uint32_t add(uint32_t sum, int64_t value) {
    for (int i = 0; i < 8; i++)
        sum = (sum ^ (uint32_t)((uint64_t)value >> (8 * i) & 0xff)) * 16777619u;
    return sum;
}

uint32_t encounter_check(const Encounter *encounter) {
    uint32_t sum = add(2166136261u, encounter->id);
    for (size_t i = 0; i < encounter->opening.count; i++)
        sum = add(add(sum, encounter->opening.stones[i].x), encounter->opening.stones[i].y);
    const EncounterOptions *options = encounter->options;
    for (int seat = 0; seat < 2 && options != NULL; seat++)
        for (int i = 0; i < options->count; i++)
            for (const char *at = options->text[seat][i]; *at != '\0'; at++)
                sum = add(sum, (unsigned char)*at);
    return sum;
}
