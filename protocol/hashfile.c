#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "hashfile.h"

#include <stdio.h>

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

static bool write_part(void *context, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, context) == count;
}

static bool read_part(void *context, void *bytes, size_t count) {
    return fread(bytes, 1, count, context) == count;
}

/* On the disk, not only on the way to it. */
static bool is_flushed(FILE *file) {
    if (fflush(file) != 0)
        return false;
#ifdef _WIN32
    return _commit(_fileno(file)) == 0;
#else
    return fsync(fileno(file)) == 0;
#endif
}

static bool put_in_place(const char *written, const char *path) {
#ifdef _WIN32
    return MoveFileExA(written, path, MOVEFILE_REPLACE_EXISTING) != 0;
#else
    return rename(written, path) == 0;
#endif
}

KanameStatus hashfile_save(const KanameEngine *engine, const char *path) {
    char beside[HASHFILE_PATH_MAX + sizeof ".part"];
    snprintf(beside, sizeof beside, "%s.part", path);
    FILE *file = fopen(beside, "wb");
    if (file == NULL)
        return KANAME_ERR_IO;
    KanameStatus status = kaname_save_hash(engine, write_part, file);
    if (status == KANAME_OK && !is_flushed(file))
        status = KANAME_ERR_IO;
    if (fclose(file) != 0)
        status = KANAME_ERR_IO;
    if (status == KANAME_OK && !put_in_place(beside, path))
        status = KANAME_ERR_IO;
    if (status != KANAME_OK)
        (void)remove(beside);
    return status;
}

KanameStatus hashfile_load(KanameEngine *engine, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return KANAME_ERR_IO;
    KanameStatus status = kaname_load_hash(engine, read_part, file);
    (void)fclose(file);
    return status;
}
