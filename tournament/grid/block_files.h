/* block_files.h: the blocks of training games of a folder: one file each until all are there, then
 * one file of them all. Functions that return false on failure leave the reason in errno, except
 * block_files_merge(). */
#ifndef TOURNAMENT_GRID_BLOCK_FILES_H
#define TOURNAMENT_GRID_BLOCK_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is the block there? id: from 1. */
bool block_files_has(const char *folder, int64_t id);
/* Writes the parts of a block one after the other, and syncs the file before it gets its name. */
bool block_files_save(const char *folder, int64_t id, char *const *parts, const size_t *lengths,
                      int count);
/* Writes blocks 1 to count to games-00000.kgm under one header, then removes them. path: gets the
 * path of that file, or of the one that failed. Returns false if a block is missing or damaged or
 * has another header than the first, or the file cannot be written; the blocks then stay. */
bool block_files_merge(const char *folder, int64_t count, char path[PATH_MAX]);

#endif
