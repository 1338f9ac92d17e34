/* kaname-tournament: wiring and exit status. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include "commands.h"

/* Engines' pipes must never land on 0, 1 or 2. */
static void open_standard_files(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
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
    return commands_run(argc, argv);
}
