#include "grid/worker/fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/link.h"
#include "grid/worker/asked.h"
#include "shared/status/failure.h"

enum {
    FETCH_MS = 1000,     /* a wait for a task of the only run */
    FETCH_TURN_MS = 100, /* of each of several */
    PAUSE_MS = 250,
    CLOSE_MS = 5000,
    ANNOUNCEMENTS_MAX = 1000,
    GONE_TRIES = 2400 /* failures in a row before an answer is given up: 10 minutes */
};

typedef enum { SEND_ANSWER, SEND_LAST, SEND_BACK, SEND_REFUSAL } SendKind;
typedef enum {
    MAIL_ANNOUNCEMENT,
    MAIL_TASK,
    MAIL_EMPTY,
    MAIL_SENT,
    MAIL_NOTE,
    MAIL_REFUSAL
} MailKind;

/* The text of MAIL_SENT. */
typedef struct Sent {
    char key[WIRE_KEY_MAX];
    int64_t task;
} Sent;

struct FetchTask {
    natsMsg *message;
    char key[WIRE_KEY_MAX];
};

typedef struct Order {
    struct Order *next;
    SendKind kind;
    FetchTask *task; /* owned, except for SEND_ANSWER */
    char key[WIRE_KEY_MAX];
    char id[WIRE_WORKER_MAX + 64];
    int64_t number; /* of the task */
    char *data;
    size_t length;
} Order;

struct Fetch {
    FetchEvents events;
    Link link;
    Mailbox *mailbox;
    uv_thread_t sender, receiver;

    uv_mutex_t lock; /* guards all below */
    uv_cond_t changed;
    Order *first, **end;
    size_t waiting;
    AskedRun *runs; /* the loop appends and marks them; the receiver removes them */
    int wanted;     /* tasks */
    bool is_sated;  /* accepts no more tasks */
    bool is_closing, is_stopped;
};

static bool is_stopped(Fetch *fetch) {
    uv_mutex_lock(&fetch->lock);
    bool is_it = fetch->is_stopped;
    uv_mutex_unlock(&fetch->lock);
    return is_it;
}

static void rest(Fetch *fetch) {
    uv_mutex_lock(&fetch->lock);
    if (!fetch->is_stopped)
        uv_cond_timedwait(&fetch->changed, &fetch->lock, (uint64_t)PAUSE_MS * 1000000);
    uv_mutex_unlock(&fetch->lock);
}

/* ---- The receiver's thread ---------------------------------------------------------------- */

static void free_left(Fetch *fetch, AskedRun *left) {
    while (left != NULL) {
        AskedRun *next = left->next;
        link_retire(&fetch->link, left->subscription);
        free(left);
        left = next;
    }
}

/* Removes the runs that were left; waits while no task is wanted. Returns run number `turn`,
 * counted around, of those to ask, and their number; NULL: call again. */
static AskedRun *settle_runs(Fetch *fetch, int turn, int *count) {
    uv_mutex_lock(&fetch->lock);
    AskedRun *left = asked_take_left(&fetch->runs);
    *count = asked_count(fetch->runs);
    bool is_idle = *count == 0 || fetch->wanted <= 0 || fetch->is_sated;
    if (left == NULL && !fetch->is_stopped && is_idle)
        uv_cond_wait(&fetch->changed, &fetch->lock);
    AskedRun *run = is_idle ? NULL : asked_at(fetch->runs, turn % *count);
    uv_mutex_unlock(&fetch->lock);
    free_left(fetch, left);
    return run;
}

static natsSubscription *subscribe(Fetch *fetch, const char *key) {
    natsSubscription *subscription = NULL;
    char stream[LINK_NAME_MAX], subject[LINK_NAME_MAX];
    jsSubOptions options;
    jsErrCode code = (jsErrCode)0;
    link_stream(stream, key);
    link_subject(subject, "task", key);
    jsSubOptions_Init(&options);
    options.Stream = stream;
    options.Consumer = LINK_TASKS;
    js_PullSubscribe(&subscription, fetch->link.js, subject, LINK_TASKS, NULL, &options, &code);
    return subscription;
}

static bool pass_on(Fetch *fetch, const char *key, natsMsg *message) {
    FetchTask *task = calloc(1, sizeof *task);
    if (task != NULL) {
        task->message = message;
        snprintf(task->key, sizeof task->key, "%s", key);
        if (mailbox_put(fetch->mailbox, MAIL_TASK, task, "", 0, 0))
            return true;
    }
    free(task);
    natsMsg_Destroy(message); /* the server lends it again after the lease */
    return false;
}

