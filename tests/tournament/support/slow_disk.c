/* slow_disk: a library to be preloaded: every write to a file or to standard output and every flush
 * to the disk takes SLOW_DISK_MS milliseconds more. */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void wait_if_slow(int fd) {
    struct stat about;
    const char *text = getenv("SLOW_DISK_MS");
    long ms = text != NULL ? strtol(text, NULL, 10) : 0;
    if (fd != STDOUT_FILENO && (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)))
        return;
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

typedef ssize_t (*WriteFn)(int, const void *, size_t);
typedef ssize_t (*PwriteFn)(int, const void *, size_t, off_t);
typedef int (*SyncFn)(int);

ssize_t write(int fd, const void *data, size_t size);
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset);
int fsync(int fd);
int fdatasync(int fd);

ssize_t write(int fd, const void *data, size_t size) {
    wait_if_slow(fd);
    return ((WriteFn)dlsym(RTLD_NEXT, "write"))(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) {
    wait_if_slow(fd);
    return ((PwriteFn)dlsym(RTLD_NEXT, "pwrite64"))(fd, data, size, offset);
}

int fsync(int fd) {
    wait_if_slow(fd);
    return ((SyncFn)dlsym(RTLD_NEXT, "fsync"))(fd);
}

int fdatasync(int fd) {
    wait_if_slow(fd);
    return ((SyncFn)dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
