/* The manager is made the reaper of orphans, so it must wait for processes that it did not start:
 * one watch over SIGCHLD reaps them all. */
#include "process/hub.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static bool sweep(ProcessHub *hub);

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
        process_settle(process);
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
    if (!proctree_environment(pid, HUB_MARK_NAME, mark, sizeof mark))
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

void hub_update(ProcessHub *hub) {
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
