/* farm_index.h: the index of a farm, index.tsv: a line a block, in the order of their numbers.
 *
 *   block       number; its seed is machine * 2^20 + block
 *   name        kind of games, of the plan
 *   rules       with commas between
 *   generation  folder of the block: commit and weights
 *   commit      of the program
 *   weights     id of the weights that played
 *   nodes       for a move, then for a probe: 2500/2500
 *   games       written
 *   duplicates  games dropped because their opening occurred earlier in the generation
 *   positions   searched positions of the games
 *   probes      positions taken from inside their searches
 *   seconds     processor time; a kill loses the last seconds
 *   bytes       of the file games-00000.kgm
 *   sha256      of that file; `-` if the program was built without libcrypto
 *   state       kept, cut (the generation ended first) or deleted
 *
 * Plain values; one thread at a time. */
#ifndef KANAME_TRAIN_FARM_INDEX_H
#define KANAME_TRAIN_FARM_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/failure.h"

enum { FARM_WORD_BYTES = 72, FARM_STATES = 3 };

typedef enum { FARM_KEPT, FARM_CUT, FARM_DELETED } FarmState;

typedef struct FarmBlock {
    uint64_t number, games, duplicates, positions, probes, bytes;
    double seconds;
    FarmState state;
    char name[FARM_WORD_BYTES], rules[FARM_WORD_BYTES], generation[FARM_WORD_BYTES];
    char commit[FARM_WORD_BYTES], weights[FARM_WORD_BYTES], nodes[FARM_WORD_BYTES];
    char sha256[FARM_WORD_BYTES];
} FarmBlock;

typedef struct FarmIndex {
    FarmBlock *of;
    size_t count, capacity;
} FarmIndex;

/* Reads the index; a missing file is an empty one. On failure returns false and writes the reason
 * to `failure`; call farm_index_release() in any case. */
bool farm_index_read(FarmIndex *index, const char *path, Failure *failure);
/* Returns false if out of memory. */
bool farm_index_add(FarmIndex *index, const FarmBlock *block);
/* Replaces the file atomically. On failure returns false and writes the reason to `failure`. */
bool farm_index_write(const FarmIndex *index, const char *path, Failure *failure);
void farm_index_release(FarmIndex *index);

#endif
