/* shards.h: the files of a folder of games: games-00000.kgm, games-00001.kgm and so on, without a
 * gap. A folder with a gap has lost games; readers and writers reject it.
 *
 * Plain functions; any thread. */
#ifndef KANAME_TRAIN_SHARDS_H
#define KANAME_TRAIN_SHARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/status/failure.h"

enum { SHARDS_MAX = 100000, SHARD_PATH_BYTES = 4096 };

/* Writes the path of a shard. Returns false if it is too long or `shard` is not below SHARDS_MAX;
 * errno says which. */
bool shard_path(const char *folder, int shard, char path[SHARD_PATH_BYTES]);

/* Lists the folder and sets *count to the number of its shards. Fails, with the reason in
 * `failure`, if the folder cannot be read or a shard is missing. */
bool shards_count(const char *folder, int *count, Failure *failure);

#endif
