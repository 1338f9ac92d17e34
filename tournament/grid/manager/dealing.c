#include "grid/manager/dealing.h"
#include "shared/cli/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    AHEAD = 2, /* tasks published for each table of a worker */
    TEXT_MAX = 400
};

#define MS UINT64_C(1000000)
static const uint64_t announce_ns = 2000 * MS;
static const uint64_t hello_ns = 200 * MS;     /* between answers to workers that look for runs */
static const uint64_t margin_ns = 5000 * MS;   /* for messages on their way */
static const uint64_t present_ns = 10000 * MS; /* a beat tells where a task is for this long */
static const uint64_t alone_ns = 10000 * MS;   /* without a worker, until people hear of it */
static const uint64_t repeat_ns = 60000 * MS;  /* and until they hear it again */

static void note(const Dealing *dealing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(const Dealing *dealing, const char *format, ...) {
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dealing->port.note(dealing->port.context, text);
}

void dealing_init(Dealing *dealing, const DealingPort *port, int64_t lease_ms, const char *things,
                  uint64_t now_ns) {
    *dealing = (Dealing){.port = *port,
                         .lease_ns = (uint64_t)lease_ms * MS,
                         .things = things,
                         .alone_ns = now_ns,
                         .told_ns = 0};
}

void dealing_release(Dealing *dealing) {
    DealingTask *task, *next;
    HASH_ITER(hh, dealing->tasks, task, next)
    dealing_forget(dealing, task);
    roster_release(&dealing->roster);
}

int dealing_open(const Dealing *dealing) {
    return (int)HASH_COUNT(dealing->tasks);
}

void dealing_end(Dealing *dealing) {
    dealing->is_ended = true;
}

void dealing_forget(Dealing *dealing, DealingTask *task) {
    HASH_DEL(dealing->tasks, task);
    free(task);
}

/* ---- Announcements and lines for people --------------------------------------------------- */

static void announce(Dealing *dealing, uint64_t now_ns) {
    dealing->announced_ns = now_ns;
    dealing->is_hello_waiting = false;
    dealing->port.announce(dealing->port.context);
}

void dealing_hello(Dealing *dealing, uint64_t now_ns) {
    if (dealing->announced_ns == 0 || now_ns - dealing->announced_ns >= hello_ns)
        announce(dealing, now_ns);
    else
        dealing->is_hello_waiting = true;
}

static void tell_alone(Dealing *dealing, uint64_t now_ns) {
    RosterCount count = roster_count_workers(&dealing->roster, now_ns);
    dealing->told_ns = now_ns;
    if (count.aside > 0 && count.aside == count.present)
        note(dealing, "all %d workers are set aside; waiting for another one (%d open %s)",
             count.aside, dealing_open(dealing), dealing->things);
    else
        note(dealing, "no worker plays; waiting for one (%d open %s)", dealing_open(dealing),
             dealing->things);
}

/* Tells people, again and again, while no worker plays. */
static void watch_workers(Dealing *dealing, uint64_t now_ns) {
    if (roster_count_workers(&dealing->roster, now_ns).live > 0) {
        dealing->alone_ns = dealing->told_ns = 0;
        return;
    }
    if (dealing->alone_ns == 0)
        dealing->alone_ns = now_ns;
    bool is_first = dealing->told_ns == 0;
    if (now_ns - (is_first ? dealing->alone_ns : dealing->told_ns) >=
        (is_first ? alone_ns : repeat_ns))
        tell_alone(dealing, now_ns);
}

void dealing_set_aside(Dealing *dealing, RosterWorker *worker, const char *why, uint64_t now_ns) {
    if (worker->is_aside)
        return;
    worker->is_aside = true;
    note(dealing, "worker %s is set aside: %s", worker->name, why);
    announce(dealing, now_ns);
    if (roster_count_workers(&dealing->roster, now_ns).live == 0)
        tell_alone(dealing, now_ns);
}

/* ---- Tasks out ---------------------------------------------------------------------------- */

static void publish(Dealing *dealing, DealingTask *task, uint64_t now_ns) {
    task->published_ns = now_ns;
    task->suspect_ns = task->lost_ns = 0;
    dealing->port.publish(dealing->port.context, task);
}

static void publish_again(Dealing *dealing, DealingTask *task, uint64_t now_ns) {
    task->attempt++;
    publish(dealing, task, now_ns);
}

/* Deals the next task. Returns false if there is none now. */
static bool deal(Dealing *dealing, uint64_t now_ns) {
    DealingTask *task = calloc(1, sizeof *task);
    if (task == NULL || dealing->is_ended ||
        !dealing->port.next(dealing->port.context, &task->id, &task->item)) {
        free(task);
        return false;
    }
    task->attempt = 1;
    dealing->last_id = task->id;
    HASH_ADD(hh, dealing->tasks, id, sizeof task->id, task);
    publish(dealing, task, now_ns);
    return true;
}

void dealing_fill(Dealing *dealing, uint64_t now_ns) {
    int wanted = AHEAD * roster_tables(&dealing->roster, now_ns);
    while (dealing_open(dealing) < wanted && deal(dealing, now_ns))
        ;
}

/* ---- Tasks that are lost ------------------------------------------------------------------ */

/* Returns whether a worker has said lately that it holds the task. */
static bool is_held(const DealingTask *task, uint64_t now_ns) {
    return task->held_ns != 0 && now_ns - task->held_ns < present_ns;
}

void dealing_lost(Dealing *dealing, uint64_t now_ns) {
    int count = 0;
    for (DealingTask *task = dealing->tasks; task != NULL; task = task->hh.next) {
        if (task->result != NULL || is_held(task, now_ns))
            continue;
        publish_again(dealing, task, now_ns);
        count++;
    }
    if (count > 0)
        note(dealing, "%d %s were lost; publishing them again", count, dealing->things);
}

/* What the manager knows about the server's tasks. */
typedef struct Evidence {
    uint64_t empty_ns; /* when it last had none for a worker that asked; 0: never */
    uint64_t mute_ns;  /* the last beat of a worker that died; 0: none has */
} Evidence;

/* Returns whether the server must have lost the task. Twice, more than a lease apart, it had no
 * task for a worker that asked. Whoever held this one at the first time, and died without a beat,
 * has lost the lease since, as has any worker that died later; whoever holds it since then has told
 * of it a little after the second time. */
static bool is_lost(DealingTask *task, const Evidence *evidence, uint64_t lease_ns,
                    uint64_t now_ns) {
    uint64_t seen_ns = task->held_ns > task->published_ns ? task->held_ns : task->published_ns;
    if (task->result != NULL || evidence->empty_ns <= seen_ns) {
        task->suspect_ns = task->lost_ns = 0;
        return false;
    }
    if (task->suspect_ns <= seen_ns)
        task->suspect_ns = evidence->empty_ns;
    uint64_t since_ns = task->suspect_ns > evidence->mute_ns ? task->suspect_ns : evidence->mute_ns;
    if (evidence->empty_ns < since_ns + lease_ns + margin_ns)
        task->lost_ns = 0;
    else if (task->lost_ns == 0)
        task->lost_ns = now_ns;
    return task->lost_ns != 0 && now_ns - task->lost_ns >= margin_ns;
}

static void look_for_loss(Dealing *dealing, uint64_t now_ns) {
    const Evidence evidence = {.empty_ns = roster_empty_ns(&dealing->roster, now_ns),
                               .mute_ns = roster_mute_ns(&dealing->roster, now_ns)};
    int count = 0;
    for (DealingTask *task = dealing->tasks; task != NULL; task = task->hh.next) {
        if (!is_lost(task, &evidence, dealing->lease_ns, now_ns))
            continue;
        publish_again(dealing, task, now_ns);
        count++;
    }
    if (count > 0)
        note(dealing, "%d %s were lost; publishing them again", count, dealing->things);
}

DealingTask *dealing_recall(const Dealing *dealing, uint64_t now_ns) {
    DealingTask *first = NULL;
    bool is_alone = dealing->alone_ns != 0 && now_ns - dealing->alone_ns >= alone_ns &&
                    roster_count_workers(&dealing->roster, now_ns).live == 0;
    if (dealing->is_ended || !is_alone)
        return NULL;
    for (DealingTask *task = dealing->tasks; task != NULL; task = task->hh.next)
        if (task->result == NULL && !is_held(task, now_ns) &&
            (first == NULL || task->id < first->id))
            first = task;
    return first;
}

void dealing_tick(Dealing *dealing, uint64_t now_ns) {
    if (dealing->is_ended)
        return;
    uint64_t since_ns = now_ns - dealing->announced_ns;
    if (dealing->announced_ns == 0 || since_ns >= announce_ns ||
        (dealing->is_hello_waiting && since_ns >= hello_ns))
        announce(dealing, now_ns);
    dealing_fill(dealing, now_ns);
    look_for_loss(dealing, now_ns);
    watch_workers(dealing, now_ns);
}

/* ---- Beats -------------------------------------------------------------------------------- */

/* Marks the tasks that the worker holds. */
static void mark_held(Dealing *dealing, const Beat *beat, uint64_t now_ns) {
    for (int i = 0; i < beat->task_count; i++) {
        DealingTask *task;
        HASH_FIND(hh, dealing->tasks, &beat->tasks[i], sizeof beat->tasks[i], task);
        if (task != NULL)
            task->held_ns = now_ns;
    }
}

void dealing_beat(Dealing *dealing, const Beat *beat, const char *identity, bool has_programs,
                  uint64_t now_ns) {
    const RosterWorker *known = roster_find(&dealing->roster, identity);
    bool is_new = known == NULL || known->seen_ns == 0;
    bool was_leaving = known != NULL && known->is_leaving;
    if (!roster_beat(&dealing->roster, beat, identity, now_ns))
        return;
    RosterWorker *worker = roster_worker(&dealing->roster, identity, beat->worker);
    if (is_new)
        note(dealing, "worker %s: %d table%s, speed %.1f, %s", worker->name, worker->tables,
             say_plural((uint64_t)worker->tables), worker->speed, worker->cpu);
    else if (worker->is_leaving && !was_leaving)
        note(dealing, "worker %s leaves", worker->name);
    if (!has_programs)
        dealing_set_aside(dealing, worker, "its programs are not those of the run", now_ns);
    if (!worker->is_aside)
        mark_held(dealing, beat, now_ns);
    dealing_fill(dealing, now_ns);
}

/* ---- Results ------------------------------------------------------------------------------ */

bool dealing_reach(Dealing *dealing, int64_t id, uint64_t now_ns) {
    while (dealing->last_id < id)
        if (!deal(dealing, now_ns))
            return false;
    return true;
}

DealingVerdict dealing_result(Dealing *dealing, const DealingAnswer *answer, uint64_t now_ns,
                              DealingTask **task) {
    *task = NULL;
    if (!answer->is_genuine)
        return DEALING_DROP;
    if (!dealing_reach(dealing, answer->id, now_ns))
        return DEALING_LATER;
    DealingTask *open;
    HASH_FIND(hh, dealing->tasks, &answer->id, sizeof answer->id, open);
    if (open == NULL)
        return DEALING_DROP; /* it is saved, or was played elsewhere */
    if (open->result != NULL) {
        *task = open;
        return DEALING_LEAVE;
    }
    const RosterWorker *worker = roster_find(&dealing->roster, answer->identity);
    if (worker != NULL && worker->is_aside) {
        dealing_refuse(dealing, open, answer, worker->name, NULL, now_ns);
        return DEALING_DROP;
    }
    *task = open;
    return DEALING_TAKE;
}

void dealing_refuse(Dealing *dealing, DealingTask *task, const DealingAnswer *answer,
                    const char *name, const char *why, uint64_t now_ns) {
    RosterWorker *worker =
        why != NULL ? roster_worker(&dealing->roster, answer->identity, name) : NULL;
    if (worker != NULL)
        dealing_set_aside(dealing, worker, why, now_ns);
    if (answer->attempt >= task->attempt) {
        task->attempt = answer->attempt;
        publish_again(dealing, task, now_ns);
    }
}
