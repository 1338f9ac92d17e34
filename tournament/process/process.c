/* The manager is made the reaper of orphans, so it must wait for processes that it did not start:
 * one watch over SIGCHLD reaps them all. */
#include "process/process.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "process/spawn.h"
#include "process/tree.h"

#define MARK_NAME "KANAME_MATCH"

enum {
    LINE_MAX_DEFAULT = 64 * 1024,
    READ_SIZE = 64 * 1024,
    WRITE_QUEUE_MAX = 4 * 1024 * 1024,
    TICK_MS = 20,
    TICK_BYTES = 1024 * 1024, /* read from one process a tick: a flood must not starve the rest */
    LINGER_MS = 300           /* waited for the end of the pipes after the process is gone */
};

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
    char read_buffer[READ_SIZE];
    ProcTree tree; /* scratch */
};

typedef struct Write {
    uv_write_t request;
    char text[];
} Write;

static void settle(Process *process);
static bool sweep(ProcessHub *hub);
static void hub_update(ProcessHub *hub);

/* ---- Hub ---------------------------------------------------------------------------------- */

static Process *find(ProcessHub *hub, pid_t pid) {
    Process *process = hub->processes;
    while (process != NULL && (process->pid != pid || process->is_reaped))
        process = process->next;
    return process;
}

static void on_child(uv_signal_t *watch, int signum) {
    (void)signum;
    ProcessHub *hub = watch->data;
    int status;
    pid_t pid;
    bool has_ended = false;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        has_ended = true;
        Process *process = find(hub, pid);
        if (process == NULL)
            continue; /* an orphan of an engine: nobody waits for its status */
        process->is_reaped = true;
        process->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        process->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        kill(-pid, SIGKILL); /* children in its group may still hold the pipes */
    }
    if (!has_ended)
        return;
    sweep(hub);
    for (Process *process = hub->processes, *next; process != NULL; process = next) {
        next = process->next;
        settle(process);
    }
    if (hub->processes == NULL)
        hub_update(hub);
}

static bool is_serial_alive(const ProcessHub *hub, uint64_t serial) {
    for (const Process *process = hub->processes; process != NULL; process = process->next)
        if (process->serial == serial)
            return !process->is_reaped;
    return false;
}

/* Parses a mark "space:manager:start:serial"; false: none of ours. */
static bool read_mark(const ProcessHub *hub, pid_t pid, long *manager, uint64_t *start,
                      uint64_t *serial) {
    char mark[96];
    if (!proctree_environment(pid, MARK_NAME, mark, sizeof mark))
        return false;
    char *end;
    if (strtoull(mark, &end, 10) != hub->own_space || *end != ':')
        return false;
    *manager = strtol(end + 1, &end, 10);
    if (*end != ':')
        return false;
    *start = strtoull(end + 1, &end, 10);
    if (*end != ':')
        return false;
    *serial = strtoull(end + 1, &end, 10);
    return *end == '\0';
}

/* Descendants of an engine that has ended come to the manager as orphans. Those that left the
 * engine's session are known by the mark in their environment, those about to end by having none
 * any more. True: some are still to be waited for. */
static bool sweep(ProcessHub *hub) {
    ProcTree *tree = &hub->tree;
    bool is_waiting = false;
    tree->count = 0;
    proctree_add_children(tree, (pid_t)hub->own_pid);
    for (size_t i = 0; i < tree->count; i++) {
        pid_t pid = tree->pids[i];
        long manager;
        uint64_t start, serial;
        if (find(hub, pid) != NULL)
            continue;
        if (!proctree_has_environment(pid)) {
            /* Or it has thrown it away: then nobody else can have left it here. */
            if (hub->processes == NULL)
                kill(pid, SIGKILL);
            is_waiting = true;
        } else if (read_mark(hub, pid, &manager, &start, &serial) && manager == hub->own_pid &&
                   start == hub->own_start && !is_serial_alive(hub, serial)) {
            kill(pid, SIGKILL);
            is_waiting = true;
        }
    }
    return is_waiting;
}