/* Returns the number of reconnects, plus one if the server is connected now; 0: it is not. */
static uint64_t count_connections(Fetch *fetch) {
    natsStatistics *statistics = NULL;
    uint64_t reconnects = 0;
    natsConnection *connection = fetch->link.connection;
    if (natsConnection_Status(connection) != NATS_CONN_STATUS_CONNECTED ||
        natsStatistics_Create(&statistics) != NATS_OK)
        return 0;
    if (natsConnection_GetStats(connection, statistics) == NATS_OK)
        natsStatistics_GetCounts(statistics, NULL, NULL, NULL, NULL, &reconnects);
    natsStatistics_Destroy(statistics);
    return reconnects + 1;
}

/* Waits for a task of one run. Returns false if the run cannot be reached now. */
static bool fetch_one(Fetch *fetch, AskedRun *run, int wait_ms) {
    if (run->subscription == NULL && (run->subscription = subscribe(fetch, run->key)) == NULL)
        return false;
    uint64_t connections = count_connections(fetch);
    natsMsgList list = {0};
    jsErrCode code = (jsErrCode)0;
    natsStatus status = natsSubscription_Fetch(&list, run->subscription, 1, wait_ms, &code);
    if (status == NATS_OK && list.Count == 1) {
        natsMsg *message = list.Msgs[0];
        list.Msgs[0] = NULL;
        uv_mutex_lock(&fetch->lock);
        fetch->wanted--;
        uv_mutex_unlock(&fetch->lock);
        pass_on(fetch, run->key, message);
    }
    natsMsgList_Destroy(&list);
    /* While the connection is down the wait runs out too. */
    if (status == NATS_TIMEOUT && connections != 0 && count_connections(fetch) == connections)
        mailbox_put(fetch->mailbox, MAIL_EMPTY, NULL, run->key, strlen(run->key), 0);
    if (status == NATS_OK || status == NATS_TIMEOUT)
        return true;
    link_retire(&fetch->link, run->subscription);
    run->subscription = NULL;
    return false;
}

static void receive(void *context) {
    Fetch *fetch = context;
    int turn = 0, count;
    while (!is_stopped(fetch)) {
        AskedRun *run = settle_runs(fetch, turn, &count);
        if (run == NULL)
            continue;
        turn = (turn + 1) % count;
        if (!fetch_one(fetch, run, count == 1 ? FETCH_MS : FETCH_TURN_MS))
            rest(fetch);
    }
}

/* ---- The sender's thread ------------------------------------------------------------------ */

static void free_task(FetchTask *task) {
    if (task == NULL)
        return;
    natsMsg_Destroy(task->message);
    free(task);
}

static void free_order(Order *order) {
    free_task(order->task);
    free(order->data);
    free(order);
}

/* Returns whether this worker still takes part in the run. */
static bool is_joined(Fetch *fetch, const char *key) {
    uv_mutex_lock(&fetch->lock);
    bool is_it = asked_has(fetch->runs, key);
    uv_mutex_unlock(&fetch->lock);
    return is_it;
}

static void put_sent(Fetch *fetch, const Order *order) {
    Sent sent = {.task = order->number};
    memcpy(sent.key, order->key, sizeof sent.key);
    mailbox_put(fetch->mailbox, MAIL_SENT, NULL, (const char *)&sent, sizeof sent, 0);
}

/* Repeats until the server has the answer, its run is over, or the threads must stop. */
static void send_answer(Fetch *fetch, const Order *order) {
    char subject[LINK_NAME_MAX];
    jsErrCode code;
    link_subject(subject, "result", order->key);
    for (int tries = 0; tries < GONE_TRIES; tries++) {
        natsStatus status =
            link_publish(&fetch->link, subject, order->id, order->data, order->length, &code);
        if (status == NATS_OK) {
            if (order->kind == SEND_LAST)
                natsMsg_AckSync(order->task->message, NULL, &code);
            return;
        }
        if (is_stopped(fetch) || !is_joined(fetch, order->key))
            return;
        rest(fetch);
    }
}

