#include "grid/worker/duties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEASE_PARTS = 3, /* a lease is renewed after each third of it */
    HELLO_BEATS = 3  /* between two requests for runs while there is none */
};

static const uint64_t beat_ns = UINT64_C(2000) * 1000000;
static const uint64_t silence_ns = UINT64_C(60000) * 1000000;

bool duties_init(Duties *duties, int tables, const DutiesPort *port) {
    *duties = (Duties){.port = *port,
                       .tables = calloc((size_t)tables, sizeof *duties->tables),
                       .table_count = tables};
    return duties->tables != NULL;
}

void duties_release(Duties *duties) {
    while (duties->runs != NULL)
        duties_leave(duties, duties->runs->key);
    while (duties->answers != NULL) {
        DutyAnswer *answer = duties->answers;
        duties->answers = answer->next;
        free(answer);
    }
    free(duties->tables);
    *duties = (Duties){0};
}

/* ---- Runs --------------------------------------------------------------------------------- */

static DutyRun *find(const Duties *duties, const char *key) {
    DutyRun *run = duties->runs;
    while (run != NULL && strcmp(run->key, key) != 0)
        run = run->next;
    return run;
}

bool duties_serves(const Duties *duties, const char *key) {
    return find(duties, key) != NULL;
}

bool duties_serve(Duties *duties, const char *key, int64_t lease_ms, uint64_t now_ns) {
    DutyRun *run = find(duties, key);
    if (run == NULL) {
        run = calloc(1, sizeof *run);
        if (run == NULL)
            return false;
        snprintf(run->key, sizeof run->key, "%s", key);
        run->next = duties->runs;
        duties->runs = run;
    }
    run->lease_ns = (uint64_t)lease_ms * 1000000;
    run->heard_ns = now_ns;
    duties->port.beat(duties->port.context, run->key);
    return true;
}

void duties_heard(Duties *duties, const char *key, uint64_t now_ns) {
    DutyRun *run = find(duties, key);
    if (run != NULL)
        run->heard_ns = now_ns;
}

void duties_leave(Duties *duties, const char *key) {
    DutyRun **link = &duties->runs;
    while (*link != NULL && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    DutyRun *run = *link;
    if (run == NULL)
        return;
    *link = run->next;
    free(run);
}

void duties_empty(Duties *duties, const char *key, uint64_t now_ns) {
    DutyRun *run = find(duties, key);
    if (run != NULL)
        run->empty_ns = now_ns;
}

/* ---- Tasks -------------------------------------------------------------------------------- */

int duties_take(Duties *duties, const char *key, int64_t id, uint64_t now_ns) {
    const DutyRun *run = find(duties, key);
    for (int i = 0; i < duties->table_count && run != NULL; i++) {
        DutyTable *table = &duties->tables[i];
        if (table->is_taken)
            continue;
        *table = (DutyTable){
            .is_taken = true, .id = id, .lease_ns = run->lease_ns, .renewed_ns = now_ns};
        memcpy(table->key, run->key, sizeof table->key);
        duties->busy++;
        return i + 1;
    }
    return 0;
}

void duties_free(Duties *duties, int table) {
    duties->tables[table - 1].is_taken = false;
    duties->busy--;
}

void duties_answer(Duties *duties, int table) {
    const DutyTable *task = &duties->tables[table - 1];
    DutyAnswer *answer = calloc(1, sizeof *answer);
    if (answer != NULL) { /* otherwise only the beats do not name it */
        answer->id = task->id;
        memcpy(answer->key, task->key, sizeof answer->key);
        answer->next = duties->answers;
        duties->answers = answer;
    }
    duties_free(duties, table);
}

void duties_sent(Duties *duties, const char *key, int64_t id) {
    DutyAnswer **link = &duties->answers;
    while (*link != NULL && ((*link)->id != id || strcmp((*link)->key, key) != 0))
        link = &(*link)->next;
    DutyAnswer *answer = *link;
    if (answer == NULL)
        return;
    *link = answer->next;
    free(answer);
}

/* ---- Messages ----------------------------------------------------------------------------- */

static void add_task(Beat *beat, int64_t id) {
    if (beat->task_count < BEAT_TASKS_MAX)
        beat->tasks[beat->task_count++] = id;
}

void duties_describe(const Duties *duties, const char *key, uint64_t now_ns, Beat *beat) {
    const DutyRun *run = find(duties, key);
    beat->tables = duties->table_count;
    beat->busy = duties->busy;
    beat->empty_ms =
        run != NULL && run->empty_ns != 0 ? (int64_t)((now_ns - run->empty_ns) / 1000000) : -1;
    for (int i = 0; i < duties->table_count; i++)
        if (duties->tables[i].is_taken && strcmp(duties->tables[i].key, key) == 0)
            add_task(beat, duties->tables[i].id);
    for (const DutyAnswer *answer = duties->answers; answer != NULL; answer = answer->next)
        if (strcmp(answer->key, key) == 0)
            add_task(beat, answer->id);
}

void duties_beat_all(Duties *duties, uint64_t now_ns) {
    duties->beat_ns = now_ns;
    for (const DutyRun *run = duties->runs; run != NULL; run = run->next)
        duties->port.beat(duties->port.context, run->key);
}

static void renew_leases(Duties *duties, uint64_t now_ns) {
    for (int i = 0; i < duties->table_count; i++) {
        DutyTable *table = &duties->tables[i];
        if (!table->is_taken || now_ns - table->renewed_ns < table->lease_ns / LEASE_PARTS)
            continue;
        table->renewed_ns = now_ns;
        duties->port.renew(duties->port.context, i + 1);
    }
}

/* Leaves the runs whose managers have fallen silent. */
static void leave_silent(Duties *duties, uint64_t now_ns) {
    for (DutyRun *run = duties->runs, *next; run != NULL; run = next) {
        char key[WIRE_KEY_MAX];
        next = run->next;
        if (now_ns - run->heard_ns < silence_ns)
            continue;
        memcpy(key, run->key, sizeof key);
        duties_leave(duties, key);
        duties->port.silent(duties->port.context, key);
    }
}

void duties_tick(Duties *duties, uint64_t now_ns) {
    renew_leases(duties, now_ns);
    if (duties->beat_ns != 0 && now_ns - duties->beat_ns < beat_ns)
        return;
    leave_silent(duties, now_ns);
    duties_beat_all(duties, now_ns);
    if (duties->runs == NULL && duties->beats++ % HELLO_BEATS == 0)
        duties->port.hello(duties->port.context);
}