/* A manager that was killed may have left descendants of its engines behind. */
static void kill_strays_of_dead_managers(ProcessHub *hub) {
    ProcTree *tree = &hub->tree;
    proctree_collect_all(tree);
    for (size_t i = 0; i < tree->count; i++) {
        long manager;
        uint64_t start, serial;
        if (read_mark(hub, tree->pids[i], &manager, &start, &serial) && manager > 0 && start > 0 &&
            proctree_start_time((pid_t)manager) != start)
            kill(tree->pids[i], SIGKILL);
    }
}

/* The namespace of process ids; 0 where there are none. */
static uint64_t id_space(void) {
    struct stat about;
    return stat("/proc/self/ns/pid", &about) == 0 ? (uint64_t)about.st_ino : 0;
}

ProcessHub *process_hub_new(uv_loop_t *loop) {
    ProcessHub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->loop = loop;
    hub->own_pid = (long)getpid();
    hub->own_space = id_space();
    hub->own_start = proctree_start_time(getpid());
    signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    kill_strays_of_dead_managers(hub);
    if (uv_signal_init(loop, &hub->child_watch) != 0 ||
        uv_signal_start(&hub->child_watch, on_child, SIGCHLD) != 0) {
        free(hub);
        return NULL;
    }
    hub->child_watch.data = hub;
    uv_unref((uv_handle_t *)&hub->child_watch);
    return hub;
}

static void on_hub_closed(uv_handle_t *handle) {
    free(handle->data);
}

/* The loop has to stay until the last process and the last orphan is reaped; a freed hub goes after
 * it. */
static void hub_update(ProcessHub *hub) {
    uv_handle_t *watch = (uv_handle_t *)&hub->child_watch;
    if (hub->processes != NULL || sweep(hub)) {
        uv_ref(watch);
        return;
    }
    uv_unref(watch);
    if (hub->is_freed && !uv_is_closing(watch))
        uv_close(watch, on_hub_closed);
}

void process_hub_free(ProcessHub *hub) {
    if (hub == NULL)
        return;
    hub->is_freed = true;
    hub_update(hub);
}

void process_hub_kill_all(ProcessHub *hub) {
    for (Process *process = hub->processes; process != NULL; process = process->next)
        process_kill(process);
    sweep(hub);
}

/* ---- End of a process --------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle) {
    Process *process = handle->data;
    process->open_handles--;
    settle(process);
}

static void close_handle(void *handle) {
    if (!uv_is_closing(handle))
        uv_close(handle, on_closed);
}

static void close_stream(Stream *stream) {
    if (stream->is_open) {
        stream->is_open = false;
        stream->is_ended = true;
        close_handle(&stream->pipe);
    }
}

static void close_input(Process *process) {
    if (process->is_input_open) {
        process->is_input_open = false;
        close_handle(&process->input);
    }
}

static void release(Process *process) {
    ProcessHub *hub = process->hub;
    for (Process **link = &hub->processes; *link != NULL; link = &(*link)->next) {
        if (*link == process) {
            *link = process->next;
            break;
        }
    }
    free(process->out.line);
    free(process->err.line);
    free(process);
    hub_update(hub);
}

static void on_linger(uv_timer_t *timer) {
    Process *process = timer->data;
    close_stream(&process->out);
    close_stream(&process->err);
    settle(process);
}

/* Takes the next step of ending, whatever has just happened; may release the process. */
static void settle(Process *process) {
    if (process->is_reaped && !process->is_exit_told) {
        close_input(process);
        if (process->is_freed) {
            close_stream(&process->out);
            close_stream(&process->err);
        }
        if (!process->out.is_ended || !process->err.is_ended) {
            if (!process->is_throttled)
                uv_timer_start(&process->timer, on_linger, LINGER_MS, 0);
            return;
        }
        process->is_exit_told = true;
        if (!process->is_freed && process->events.on_exit != NULL)
            process->events.on_exit(process->events.context, process->status, process->signal);
        /* The callback may have freed it: go on below with what is true then. */
    }
    if (process->is_freed && process->is_exit_told) {
        close_handle(&process->timer);
        if (process->open_handles == 0)
            release(process);
    }
}

void process_free(Process *process) {
    if (process == NULL)
        return;
    assert(!process->is_freed);
    process->is_freed = true;
    if (!process->is_reaped)
        process_kill(process);
    else if (process->is_exit_told)
        close_handle(&process->timer);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    Process *process = handle->data;
    /* Every read is digested before the next one asks for memory. */
    *buffer = uv_buf_init(process->hub->read_buffer, READ_SIZE);
}