static void send_orders(void *context) {
    Fetch *fetch = context;
    uv_mutex_lock(&fetch->lock);
    while (!fetch->is_stopped && !(fetch->is_closing && fetch->first == NULL)) {
        Order *order = fetch->first;
        if (order == NULL) {
            uv_cond_wait(&fetch->changed, &fetch->lock);
            continue;
        }
        fetch->first = order->next;
        if (fetch->first == NULL)
            fetch->end = &fetch->first;
        uv_mutex_unlock(&fetch->lock);
        if (order->kind == SEND_BACK)
            natsMsg_Nak(order->task->message, NULL);
        else if (order->kind == SEND_REFUSAL)
            natsMsg_Term(order->task->message, NULL);
        else
            send_answer(fetch, order);
        if (order->kind == SEND_LAST)
            put_sent(fetch, order);
        free_order(order);
        uv_mutex_lock(&fetch->lock);
        fetch->waiting--;
        uv_cond_broadcast(&fetch->changed);
    }
    uv_mutex_unlock(&fetch->lock);
}

static void put_order(Fetch *fetch, Order *order) {
    uv_mutex_lock(&fetch->lock);
    *fetch->end = order;
    fetch->end = &order->next;
    fetch->waiting++;
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
}

/* ---- On the loop -------------------------------------------------------------------------- */

static void on_mail(void *context, const Mail *mail) {
    Fetch *fetch = context;
    const FetchEvents *events = &fetch->events;
    FetchTask *task = mail->item;
    Sent sent;
    switch ((MailKind)mail->kind) {
    case MAIL_ANNOUNCEMENT:
        if (!fetch->is_closing)
            events->on_announcement(events->context, mail->text, mail->length);
        break;
    case MAIL_TASK:
        if (fetch->is_closing)
            free_task(task);
        else
            events->on_task(events->context, task->key, natsMsg_GetData(task->message),
                            (size_t)natsMsg_GetDataLength(task->message), task);
        break;
    case MAIL_EMPTY:
        if (!fetch->is_closing)
            events->on_empty(events->context, mail->text);
        break;
    case MAIL_SENT:
        memcpy(&sent, mail->text, sizeof sent);
        if (!fetch->is_closing)
            events->on_sent(events->context, sent.key, sent.task);
        break;
    case MAIL_NOTE:
        events->on_note(events->context, mail->text);
        break;
    case MAIL_REFUSAL:
        if (!fetch->is_closing)
            events->on_refusal(events->context, mail->text);
        break;
    }
}

bool fetch_join(Fetch *fetch, const char *key) {
    uv_mutex_lock(&fetch->lock);
    bool is_good = asked_join(&fetch->runs, key);
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
    return is_good;
}

void fetch_leave(Fetch *fetch, const char *key) {
    uv_mutex_lock(&fetch->lock);
    asked_leave(fetch->runs, key);
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
}

void fetch_pause(Fetch *fetch, const char *key) {
    uv_mutex_lock(&fetch->lock);
    asked_pause(fetch->runs, key);
    uv_mutex_unlock(&fetch->lock);
}

void fetch_want(Fetch *fetch, int more) {
    uv_mutex_lock(&fetch->lock);
    fetch->wanted += more;
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
}

void fetch_stop(Fetch *fetch) {
    uv_mutex_lock(&fetch->lock);
    fetch->is_sated = true;
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
}

void fetch_progress(FetchTask *task) {
    natsMsg_InProgress(task->message, NULL);
}

static Order *new_order(SendKind kind, FetchTask *task) {
    Order *order = calloc(1, sizeof *order);
    if (order == NULL)
        return NULL;
    order->kind = kind;
    snprintf(order->key, sizeof order->key, "%s", task->key);
    if (kind != SEND_ANSWER)
        order->task = task;
    return order;
}

bool fetch_answer(Fetch *fetch, FetchTask *task, int64_t number, const char *id, char *data,
                  size_t length, bool is_last) {
    Order *order = new_order(is_last ? SEND_LAST : SEND_ANSWER, task);
    if (order == NULL) {
        free(data);
        if (is_last)
            free_task(task);
        return false;
    }
    snprintf(order->id, sizeof order->id, "%s", id);
    order->number = number;
    order->data = data;
    order->length = length;
    put_order(fetch, order);
    return true;
}

static void give_back(Fetch *fetch, FetchTask *task, SendKind kind) {
    Order *order = new_order(kind, task);
    if (order != NULL)
        put_order(fetch, order);
    else
        free_task(task);
}

