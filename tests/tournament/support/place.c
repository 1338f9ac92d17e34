#include "tournament/support/place.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"

static char folder[TEST_PATH_BYTES];

void place_begin(void) {
    make_folder(folder);
}

const char *place_folder(void) {
    return folder;
}

const char *in_folder(const char *name) {
    static char paths[8][TEST_PATH_BYTES];
    static int next;
    char *path = paths[next++ % 8];
    path_in(path, folder, name);
    return path;
}

bool is_there(const char *name) {
    return access(in_folder(name), F_OK) == 0;
}

const char *read_text(const char *name) {
    static char *text;
    size_t size = 0, capacity = TEXT_MAX;
    FILE *file = fopen(in_folder(name), "r");
    free(text);
    text = malloc(capacity);
    ck_assert_ptr_nonnull(text);
    while (file != NULL && (size += fread(text + size, 1, capacity - size, file)) == capacity) {
        capacity *= 2;
        text = realloc(text, capacity);
        ck_assert_ptr_nonnull(text);
    }
    if (file != NULL)
        fclose(file);
    text[size] = '\0';
    return text;
}

void write_bytes(const char *name, const char *bytes, size_t count) {
    FILE *file = fopen(in_folder(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

void write_text(const char *name, const char *text) {
    write_bytes(name, text, strlen(text));
}

/* The shell becomes the program. */
void become(const char *words) {
    static char command[TEXT_MAX + 1000];
    snprintf(command, sizeof command, "cd %s && exec %s %s >>out 2>>err", folder, KANAME_TOURNAMENT,
             words);
    setenv(PLACE_MARK, folder, 1);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

pid_t start(const char *words) {
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        become(words);
    return pid;
}

int finish(pid_t pid) {
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int run(const char *format, ...) {
    static char words[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return finish(start(words));
}
