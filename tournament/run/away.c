#include "run/away.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
static uint64_t add_text(uint64_t sum, const char *text) {
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return sum;
}

int64_t away_key(const char *settings, const char *path) {
    char folder[PATH_MAX] = "", host[256] = "";
    uint64_t sum = add_text(UINT64_C(14695981039346656037), settings);
    if (path[0] != '/' && getcwd(folder, sizeof folder) != NULL)
        sum = add_text(add_text(sum, folder), "/");
    gethostname(host, sizeof host - 1);
    return (int64_t)(add_text(add_text(sum, path), host) & INT64_MAX);
}

void away_print_note(void *context, const char *text) {
    (void)context;
    printf("Grid: %s\n", text);
    fflush(stdout);
}

int64_t away_recall(const AwayKind *kind, Away *away) {
    Encounter encounter;
    if (away == NULL || !kind->recall(away, &encounter))
        return 0;
    encounter_release(&encounter);
    return encounter.id;
}

bool away_is_open(const AwayKind *kind, const Away *away) {
    return away != NULL && kind->open(away) > 0;
}
