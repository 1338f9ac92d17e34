#include "grid/blocks/folder_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 50 /* a second */, BETWEEN_TRIES_NS = 20000000 };

/* A manager that was killed may leave a child that holds the lock until it has become the engine's
 * program. */
bool folder_claim(const char *folder, int *claim, Failure *failure) {
    *claim = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*claim < 0)
        return true; /* whoever reads the folder tells why it cannot */
    for (int i = 0; i < TRIES; i++) {
        if (flock(*claim, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return true;
        (void)nanosleep(&(struct timespec){.tv_nsec = BETWEEN_TRIES_NS}, NULL);
    }
    folder_claim_end(*claim);
    return failure_say(failure, STATUS_IN_USE, "another manager works in this folder");
}

void folder_claim_end(int claim) {
    if (claim >= 0)
        close(claim);
}
