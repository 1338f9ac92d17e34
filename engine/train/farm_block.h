/* farm_block.h: the farm's current block, and its statistics when it is complete. */
#ifndef KANAME_TRAIN_FARM_BLOCK_H
#define KANAME_TRAIN_FARM_BLOCK_H

#include "shared/status/failure.h"
#include "train/farm_index.h"
#include "train/farm_plan.h"
#include "train/openings.h"

enum { FARM_PATH_BYTES = 4096 };

/* The current block, as stored in the file `current`. */
typedef struct FarmCurrent {
    uint64_t number;
    char generation[FARM_WORD_BYTES];
    double seconds; /* of processor time so far */
    FarmKind kind;
} FarmCurrent;

/* Writes the path of a file of the farm. Returns false if it is too long. */
bool farm_path(const char *folder, const char *name, char path[FARM_PATH_BYTES]);
/* Writes the path of a block's folder, or of its file `name`. */
bool farm_block_path(const char *folder, const char *generation, uint64_t number, const char *kind,
                     const char *name, char path[FARM_PATH_BYTES]);

/* Reads the file `current` and sets *is_there to whether it exists. On failure return false. */
bool farm_current_read(FarmCurrent *current, const char *folder, bool *is_there, Failure *failure);
bool farm_current_write(const FarmCurrent *current, const char *folder, Failure *failure);

/* Counts and hashes the games of the block into a line of the index. */
bool farm_block_count(FarmBlock *block, const FarmCurrent *current, const char *folder,
                      Failure *failure);
/* Adds the openings of a block's games. A block without games adds nothing. */
bool farm_block_openings(Openings *openings, const char *path, Failure *failure);
/* Removes the games of a block and its folder. */
void farm_block_remove(const FarmBlock *block, const char *folder);

#endif
