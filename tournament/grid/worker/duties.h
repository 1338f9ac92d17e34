/* duties.h: what a worker owes: the runs it serves, the tasks at its tables, and the messages that
 * are due. Pure: it is fed events with the time of a steady clock and acts through its port, so
 * that tests run it without a server. One thread. Tables are numbered from 1. */
#ifndef TOURNAMENT_GRID_WORKER_DUTIES_H
#define TOURNAMENT_GRID_WORKER_DUTIES_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/wire/beat.h"
#include "grid/wire/read.h"

typedef struct DutiesPort {
    void (*renew)(void *context, int table);        /* the lease of the table's task */
    void (*beat)(void *context, const char *key);   /* to the run's manager */
    void (*hello)(void *context);                   /* to all managers */
    void (*silent)(void *context, const char *key); /* its manager has fallen silent */
    void *context;
} DutiesPort;

/* A run that the worker serves. */
typedef struct DutyRun {
    struct DutyRun *next;
    char key[WIRE_KEY_MAX];
    uint64_t lease_ns;
    uint64_t heard_ns; /* the last announcement */
    uint64_t empty_ns; /* when the server last had no task; 0: never */
} DutyRun;

typedef struct DutyTable {
    bool is_taken;
    int64_t id;
    char key[WIRE_KEY_MAX];
    uint64_t lease_ns, renewed_ns;
} DutyTable;

/* A task that was answered, until the server has the answer. */
typedef struct DutyAnswer {
    struct DutyAnswer *next;
    int64_t id;
    char key[WIRE_KEY_MAX];
} DutyAnswer;

typedef struct Duties {
    DutiesPort port;
    DutyRun *runs;
    DutyTable *tables; /* owned */
    int table_count, busy;
    DutyAnswer *answers;
    uint64_t beat_ns; /* 0: never */
    int beats;
} Duties;

/* Returns false if out of memory. Call duties_release() in any case. */
bool duties_init(Duties *duties, int tables, const DutiesPort *port);
void duties_release(Duties *duties);

/* The run is announced, and the worker serves it from now on. Returns false if out of memory. */
bool duties_serve(Duties *duties, const char *key, int64_t lease_ms, uint64_t now_ns);
/* A served run is announced again. Ignores others. */
void duties_heard(Duties *duties, const char *key, uint64_t now_ns);
/* Serves the run no longer. Its tasks stay at their tables. */
void duties_leave(Duties *duties, const char *key);
bool duties_serves(const Duties *duties, const char *key);

/* Takes a task of a served run. Returns its table; 0 if none is free or the run is not served: the
 * task must go back. */
int duties_take(Duties *duties, const char *key, int64_t id, uint64_t now_ns);
/* The table's task is done. Frees the table; the task stays the worker's until duties_sent(). */
void duties_answer(Duties *duties, int table);
/* The server has the answer, or never will. */
void duties_sent(Duties *duties, const char *key, int64_t id);
/* Frees the table; its task went back. */
void duties_free(Duties *duties, int table);
/* The server has no task of the run, although the worker asked. */
void duties_empty(Duties *duties, const char *key, uint64_t now_ns);

/* Sends what is due. Call it several times per second. */
void duties_tick(Duties *duties, uint64_t now_ns);
/* Sends a beat to every served run now. */
void duties_beat_all(Duties *duties, uint64_t now_ns);
/* Fills in tables, tasks and empty_ms of a beat for the run. */
void duties_describe(const Duties *duties, const char *key, uint64_t now_ns, Beat *beat);

#endif
