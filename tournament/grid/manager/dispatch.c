#include "grid/manager/dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/url.h"
#include "grid/link.h"
#include "grid/manager/run_stream.h"
#include "grid/secret.h"
#include "shared/status/failure.h"

enum {
    FETCH_MS = 1000,
    FETCH_MORE_MS = 20,
    FETCH_MORE = 64,
    PAUSE_MS = 250,  /* after a failure */
    IDLE_CHECKS = 4, /* fetches without a result between two looks at the stream */
    CLOSE_MS = 3000,
    BEATS_MAX = 20000 /* waiting for the loop */
};

typedef enum { SEND_TASK, SEND_ANNOUNCEMENT, SEND_DONE, SEND_REMOVE } SendKind;

typedef struct Order {
    struct Order *next;
    SendKind kind;
    char *text;
    char id[48];
    natsMsg *message;
} Order;

typedef enum { MAIL_RESULT, MAIL_BEAT, MAIL_HELLO, MAIL_LOST, MAIL_NOTE, MAIL_REFUSAL } MailKind;

struct Dispatch {
    DispatchEvents events;
    Link link;
    Mailbox *mailbox;
    RunStream stream;
    char announcements[LINK_NAME_MAX], key[WIRE_KEY_MAX];
    bool is_lost; /* the server has not all of the run; the receiver's */
    uv_thread_t sender, receiver;

    uv_mutex_t lock; /* guards all below */
    uv_cond_t changed;
    Order *first, **end;
    bool is_sending; /* an order is being sent */
    uint64_t sent;   /* tasks that have reached the server */
    bool is_closing; /* the sender ends when the queue is empty */
    bool is_stopped; /* both threads end now */
};

static void note(Dispatch *dispatch, const char *format, const char *text) {
    char line[400];
    snprintf(line, sizeof line, format, text);
    mailbox_put(dispatch->mailbox, MAIL_NOTE, NULL, line, strlen(line), 0);
}

static bool is_stopped(Dispatch *dispatch) {
    uv_mutex_lock(&dispatch->lock);
    bool is_it = dispatch->is_stopped;
    uv_mutex_unlock(&dispatch->lock);
    return is_it;
}

/* The run may have been removed from the server on purpose. */
static bool is_closing(Dispatch *dispatch) {
    uv_mutex_lock(&dispatch->lock);
    bool is_it = dispatch->is_closing;
    uv_mutex_unlock(&dispatch->lock);
    return is_it;
}

/* Waits, unless the threads must stop. */
static void rest(Dispatch *dispatch) {
    uv_mutex_lock(&dispatch->lock);
    if (!dispatch->is_stopped)
        uv_cond_timedwait(&dispatch->changed, &dispatch->lock, (uint64_t)PAUSE_MS * 1000000);
    uv_mutex_unlock(&dispatch->lock);
}

/* ---- The receiver's thread ---------------------------------------------------------------- */

static void take_messages(Dispatch *dispatch, natsMsgList *list) {
    for (int i = 0; i < list->Count; i++) {
        natsMsg *message = list->Msgs[i];
        list->Msgs[i] = NULL;
        if (!mailbox_put(dispatch->mailbox, MAIL_RESULT, message, "", 0, 0))
            natsMsg_Destroy(message); /* the server sends it again */
    }
    natsMsgList_Destroy(list);
}

/* Returns NULL if it is not possible now. */
static natsSubscription *subscribe(Dispatch *dispatch) {
    RunStream *stream = &dispatch->stream;
    natsStatus status = run_stream_renew_results(stream);
    dispatch->is_lost = dispatch->is_lost || status == NATS_NOT_FOUND;
    if (dispatch->is_lost && !is_closing(dispatch) && run_stream_make(stream) == NATS_OK) {
        dispatch->is_lost = false;
        note(dispatch, "%s", "the server lost the run; recreated it");
        mailbox_put(dispatch->mailbox, MAIL_LOST, NULL, "", 0, 0);
        status = run_stream_renew_results(stream);
    }
    return status == NATS_OK && !dispatch->is_lost ? run_stream_subscribe(stream) : NULL;
}

