#include "check/talk.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "process/process.h"
#include "process/tree.h"
#include "shared/status/failure.h"

enum {
    LINES_KEPT = 160,    /* of the transcript */
    FIRST_KEPT = 40,     /* of these, from its beginning */
    LINE_SHOWN = 160,    /* bytes of a line of it */
    UNHEARD_MAX = 20000, /* lines waiting to be heard; more are dropped */
    SENT_MAX = 1024      /* bytes of a formatted line */
};

typedef struct Said {
    int64_t at_ms; /* after the start */
    char direction;
    char text[LINE_SHOWN + 8];
} Said;

typedef struct Unheard {
    struct Unheard *next;
    uint64_t arrived_ns;
    char text[];
} Unheard;

struct Talk {
    const char *command;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t interrupt;
    ProcessHub *hub;
    Process *process;
    uint64_t started_ns, sent_ns;
    Unheard *first, *last, *taken; /* taken: the one that the caller is reading */
    int unheard;
    bool has_ended, used_stderr, was_plain, was_cut, is_time_over, is_interrupted;
    int status, signal;
    char end_text[40];
    Said said[LINES_KEPT];
    size_t said_count; /* in total; entries wrap in the part after FIRST_KEPT */
};

/* ---- The transcript ------------------------------------------------------------------------- */

static void note(Talk *talk, char direction, const char *text, size_t length) {
    size_t index = talk->said_count++;
    if (index >= LINES_KEPT)
        index = FIRST_KEPT + (index - FIRST_KEPT) % (LINES_KEPT - FIRST_KEPT);
    Said *said = &talk->said[index];
    said->at_ms = (int64_t)((uv_hrtime() - talk->started_ns) / 1000000);
    said->direction = direction;
    size_t used = 0;
    for (size_t i = 0; i < length && used < LINE_SHOWN - 4; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x20 && byte < 0x7F)
            said->text[used++] = (char)byte;
        else
            used += (size_t)snprintf(said->text + used, 5, "\\x%02x", byte);
    }
    snprintf(said->text + used, sizeof(said->text) - used, "%s",
             length > LINE_SHOWN - 4 ? " ..." : "");
}

static void print_said(const Said *said, FILE *file) {
    fprintf(file, "      %7.3f %c %s\n", (double)said->at_ms / 1000, said->direction, said->text);
}

void talk_print(const Talk *talk, FILE *file) {
    size_t count = talk->said_count;
    for (size_t i = 0; i < count && i < FIRST_KEPT; i++)
        print_said(&talk->said[i], file);
    size_t from = FIRST_KEPT;
    if (count > LINES_KEPT) {
        from = count - (LINES_KEPT - FIRST_KEPT);
        fprintf(file, "      ... %zu lines left out ...\n", from - FIRST_KEPT);
    }
    for (size_t i = from; i < count; i++)
        print_said(&talk->said[FIRST_KEPT + (i - FIRST_KEPT) % (LINES_KEPT - FIRST_KEPT)], file);
}

/* ---- Events --------------------------------------------------------------------------------- */

static void on_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    Talk *talk = context;
    size_t length = strlen(line);
    note(talk, stream == PROCESS_STDOUT ? '>' : '!', line, length);
    if (stream == PROCESS_STDERR) {
        talk->used_stderr = true;
        return;
    }
    for (size_t i = 0; i < length; i++)
        if ((line[i] < 0x20 || line[i] > 0x7E) && line[i] != '\t')
            talk->was_plain = false;
    if (is_cut) { /* half a line does not count as an answer */
        talk->was_cut = true;
        return;
    }
    Unheard *entry = talk->unheard < UNHEARD_MAX ? malloc(sizeof(*entry) + length + 1) : NULL;
    if (entry == NULL)
        return;
    entry->next = NULL;
    entry->arrived_ns = uv_hrtime();
    memcpy(entry->text, line, length + 1);
    if (talk->last != NULL)
        talk->last->next = entry;
    else
        talk->first = entry;
    talk->last = entry;
    talk->unheard++;
}

