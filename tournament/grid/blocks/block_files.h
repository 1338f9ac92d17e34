/* block_files.h: the blocks of training games in a folder: one file each until all have come, then
 * one merged file. Functions that return false on failure leave the reason in errno, except
 * block_files_check() and block_files_merge(). `id` counts from 1. */
#ifndef TOURNAMENT_GRID_BLOCKS_BLOCK_FILES_H
#define TOURNAMENT_GRID_BLOCKS_BLOCK_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/failure.h"

typedef struct BlockFolder {
    const char *path;
    int64_t games, block; /* of the run; of each block, the last of which takes the rest */
} BlockFolder;

/* Returns the number of blocks, or of games in a block. */
int64_t block_files_count(const BlockFolder *folder);
int64_t block_files_games(const BlockFolder *folder, int64_t id);
/* Returns whether the folder is new or this run's: it holds neither the file of a finished run nor
 * blocks of other numbers of games. The failure does not name the folder. */
bool block_files_check(const BlockFolder *folder, Failure *failure);
/* Returns whether the block is in the folder. */
bool block_files_has(const BlockFolder *folder, int64_t id);
/* Writes the parts of a block in order and syncs the file before it renames it into place. */
bool block_files_save(const BlockFolder *folder, int64_t id, char *const *parts,
                      const size_t *lengths, int count);
/* Writes all blocks to games-00000.kgm under one header, then removes them. `path` receives the
 * path of that file, or of the one that failed. Returns false, and keeps the blocks, if a block
 * is missing or damaged or its header differs from the first, or if the file cannot be written. */
bool block_files_merge(const BlockFolder *folder, char path[PATH_MAX]);

#endif