/* Returns the number of reconnects. */
static uint64_t count_reconnects(Dispatch *dispatch, natsStatistics *statistics) {
    uint64_t reconnects = 0;
    if (statistics != NULL &&
        natsConnection_GetStats(dispatch->link.connection, statistics) == NATS_OK)
        natsStatistics_GetCounts(statistics, NULL, NULL, NULL, NULL, &reconnects);
    return reconnects;
}

/* Waits for results. Returns false if the consumer must be recreated. */
static bool fetch_results(Dispatch *dispatch, natsSubscription *subscription) {
    natsMsgList list = {0};
    jsErrCode code = (jsErrCode)0;
    natsStatus status = natsSubscription_Fetch(&list, subscription, 1, FETCH_MS, &code);
    if (status != NATS_OK)
        return status == NATS_TIMEOUT;
    take_messages(dispatch, &list);
    status = natsSubscription_Fetch(&list, subscription, FETCH_MORE, FETCH_MORE_MS, &code);
    if (status == NATS_OK)
        take_messages(dispatch, &list);
    return true;
}

static void receive(void *context) {
    Dispatch *dispatch = context;
    natsSubscription *subscription = NULL;
    natsStatistics *statistics = NULL;
    uint64_t reconnects = 0;
    natsStatistics_Create(&statistics);
    while (!is_stopped(dispatch)) {
        if (subscription == NULL) {
            reconnects = count_reconnects(dispatch, statistics);
            subscription = subscribe(dispatch);
        }
        bool is_good = subscription != NULL && fetch_results(dispatch, subscription);
        if (!is_good)
            rest(dispatch);
        if (!is_good || count_reconnects(dispatch, statistics) != reconnects) {
            link_retire(&dispatch->link, subscription);
            subscription = NULL;
        }
    }
    link_retire(&dispatch->link, subscription);
    natsStatistics_Destroy(statistics);
}

/* ---- The sender's thread ------------------------------------------------------------------ */

static void free_order(Order *order) {
    natsMsg_Destroy(order->message);
    free(order->text);
    free(order);
}

/* Repeats until the server has the task or the threads must stop. */
static void send_task(Dispatch *dispatch, const Order *order) {
    jsErrCode code;
    while (link_publish(&dispatch->link, dispatch->stream.tasks, order->id, order->text,
                        strlen(order->text), &code) != NATS_OK) {
        if (is_stopped(dispatch))
            return;
        rest(dispatch);
    }
}

static void carry_out(Dispatch *dispatch, const Order *order) {
    switch (order->kind) {
    case SEND_TASK:
        send_task(dispatch, order);
        break;
    case SEND_ANNOUNCEMENT:
        natsConnection_PublishString(dispatch->link.connection, dispatch->announcements,
                                     order->text);
        break;
    case SEND_DONE:
        natsMsg_Ack(order->message, NULL);
        break;
    case SEND_REMOVE:
        run_stream_remove(&dispatch->stream);
        break;
    }
}

static void send_orders(void *context) {
    Dispatch *dispatch = context;
    uv_mutex_lock(&dispatch->lock);
    while (!dispatch->is_stopped && !(dispatch->is_closing && dispatch->first == NULL)) {
        Order *order = dispatch->first;
        if (order == NULL) {
            uv_cond_wait(&dispatch->changed, &dispatch->lock);
            continue;
        }
        dispatch->first = order->next;
        if (dispatch->first == NULL)
            dispatch->end = &dispatch->first;
        dispatch->is_sending = true;
        uv_mutex_unlock(&dispatch->lock);
        carry_out(dispatch, order);
        free_order(order);
        uv_mutex_lock(&dispatch->lock);
        dispatch->is_sending = false;
    }
    uv_mutex_unlock(&dispatch->lock);
}

