#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "shared/files/place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32

#include <windows.h>

FilesPlace files_place(const char *path) {
    FilesPlace place = {.kind = FILES_PLACE_UNKNOWN};
    BY_HANDLE_FILE_INFORMATION about;
    HANDLE file = CreateFileA(
        path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        DWORD error = GetLastError();
        bool is_missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
        errno = is_missing ? ENOENT : EACCES;
        if (is_missing)
            place.kind = FILES_PLACE_MISSING;
        return place;
    }
    DWORD type = GetFileType(file);
    if (type != FILE_TYPE_DISK) {
        place.kind = FILES_PLACE_STREAM;
    } else if (!GetFileInformationByHandle(file, &about)) {
        errno = EACCES;
    } else {
        bool is_plain = (about.dwFileAttributes &
                         (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == 0;
        place.kind = is_plain ? FILES_PLACE_REGULAR : FILES_PLACE_OTHER;
        place.size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
        place.device = about.dwVolumeSerialNumber;
        place.index = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    }
    CloseHandle(file);
    return place;
}

bool files_resolve(const char *path, char target[FILES_PATH_MAX]) {
    size_t length = strlen(path);
    errno = ENAMETOOLONG;
    if (length >= FILES_PATH_MAX)
        return false;
    memcpy(target, path, length + 1);
    return true;
}

static bool are_same_names(const char *a, const char *b) {
    char full_a[FILES_PATH_MAX], full_b[FILES_PATH_MAX];
    DWORD length_a = GetFullPathNameA(a, sizeof full_a, full_a, NULL);
    DWORD length_b = GetFullPathNameA(b, sizeof full_b, full_b, NULL);
    return length_a > 0 && length_a < sizeof full_a && length_b > 0 && length_b < sizeof full_b &&
           _stricmp(full_a, full_b) == 0;
}

#else

#include <sys/stat.h>
#include <unistd.h>

FilesPlace files_place(const char *path) {
    struct stat about;
    FilesPlace place = {.kind = FILES_PLACE_UNKNOWN};
    if (stat(path, &about) != 0) {
        if (errno == ENOENT)
            place.kind = FILES_PLACE_MISSING;
        return place;
    }
    place.kind = S_ISREG(about.st_mode)                              ? FILES_PLACE_REGULAR
                 : S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode) ? FILES_PLACE_STREAM
                                                                     : FILES_PLACE_OTHER;
    place.size = S_ISREG(about.st_mode) && about.st_size > 0 ? (uint64_t)about.st_size : 0;
    place.device = (uint64_t)about.st_dev;
    place.index = (uint64_t)about.st_ino;
    place.mode = (unsigned)about.st_mode & 0777;
    place.owner = (unsigned)about.st_uid;
    place.group = (unsigned)about.st_gid;
    return place;
}

/* Bytes of the folder's part of a path, its last slash included. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

bool files_resolve(const char *path, char target[FILES_PATH_MAX]) {
    enum { LINKS_MAX = 40 };
    size_t length = strlen(path);
    errno = ENAMETOOLONG;
    if (length >= FILES_PATH_MAX)
        return false;
    memcpy(target, path, length + 1);
    for (int i = 0; i < LINKS_MAX; i++) {
        char link[FILES_PATH_MAX];
        ssize_t size = readlink(target, link, sizeof link - 1);
        if (size < 0)
            return true; /* no link, or missing */
        link[size] = '\0';
        size_t folder = link[0] == '/' ? 0 : folder_length(target);
        errno = ENAMETOOLONG;
        if (folder + (size_t)size >= FILES_PATH_MAX)
            return false;
        memcpy(target + folder, link, (size_t)size + 1);
    }
    errno = ELOOP;
    return false;
}

/* Of files that are missing: one name in one folder? */
static bool are_same_names(const char *a, const char *b) {
    char target_a[FILES_PATH_MAX], target_b[FILES_PATH_MAX];
    if (!files_resolve(a, target_a) || !files_resolve(b, target_b))
        return false;
    size_t at_a = folder_length(target_a), at_b = folder_length(target_b);
    if (strcmp(target_a + at_a, target_b + at_b) != 0)
        return false;
    target_a[at_a] = target_b[at_b] = '\0';
    FilesPlace folder_a = files_place(at_a > 0 ? target_a : ".");
    FilesPlace folder_b = files_place(at_b > 0 ? target_b : ".");
    return folder_a.kind == FILES_PLACE_OTHER && folder_b.kind == FILES_PLACE_OTHER &&
           folder_a.device == folder_b.device && folder_a.index == folder_b.index;
}

#endif

bool files_are_same(const char *a, const char *b) {
    if (a == NULL || b == NULL)
        return false;
    FilesPlace place_a = files_place(a), place_b = files_place(b);
    bool is_missing_a = place_a.kind == FILES_PLACE_MISSING;
    bool is_missing_b = place_b.kind == FILES_PLACE_MISSING;
    if (is_missing_a || is_missing_b)
        return is_missing_a && is_missing_b && are_same_names(a, b);
    return place_a.kind != FILES_PLACE_UNKNOWN && place_b.kind != FILES_PLACE_UNKNOWN &&
           place_a.index != 0 && place_a.device == place_b.device && place_a.index == place_b.index;
}

bool files_are_of_database(const char *database, const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char target[FILES_PATH_MAX], part[FILES_PATH_MAX + sizeof "-journal"];
    if (database[0] == '\0' || !files_resolve(database, target))
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(part, sizeof part, "%s%s", target, endings[i]);
        if (files_are_same(part, path))
            return true;
    }
    return false;
}

Status files_check_database(const char *path) {
    enum { HEADER_BYTES = 100 };
    FilesPlace place = files_place(path);
    if (place.kind == FILES_PLACE_STREAM || place.kind == FILES_PLACE_OTHER)
        return STATUS_NOT_REGULAR;
    return place.size == 0 || place.size >= HEADER_BYTES ? STATUS_OK : STATUS_OTHER_KIND;
}
