#include "train/origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char WEIGHTS[] = "weights ";
enum { PART_BYTES = 100 };

/* Copies a field of an origin, which ends at a comma or semicolon. */
static void copy_field(const char *from, char *to, size_t size) {
    size_t length = strcspn(from, ",;");
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* Returns where the number before " nodes" begins; NULL if there is none. */
static const char *find_nodes(const char *origin) {
    const char *at = strstr(origin, " nodes");
    if (at == NULL)
        return NULL;
    while (at > origin && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at;
}

/* Writes nodes, seed and weights of one origin, or its beginning if it names no weights. */
static void shorten(const char *origin, char part[PART_BYTES]) {
    const char *nodes = find_nodes(origin), *seed = strstr(origin, "seed "),
               *weights = strstr(origin, WEIGHTS);
    char texts[3][28];
    if (nodes == NULL || seed == NULL || weights == NULL) {
        snprintf(part, PART_BYTES, "%.60s", origin[0] != '\0' ? origin : "unknown");
        return;
    }
    copy_field(nodes, texts[0], sizeof texts[0]);
    copy_field(seed, texts[1], sizeof texts[1]);
    copy_field(weights, texts[2], sizeof texts[2]);
    snprintf(part, PART_BYTES, "%s, %s, %s", texts[0], texts[1], texts[2]);
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
    const char *colon = strstr(origin, " files: ");
    char rest[GAMEFILE_ORIGIN_BYTES + 1];
    snprintf(rest, sizeof rest, "%s", colon != NULL ? colon + strlen(" files: ") : origin);
    for (char *part = rest, *next; part != NULL; part = next) {
        next = strstr(part, "; ");
        if (next != NULL) {
            *next = '\0';
            next += 2;
        }
        if (strcmp(part, "and others") == 0)
            origins->is_cut = true;
        else
            add_part(origins, part);
    }
}

void origins_describe(const Origins *origins, const char *made,
                      char text[GAMEFILE_ORIGIN_BYTES + 1]) {
    char all[32 + 2 * (GAMEFILE_ORIGIN_BYTES + 1)];
    bool is_one =
        origins->count == 1 && !origins->is_cut && strstr(origins->whole, " files: ") == NULL;
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
