#include "train/origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char WEIGHTS[] = "weights ", PROBES[] = "probes of ", DEEP[] = ", of ",
                  FILES[] = " files: ";
enum { PART_BYTES = 100 };

/* Copies a field of an origin, which ends at a comma or semicolon. */
static void copy_field(const char *from, char *to, size_t size) {
    size_t length = strcspn(from, ",;");
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* Copies the parts of a merged file's origin, or the origin, for next_part(). */
static void copy_parts(const char *origin, char parts[GAMEFILE_ORIGIN_BYTES + 1]) {
    const char *files = strstr(origin, FILES);
    snprintf(parts, GAMEFILE_ORIGIN_BYTES + 1, "%s",
             files != NULL ? files + strlen(FILES) : origin);
}

/* Cuts the first part off and returns it. `parts` becomes the others, NULL after the last. */
static char *next_part(char **parts) {
    char *part = *parts, *end = strstr(part, "; ");
    *parts = end != NULL ? end + 2 : NULL;
    if (end != NULL)
        *end = '\0';
    return part;
}

/* Returns the nodes of a part's moves; 0 if it does not say them. */
static uint64_t move_nodes(const char *part) {
    const char *end = strstr(part, " nodes"), *at = end;
    while (at != NULL && at > part && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at != end ? strtoull(at, NULL, 10) : 0;
}

/* Returns the nodes of a part's probes, of the second search if there is one: `generate` writes
 * "4 probes of 2500, of 20000 past 200 and 20%". */
static uint64_t probe_nodes(const char *part) {
    const char *probes = strstr(part, PROBES), *deep = probes != NULL ? strstr(probes, DEEP) : NULL;
    return deep != NULL     ? strtoull(deep + strlen(DEEP), NULL, 10)
           : probes != NULL ? strtoull(probes + strlen(PROBES), NULL, 10)
                            : 0;
}

static void take_fewest(uint64_t *fewest, uint64_t nodes) {
    if (nodes > 0 && (*fewest == 0 || nodes < *fewest))
        *fewest = nodes;
}

OriginNodes origin_nodes(const char *origin) {
    OriginNodes fewest = {0};
    char all[GAMEFILE_ORIGIN_BYTES + 1], *parts = all;
    copy_parts(origin, all);
    while (parts != NULL) {
        const char *part = next_part(&parts);
        take_fewest(&fewest.move, move_nodes(part));
        take_fewest(&fewest.probe, probe_nodes(part));
    }
    return fewest;
}

/* Writes nodes, probes, seed and weights of one origin, or its beginning if it names no weights. */
static void shorten(const char *origin, char part[PART_BYTES]) {
    const char *seed = strstr(origin, "seed "), *weights = strstr(origin, WEIGHTS);
    uint64_t moves = move_nodes(origin), probes = probe_nodes(origin);
    char texts[2][28], probed[40] = "";
    if (moves == 0 || seed == NULL || weights == NULL) {
        snprintf(part, PART_BYTES, "%.60s", origin[0] != '\0' ? origin : "unknown");
        return;
    }
    copy_field(seed, texts[0], sizeof texts[0]);
    copy_field(weights, texts[1], sizeof texts[1]);
    if (probes > 0)
        snprintf(probed, sizeof probed, ", %s%" PRIu64, PROBES, probes);
    snprintf(part, PART_BYTES, "%" PRIu64 " nodes%s, %s, %s", moves, probed, texts[0], texts[1]);
}

static bool has_part(const char *parts, const char *part) {
    size_t length = strlen(part);
    for (const char *at = strstr(parts, part); at != NULL; at = strstr(at + 1, part))
        if ((at == parts || at[-1] == ' ') && (at[length] == '\0' || at[length] == ';'))
            return true;
    return false;
}

static void add_part(Origins *origins, const char *origin) {
    char part[PART_BYTES];
    shorten(origin, part);
    if (has_part(origins->parts, part))
        return;
    size_t used = strlen(origins->parts), room = sizeof origins->parts - used;
    const size_t reserved = sizeof "shuffled of 4294967296 files: ; and others";
    origins->count++;
    if (strlen(part) + reserved >= room) {
        origins->is_cut = true;
        return;
    }
    snprintf(origins->parts + used, room, "%s%s", used > 0 ? "; " : "", part);
}

void origins_add(Origins *origins, const char *origin) {
    if (origins->files++ == 0)
        snprintf(origins->whole, sizeof origins->whole, "%s", origin);
    char all[GAMEFILE_ORIGIN_BYTES + 1], *parts = all;
    copy_parts(origin, all);
    while (parts != NULL) {
        const char *part = next_part(&parts);
        if (strcmp(part, "and others") == 0)
            origins->is_cut = true;
        else
            add_part(origins, part);
    }
}

void origins_describe(const Origins *origins, const char *made,
                      char text[GAMEFILE_ORIGIN_BYTES + 1]) {
    char all[32 + 2 * (GAMEFILE_ORIGIN_BYTES + 1)];
    bool is_one = origins->count == 1 && !origins->is_cut && strstr(origins->whole, FILES) == NULL;
    int length =
        snprintf(all, sizeof all, "%s of %d files: %s%s", made, origins->files,
                 is_one ? origins->whole : origins->parts, origins->is_cut ? "; and others" : "");
    if (length > GAMEFILE_ORIGIN_BYTES)
        snprintf(all, sizeof all, "%s of %d files: %s%s", made, origins->files, origins->parts,
                 origins->is_cut ? "; and others" : "");
    snprintf(text, GAMEFILE_ORIGIN_BYTES + 1, "%.*s", (int)GAMEFILE_ORIGIN_BYTES, all);
}

bool origin_has_other_weights(const char *origin, uint32_t weights_id, uint32_t *other) {
    for (const char *at = strstr(origin, WEIGHTS); at != NULL; at = strstr(at, WEIGHTS)) {
        char *end;
        at += strlen(WEIGHTS);
        unsigned long id = strtoul(at, &end, 16);
        if (end == at + 8 && (uint32_t)id != weights_id) {
            *other = (uint32_t)id;
            return true;
        }
    }
    return false;
}
