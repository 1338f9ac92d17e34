/* origin.h: parses the origin in the header of a file of games, as `generate` writes it: nodes,
 * probes, seed and weights. Plain text; any thread. */
#ifndef KANAME_TRAIN_ORIGIN_H
#define KANAME_TRAIN_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "train/gamefile.h"

/* The different origins of several files. */
typedef struct Origins {
    int files;                             /* added */
    int count;                             /* of different parts */
    bool is_cut;                           /* there were more than fit */
    char whole[GAMEFILE_ORIGIN_BYTES + 1]; /* the first one */
    char parts[GAMEFILE_ORIGIN_BYTES + 1]; /* nodes, probes, seed and weights of each */
} Origins;

/* Adds the origin of a file; "" if it has none. A merged file's origin adds its parts. */
void origins_add(Origins *origins, const char *origin);
/* Writes the origin of a file with the games of all of them, after `made`, such as "merged". */
void origins_describe(const Origins *origins, const char *made,
                      char text[GAMEFILE_ORIGIN_BYTES + 1]);

/* Nodes of the searches that made the labels of games; 0: the origin does not say. */
typedef struct OriginNodes {
    uint64_t move;  /* of a move of a game */
    uint64_t probe; /* of a probe, by its second search if it had one */
} OriginNodes;

/* Returns the fewest nodes that the origin names: a merged file does not say which of its parts a
 * game came from. */
OriginNodes origin_nodes(const char *origin);

/* Returns whether the origin names other weights than these; sets `other` to the first. */
bool origin_has_other_weights(const char *origin, uint32_t weights_id, uint32_t *other);

#endif
