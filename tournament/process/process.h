/* process.h: child processes behind pipes, with all their descendants, on a libuv loop.
 *
 * Every process runs in a session of its own, is killed with its whole tree, and dies with the
 * manager, even if the manager is killed. Both output pipes are read all the time; lines end at LF
 * or CR LF. All functions and callbacks belong to the loop's thread. */
#ifndef TOURNAMENT_PROCESS_PROCESS_H
#define TOURNAMENT_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "process/hub.h"

typedef struct Process Process;

typedef struct ProcessConfig {
    const char *command; /* see spawn_split() */
    int cpu;             /* pinned to this processor; -1: to none */
    size_t line_max;     /* longer lines are cut: the rest is dropped. 0: 64 KiB */
} ProcessConfig;

typedef enum { PROCESS_STDOUT, PROCESS_STDERR } ProcessStream;

/* Stands for a zero byte in a line. ASCII's "substitute": no blank, so it spoils an answer. */
enum { PROCESS_ZERO = 0x1A };

typedef struct ProcessEvents {
    /* Passes a line without its end, zero terminated. Zero bytes become PROCESS_ZERO, all others
     * stay. is_cut: the line was longer, or the stream ended without a line end. The text is valid
     * during the call only. */
    void (*on_line)(void *context, ProcessStream stream, const char *line, bool is_cut);
    /* Called once, after the process has ended and on_line had all its output. signal: 0 if it
     * exited by itself. */
    void (*on_exit)(void *context, int status, int signal);
    void *context;
} ProcessEvents;

/* The command's first word with a '/' sets the working directory: "dir/prog" runs ./prog in dir.
 * On failure NULL, and *error is a negative libuv error code (UV_ENOENT: no such program). */
Process *process_new(ProcessHub *hub, const ProcessConfig *config, const ProcessEvents *events,
                     int *error);
/* Queues text for its stdin. Never blocks; false: the pipe is closed, or it reads nothing and
 * over 4 MiB wait. */
bool process_write(Process *process, const char *text, size_t length);
/* Closes its stdin once all that was queued is written. */
void process_close_input(Process *process);
/* SIGKILL to the process and all its descendants. on_exit follows. */
void process_kill(Process *process);
/* SIGSTOP and SIGCONT to the same. Both may be repeated. */
void process_suspend(Process *process);
void process_resume(Process *process);
/* Bytes used by the tree now: memory of its own of every process plus shared memory once. Exact
 * when near or over `limit`, else an upper bound that is cheap to get; 0: unknown. */
uint64_t process_memory(Process *process, uint64_t limit);
int process_pid(const Process *process);
bool process_has_exited(const Process *process); /* on_exit has been called */
/* Kills it if it lives, no event follows. NULL is fine. Memory goes when the loop has closed the
 * handles. */
void process_free(Process *process);

#endif
