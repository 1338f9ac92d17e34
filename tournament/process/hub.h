/* hub.h: what process.c and hub.c share; nobody else includes it. */
#ifndef TOURNAMENT_PROCESS_HUB_H
#define TOURNAMENT_PROCESS_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

#include "process/process.h"
#include "process/tree.h"

/* The environment variable that marks the processes of a hub. */
#define HUB_MARK_NAME "KANAME_MATCH"

enum { HUB_READ_SIZE = 64 * 1024 };

typedef struct Stream {
    uv_pipe_t pipe;
    bool is_open, is_ended;
    bool is_skipping; /* the rest of a line that was cut */
    size_t length;
    char *line;
} Stream;

struct Process {
    ProcessHub *hub;
    Process *next;
    ProcessEvents events;
    pid_t pid;
    uint64_t serial;
    bool is_reaped, is_exit_told, is_freed, is_killed, is_suspended;
    int status, signal;
    size_t line_max;
    uv_pipe_t input;
    bool is_input_open, is_input_closing;
    Stream out, err;
    uv_timer_t timer; /* throttles a flood; waits for the pipes after the end */
    bool is_throttled;
    size_t tick_bytes;
    uint64_t tick_started_ms;
    int open_handles;
};

struct ProcessHub {
    uv_loop_t *loop;
    uv_signal_t child_watch;
    Process *processes;
    uint64_t next_serial;
    long own_pid;
    uint64_t own_start, own_space; /* of process ids: a number elsewhere is another process */
    bool is_freed;
    char read_buffer[HUB_READ_SIZE];
    ProcTree tree; /* scratch */
};

/* Takes the next step of ending a process, whatever has just happened; may release it. */
void process_settle(Process *process);
/* Keeps the loop running until the last process and the last orphan is reaped; then closes a freed
 * hub. Call it when a process comes or goes. */
void hub_update(ProcessHub *hub);

#endif
