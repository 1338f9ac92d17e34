/* kaname-tournament: wiring and exit status. */
#include <fcntl.h>
#include <unistd.h>

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

int main(int argc, char **argv) {
    open_standard_files();
    return commands_run(argc, argv);
}
