#include "tune/state.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tune/spsa.h"

enum { FILE_BYTES_MAX = 16 << 20, CHECKSUM_LINE = 26, RESULTS_A_LINE = 80 };

static const char HEAD[] = "kaname-tournament tuning 1\n";
static const char RESULTS[] = "results\n", NOTES[] = "notes\n", CHECKSUM[] = "checksum ";

static bool tell(char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Always false, so that callers can return it. */
static bool tell(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t checksum(const char *text, size_t length) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3u;
    return hash;
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* The whole file, ended by a zero; *is_there false: there is none. NULL with is_there: `error`. */
static char *read_file(const char *path, bool *is_there, size_t *length, char *error, size_t size) {
    FILE *file = fopen(path, "rb");
    *is_there = file != NULL || errno != ENOENT;
    if (file == NULL) {
        tell(error, size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(FILE_BYTES_MAX + 1);
    if (text == NULL) {
        tell(error, size, "no memory");
    } else {
        *length = fread(text, 1, FILE_BYTES_MAX, file);
        text[*length] = '\0';
        if (ferror(file)) {
            tell(error, size, "%s: cannot be read", path);
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

static bool is_sound(const char *text, size_t length) {
    char line[CHECKSUM_LINE + 1];
    if (length < CHECKSUM_LINE || strlen(text) != length)
        return false;
    size_t body = length - CHECKSUM_LINE;
    snprintf(line, sizeof line, "%s%016" PRIx64 "\n", CHECKSUM, checksum(text, body));
    return strcmp(text + body, line) == 0;
}

/* Moves on over the settings, which must be those of the state. */
static bool pass_settings(const TuneState *state, const char **text, char *error, size_t size) {
    const char *there = *text, *wanted = state->settings;
    while (*wanted != '\0') {
        size_t a = strcspn(there, "\n"), b = strcspn(wanted, "\n");
        if (a != b || strncmp(there, wanted, a) != 0)
            return tell(error, size, "%s: was begun with '%.*s', not with '%.*s'", state->path,
                        (int)a, there, (int)b, wanted);
        there += a + (there[a] == '\n');
        wanted += b + (wanted[b] == '\n');
    }
    *text = there;
    return true;
}

static bool read_results(TuneState *state, const char *text) {
    size_t length = sizeof RESULTS - 1;
    if (strncmp(text, RESULTS, length) != 0)
        return false;
    text += length;
    for (int64_t i = 0; i < state->iterations; text++) {
        if (*text == '\n')
            continue;
        if (*text != '-' && (*text < '0' || *text > '0' + SPSA_WON))
            return false;
        state->results[i++] = *text;
    }
    return *text == '\n' && strncmp(text + 1, NOTES, sizeof NOTES - 1) == 0;
}

static bool read_state(TuneState *state, const char *text, size_t length, char *error,
                       size_t size) {
    size_t head = sizeof HEAD - 1;
    if (strncmp(text, HEAD, head) != 0)
        return tell(error, size, "%s: no state of a tuning, or of another version", state->path);
    if (!is_sound(text, length))
        return tell(error, size, "%s: damaged: the checksum does not fit", state->path);
    text += head;
    if (!pass_settings(state, &text, error, size))
        return false;
    return read_results(state, text) || tell(error, size, "%s: damaged results", state->path);
}

/* Notes which file this is, to see when another program replaces it. */
static void know_file(TuneState *state) {
    struct stat about;
    state->is_written = stat(state->path, &about) == 0;
    if (state->is_written) {
        state->device = about.st_dev;
        state->inode = about.st_ino;
    }
}

bool tune_state_open(TuneState *state, const char *path, const char *settings, int64_t iterations,
                     char *error, size_t error_size) {
    bool is_there;
    size_t length = 0;
    assert(iterations >= 1 && iterations <= SPSA_ITERATIONS_MAX);
    *state = (TuneState){.path = strdup(path),
                         .settings = strdup(settings),
                         .iterations = iterations,
                         .results = malloc((size_t)iterations)};
    if (state->path == NULL || state->settings == NULL || state->results == NULL)
        return tell(error, error_size, "no memory");
    memset(state->results, '-', (size_t)iterations);
    know_file(state);
    char *text = read_file(path, &is_there, &length, error, error_size);
    bool is_read = text != NULL && read_state(state, text, length, error, error_size);
    free(text);
    return is_read || !is_there;
}

void tune_state_release(TuneState *state) {
    free(state->path);
    free(state->settings);
    free(state->results);
    *state = (TuneState){0};
}

/* ---- Results ------------------------------------------------------------------------------ */

int tune_state_result(const TuneState *state, int64_t iteration) {
    assert(iteration >= 1 && iteration <= state->iterations);
    char result = state->results[iteration - 1];
    return result == '-' ? TUNE_NOT_PLAYED : result - '0';
}

void tune_state_set(TuneState *state, int64_t iteration, int half_points) {
    assert(iteration >= 1 && iteration <= state->iterations);
    assert(half_points >= 0 && half_points <= SPSA_WON);
    state->results[iteration - 1] = (char)('0' + half_points);
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* To be freed; NULL: no memory. */
static char *make_text(const TuneState *state, const char *notes, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    fprintf(out, "%s%s%s", HEAD, state->settings, RESULTS);
    for (int64_t i = 0; i < state->iterations; i += RESULTS_A_LINE) {
        int64_t left = state->iterations - i;
        fprintf(out, "%.*s\n", (int)(left < RESULTS_A_LINE ? left : RESULTS_A_LINE),
                state->results + i);
    }
    fprintf(out, "%s%s", NOTES, notes);
    if (fflush(out) == 0)
        fprintf(out, "%s%016" PRIx64 "\n", CHECKSUM, checksum(text, *length));
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static bool write_all(int fd, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return fsync(fd) == 0;
}

/* False: errno says why. */
static bool replace(const TuneState *state, const char *temporary, const char *text,
                    size_t length) {
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    bool is_written = write_all(fd, text, length);
    int reason = errno;
    if (close(fd) != 0 && is_written) {
        is_written = false;
        reason = errno;
    }
    if (is_written && rename(temporary, state->path) == 0)
        return true;
    reason = is_written ? errno : reason;
    unlink(temporary);
    errno = reason;
    return false;
}

static bool is_still_ours(const TuneState *state) {
    struct stat about;
    if (stat(state->path, &about) != 0)
        return !state->is_written && errno == ENOENT;
    return state->is_written && about.st_dev == state->device && about.st_ino == state->inode;
}

bool tune_state_write(TuneState *state, const char *notes, char *error, size_t error_size) {
    size_t length = 0, path_length = strlen(state->path);
    static const char suffix[] = ".new";
    if (!is_still_ours(state))
        return tell(error, error_size, "%s: replaced or taken away by another program",
                    state->path);
    char *temporary = malloc(path_length + sizeof suffix);
    char *text = make_text(state, notes, &length);
    bool is_written = temporary != NULL && text != NULL;
    if (!is_written) {
        tell(error, error_size, "no memory");
    } else {
        memcpy(temporary, state->path, path_length);
        memcpy(temporary + path_length, suffix, sizeof suffix);
        is_written = replace(state, temporary, text, length);
        if (!is_written)
            tell(error, error_size, "%s: cannot be written: %s", state->path, strerror(errno));
    }
    free(temporary);
    free(text);
    if (is_written)
        know_file(state);
    return is_written;
}
