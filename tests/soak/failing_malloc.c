/* failing_malloc.c: preloaded, makes an allocation of the program fail. Linux.
 *
 *   LD_PRELOAD=failing_malloc.so KANAME_FAIL_FROM=N [KANAME_FAIL_MANY=1] KANAME_FAIL_COUNT=FILE ...
 *
 * Counts malloc, calloc, realloc, posix_memalign, aligned_alloc and anonymous mmap of the program,
 * from 1, once main() has begun. Number N fails, with KANAME_FAIL_MANY all from N on. At the end
 * the count is written to FILE. Programs that this one starts are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* glibc's own, which need no look-up that would allocate. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long calls;
static atomic_bool is_counting;
static long first;
static bool is_many;
static char count_path[4096];

__attribute__((constructor)) static void begin(void) {
    const char *from = getenv("KANAME_FAIL_FROM"), *path = getenv("KANAME_FAIL_COUNT");
    if (from == NULL || path == NULL)
        return;
    first = strtol(from, NULL, 10);
    is_many = getenv("KANAME_FAIL_MANY") != NULL;
    snprintf(count_path, sizeof count_path, "%s", path);
    unsetenv("LD_PRELOAD");
    unsetenv("KANAME_FAIL_FROM");
    atomic_store(&is_counting, true);
}

__attribute__((destructor)) static void end(void) {
    char text[32];
    atomic_store(&is_counting, false);
    int file = count_path[0] != '\0' ? open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
    if (write(file, text, (size_t)length) != length)
        perror(count_path);
    close(file);
}

/* The program's way out without destructors. */
void _Exit(int status) {
    end();
    _exit(status);
}

static bool fails(void) {
    if (!atomic_load_explicit(&is_counting, memory_order_relaxed))
        return false;
    long call = atomic_fetch_add(&calls, 1) + 1;
    bool is_hit = first > 0 && (call == first || (is_many && call > first));
    if (is_hit)
        errno = ENOMEM;
    return is_hit;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *block = fails() ? NULL : __libc_memalign(alignment, size);
    if (block == NULL)
        return ENOMEM;
    *memory = block;
    return 0;
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    static void *(*next)(void *, size_t, int, int, int, off_t);
    if (next == NULL)
        next = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    return (flags & MAP_ANONYMOUS) != 0 && fails()
               ? MAP_FAILED
               : next(at, size, protection, flags, file, offset);
}
