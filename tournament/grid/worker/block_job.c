#include "grid/worker/block_job.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/process.h"

enum { COMMAND_MAX = 8192 };

static const long file_max = (long)BLOCK_PART_BYTES * BLOCK_PARTS_MAX;

/* The programs of a block, for messages, and the files that they write, by kind. */
static const char *const programs[BLOCK_KINDS] = {
    [BLOCK_GAMES] = "kaname-train", [BLOCK_OPENINGS] = "pbrain-kaname"};
static const char *const file_names[BLOCK_KINDS] = {
    [BLOCK_GAMES] = "games-00000.kgm", [BLOCK_OPENINGS] = "openings.txt"};
static const char list_name[] = "list.txt"; /* of the positions to search */

struct BlockJob {
    BlockKind kind;
    Process *process;
    char folder[PATH_MAX];
    char last_line[WIRE_TEXT_MAX]; /* of its standard error */
    BlockEndFn on_end;
    void *context;
};

static bool make_folder(char folder[PATH_MAX]) {
    const char *parent = getenv("TMPDIR");
    int used = snprintf(folder, PATH_MAX, "%s/kaname-block-XXXXXX",
                        parent != NULL && parent[0] == '/' ? parent : "/tmp");
    if (used >= PATH_MAX || strpbrk(folder, "\"\\") != NULL) {
        errno = used >= PATH_MAX ? ENAMETOOLONG : EINVAL;
        return false;
    }
    return mkdtemp(folder) != NULL;
}

/* Removes the files of the job, and the folder. */
static void remove_folder(const char *folder) {
    DIR *directory = opendir(folder);
    char path[PATH_MAX];
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            unlink(path);
    if (directory != NULL)
        closedir(directory);
    rmdir(folder);
}

static bool path_of(const BlockJob *job, const char *name, char path[PATH_MAX]) {
    return snprintf(path, PATH_MAX, "%s/%s", job->folder, name) < PATH_MAX;
}

static char *read_file(const BlockJob *job, size_t *length) {
    char path[PATH_MAX];
    if (!path_of(job, file_names[job->kind], path))
        return NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        bytes = size > 0 && size <= file_max ? malloc((size_t)size) : NULL;
        if (bytes != NULL && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
            free(bytes);
            bytes = NULL;
        }
        *length = (size_t)size;
    }
    fclose(file);
    return bytes;
}

static void on_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    BlockJob *job = context;
    (void)is_cut;
    if (stream == PROCESS_STDERR)
        snprintf(job->last_line, sizeof job->last_line, "%s", line);
}

static void on_exit_event(void *context, int status, int signal) {
    BlockJob *job = context;
    size_t length = 0;
    char why[WIRE_TEXT_MAX + 64];
    bool is_good = status == 0 && signal == 0;
    char *bytes = is_good ? read_file(job, &length) : NULL;
    if (is_good)
        snprintf(why, sizeof why, "%s: its file is missing, empty or too large",
                 programs[job->kind]);
    else
        snprintf(why, sizeof why, "%s ended with status %d, signal %d: %s", programs[job->kind],
                 status, signal, job->last_line);
    job->on_end(job->context, bytes, length, why);
}

/* Writes the positions of a block as `openings --only` reads them. */
static bool write_list(const BlockJob *job, const char *positions) {
    char path[PATH_MAX];
    FILE *file = path_of(job, list_name, path) ? fopen(path, "wb") : NULL;
    if (file == NULL)
        return false;
    for (const char *at = positions; *at != '\0'; at++)
        fputc(*at == ' ' ? '\n' : *at, file);
    fputc('\n', file);
    bool is_good = !ferror(file);
    return fclose(file) == 0 && is_good;
}

/* Settings from the run need no quotes: block_is_setting() has checked them. */
static bool write_command(const BlockJob *job, const char *command, const Block *block,
                          char text[COMMAND_MAX]) {
    const char *const *names = block_settings[block->kind];
    int used = block->kind == BLOCK_GAMES
                   ? snprintf(text, COMMAND_MAX,
                              "%s generate --out \"%s\" --first %" PRId64 " --games %" PRId64
                              " --threads 1 --shard-mib 4096 --quiet",
                              command, job->folder, block->first, block->games)
                   : snprintf(text, COMMAND_MAX, "%s openings --threads 1 --only \"%s/%s\"",
                              command, job->folder, list_name);
    for (int i = 0; i < BLOCK_SETTINGS && names[i] != NULL && used < COMMAND_MAX; i++)
        if (block->settings[i][0] != '\0')
            used += snprintf(text + used, (size_t)(COMMAND_MAX - used), " --%s %s", names[i],
                             block->settings[i]);
    if (block->kind == BLOCK_OPENINGS && used < COMMAND_MAX)
        used += snprintf(text + used, (size_t)(COMMAND_MAX - used), " \"%s/%s\"", job->folder,
                         file_names[block->kind]);
    return used < COMMAND_MAX;
}

BlockJob *block_job_new(ProcessHub *hub, const char *command, const Block *block, BlockEndFn on_end,
                        void *context, Failure *failure) {
    char text[COMMAND_MAX];
    int error = 0;
    BlockJob *job = calloc(1, sizeof *job);
    if (job == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    job->kind = block->kind;
    job->on_end = on_end;
    job->context = context;
    if (!make_folder(job->folder)) {
        failure_say(failure, STATUS_UNWRITABLE, "no folder for a block, %s: %s", job->folder,
                    strerror(errno));
        free(job);
        return NULL;
    }
    ProcessConfig config = {.command = text};
    ProcessEvents events = {.on_line = on_line, .on_exit = on_exit_event, .context = job};
    if (!write_command(job, command, block, text))
        failure_say(failure, STATUS_LONG_NAME, "the command line of a block is too long");
    else if (block->kind == BLOCK_OPENINGS && !write_list(job, block->positions))
        failure_say(failure, STATUS_UNWRITABLE, "%s: %s", job->folder, strerror(errno));
    else if ((job->process = process_new(hub, &config, &events, &error)) == NULL)
        failure_say(failure, STATUS_PROGRAM, "%s: %s", command, uv_strerror(error));
    if (job->process != NULL)
        return job;
    block_job_free(job);
    return NULL;
}

void block_job_free(BlockJob *job) {
    if (job == NULL)
        return;
    process_free(job->process);
    remove_folder(job->folder);
    free(job);
}