/* Takes ownership of the text and the message. */
static bool put_order(Dispatch *dispatch, SendKind kind, const char *id, char *text,
                      natsMsg *message) {
    Order *order = calloc(1, sizeof *order);
    if (order == NULL) {
        natsMsg_Destroy(message);
        free(text);
        return false;
    }
    order->kind = kind;
    order->text = text;
    order->message = message;
    snprintf(order->id, sizeof order->id, "%s", id);
    uv_mutex_lock(&dispatch->lock);
    *dispatch->end = order;
    dispatch->end = &order->next;
    uv_cond_broadcast(&dispatch->changed);
    uv_mutex_unlock(&dispatch->lock);
    return true;
}

/* ---- On the loop -------------------------------------------------------------------------- */

static void on_mail(void *context, const Mail *mail) {
    Dispatch *dispatch = context;
    const DispatchEvents *events = &dispatch->events;
    natsMsg *message = mail->item;
    switch ((MailKind)mail->kind) {
    case MAIL_RESULT:
        if (dispatch->is_closing)
            natsMsg_Destroy(message);
        else
            events->on_result(events->context, natsMsg_GetData(message),
                              (size_t)natsMsg_GetDataLength(message), (DispatchResult *)message);
        break;
    case MAIL_BEAT:
        if (!dispatch->is_closing)
            events->on_beat(events->context, mail->text, mail->length);
        break;
    case MAIL_HELLO:
        if (!dispatch->is_closing)
            events->on_hello(events->context);
        break;
    case MAIL_LOST:
        if (!dispatch->is_closing)
            events->on_lost(events->context);
        break;
    case MAIL_NOTE:
        events->on_note(events->context, mail->text);
        break;
    case MAIL_REFUSAL:
        if (!dispatch->is_closing)
            events->on_refusal(events->context, mail->text);
        break;
    }
}

bool dispatch_publish(Dispatch *dispatch, const char *code, char *text) {
    char name[48];
    snprintf(name, sizeof name, "task-%s", code);
    return put_order(dispatch, SEND_TASK, name, text, NULL);
}

void dispatch_announce(Dispatch *dispatch, char *text) {
    if (text != NULL)
        put_order(dispatch, SEND_ANNOUNCEMENT, "", text, NULL);
}

void dispatch_result_done(Dispatch *dispatch, DispatchResult *result) {
    put_order(dispatch, SEND_DONE, "", NULL, (natsMsg *)result);
}

void dispatch_result_leave(DispatchResult *result) {
    natsMsg_Destroy((natsMsg *)result);
}

/* ---- Beginning and ending ----------------------------------------------------------------- */

/* On a thread of the client. */
static void on_beat(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                    void *closure) {
    Dispatch *dispatch = closure;
    (void)connection;
    (void)subscription;
    if (natsMsg_GetDataLength(message) <= WIRE_BYTES_MAX)
        mailbox_put(dispatch->mailbox, MAIL_BEAT, NULL, natsMsg_GetData(message),
                    (size_t)natsMsg_GetDataLength(message), BEATS_MAX);
    natsMsg_Destroy(message);
}

static void on_hello(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                     void *closure) {
    Dispatch *dispatch = closure;
    (void)connection;
    (void)subscription;
    mailbox_put(dispatch->mailbox, MAIL_HELLO, NULL, "", 0, BEATS_MAX);
    natsMsg_Destroy(message);
}

static bool open_run(Dispatch *dispatch, const GridOptions *options, Failure *failure) {
    char name[LINK_NAME_MAX], beats[LINK_NAME_MAX];
    snprintf(name, sizeof name, "manager-%s", dispatch->key);
    if (!link_open(&dispatch->link, options, name, dispatch->mailbox,
                   (LinkKinds){MAIL_NOTE, MAIL_REFUSAL}, false, failure))
        return false;
    if (!run_stream_adopt(&dispatch->stream))
        note(dispatch, "%s", "the run was left with other programs; its open tasks are withdrawn");
    natsStatus status = run_stream_make(&dispatch->stream);
    if (status != NATS_OK) {
        const char *more = nats_GetLastError(NULL);
        return failure_say(
            failure, STATUS_SERVER, "%s: cannot create the run on the server: %s%s%s",
            url_mask(options->url, (char[URL_SHOWN_MAX]){0}), natsStatus_GetText(status),
            more != NULL ? ": " : "", more != NULL ? more : "");
    }
    link_subject(beats, "worker", dispatch->key);
    if (link_listen(&dispatch->link, beats, on_beat, dispatch) &&
        link_listen(&dispatch->link, LINK_HELLO, on_hello, dispatch))
        return true;
    return failure_at(failure, STATUS_MEMORY, "%s",
                      url_mask(options->url, (char[URL_SHOWN_MAX]){0}));
}

