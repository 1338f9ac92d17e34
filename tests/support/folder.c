#define _XOPEN_SOURCE 700
#include "support/folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPEN_FOLDERS_MAX = 16 };

bool folder_make(char path[FOLDER_PATH_BYTES], const char *parent) {
    int length = snprintf(path, FOLDER_PATH_BYTES, "%s/kaname-test-XXXXXX", parent);
    if (length >= FOLDER_PATH_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(path) != NULL;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
    (void)info, (void)kind, (void)place;
    return remove(path);
}

bool folder_remove(const char *path) {
    return nftw(path, remove_one, OPEN_FOLDERS_MAX, FTW_DEPTH | FTW_PHYS) == 0;
}
