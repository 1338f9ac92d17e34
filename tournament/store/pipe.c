#include "store/pipe.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Pipe {
    FILE *file;
    const atomic_bool *is_hurried;
} Pipe;

/* Waits until a write of PIPE_BUF bytes does not wait. Returns false with errno on an error. */
static bool wait_for_reader(const Pipe *pipe) {
    struct pollfd wanted = {.fd = fileno(pipe->file), .events = POLLOUT};
    int count;
    while ((count = poll(&wanted, 1, PIPE_PATIENCE_MS)) <= 0) {
        if (count < 0 && errno != EINTR)
            return false;
        if (count == 0 && atomic_load(pipe->is_hurried)) {
            errno = ECANCELED;
            return false;
        }
    }
    return true;
}

static ssize_t put(void *cookie, const char *text, size_t size) {
    const Pipe *pipe = cookie;
    size_t done = 0;
    while (done < size && wait_for_reader(pipe)) {
        size_t part = size - done < PIPE_BUF ? size - done : PIPE_BUF;
        ssize_t count = write(fileno(pipe->file), text + done, part);
        if (count < 0 && errno != EINTR)
            break;
        done += count > 0 ? (size_t)count : 0;
    }
    return (ssize_t)done; /* less than size: an error, with errno */
}

static int close_pipe(void *cookie) {
    Pipe *pipe = cookie;
    int status = fclose(pipe->file);
    free(pipe);
    return status;
}

FILE *pipe_stream(FILE *file, const atomic_bool *is_hurried) {
    struct stat about;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode))
        return file;
    Pipe *pipe = malloc(sizeof *pipe);
    if (pipe != NULL)
        *pipe = (Pipe){file, is_hurried};
    cookie_io_functions_t functions = {.write = put, .close = close_pipe};
    FILE *stream = pipe != NULL ? fopencookie(pipe, "w", functions) : NULL;
    if (stream == NULL) {
        free(pipe);
        fclose(file);
    }
    return stream;
}
