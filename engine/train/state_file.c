#include "train/state_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "shared/files/input.h"
#include "shared/files/place.h"

enum { VERSION_AT = 8, LENGTH_AT = 12, HASH_AT = 16, HEADER_BYTES = 24, BYTES_MAX = 64 << 20 };

static uint64_t hash_of(const unsigned char *bytes, size_t size) {
    return bytes_sum(BYTES_SUM_START, bytes + HEADER_BYTES, size - HEADER_BYTES);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

bool state_file_begin(StateFile *file, const StateKind *kind, const char *description,
                      size_t body_max) {
    size_t length = strlen(description), size = HEADER_BYTES + length + body_max;
    unsigned char *bytes = malloc(size);
    *file = (StateFile){.bytes = bytes};
    if (bytes == NULL)
        return false;
    memcpy(bytes, kind->magic, STATE_MAGIC_BYTES);
    bytes_put(bytes + VERSION_AT, 4, kind->version);
    bytes_put(bytes + LENGTH_AT, 4, length);
    memcpy(bytes + HEADER_BYTES, description, length);
    file->body = (Cursor){.at = bytes + HEADER_BYTES + length, .end = bytes + size};
    return true;
}

Status state_file_save(StateFile *file, const char *path, const FilesRules *rules) {
    size_t size = (size_t)(file->body.at - file->bytes);
    bytes_put(file->bytes + HASH_AT, 8, hash_of(file->bytes, size));
    Status status = files_replace(path, file->bytes, size, rules);
    state_file_release(file);
    return status;
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* Checks that the bytes are a whole file of the kind with this description. */
static bool check(const unsigned char *bytes, size_t size, const char *path, const StateKind *kind,
                  const char *description, Failure *failure) {
    if (size < HEADER_BYTES || memcmp(bytes, kind->magic, STATE_MAGIC_BYTES) != 0)
        return failure_say(failure, STATUS_OTHER_KIND, "%s: no state of %s", path, kind->content);
    if (bytes_get(bytes + VERSION_AT, 4) != kind->version)
        return failure_say(failure, STATUS_VERSION, "%s: the state of another version", path);
    size_t length = (size_t)bytes_get(bytes + LENGTH_AT, 4);
    if (length > size - HEADER_BYTES || bytes_get(bytes + HASH_AT, 8) != hash_of(bytes, size))
        return failure_at(failure, STATUS_DAMAGED, "%s", path);
    bool is_same = description == NULL || (length == strlen(description) &&
                                           memcmp(bytes + HEADER_BYTES, description, length) == 0);
    return is_same || failure_say(failure, STATUS_MISMATCH,
                                  "%s: the state of a fit with other options or games", path);
}

bool state_file_read(StateFile *file, const char *path, const StateKind *kind,
                     const char *description, Failure *failure) {
    unsigned char *bytes;
    size_t size;
    *file = (StateFile){.bytes = NULL};
    Status status = files_read_whole(path, BYTES_MAX, &bytes, &size);
    if (status != STATUS_OK)
        return failure_at(failure, status, "%s", path);
    if (!check(bytes, size, path, kind, description, failure)) {
        free(bytes);
        return false;
    }
    size_t length = (size_t)bytes_get(bytes + LENGTH_AT, 4);
    *file = (StateFile){.bytes = bytes,
                        .hash = bytes_get(bytes + HASH_AT, 8),
                        .body = {.at = bytes + HEADER_BYTES + length, .end = bytes + size}};
    return true;
}

void state_file_release(StateFile *file) {
    free(file->bytes);
    file->bytes = NULL;
}

StateOutcome state_file_load(const char *path, const StateKind *kind, const char *description,
                             bool (*take)(Cursor *body, void *context), void *context,
                             Failure *failure) {
    StateFile file;
    FilesPlace place = files_place(path);
    if (place.kind == FILES_PLACE_MISSING || (place.kind == FILES_PLACE_REGULAR && place.size == 0))
        return STATE_NONE;
    if (!state_file_read(&file, path, kind, description, failure))
        return STATE_FAILED;
    bool is_taken =
        take(&file.body, context) && !file.body.is_short && file.body.at == file.body.end;
    state_file_release(&file);
    if (!is_taken)
        failure_say(failure, STATUS_DAMAGED, "%s: damaged, or not enough memory", path);
    return is_taken ? STATE_LOADED : STATE_FAILED;
}
