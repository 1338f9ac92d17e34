/* hub.c: the manager is the reaper of orphans, so it must wait for processes that it did not start:
 * one watch over SIGCHLD reaps them all. */
#include "process/hub.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* The environment variable that marks the processes of a hub. */
#define MARK_NAME "KANAME_MATCH"

struct ProcessHub {
    uv_loop_t *loop;
    uv_signal_t child_watch;
    HubChild *children;
    uint64_t next_serial;
    long own_pid;
    uint64_t own_start, own_space; /* of process ids: a number elsewhere is another process */
    pid_t *foreign; /* sessions of the children that the program was started with; 0 ends them */
    bool is_freed;
    LagMeter lag;
    char read_buffer[HUB_READ_SIZE];
    ProcTree tree; /* scratch */
};

static bool sweep(ProcessHub *hub);

static HubChild *find(ProcessHub *hub, pid_t pid) {
    HubChild *child = hub->children;
    while (child != NULL && (child->pid != pid || child->is_reaped))
        child = child->next;
    return child;
}

static void on_lag_closed(uv_handle_t *handle) {
    LagMeter *meter = handle->data;
    ProcessHub *hub = (ProcessHub *)(void *)((char *)meter - offsetof(ProcessHub, lag));
    free(hub->foreign);
    free(hub);
}

static void on_watch_closed(uv_handle_t *handle) {
    ProcessHub *hub = handle->data;
    lag_close(&hub->lag, on_lag_closed);
}

/* Keeps the loop running until the last child and the last orphan is reaped; then closes a freed
 * hub. Call it when a child comes or goes. */
static void update(ProcessHub *hub) {
    uv_handle_t *watch = (uv_handle_t *)&hub->child_watch;
    if (hub->children != NULL || sweep(hub)) {
        uv_ref(watch);
        return;
    }
    uv_unref(watch);
    if (hub->is_freed && !uv_is_closing(watch))
        uv_close(watch, on_watch_closed);
}

static void on_child(uv_signal_t *watch, int signum) {
    (void)signum;
    ProcessHub *hub = watch->data;
    int status;
    pid_t pid;
    bool has_ended = false;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        has_ended = true;
        HubChild *child = find(hub, pid);
        if (child == NULL)
            continue; /* an orphan of an engine, whose status does not matter */
        child->is_reaped = true;
        child->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        child->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        kill(-pid, SIGKILL); /* children in its group may still hold the pipes */
    }
    if (!has_ended)
        return;
    sweep(hub);
    for (HubChild *child = hub->children, *next; child != NULL; child = next) {
        next = child->next;
        child->on_reaped(child);
    }
    if (hub->children == NULL)
        update(hub);
}

static bool is_serial_alive(const ProcessHub *hub, uint64_t serial) {
    for (const HubChild *child = hub->children; child != NULL; child = child->next)
        if (child->serial == serial)
            return !child->is_reaped;
    return false;
}