static void on_exit_of_engine(void *context, int status, int signal) {
    Talk *talk = context;
    talk->has_ended = true;
    talk->status = status;
    talk->signal = signal;
    note(talk, '#', talk_end_text(talk), strlen(talk_end_text(talk)));
}

static void on_time(uv_timer_t *timer) {
    Talk *talk = timer->data;
    talk->is_time_over = true;
}

static void on_interrupt(uv_signal_t *handle, int signum) {
    Talk *talk = handle->data;
    (void)signum;
    talk->is_interrupted = true;
}

/* ---- Life ----------------------------------------------------------------------------------- */

static void forget(Talk *talk) {
    while (talk->first != NULL) {
        Unheard *next = talk->first->next;
        free(talk->first);
        talk->first = next;
    }
    free(talk->taken);
    talk->taken = talk->last = NULL;
    talk->unheard = 0;
    talk->said_count = 0;
    talk->has_ended = talk->used_stderr = talk->was_cut = false;
    talk->was_plain = true;
}

static void close_handles(Talk *talk) {
    uv_close((uv_handle_t *)&talk->timer, NULL);
    uv_close((uv_handle_t *)&talk->interrupt, NULL);
}

Talk *talk_new(const char *command) {
    Talk *talk = calloc(1, sizeof(*talk));
    if (talk == NULL)
        return NULL;
    talk->command = command;
    if (uv_loop_init(&talk->loop) != 0) {
        free(talk);
        return NULL;
    }
    uv_timer_init(&talk->loop, &talk->timer);
    talk->timer.data = talk;
    uv_signal_init(&talk->loop, &talk->interrupt);
    talk->interrupt.data = talk;
    uv_signal_start(&talk->interrupt, on_interrupt, SIGINT);
    talk->hub = process_hub_new(&talk->loop);
    if (talk->hub == NULL) {
        close_handles(talk);
        uv_run(&talk->loop, UV_RUN_DEFAULT);
        uv_loop_close(&talk->loop);
        free(talk);
        return NULL;
    }
    return talk;
}

void talk_free(Talk *talk) {
    if (talk == NULL)
        return;
    process_free(talk->process);
    process_hub_free(talk->hub);
    close_handles(talk);
    uv_run(&talk->loop, UV_RUN_DEFAULT);
    uv_loop_close(&talk->loop);
    forget(talk);
    free(talk);
}

bool talk_start(Talk *talk, Failure *failure) {
    if (talk->process != NULL) {
        process_free(talk->process);
        talk->process = NULL;
        talk_wait(talk, 0);
    }
    forget(talk);
    talk->started_ns = talk->sent_ns = uv_hrtime();
    ProcessConfig config = {.command = talk->command};
    ProcessEvents events = {on_line, on_exit_of_engine, talk};
    int code = 0;
    talk->process = process_new(talk->hub, &config, &events, &code);
    if (talk->process == NULL)
        failure_say(failure, STATUS_PROGRAM, "%s", uv_strerror(code));
    return talk->process != NULL;
}

/* ---- Talking -------------------------------------------------------------------------------- */

void talk_send_bytes(Talk *talk, const char *bytes, size_t length) {
    assert(talk->process != NULL);
    note(talk, '<', bytes, length);
    /* The write fails if the engine has ended or does not read; the wait for the answer reports
     * that. */
    if (!process_write(talk->process, bytes, length))
        note(talk, '#', "(not taken)", 11);
    talk->sent_ns = uv_hrtime();
}

void talk_send(Talk *talk, const char *format, ...) {
    char line[SENT_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof(line) - 1, format, arguments);
    va_end(arguments);
    assert(length >= 0 && length < SENT_MAX - 1);
    note(talk, '<', line, (size_t)length);
    line[length] = '\n';
    if (!process_write(talk->process, line, (size_t)length + 1))
        note(talk, '#', "(not taken)", 11);
    talk->sent_ns = uv_hrtime();
}

void talk_close_input(Talk *talk) {
    note(talk, '#', "end of input", 12);
    process_close_input(talk->process);
    talk->sent_ns = uv_hrtime();
}

