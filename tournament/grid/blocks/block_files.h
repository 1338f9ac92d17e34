/* block_files.h: the blocks of training games in a folder: one file each until all have come, then
 * one merged file. Functions that return false on failure leave the reason in errno, except
 * block_files_merge(). */
#ifndef TOURNAMENT_GRID_BLOCKS_BLOCK_FILES_H
#define TOURNAMENT_GRID_BLOCKS_BLOCK_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether the block is in the folder. `id` counts from 1. */
bool block_files_has(const char *folder, int64_t id);
/* Writes the parts of a block in order and syncs the file before it renames it into place. */
bool block_files_save(const char *folder, int64_t id, char *const *parts, const size_t *lengths,
                      int count);
/* Writes blocks 1 to count to games-00000.kgm under one header, then removes them. `path` receives
 * the path of that file, or of the one that failed. Returns false, and keeps the blocks, if a block
 * is missing or damaged or its header differs from the first, or if the file cannot be written. */
bool block_files_merge(const char *folder, int64_t count, char path[PATH_MAX]);

#endif