static bool start_threads(Dispatch *dispatch) {
    if (uv_thread_create(&dispatch->sender, send_orders, dispatch) != 0)
        return false;
    if (uv_thread_create(&dispatch->receiver, receive, dispatch) == 0)
        return true;
    uv_mutex_lock(&dispatch->lock);
    dispatch->is_stopped = true;
    uv_cond_broadcast(&dispatch->changed);
    uv_mutex_unlock(&dispatch->lock);
    uv_thread_join(&dispatch->sender);
    return false;
}

const char *dispatch_secret(const Dispatch *dispatch) {
    return dispatch->stream.secret;
}

Dispatch *dispatch_new(uv_loop_t *loop, const GridOptions *options, const char *key,
                       const char *programs, const DispatchEvents *events, Failure *failure) {
    Dispatch *dispatch = calloc(1, sizeof *dispatch);
    if (dispatch == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    dispatch->events = *events;
    RunStream *stream = &dispatch->stream;
    *stream = (RunStream){
        .link = &dispatch->link, .lease_ms = options->lease_ms, .replicas = options->replicas};
    dispatch->end = &dispatch->first;
    snprintf(dispatch->key, sizeof dispatch->key, "%s", key);
    snprintf(stream->programs, sizeof stream->programs, "%s",
             programs[0] != '\0' ? programs : "any");
    run_stream_name(stream, key);
    link_subject(dispatch->announcements, "run", key);
    if (uv_mutex_init(&dispatch->lock) != 0 || uv_cond_init(&dispatch->changed) != 0)
        abort(); /* they fail only if out of memory, before anything has started */
    dispatch->mailbox = mailbox_new(loop, on_mail, dispatch);
    bool is_ready = (dispatch->mailbox != NULL && secret_random(stream->secret)) ||
                    failure_set(failure, STATUS_MEMORY);
    if (is_ready && open_run(dispatch, options, failure) &&
        (start_threads(dispatch) || failure_set(failure, STATUS_THREAD)))
        return dispatch;
    link_close(&dispatch->link);
    dispatch->is_closing = true;
    if (dispatch->mailbox != NULL)
        mailbox_close(dispatch->mailbox);
    dispatch_free(dispatch);
    return NULL;
}

void dispatch_close(Dispatch *dispatch, bool is_finished) {
    if (is_finished)
        put_order(dispatch, SEND_REMOVE, "", NULL, NULL);
    uint64_t end = uv_hrtime() + (uint64_t)CLOSE_MS * 1000000;
    uv_mutex_lock(&dispatch->lock);
    dispatch->is_closing = true;
    uv_cond_broadcast(&dispatch->changed);
    while ((dispatch->first != NULL || dispatch->is_sending) && uv_hrtime() < end)
        uv_cond_timedwait(&dispatch->changed, &dispatch->lock, 20000000);
    dispatch->is_stopped = true;
    uv_cond_broadcast(&dispatch->changed);
    uv_mutex_unlock(&dispatch->lock);
    natsConnection_FlushTimeout(dispatch->link.connection, PAUSE_MS);
    link_shut(&dispatch->link);
    uv_thread_join(&dispatch->sender);
    uv_thread_join(&dispatch->receiver);
    link_close(&dispatch->link);
    mailbox_close(dispatch->mailbox);
}

void dispatch_free(Dispatch *dispatch) {
    if (dispatch == NULL)
        return;
    while (dispatch->first != NULL) {
        Order *order = dispatch->first;
        dispatch->first = order->next;
        free_order(order);
    }
    uv_cond_destroy(&dispatch->changed);
    uv_mutex_destroy(&dispatch->lock);
    free(dispatch);
}
