#include "process/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a small file of the process in /proc, zero terminated, up to the size of the buffer.
 * Returns the bytes read, 0 if the process has ended. */
static size_t slurp(pid_t pid, const char *name, char *buffer, size_t size) {
    char path[96];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    size_t length = 0;
    while (length + 1 < size) {
        ssize_t got = read(fd, buffer + length, size - 1 - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    close(fd);
    buffer[length] = '\0';
    return length;
}

static bool is_number(const char *text) {
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text);
}

static void add(ProcTree *tree, pid_t pid) {
    if (tree->count < PROCTREE_MAX)
        tree->pids[tree->count++] = pid;
}

void proctree_add_children(ProcTree *tree, pid_t parent) {
    char path[96];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)parent);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    const struct dirent *entry;
    while ((entry = readdir(tasks)) != NULL) {
        if (!is_number(entry->d_name) || strlen(entry->d_name) > 20)
            continue;
        snprintf(path, sizeof path, "task/%.20s/children", entry->d_name);
        char text[8192];
        if (slurp(parent, path, text, sizeof text) == 0)
            continue;
        char *end = text;
        for (long pid; (pid = strtol(end, &end, 10)) > 0;)
            add(tree, (pid_t)pid);
    }
    closedir(tasks);
}

void proctree_collect(ProcTree *tree, pid_t root) {
    tree->count = 0;
    add(tree, root);
    for (size_t i = 0; i < tree->count; i++)
        proctree_add_children(tree, tree->pids[i]);
}

void proctree_collect_all(ProcTree *tree) {
    tree->count = 0;
    DIR *proc = opendir("/proc");
    if (proc == NULL)
        return;
    const struct dirent *entry;
    while ((entry = readdir(proc)) != NULL)
        if (is_number(entry->d_name))
            add(tree, (pid_t)strtol(entry->d_name, NULL, 10));
    closedir(proc);
}

bool proctree_environment(pid_t pid, const char *name, char *value, size_t size) {
    static const size_t capacity = 256 * 1024;
    char *text = malloc(capacity);
    if (text == NULL)
        return false;
    size_t length = slurp(pid, "environ", text, capacity), name_length = strlen(name);
    bool is_found = false;
    for (const char *at = text; length > 0 && at < text + length && !is_found;
         at += strlen(at) + 1) {
        if (strncmp(at, name, name_length) == 0 && at[name_length] == '=') {
            snprintf(value, size, "%s", at + name_length + 1);
            is_found = true;
        }
    }
    free(text);
    return is_found;
}

bool proctree_has_environment(pid_t pid) {
    char text[2];
    return slurp(pid, "environ", text, sizeof text) > 0;
}

uint64_t proctree_start_time(pid_t pid) {
    char text[1024];
    if (slurp(pid, "stat", text, sizeof text) == 0)
        return 0;
    /* The second field, the program's name in brackets, may hold anything: count from its end. The
     * start time is field 22, so 20 blanks precede it after the bracket. */
    const char *at = strrchr(text, ')');
    for (int i = 0; i < 20 && at != NULL; i++)
        at = strchr(at + 1, ' ');
    return at == NULL ? 0 : strtoull(at + 1, NULL, 10);
}

uint64_t proctree_resident(const ProcTree *tree) {
    uint64_t pages = 0;
    for (size_t i = 0; i < tree->count; i++) {
        char text[256];
        if (slurp(tree->pids[i], "statm", text, sizeof text) == 0)
            continue;
        char *end = text;
        strtoull(end, &end, 10); /* the address space */
        pages += strtoull(end, &end, 10);
    }
    long page_size = sysconf(_SC_PAGESIZE);
    return pages * (uint64_t)(page_size > 0 ? page_size : 4096);
}

uint64_t proctree_proportional(const ProcTree *tree) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < tree->count; i++) {
        char text[4096];
        if (slurp(tree->pids[i], "smaps_rollup", text, sizeof text) == 0)
            continue;
        const char *at = strstr(text, "\nPss:");
        if (at != NULL)
            bytes += strtoull(at + strlen("\nPss:"), NULL, 10) * 1024;
    }
    return bytes;
}
