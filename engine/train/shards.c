#include "train/shards.h"
#include "shared/status/failure.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool shard_path(const char *folder, int shard, char path[SHARD_PATH_BYTES]) {
    int length = snprintf(path, SHARD_PATH_BYTES, "%s/games-%05d.kgm", folder, shard);
    errno = shard >= SHARDS_MAX ? EFBIG : ENAMETOOLONG;
    return shard < SHARDS_MAX && length < SHARD_PATH_BYTES;
}

/* Returns the number in a shard's name; -1 for other files. */
static int number_of(const char *name) {
    char own[32];
    int number = -1;
    if (sscanf(name, "games-%5d.kgm", &number) != 1 || number < 0)
        return -1;
    snprintf(own, sizeof own, "games-%05d.kgm", number);
    return strcmp(name, own) == 0 ? number : -1;
}

/* Marks the existing shards. Returns the highest number plus 1; -1, with errno set, on an error. */
static int list(const char *folder, bool is_there[SHARDS_MAX]) {
    DIR *entries = opendir(folder);
    int end = 0;
    if (entries == NULL)
        return -1;
    errno = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        int number = number_of(entry->d_name);
        if (number < 0)
            continue;
        is_there[number] = true;
        end = number >= end ? number + 1 : end;
    }
    int error = errno;
    closedir(entries);
    errno = error;
    return error == 0 ? end : -1;
}

bool shards_count(const char *folder, int *count, Failure *failure) {
    bool *is_there = calloc(SHARDS_MAX, sizeof *is_there);
    int end = is_there != NULL ? list(folder, is_there) : -1;
    int missing = 0;
    if (end < 0)
        failure_at(failure, is_there != NULL ? STATUS_UNREADABLE : STATUS_MEMORY, "%s", folder);
    while (missing < end && is_there[missing])
        missing++;
    if (missing < end)
        failure_say(failure, STATUS_MISSING,
                    "%s: games-%05d.kgm is missing, games-%05d.kgm is there", folder, missing,
                    end - 1);
    free(is_there);
    *count = end;
    return end >= 0 && missing == end;
}
