#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "shared/files/input.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "shared/files/place.h"

#ifdef _WIN32

Status files_open_input(const char *path, FILE **file) {
    FilesPlaceKind kind = files_place(path).kind;
    *file = NULL;
    if (kind == FILES_PLACE_STREAM || kind == FILES_PLACE_OTHER)
        return STATUS_NOT_REGULAR;
    *file = fopen(path, "rb");
    return *file != NULL ? STATUS_OK : STATUS_UNREADABLE;
}

#else

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* O_NONBLOCK: a pipe without a writer would hold up open() itself. Regular files ignore it. */
Status files_open_input(const char *path, FILE **file) {
    struct stat about;
    *file = NULL;
    /* A look first: opening some devices does something. */
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return STATUS_NOT_REGULAR;
    int number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (number < 0)
        return STATUS_UNREADABLE;
    Status status = STATUS_UNREADABLE;
    if (fstat(number, &about) == 0)
        status = S_ISREG(about.st_mode) ? STATUS_OK : STATUS_NOT_REGULAR;
    if (status == STATUS_OK && (*file = fdopen(number, "rb")) == NULL)
        status = STATUS_UNREADABLE;
    if (status != STATUS_OK) {
        int error = errno;
        close(number);
        errno = error;
    }
    return status;
}

#endif

/* The file may grow or shrink meanwhile: its size is only the first guess. */
static Status read_all(FILE *file, size_t limit, size_t guess, unsigned char **bytes,
                       size_t *size) {
    size_t used = 0, capacity = (guess < limit ? guess : limit) + 1;
    unsigned char *data = malloc(capacity + 1);
    while (data != NULL) {
        used += fread(data + used, 1, capacity - used, file);
        if (ferror(file) || used > limit) {
            free(data);
            return used > limit ? STATUS_TOO_LARGE : STATUS_UNREADABLE;
        }
        if (used < capacity)
            break;
        capacity = capacity > limit / 2 ? limit + 1 : 2 * capacity;
        unsigned char *more = realloc(data, capacity + 1);
        if (more == NULL)
            free(data);
        data = more;
    }
    if (data == NULL)
        return STATUS_MEMORY;
    data[used] = '\0';
    *bytes = data;
    *size = used;
    return STATUS_OK;
}

Status files_read_whole(const char *path, size_t limit, unsigned char **bytes, size_t *size) {
    FILE *file;
    *bytes = NULL;
    *size = 0;
    if (limit > SIZE_MAX - 2)
        limit = SIZE_MAX - 2;
    Status status = files_open_input(path, &file);
    if (status != STATUS_OK)
        return status;
    uint64_t length = files_place(path).size;
    status = length > limit ? STATUS_TOO_LARGE : read_all(file, limit, (size_t)length, bytes, size);
    int error = errno;
    (void)fclose(file);
    errno = error;
    return status;
}
