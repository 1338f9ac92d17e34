#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/draft.h"

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

/* On the disk, not only on the way to it. */
static bool is_flushed(FILE *file) {
    if (fflush(file) != 0 || ferror(file))
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

bool draft_begin(Draft *draft, const char *path) {
    draft->path = path;
    snprintf(draft->beside, sizeof draft->beside, "%s.part", path);
    draft->file = fopen(draft->beside, "wb");
    return draft->file != NULL;
}

bool draft_finish(Draft *draft, bool is_good) {
    is_good = is_good && is_flushed(draft->file);
    is_good = fclose(draft->file) == 0 && is_good;
    is_good = is_good && put_in_place(draft->beside, draft->path);
    if (!is_good)
        (void)remove(draft->beside);
    return is_good;
}