void fetch_drop(Fetch *fetch, FetchTask *task) {
    give_back(fetch, task, SEND_BACK);
}

void fetch_refuse(Fetch *fetch, FetchTask *task) {
    give_back(fetch, task, SEND_REFUSAL);
}

void fetch_beat(Fetch *fetch, const char *key, char *text) {
    char subject[LINK_NAME_MAX];
    link_subject(subject, "worker", key);
    if (text != NULL)
        natsConnection_PublishString(fetch->link.connection, subject, text);
    free(text);
}

void fetch_hello(Fetch *fetch) {
    natsConnection_PublishString(fetch->link.connection, LINK_HELLO, "");
}

/* ---- Beginning and ending ----------------------------------------------------------------- */

/* On a thread of the client. */
static void on_announcement(natsConnection *connection, natsSubscription *subscription,
                            natsMsg *message, void *closure) {
    Fetch *fetch = closure;
    (void)connection;
    (void)subscription;
    if (natsMsg_GetDataLength(message) <= WIRE_BYTES_MAX)
        mailbox_put(fetch->mailbox, MAIL_ANNOUNCEMENT, NULL, natsMsg_GetData(message),
                    (size_t)natsMsg_GetDataLength(message), ANNOUNCEMENTS_MAX);
    natsMsg_Destroy(message);
}

static bool start_threads(Fetch *fetch) {
    if (uv_thread_create(&fetch->sender, send_orders, fetch) != 0)
        return false;
    if (uv_thread_create(&fetch->receiver, receive, fetch) == 0)
        return true;
    uv_mutex_lock(&fetch->lock);
    fetch->is_stopped = true;
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
    uv_thread_join(&fetch->sender);
    return false;
}

Fetch *fetch_new(uv_loop_t *loop, const GridOptions *options, const char *worker,
                 const FetchEvents *events, Failure *failure) {
    Fetch *fetch = calloc(1, sizeof *fetch);
    if (fetch == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    fetch->events = *events;
    fetch->end = &fetch->first;
    if (uv_mutex_init(&fetch->lock) != 0 || uv_cond_init(&fetch->changed) != 0)
        abort(); /* they fail only if out of memory, before anything has started */
    fetch->mailbox = mailbox_new(loop, on_mail, fetch);
    if ((fetch->mailbox != NULL || failure_set(failure, STATUS_MEMORY)) &&
        link_open(&fetch->link, options, worker, fetch->mailbox,
                  (LinkKinds){MAIL_NOTE, MAIL_REFUSAL}, true, failure) &&
        ((link_listen(&fetch->link, "kaname.run.*", on_announcement, fetch) &&
          start_threads(fetch)) ||
         failure_set(failure, STATUS_THREAD)))
        return fetch;
    link_close(&fetch->link);
    fetch->is_closing = true;
    if (fetch->mailbox != NULL)
        mailbox_close(fetch->mailbox);
    fetch_free(fetch);
    return NULL;
}

void fetch_close(Fetch *fetch) {
    uint64_t end = uv_hrtime() + (uint64_t)CLOSE_MS * 1000000;
    uv_mutex_lock(&fetch->lock);
    fetch->is_closing = true;
    uv_cond_broadcast(&fetch->changed);
    while (fetch->waiting > 0 && uv_hrtime() < end)
        uv_cond_timedwait(&fetch->changed, &fetch->lock, 20000000);
    fetch->is_stopped = true;
    uv_cond_broadcast(&fetch->changed);
    uv_mutex_unlock(&fetch->lock);
    natsConnection_FlushTimeout(fetch->link.connection, PAUSE_MS);
    link_shut(&fetch->link);
    uv_thread_join(&fetch->sender);
    uv_thread_join(&fetch->receiver);
    for (AskedRun *run = fetch->runs; run != NULL; run = run->next)
        run->is_left = true;
    free_left(fetch, asked_take_left(&fetch->runs));
    link_close(&fetch->link);
    mailbox_close(fetch->mailbox);
}

void fetch_free(Fetch *fetch) {
    if (fetch == NULL)
        return;
    while (fetch->first != NULL) {
        Order *order = fetch->first;
        fetch->first = order->next;
        free_order(order);
    }
    uv_cond_destroy(&fetch->changed);
    uv_mutex_destroy(&fetch->lock);
    free(fetch);
}