static void start_clock(Talk *talk, int64_t ms) {
    talk->is_time_over = false;
    uv_update_time(&talk->loop);
    uv_timer_start(&talk->timer, on_time, ms > 0 ? (uint64_t)ms : 0, 0);
}

TalkHeard talk_hear(Talk *talk, int64_t wait_ms, const char **line, int64_t *arrived_ms) {
    start_clock(talk, wait_ms);
    while (talk->first == NULL && !talk->has_ended && !talk->is_time_over && !talk->is_interrupted)
        uv_run(&talk->loop, UV_RUN_ONCE);
    uv_timer_stop(&talk->timer);
    Unheard *entry = talk->first;
    if (entry == NULL)
        return talk->has_ended ? TALK_ENDED : TALK_SILENCE;
    talk->first = entry->next;
    if (talk->first == NULL)
        talk->last = NULL;
    talk->unheard--;
    free(talk->taken);
    talk->taken = entry;
    *line = entry->text;
    if (arrived_ms != NULL)
        *arrived_ms = entry->arrived_ns > talk->sent_ns
                          ? (int64_t)((entry->arrived_ns - talk->sent_ns) / 1000000)
                          : 0;
    return TALK_LINE;
}

int64_t talk_elapsed_ms(const Talk *talk) {
    return (int64_t)((uv_hrtime() - talk->sent_ns) / 1000000);
}

void talk_wait(Talk *talk, int64_t ms) {
    start_clock(talk, ms);
    while (!talk->is_time_over && !talk->is_interrupted)
        uv_run(&talk->loop, UV_RUN_ONCE);
}

bool talk_is_interrupted(const Talk *talk) {
    return talk->is_interrupted;
}

const char *talk_end_text(Talk *talk) {
    if (talk->signal != 0)
        snprintf(talk->end_text, sizeof(talk->end_text), "ended by signal %d", talk->signal);
    else
        snprintf(talk->end_text, sizeof(talk->end_text), "ended with status %d", talk->status);
    return talk->end_text;
}

void talk_suspend(Talk *talk, bool is_suspended) {
    note(talk, '#', is_suspended ? "suspended" : "resumed", is_suspended ? 9 : 7);
    if (is_suspended)
        process_suspend(talk->process);
    else
        process_resume(talk->process);
}

uint64_t talk_memory(Talk *talk) {
    return process_memory(talk->process, 0);
}

/* Returns whether the process exists and is not a zombie. */
static bool is_running(pid_t pid) {
    char path[40], text[512];
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *name_end = strrchr(text, ')'); /* "pid (name) state ..." */
    return name_end != NULL && name_end[1] == ' ' && name_end[2] != 'Z' && name_end[2] != 'X';
}

int talk_end_and_count_left(Talk *talk, int64_t wait_ms) {
    /* The loop must not run meanwhile: it would reap the engine and kill its descendants. */
    static const uint64_t step_ns = 2000000;
    pid_t pid = (pid_t)process_pid(talk->process);
    ProcTree *tree = malloc(sizeof(*tree));
    if (tree == NULL)
        return 0;
    proctree_collect(tree, pid);
    talk_send(talk, "END");
    uint64_t deadline_ns = uv_hrtime() + (uint64_t)wait_ms * 1000000;
    while (is_running(pid) && uv_hrtime() < deadline_ns)
        usleep((useconds_t)(step_ns / 1000));
    int left = -1;
    if (!is_running(pid)) {
        usleep(20000); /* time for descendants to notice its end */
        left = 0;
        for (size_t i = 0; i < tree->count; i++)
            left += tree->pids[i] != pid && is_running(tree->pids[i]);
    }
    free(tree);
    return left;
}

bool talk_used_stderr(const Talk *talk) {
    return talk->used_stderr;
}
bool talk_was_plain(const Talk *talk) {
    return talk->was_plain;
}
bool talk_line_was_cut(const Talk *talk) {
    return talk->was_cut;
}