static void emit(Process *process, Stream *stream, bool is_cut) {
    if (!is_cut && stream->length > 0 && stream->line[stream->length - 1] == '\r')
        stream->length--;
    stream->line[stream->length] = '\0';
    stream->length = 0;
    if (process->is_freed)
        return;
    ProcessStream which = stream == &process->out ? PROCESS_STDOUT : PROCESS_STDERR;
    process->events.on_line(process->events.context, which, stream->line, is_cut);
}

static void digest(Process *process, Stream *stream, char *data, size_t size) {
    while (size > 0) {
        char *end = memchr(data, '\n', size);
        size_t part = end == NULL ? size : (size_t)(end - data);
        if (!stream->is_skipping) {
            size_t room = process->line_max - stream->length;
            size_t taken = part < room ? part : room;
            memcpy(stream->line + stream->length, data, taken);
            for (size_t i = 0; i < taken; i++)
                if (stream->line[stream->length + i] == '\0')
                    stream->line[stream->length + i] = ' ';
            stream->length += taken;
            stream->is_skipping = taken < part;
            if (stream->is_skipping)
                emit(process, stream, true);
            else if (end != NULL)
                emit(process, stream, false);
        }
        if (end == NULL)
            break;
        stream->is_skipping = false;
        size -= part + 1;
        data = end + 1;
    }
}

static void on_read(uv_stream_t *handle, ssize_t got, const uv_buf_t *buffer);

static void start_reading(Stream *stream) {
    if (stream->is_open)
        uv_read_start((uv_stream_t *)&stream->pipe, on_alloc, on_read);
}

static void on_tick(uv_timer_t *timer) {
    Process *process = timer->data;
    process->is_throttled = false;
    process->tick_bytes = 0;
    start_reading(&process->out);
    start_reading(&process->err);
    settle(process);
}

/* Counts what was read; over the tick's share both pipes rest until the next tick. */
static void throttle(Process *process, size_t bytes) {
    uint64_t now = uv_now(process->hub->loop);
    if (now - process->tick_started_ms >= TICK_MS) {
        process->tick_started_ms = now;
        process->tick_bytes = 0;
    }
    process->tick_bytes += bytes;
    if (process->tick_bytes < TICK_BYTES || process->is_throttled || process->is_reaped)
        return;
    process->is_throttled = true;
    if (process->out.is_open)
        uv_read_stop((uv_stream_t *)&process->out.pipe);
    if (process->err.is_open)
        uv_read_stop((uv_stream_t *)&process->err.pipe);
    uv_timer_start(&process->timer, on_tick, TICK_MS, 0);
}

static void on_read(uv_stream_t *handle, ssize_t got, const uv_buf_t *buffer) {
    Process *process = handle->data;
    Stream *stream = handle == (uv_stream_t *)&process->out.pipe ? &process->out : &process->err;
    if (got > 0) {
        digest(process, stream, buffer->base, (size_t)got);
        if (!process->is_freed)
            throttle(process, (size_t)got);
    } else if (got < 0) {
        if (stream->length > 0 && !stream->is_skipping)
            emit(process, stream, true);
        close_stream(stream);
        settle(process);
    }
}

/* ---- Writing ------------------------------------------------------------------------------ */

static void on_written(uv_write_t *request, int status) {
    (void)status; /* a broken pipe is followed by the process's end, which is what counts */
    free(request->data);
}

bool process_write(Process *process, const char *text, size_t length) {
    if (!process->is_input_open || process->is_input_closing)
        return false;
    uv_stream_t *stream = (uv_stream_t *)&process->input;
    if (uv_stream_get_write_queue_size(stream) == 0) {
        uv_buf_t direct = uv_buf_init((char *)text, (unsigned)length);
        int sent = uv_try_write(stream, &direct, 1);
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (sent != UV_EAGAIN) {
            return false;
        }
    }
    if (length == 0)
        return true;
    if (uv_stream_get_write_queue_size(stream) + length > WRITE_QUEUE_MAX)
        return false;
    Write *write = malloc(sizeof *write + length);
    if (write == NULL)
        return false;
    memcpy(write->text, text, length);
    write->request.data = write;
    uv_buf_t buffer = uv_buf_init(write->text, (unsigned)length);
    if (uv_write(&write->request, stream, &buffer, 1, on_written) != 0) {
        free(write);
        return false;
    }
    return true;
}

