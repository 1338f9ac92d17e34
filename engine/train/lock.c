#include "train/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/files/place.h"

bool lock_make_folder(const char *folder, Failure *failure) {
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           failure_at(failure, STATUS_UNWRITABLE, "%s", folder);
}

bool lock_folder(const char *folder, const char *kind, int *file, Failure *failure) {
    char path[FILES_PATH_MAX];
    *file = -1;
    if (!lock_make_folder(folder, failure))
        return false;
    if (snprintf(path, sizeof path, "%s/lock", folder) >= FILES_PATH_MAX)
        return failure_at(failure, STATUS_LONG_NAME, "%s", folder);
    *file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (*file >= 0 && flock(*file, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        failure_say(failure, STATUS_BUSY, "%s: another %s works there", path, kind);
    else
        failure_at(failure, STATUS_UNWRITABLE, "%s", path);
    if (*file >= 0)
        close(*file);
    *file = -1;
    return false;
}
