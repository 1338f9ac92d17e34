/* process.h: child processes behind pipes, with all their descendants, on a libuv loop.
 *
 * Every process runs in its own session, is killed with its whole tree, and dies with the manager,
 * even if the manager is killed. Both output pipes are always read; lines end at LF or CR LF. All
 * functions and callbacks belong to the loop's thread. */
#ifndef TOURNAMENT_PROCESS_PROCESS_H
#define TOURNAMENT_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "process/hub.h"
#include "process/spawn.h"

typedef struct Process Process;

typedef struct ProcessConfig {
    const char *command; /* see spawn_split() */
    SpawnPin pin;        /* its processors */
    size_t line_max;     /* longer lines are cut: the rest is dropped. 0: 64 KiB */
} ProcessConfig;

typedef enum { PROCESS_STDOUT, PROCESS_STDERR } ProcessStream;

/* Replaces a zero byte in a line. It is ASCII's "substitute", not a blank, so it invalidates an
 * answer. */
enum { PROCESS_ZERO = 0x1A };

typedef struct ProcessEvents {
    /* Passes a line without its end, carriage returns included, zero terminated. Zero bytes become
     * PROCESS_ZERO; all others are unchanged. is_cut: the line was longer, or the stream ended
     * without a line end. The text is valid only during the call. */
    void (*on_line)(void *context, ProcessStream stream, const char *line, bool is_cut);
    /* Called once, after the process has ended and on_line had all its output. signal: 0 if it
     * exited by itself. */
    void (*on_exit)(void *context, int status, int signal);
    void *context;
} ProcessEvents;

/* Starts the command. A '/' in its first word sets the working directory: "dir/prog" runs ./prog in
 * dir. On failure returns NULL and sets *error to a negative libuv error code (UV_ENOENT: no such
 * program). */
Process *process_new(ProcessHub *hub, const ProcessConfig *config, const ProcessEvents *events,
                     int *error);
/* Queues text for its stdin. Never blocks. Returns false if the pipe is closed, or if the process
 * does not read and over 4 MiB are queued. */
bool process_write(Process *process, const char *text, size_t length);
/* Closes its stdin once all queued text is written. */
void process_close_input(Process *process);
/* Sends SIGKILL to the process and all its descendants. on_exit follows. */
void process_kill(Process *process);
/* Send SIGSTOP and SIGCONT to the same processes. Both may be repeated. */
void process_suspend(Process *process);
void process_resume(Process *process);
/* Returns the bytes that the tree uses now: the private memory of every process plus shared memory
 * once. Exact near or over `limit`, else a cheap upper bound; 0 if unknown. */
uint64_t process_memory(Process *process, uint64_t limit);
int process_pid(const Process *process);
/* Kills the process if it is alive; no event follows. Ignores NULL. The memory is freed once the
 * loop has closed the handles. */
void process_free(Process *process);

#endif
