#include "process/process.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "process/spawn.h"
#include "process/tree.h"

enum {
    LINE_MAX_DEFAULT = 64 * 1024,
    WRITE_QUEUE_MAX = 4 * 1024 * 1024,
    TICK_MS = 20,
    TICK_BYTES = 1024 * 1024, /* read from one process a tick: a flood must not starve the rest */
    LINE_COST = 256,          /* bytes of a tick that a line takes besides its own */
    LINGER_MS = 300           /* wait for the end of the pipes after the process has ended */
};

typedef struct Write {
    uv_write_t request;
    char text[];
} Write;

typedef struct Stream {
    uv_pipe_t pipe;
    bool is_open, is_ended;
    bool is_skipping; /* the rest of a line that was cut */
    size_t length;
    char *line;
} Stream;

struct Process {
    HubChild child; /* first: the hub passes it to on_reaped() */
    ProcessEvents events;
    bool is_exit_told, is_freed, is_suspended;
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

static void settle(Process *process);

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
    hub_remove(&process->child);
    free(process->out.line);
    free(process->err.line);
    free(process);
}

static void on_linger(uv_timer_t *timer) {
    Process *process = timer->data;
    close_stream(&process->out);
    close_stream(&process->err);
    settle(process);
}

/* Takes the next step of ending a process, after any event; may release it. */
static void settle(Process *process) {
    if (process->child.is_reaped && !process->is_exit_told) {
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
            process->events.on_exit(process->events.context, process->child.status,
                                    process->child.signal);
        /* The callback may have freed the process: the code below reads the state again. */
    }
    if (process->is_freed && process->is_exit_told) {
        close_handle(&process->timer);
        if (process->open_handles == 0)
            release(process);
    }
}

static void on_reaped(HubChild *child) {
    settle((Process *)child);
}

void process_free(Process *process) {
    if (process == NULL)
        return;
    assert(!process->is_freed);
    process->is_freed = true;
    if (!process->child.is_reaped)
        process_kill(process);
    else if (process->is_exit_told)
        close_handle(&process->timer);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    Process *process = handle->data;
    /* Every read is processed before the next one needs the buffer. */
    *buffer = uv_buf_init(hub_read_buffer(process->child.hub), HUB_READ_SIZE);
}

static void emit(Process *process, Stream *stream, bool is_cut) {
    /* Windows writes "\r\n" as "\r\r\n" in text mode. */
    while (!is_cut && stream->length > 0 && stream->line[stream->length - 1] == '\r')
        stream->length--;
    stream->line[stream->length] = '\0';
    stream->length = 0;
    if (process->is_freed)
        return;
    ProcessStream which = stream == &process->out ? PROCESS_STDOUT : PROCESS_STDERR;
    process->events.on_line(process->events.context, which, stream->line, is_cut);
}

/* Returns the number of ends of lines in the data. */
static size_t digest(Process *process, Stream *stream, char *data, size_t size) {
    size_t lines = 0;
    while (size > 0) {
        char *end = memchr(data, '\n', size);
        size_t part = end == NULL ? size : (size_t)(end - data);
        if (!stream->is_skipping) {
            size_t room = process->line_max - stream->length;
            size_t taken = part < room ? part : room;
            memcpy(stream->line + stream->length, data, taken);
            for (size_t i = 0; i < taken; i++)
                if (stream->line[stream->length + i] == '\0')
                    stream->line[stream->length + i] = PROCESS_ZERO;
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
        lines++;
        size -= part + 1;
        data = end + 1;
    }
    return lines;
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

/* Counts the bytes and lines read; beyond the tick's share, stops reading both pipes until the next
 * tick. */
static void throttle(Process *process, size_t bytes, size_t lines) {
    uint64_t now = uv_now(hub_loop(process->child.hub));
    if (now - process->tick_started_ms >= TICK_MS) {
        process->tick_started_ms = now;
        process->tick_bytes = 0;
    }
    process->tick_bytes += bytes + LINE_COST * lines;
    if (process->tick_bytes < TICK_BYTES || process->is_throttled || process->child.is_reaped)
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
        size_t lines = digest(process, stream, buffer->base, (size_t)got);
        if (!process->is_freed)
            throttle(process, (size_t)got, lines);
    } else if (got < 0) {
        if (stream->length > 0 && !stream->is_skipping)
            emit(process, stream, true);
        close_stream(stream);
        settle(process);
    }
}

/* ---- Writing ------------------------------------------------------------------------------ */

static void on_written(uv_write_t *request, int status) {
    (void)status; /* ignored: after a broken pipe the end of the process is reported */
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

void process_kill(Process *process) {
    hub_kill(&process->child);
}

void process_suspend(Process *process) {
    if (!process->is_suspended && !process->child.is_killed) {
        process->is_suspended = true;
        hub_signal(&process->child, SIGSTOP);
    }
}

void process_resume(Process *process) {
    if (process->is_suspended) {
        process->is_suspended = false;
        hub_signal(&process->child, SIGCONT);
    }
}

uint64_t process_memory(Process *process, uint64_t limit) {
    if (process->child.is_reaped)
        return 0;
    ProcTree *tree = hub_collect(&process->child);
    uint64_t resident = proctree_resident(tree);
    if (resident <= limit - limit / 8)
        return resident;
    uint64_t proportional = proctree_proportional(tree);
    return proportional != 0 ? proportional : resident;
}

int process_pid(const Process *process) {
    return (int)process->child.pid;
}

/* ---- Starting ------------------------------------------------------------------------------ */

static void init_handles(Process *process) {
    uv_loop_t *loop = hub_loop(process->child.hub);
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
    process->child.hub = hub;
    process->child.on_reaped = on_reaped;
    process->events = *events;
    process->line_max = config->line_max != 0 ? config->line_max : LINE_MAX_DEFAULT;
    process->out.line = malloc(process->line_max + 1);
    process->err.line = malloc(process->line_max + 1);
    char mark[HUB_MARK_SIZE];
    hub_mark(hub, &process->child, mark);
    Spawned spawned;
    if (process->out.line != NULL && process->err.line != NULL)
        *error = spawn_program(config->command, config->pin, mark, &spawned);
    if (*error != 0) {
        free(process->out.line);
        free(process->err.line);
        free(process);
        return NULL;
    }
    process->child.pid = spawned.pid;
    init_handles(process);
    uv_pipe_open(&process->input, spawned.input);
    uv_pipe_open(&process->out.pipe, spawned.output);
    uv_pipe_open(&process->err.pipe, spawned.error);
    hub_add(hub, &process->child);
    start_reading(&process->out);
    start_reading(&process->err);
    return process;
}
