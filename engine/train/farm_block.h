/* farm_block.h: the block that a farm plays now, and what is counted when it is done. */
#ifndef KANAME_TRAIN_FARM_BLOCK_H
#define KANAME_TRAIN_FARM_BLOCK_H

#include "train/farm_index.h"
#include "train/farm_plan.h"
#include "train/openings.h"

enum { FARM_PATH_BYTES = 4096 };

/* The block at hand, as the file `current` keeps it. */
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

/* Reads the file `current`; *is_there tells whether there is one. Return false on an error, which
 * `error` names. */
bool farm_current_read(FarmCurrent *current, const char *folder, bool *is_there, char *error,
                       size_t error_size);
bool farm_current_write(const FarmCurrent *current, const char *folder, char *error,
                        size_t error_size);

/* Counts and hashes the games of the block into a line of the index. */
bool farm_block_count(FarmBlock *block, const FarmCurrent *current, const char *folder, char *error,
                      size_t error_size);
/* Adds the openings of a block's games. A block without games is none. */
bool farm_block_openings(Openings *openings, const char *path, char *error, size_t error_size);
/* Removes the games of a block and its folder. */
void farm_block_remove(const FarmBlock *block, const char *folder);

#endif
