#include "store/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

enum {
    CLAIM_BYTE = 0x40000000 + 4096, /* SQLite locks 512 bytes from 2^30 on */
    TRIES = 50,                     /* a second */
    BETWEEN_TRIES_NS = 20000000
};

ClaimStatus claim_take(const char *path, int *file) {
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = CLAIM_BYTE, .l_len = 1};
    *file = open(path, O_RDWR | O_CLOEXEC);
    if (*file < 0)
        return CLAIM_FAILED;
    /* A manager that was killed while it started an engine leaves a child that holds the claim
     * until it has become the engine's program. */
    for (int i = 0; i < TRIES; i++) {
        if (fcntl(*file, F_OFD_SETLK, &lock) == 0)
            return CLAIM_TAKEN;
        if (errno != EAGAIN && errno != EACCES)
            return CLAIM_FAILED;
        (void)nanosleep(&(struct timespec){.tv_nsec = BETWEEN_TRIES_NS}, NULL);
    }
    return CLAIM_OF_ANOTHER;
}

void claim_release(int file) {
    if (file >= 0)
        close(file);
}