static void on_shutdown(uv_shutdown_t *request, int status) {
    Process *process = request->data;
    free(request);
    if (status != UV_ECANCELED)
        close_input(process);
}

void process_close_input(Process *process) {
    if (!process->is_input_open || process->is_input_closing)
        return;
    process->is_input_closing = true;
    uv_shutdown_t *request = malloc(sizeof *request);
    if (request != NULL) {
        request->data = process;
        if (uv_shutdown(request, (uv_stream_t *)&process->input, on_shutdown) == 0)
            return;
        free(request);
    }
    close_input(process);
}

/* ---- The tree ----------------------------------------------------------------------------- */

static void signal_tree(Process *process, int signum) {
    if (process->is_reaped)
        return;
    ProcTree *tree = &process->hub->tree;
    proctree_collect(tree, process->pid);
    kill(-process->pid, signum);
    /* The group is done in one go; who left it is signalled by number. */
    for (size_t i = 0; i < tree->count; i++)
        if (tree->pids[i] == process->pid || getpgid(tree->pids[i]) != process->pid)
            kill(tree->pids[i], signum);
}

void process_kill(Process *process) {
    process->is_killed = true;
    signal_tree(process, SIGKILL);
}

void process_suspend(Process *process) {
    if (!process->is_suspended && !process->is_killed) {
        process->is_suspended = true;
        signal_tree(process, SIGSTOP);
    }
}

void process_resume(Process *process) {
    if (process->is_suspended) {
        process->is_suspended = false;
        signal_tree(process, SIGCONT);
    }
}

uint64_t process_memory(Process *process, uint64_t limit) {
    if (process->is_reaped)
        return 0;
    ProcTree *tree = &process->hub->tree;
    proctree_collect(tree, process->pid);
    uint64_t resident = proctree_resident(tree);
    if (resident <= limit - limit / 8)
        return resident;
    uint64_t proportional = proctree_proportional(tree);
    return proportional != 0 ? proportional : resident;
}

int process_pid(const Process *process) {
    return (int)process->pid;
}

bool process_has_exited(const Process *process) {
    return process->is_exit_told;
}

/* ---- Starting ------------------------------------------------------------------------------ */

static void init_handles(Process *process) {
    uv_loop_t *loop = process->hub->loop;
    uv_pipe_init(loop, &process->input, 0);
    uv_pipe_init(loop, &process->out.pipe, 0);
    uv_pipe_init(loop, &process->err.pipe, 0);
    uv_timer_init(loop, &process->timer);
    process->input.data = process->out.pipe.data = process->err.pipe.data = process;
    process->timer.data = process;
    process->open_handles = 4;
    process->is_input_open = process->out.is_open = process->err.is_open = true;
}

Process *process_new(ProcessHub *hub, const ProcessConfig *config, const ProcessEvents *events,
                     int *error) {
    Process *process = calloc(1, sizeof *process);
    *error = UV_ENOMEM;
    if (process == NULL)
        return NULL;
    process->hub = hub;
    process->events = *events;
    process->serial = ++hub->next_serial;
    process->line_max = config->line_max != 0 ? config->line_max : LINE_MAX_DEFAULT;
    process->out.line = malloc(process->line_max + 1);
    process->err.line = malloc(process->line_max + 1);
    char mark[96];
    snprintf(mark, sizeof mark, MARK_NAME "=%llu:%ld:%llu:%llu", (unsigned long long)hub->own_space,
             hub->own_pid, (unsigned long long)hub->own_start, (unsigned long long)process->serial);
    Spawned spawned;
    if (process->out.line != NULL && process->err.line != NULL)
        *error = spawn_program(config->command, config->cpu, mark, &spawned);
    if (*error != 0) {
        free(process->out.line);
        free(process->err.line);
        free(process);
        return NULL;
    }
    process->pid = spawned.pid;
    init_handles(process);
    uv_pipe_open(&process->input, spawned.input);
    uv_pipe_open(&process->out.pipe, spawned.output);
    uv_pipe_open(&process->err.pipe, spawned.error);
    process->next = hub->processes;
    hub->processes = process;
    hub_update(hub);
    start_reading(&process->out);
    start_reading(&process->err);
    return process;
}
