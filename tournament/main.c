/* kaname-tournament: wiring and exit status. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "tournament_commands.h"

/* Engines' pipes must never land on 0, 1 or 2. What is written there fails, as it should. */
static void open_standard_files(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDONLY);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* libuv calls realloc() only for its table of open files, and abort() if that fails. */
static void *grow_or_end(void *block, size_t size) {
    void *grown = realloc(block, size);
    if (grown != NULL || size == 0)
        return grown;
    fputs("kaname-tournament: no memory for one more open file\n", stderr);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
    open_standard_files();
    uv_replace_allocator(malloc, grow_or_end, calloc, free);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails as on a full disk */
    int status = tournament_run(argc, argv);
    errno = 0;
    bool is_printed = fflush(stdout) == 0 && !ferror(stdout);
    if (is_printed || status != EXIT_SUCCESS)
        return status;
    fprintf(stderr, "kaname-tournament: standard output: %s\n",
            errno != 0 ? strerror(errno) : "some output was not written");
    return EXIT_FAILURE;
}
