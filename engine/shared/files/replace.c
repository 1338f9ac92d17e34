#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "shared/files/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "shared/files/input.h"

#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

enum { NAME_TRIES = 100 };

/* ---- Folders -------------------------------------------------------------------------------- */

#ifdef _WIN32
static const char separators[] = "/\\:";
#else
static const char separators[] = "/";
#endif

/* Returns the number of bytes before the path's last name. */
static size_t folder_length(const char *path) {
    size_t length = strlen(path);
    while (length > 0 && strchr(separators, path[length - 1]) == NULL)
        length--;
    return length;
}

/* Writes the path of the folder of `path`, ending in a dot. Returns false, with errno set, if there
 * is no room. */
static bool put_folder(char folder[FILES_PATH_MAX], const char *path) {
    size_t length = folder_length(path);
    errno = ENAMETOOLONG;
    if (length + sizeof "." > FILES_PATH_MAX)
        return false;
    memcpy(folder, path, length);
    memcpy(folder + length, ".", sizeof ".");
    return true;
}

/* ---- The system ----------------------------------------------------------------------------- */

#ifdef _WIN32

static int make_exclusively(const char *path, const FilesPlace *old) {
    (void)old;
    return _open(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
}

static FILE *stream_of(int number, const char *mode) {
    return _fdopen(number, mode);
}

static int open_to_append(const char *path, bool is_stream) {
    int flags = _O_WRONLY | _O_APPEND | _O_BINARY | _O_NOINHERIT | (is_stream ? 0 : _O_CREAT);
    return _open(path, flags, _S_IREAD | _S_IWRITE);
}

static void close_number(int number) {
    (void)_close(number);
}

static bool is_writable(const char *path) {
    return _access(path, 2) == 0;
}

static bool is_standard_output(const FilesPlace *place) {
    (void)place;
    return false;
}

static bool is_on_disk(FILE *file) {
    return _commit(_fileno(file)) == 0;
}

static bool put_in_place(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return true;
    errno = EACCES;
    return false;
}

static bool sync_folder(const char *path) {
    (void)path;
    return true; /* MOVEFILE_WRITE_THROUGH did */
}

/* Another number in each process and at each moment. */
static uint64_t moment(void) {
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    return (uint64_t)ticks.QuadPart ^ (uint64_t)_getpid() << 32;
}

#else

/* Keeps who may read and write; the owner, if the system lets us. */
static int make_exclusively(const char *path, const FilesPlace *old) {
    bool is_new = old->kind != FILES_PLACE_REGULAR;
    int number =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, is_new ? 0666 : 0600);
    if (number < 0 || is_new)
        return number;
    if ((old->owner != (unsigned)geteuid() || old->group != (unsigned)getegid()) &&
        fchown(number, (uid_t)old->owner, (gid_t)old->group) != 0)
        errno = 0; /* ours then, as any file that we make */
    if (fchmod(number, (mode_t)old->mode) == 0)
        return number;
    int error = errno;
    close(number);
    unlink(path);
    errno = error;
    return -1;
}

static FILE *stream_of(int number, const char *mode) {
    return fdopen(number, mode);
}

/* O_NONBLOCK: a pipe that nobody reads is an error then. */
static int open_to_append(const char *path, bool is_stream) {
    int flags = O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC | O_NONBLOCK;
    int number = open(path, flags | (is_stream ? 0 : O_CREAT), 0666);
    if (number >= 0)
        (void)fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK);
    return number;
}

static void close_number(int number) {
    close(number);
}

static bool is_writable(const char *path) {
    return access(path, W_OK) == 0;
}

static bool is_standard_output(const FilesPlace *place) {
    struct stat about;
    for (int number = STDOUT_FILENO; number <= STDERR_FILENO; number++)
        if (fstat(number, &about) == 0 && (uint64_t)about.st_dev == place->device &&
            (uint64_t)about.st_ino == place->index)
            return true;
    return false;
}

static bool is_on_disk(FILE *file) {
    return fsync(fileno(file)) == 0;
}

static bool put_in_place(const char *from, const char *to) {
    return rename(from, to) == 0;
}

/* EINVAL: a file system that has no such thing. */
static bool sync_folder(const char *path) {
    char folder[FILES_PATH_MAX];
    if (!put_folder(folder, path))
        return false;
    int number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0)
        return errno == EACCES; /* a folder that may be written to, but not read */
    bool is_synced = fsync(number) == 0 || errno == EINVAL;
    close(number);
    return is_synced;
}

