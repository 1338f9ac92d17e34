#include "grid/blocks/block_files.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEADER_BYTES = 256, /* of a file of games, equal in all blocks of a run */
    COPY_BYTES = 1 << 16
};

static const char merged_name[] = "games-00000.kgm";

int64_t block_files_count(const BlockFolder *folder) {
    return (folder->games + folder->block - 1) / folder->block;
}

int64_t block_files_games(const BlockFolder *folder, int64_t id) {
    int64_t left = folder->games - (id - 1) * folder->block;
    return left < folder->block ? left : folder->block;
}

static bool block_path(const BlockFolder *folder, int64_t id, const char *end,
                       char path[PATH_MAX]) {
    if (snprintf(path, PATH_MAX, "%s/block-%07" PRId64 "-%" PRId64 ".kgm%s", folder->path, id,
                 block_files_games(folder, id), end) < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Returns whether the file is none of this run's blocks, but one of another run's. */
static bool is_of_another(const BlockFolder *folder, const char *name) {
    int64_t id = 0, games = 0;
    if (strncmp(name, "block-", 6) != 0)
        return false;
    return sscanf(name, "block-%" SCNd64 "-%" SCNd64 ".kgm", &id, &games) != 2 || id < 1 ||
           id > block_files_count(folder) || games != block_files_games(folder, id);
}

bool block_files_check(const BlockFolder *folder, Failure *failure) {
    DIR *entries = opendir(folder->path);
    const struct dirent *entry;
    bool is_good =
        entries != NULL || failure_say(failure, STATUS_UNREADABLE, "%s", strerror(errno));
    while (is_good && (entry = readdir(entries)) != NULL) {
        if (strcmp(entry->d_name, merged_name) == 0)
            is_good = failure_say(failure, STATUS_IN_USE,
                                  "%s: these games are finished; new ones need another folder",
                                  entry->d_name);
        else if (is_of_another(folder, entry->d_name))
            is_good = failure_say(failure, STATUS_IN_USE, "%s: a block of other -games or -block",
                                  entry->d_name);
    }
    if (entries != NULL)
        closedir(entries);
    return is_good;
}

bool block_files_has(const BlockFolder *folder, int64_t id) {
    char path[PATH_MAX];
    return block_path(folder, id, "", path) && access(path, F_OK) == 0;
}

static bool close_synced(FILE *file, bool is_good) {
    is_good = is_good && fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_good;
}

bool block_files_save(const BlockFolder *folder, int64_t id, char *const *parts,
                      const size_t *lengths, int count) {
    char path[PATH_MAX], temporary[PATH_MAX];
    if (!block_path(folder, id, "", path) || !block_path(folder, id, ".new", temporary))
        return false;
    FILE *file = fopen(temporary, "wb");
    bool is_good = file != NULL;
    for (int i = 0; i < count && is_good; i++)
        is_good = fwrite(parts[i], 1, lengths[i], file) == lengths[i];
    if (file != NULL)
        is_good = close_synced(file, is_good);
    return is_good && rename(temporary, path) == 0;
}

/* Copies a block's games. Its header must equal that of the first block, which begins the file. */
static bool copy_games(FILE *file, FILE *out, char header[HEADER_BYTES], bool is_first) {
    char own[HEADER_BYTES], *buffer = malloc(COPY_BYTES);
    bool is_good = buffer != NULL && fread(own, 1, HEADER_BYTES, file) == HEADER_BYTES;
    if (is_good && is_first) {
        memcpy(header, own, HEADER_BYTES);
        is_good = fwrite(own, 1, HEADER_BYTES, out) == HEADER_BYTES;
    }
    is_good = is_good && memcmp(own, header, HEADER_BYTES) == 0;
    size_t count;
    while (is_good && (count = fread(buffer, 1, COPY_BYTES, file)) > 0)
        is_good = fwrite(buffer, 1, count, out) == count;
    free(buffer);
    return is_good && !ferror(file);
}

static bool append(const BlockFolder *folder, int64_t id, FILE *out, char header[HEADER_BYTES],
                   char path[PATH_MAX]) {
    FILE *file = block_path(folder, id, "", path) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return false;
    bool is_good = copy_games(file, out, header, id == 1);
    fclose(file);
    return is_good;
}

bool block_files_merge(const BlockFolder *folder, char path[PATH_MAX]) {
    char temporary[PATH_MAX], header[HEADER_BYTES];
    int64_t count = block_files_count(folder);
    if (snprintf(temporary, sizeof temporary, "%s/games.new", folder->path) >= PATH_MAX)
        return false;
    FILE *out = fopen(temporary, "wb");
    bool is_good = out != NULL;
    for (int64_t id = 1; id <= count && is_good; id++)
        is_good = append(folder, id, out, header, path);
    if (out == NULL || !is_good) {
        if (out != NULL)
            fclose(out);
        return false;
    }
    bool is_named = snprintf(path, PATH_MAX, "%s/%s", folder->path, merged_name) < PATH_MAX;
    if (!close_synced(out, is_named) || rename(temporary, path) != 0)
        return false;
    for (int64_t id = 1; id <= count; id++)
        if (block_path(folder, id, "", temporary))
            unlink(temporary);
    return true;
}
