#include "store/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* SQLite locks 512 bytes from 2^30 on. */
enum { CLAIM_BYTE = 0x40000000 + 4096 };

ClaimStatus claim_take(const char *path, int *file) {
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = CLAIM_BYTE, .l_len = 1};
    *file = open(path, O_RDWR | O_CLOEXEC);
    if (*file < 0)
        return CLAIM_FAILED;
    if (fcntl(*file, F_OFD_SETLK, &lock) == 0)
        return CLAIM_TAKEN;
    return errno == EAGAIN || errno == EACCES ? CLAIM_OF_ANOTHER : CLAIM_FAILED;
}

void claim_release(int file) {
    if (file >= 0)
        close(file);
}
