#include "run/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/spawn.h"

enum { BLOCK = 64 * 1024 };

static uint64_t add_bytes(uint64_t sum, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    return sum;
}

static const uint64_t sum_start = UINT64_C(0xCBF29CE484222325);

/* A digest is never 0, which stands for an unknown one. */
static int64_t digest_of(uint64_t sum) {
    return sum != 0 ? (int64_t)sum : 1;
}

int64_t inputs_openings(const OpeningList *list) {
    uint64_t sum = sum_start;
    for (size_t i = 0; i < list->count; i++) {
        const Opening *opening = &list->openings[i];
        for (size_t k = 0; k < opening->count; k++) {
            const unsigned char point[] = {1, (unsigned char)opening->stones[k].x,
                                           (unsigned char)opening->stones[k].y};
            sum = add_bytes(sum, point, sizeof point);
        }
        sum = add_bytes(sum, (const unsigned char[]){0}, 1);
    }
    return digest_of(sum);
}

static bool add_file(int fd, uint64_t *sum) {
    unsigned char block[BLOCK];
    ssize_t got;
    while ((got = read(fd, block, sizeof block)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            *sum = add_bytes(*sum, block, (size_t)got);
    }
    return true;
}

void inputs_program_note(char name[INPUTS_NOTE_BYTES], int engine) {
    snprintf(name, INPUTS_NOTE_BYTES, "program %d", engine + 1);
}

InputsProgram inputs_program(const char *command) {
    char path[PATH_MAX];
    struct stat about;
    InputsProgram program = {0};
    uint64_t sum = sum_start;
    int fd = spawn_path(command, path, sizeof path) == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return program;
    if (fstat(fd, &about) == 0 && add_file(fd, &sum))
        program = (InputsProgram){.digest = digest_of(sum),
                                  .device = about.st_dev,
                                  .inode = about.st_ino,
                                  .size = about.st_size,
                                  .written = about.st_mtim,
                                  .changed = about.st_ctim};
    close(fd);
    return program;
}

static bool is_same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool inputs_program_changed(InputsProgram *program, const char *command) {
    char path[PATH_MAX];
    struct stat about;
    if (program->digest == 0 || spawn_path(command, path, sizeof path) != 0 ||
        stat(path, &about) != 0)
        return false; /* its start fails and tells why */
    bool is_same = about.st_dev == program->device && about.st_ino == program->inode &&
                   about.st_size == program->size &&
                   is_same_time(about.st_mtim, program->written) &&
                   is_same_time(about.st_ctim, program->changed);
    if (is_same)
        return false;
    InputsProgram now = inputs_program(command);
    if (now.digest == program->digest)
        *program = now;
    return now.digest != 0 && now.digest != program->digest;
}