/* Another number in each process and at each moment. */
static uint64_t moment(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec << 30 | (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 40;
}

#endif

/* ---- What may be written -------------------------------------------------------------------- */

static bool is_busy(const char *path, const FilesRules *rules) {
    for (size_t i = 0; i < rules->busy_count; i++)
        if (files_are_same(path, rules->busy[i]))
            return true;
    return false;
}

static Status check_kind(const char *path, const FilesKind *kind) {
    unsigned char head[FILES_HEAD_BYTES];
    FILE *file;
    Status status = files_open_input(path, &file);
    if (status != STATUS_OK)
        return status;
    size_t size = fread(head, 1, sizeof head, file);
    bool is_read = !ferror(file), is_whole = size < sizeof head;
    (void)fclose(file);
    if (!is_read)
        return STATUS_UNREADABLE;
    size_t common = size < kind->prefix_size ? size : kind->prefix_size;
    bool is_kind = size == 0 || (kind->prefix != NULL ? memcmp(head, kind->prefix, common) == 0
                                                      : kind->matches(head, size, is_whole));
    return is_kind ? STATUS_OK : STATUS_OTHER_KIND;
}

/* Finds the file at the path and checks it against the rules. Sets *is_stream if it is a stream,
 * which is written to and never replaced. */
static Status check_place(const char *path, const FilesRules *rules, FilesPlace *place,
                          bool *is_stream) {
    *is_stream = false;
    *place = files_place(path);
    if (is_busy(path, rules))
        return STATUS_IN_USE;
    switch (place->kind) {
    case FILES_PLACE_MISSING:
        return STATUS_OK;
    case FILES_PLACE_UNKNOWN:
        return STATUS_UNWRITABLE;
    case FILES_PLACE_OTHER:
        return STATUS_NOT_REGULAR;
    case FILES_PLACE_STREAM:
        *is_stream = true;
        return rules->may_stream ? STATUS_OK : STATUS_NOT_REGULAR;
    case FILES_PLACE_REGULAR:
        break;
    }
    if (is_standard_output(place)) {
        *is_stream = true;
        return rules->may_stream ? STATUS_OK : STATUS_IN_USE;
    }
    if (!is_writable(path))
        return STATUS_UNWRITABLE;
    bool has_kind = rules->kind.prefix != NULL || rules->kind.matches != NULL;
    return has_kind && place->size > 0 ? check_kind(path, &rules->kind) : STATUS_OK;
}

/* Returns whether a file can be made at the path. */
static bool is_folder_writable(const char *path) {
    char target[FILES_PATH_MAX], folder[FILES_PATH_MAX];
    return files_resolve(path, target) && put_folder(folder, target) && is_writable(folder);
}

Status files_check(const char *path, const FilesRules *rules) {
    FilesPlace place;
    bool is_stream;
    Status status = check_place(path, rules, &place, &is_stream);
    bool is_new = status == STATUS_OK && place.kind == FILES_PLACE_MISSING;
    return is_new && !is_folder_writable(path) ? STATUS_UNWRITABLE : status;
}

/* ---- Files that grow ------------------------------------------------------------------------ */

static Status open_append(const char *path, bool is_stream, FILE **file) {
    int number = open_to_append(path, is_stream);
    if (number < 0)
        return STATUS_UNWRITABLE;
    *file = stream_of(number, "ab");
    if (*file == NULL)
        close_number(number);
    return *file != NULL ? STATUS_OK : STATUS_UNWRITABLE;
}

Status files_open_append(const char *path, const FilesRules *rules, FILE **file) {
    FilesPlace place;
    bool is_stream;
    *file = NULL;
    Status status = check_place(path, rules, &place, &is_stream);
    return status == STATUS_OK ? open_append(path, is_stream, file) : status;
}

bool files_sync(FILE *file) {
    return fflush(file) == 0 && !ferror(file) && is_on_disk(file);
}

bool files_sync_name(const char *path) {
    return sync_folder(path);
}

/* ---- Replacing ------------------------------------------------------------------------------ */

#define DRAFT_HEAD ".kaname-"
#define DRAFT_TAIL ".part"
enum { DRAFT_MARK = 16 /* digits between them */ };

bool files_is_draft(const char *name) {
    size_t head = sizeof DRAFT_HEAD - 1;
    return strncmp(name, DRAFT_HEAD, head) == 0 &&
           strspn(name + head, "0123456789abcdef") == DRAFT_MARK &&
           strcmp(name + head + DRAFT_MARK, DRAFT_TAIL) == 0;
}

/* A name that no other file bears now and none is likely to get. O_EXCL makes sure of it. */
static bool name_beside(FilesDraft *draft, int try) {
    size_t folder = folder_length(draft->target);
    uint64_t mark = (moment() ^ (uint64_t)(uintptr_t)draft) * 0x9E3779B97F4A7C15u + (uint64_t)try;
    int length = snprintf(draft->beside, sizeof draft->beside,
                          "%.*s" DRAFT_HEAD "%08lx%08lx" DRAFT_TAIL, (int)folder, draft->target,
                          (unsigned long)(mark >> 32), (unsigned long)(mark & 0xFFFFFFFFu));
    errno = ENAMETOOLONG;
    return length > 0 && (size_t)length < sizeof draft->beside;
}

static Status make_beside(FilesDraft *draft) {
    int number = -1;
    for (int try = 0; try < NAME_TRIES && number < 0; try++) {
        if (!name_beside(draft, try))
            return STATUS_UNWRITABLE;
        number = make_exclusively(draft->beside, &draft->old);
        if (number < 0 && errno != EEXIST)
            return STATUS_UNWRITABLE;
    }
    if (number < 0)
        return STATUS_UNWRITABLE;
    draft->file = stream_of(number, "wb");
    if (draft->file != NULL)
        return STATUS_OK;
    close_number(number);
    (void)remove(draft->beside);
    return STATUS_MEMORY;
}

Status files_draft_begin(FilesDraft *draft, const char *path, const FilesRules *rules) {
    draft->file = NULL;
    draft->rules = rules;
    Status status = check_place(path, rules, &draft->old, &draft->is_stream);
    if (status != STATUS_OK)
        return status;
    if (draft->is_stream)
        return open_append(path, true, &draft->file);
    if (!files_resolve(path, draft->target))
        return STATUS_UNWRITABLE;
    return make_beside(draft);
}

/* Another program may have put something else there meanwhile. */
static Status check_again(const FilesDraft *draft) {
    FilesPlace place;
    bool is_stream;
    Status status = check_place(draft->target, draft->rules, &place, &is_stream);
    return status == STATUS_OK && is_stream ? STATUS_NOT_REGULAR : status;
}

static Status put_draft(const FilesDraft *draft) {
    Status status = check_again(draft);
    if (status != STATUS_OK)
        return status;
    if (!put_in_place(draft->beside, draft->target))
        return STATUS_UNWRITABLE;
    return sync_folder(draft->target) ? STATUS_OK : STATUS_UNSYNCED;
}

Status files_draft_finish(FilesDraft *draft, bool is_good) {
    if (is_good)
        errno = 0; /* a write that failed earlier has left its mark in the stream alone */
    bool is_written = is_good && fflush(draft->file) == 0 && !ferror(draft->file) &&
                      (draft->is_stream || is_on_disk(draft->file));
    int error = errno;
    if (fclose(draft->file) != 0 && is_written) {
        is_written = false;
        error = errno;
    }
    draft->file = NULL;
    errno = error;
    if (draft->is_stream)
        return is_written ? STATUS_OK : STATUS_UNWRITABLE;
    Status status = is_written ? put_draft(draft) : STATUS_UNWRITABLE;
    if (status != STATUS_OK && status != STATUS_UNSYNCED) {
        error = errno;
        (void)remove(draft->beside);
        errno = error;
    }
    return status;
}

Status files_replace(const char *path, const void *bytes, size_t size, const FilesRules *rules) {
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, rules);
    if (status != STATUS_OK)
        return status;
    return files_draft_finish(&draft, fwrite(bytes, 1, size, draft.file) == size);
}

Status files_replace_by(const char *path, const FilesRules *rules,
                        void (*write)(const void *content, FILE *file), const void *content) {
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, rules);
    if (status != STATUS_OK)
        return status;
    write(content, draft.file);
    return files_draft_finish(&draft, !ferror(draft.file));
}