/* Parses a mark "space:manager:start:serial". Returns false if it is not one of ours. */
static bool read_mark(const ProcessHub *hub, pid_t pid, long *manager, uint64_t *start,
                      uint64_t *serial) {
    char mark[HUB_MARK_SIZE];
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

/* Lists the sessions of the children that this process has from before its exec. */
static pid_t *list_foreign(ProcTree *tree) {
    tree->count = 0;
    proctree_add_children(tree, getpid());
    pid_t *sessions = calloc(tree->count + 1, sizeof *sessions);
    for (size_t i = 0, kept = 0; sessions != NULL && i < tree->count; i++) {
        pid_t session = getsid(tree->pids[i]);
        if (session > 0)
            sessions[kept++] = session;
    }
    return sessions;
}

/* Returns whether a process cannot be a descendant of an engine, which has a session of its own:
 * it belongs to the session of this program or of a child that was there before. */
static bool is_foreign(const ProcessHub *hub, pid_t pid) {
    pid_t session = getsid(pid);
    bool is_found = session <= 0 || session == getsid(0);
    for (const pid_t *at = hub->foreign; *at != 0; at++)
        is_found = is_found || *at == session;
    return is_found;
}

/* Kills the descendants that ended engines have left behind. The mark in the environment identifies
 * those that left the engine's session; a process without an environment is about to end. Returns
 * whether the hub must wait for some. */
static bool sweep(ProcessHub *hub) {
    ProcTree *tree = &hub->tree;
    bool is_waiting = false;
    tree->count = 0;
    proctree_add_children(tree, (pid_t)hub->own_pid);
    for (size_t i = 0; i < tree->count; i++) {
        pid_t pid = tree->pids[i];
        long manager;
        uint64_t start, serial;
        if (find(hub, pid) != NULL || is_foreign(hub, pid))
            continue;
        if (read_mark(hub, pid, &manager, &start, &serial) && manager == hub->own_pid &&
            start == hub->own_start && !is_serial_alive(hub, serial)) {
            kill(pid, SIGKILL);
            is_waiting = true;
        } else if (!proctree_has_environment(pid)) { /* asked last: it may end in between */
            /* It may have cleared its environment: if no children run, it is a stray too. */
            if (hub->children == NULL)
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

/* Returns the namespace of process ids; 0 if the system has none. */
static uint64_t id_space(void) {
    struct stat about;
    return stat("/proc/self/ns/pid", &about) == 0 ? (uint64_t)about.st_ino : 0;
}

ProcessHub *process_hub_new(uv_loop_t *loop) {
    ProcessHub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->foreign = list_foreign(&hub->tree);
    if (hub->foreign == NULL) {
        free(hub);
        return NULL;
    }
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
        free(hub->foreign);
        free(hub);
        return NULL;
    }
    hub->child_watch.data = hub;
    uv_unref((uv_handle_t *)&hub->child_watch);
    lag_start(&hub->lag, loop);
    return hub;
}

const LagMeter *process_hub_lag(const ProcessHub *hub) {
    return &hub->lag;
}

void process_hub_free(ProcessHub *hub) {
    if (hub == NULL)
        return;
    hub->is_freed = true;
    update(hub);
}

void process_hub_kill_all(ProcessHub *hub) {
    for (HubChild *child = hub->children; child != NULL; child = child->next)
        hub_kill(child);
    sweep(hub);
}

void hub_mark(ProcessHub *hub, HubChild *child, char mark[HUB_MARK_SIZE]) {
    child->serial = ++hub->next_serial;
    snprintf(mark, HUB_MARK_SIZE, MARK_NAME "=%llu:%ld:%llu:%llu",
             (unsigned long long)hub->own_space, hub->own_pid, (unsigned long long)hub->own_start,
             (unsigned long long)child->serial);
}

void hub_add(ProcessHub *hub, HubChild *child) {
    child->hub = hub;
    child->next = hub->children;
    hub->children = child;
    update(hub);
}

void hub_remove(HubChild *child) {
    ProcessHub *hub = child->hub;
    for (HubChild **link = &hub->children; *link != NULL; link = &(*link)->next) {
        if (*link == child) {
            *link = child->next;
            break;
        }
    }
    update(hub);
}

void hub_signal(HubChild *child, int signum) {
    if (child->is_reaped)
        return;
    const ProcTree *tree = hub_collect(child);
    kill(-child->pid, signum);
    /* The call above signals the whole group; these processes have left it. */
    for (size_t i = 0; i < tree->count; i++)
        if (tree->pids[i] == child->pid || getpgid(tree->pids[i]) != child->pid)
            kill(tree->pids[i], signum);
}

void hub_kill(HubChild *child) {
    child->is_killed = true;
    hub_signal(child, SIGKILL);
}

uv_loop_t *hub_loop(const ProcessHub *hub) {
    return hub->loop;
}

char *hub_read_buffer(ProcessHub *hub) {
    return hub->read_buffer;
}

ProcTree *hub_collect(HubChild *child) {
    ProcTree *tree = &child->hub->tree;
    proctree_collect(tree, child->pid);
    return tree;
}
