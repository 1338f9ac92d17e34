#include "shared/files/status.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

const char *files_status_text(FilesStatus status) {
    switch (status) {
    case FILES_OK:
        return "done";
    case FILES_UNREADABLE:
        return "the file cannot be read";
    case FILES_UNWRITABLE:
        return "the file cannot be written";
    case FILES_NOT_REGULAR:
        return "it is not a regular file";
    case FILES_IN_USE:
        return "the file is in use as an input, a database or another output";
    case FILES_OTHER_KIND:
        return "the file holds something else and is kept";
    case FILES_TOO_LARGE:
        return "the file is too large";
    case FILES_NO_MEMORY:
        return "not enough memory";
    case FILES_UNSYNCED:
        return "the file is written, but may be lost in a power cut";
    }
    return "unknown status";
}

const char *files_reason_text(FilesStatus status) {
    bool has_reason = (status == FILES_UNREADABLE || status == FILES_UNWRITABLE) && errno != 0;
    return has_reason ? strerror(errno) : files_status_text(status);
}
