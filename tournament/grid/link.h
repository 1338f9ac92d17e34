/* link.h: a connection to the NATS server, and the names of its subjects and streams.
 *
 * Each run has its own stream, a work queue stored in files: tasks wait on one subject until a
 * worker has answered them, answers on another until the manager has them on its disk.
 * Announcements and beats are not stored.
 *
 *   kaname.task.KEY    manager -> one worker     kaname.run.KEY     manager -> all workers
 *   kaname.result.KEY  worker -> manager         kaname.worker.KEY  worker -> manager
 *                                                kaname.hello       worker -> all managers */
#ifndef TOURNAMENT_GRID_LINK_H
#define TOURNAMENT_GRID_LINK_H

#include <nats/nats.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/grid_options.h"
#include "grid/mailbox.h"
#include "grid/wire/read.h"
#include "shared/status/failure.h"

enum { LINK_NAME_MAX = WIRE_KEY_MAX + 32 };

#define LINK_TASKS "tasks"     /* the durable consumer of tasks */
#define LINK_RESULTS "results" /* that of results */
#define LINK_HELLO "kaname.hello"

typedef struct LinkNotes LinkNotes;

enum { LINK_LISTENERS_MAX = 4 };

typedef struct Link {
    LinkNotes *notes;
    natsOptions *options;
    natsConnection *connection;
    jsCtx *js;
    natsSubscription *listeners[LINK_LISTENERS_MAX];
    int listener_count;
    natsSubscription **retired; /* owned */
    size_t retired_count;
} Link;

/* Kinds of mail. */
typedef struct LinkKinds {
    int note;    /* a message for people */
    int refusal; /* the reason why the server refuses the login for good after link_open() */
} LinkKinds;

/* Connects. Events of the connection go to the mailbox as lines for people, of these kinds.
 * `waits`: if the server cannot be reached, try again in the background. Returns false if out of
 * memory, if a file of the login cannot be read, or if the server refuses the connection; then
 * writes the reason to `failure`. Call link_close() in any case. */
bool link_open(Link *link, const GridOptions *options, const char *name, Mailbox *notes,
               LinkKinds kinds, bool waits, Failure *failure);
/* Passes the messages of a subject to the handler, on a thread of the client. */
bool link_listen(Link *link, const char *subject, natsMsgHandler handler, void *closure);
/* Ends a subscription some of whose messages may still be held. Their acknowledgement refers to it,
 * so only link_close() frees it. One thread at a time; ignores NULL. */
void link_retire(Link *link, natsSubscription *subscription);
/* Makes blocking calls of other threads on the connection return. After it no handler runs. */
void link_shut(Link *link);
void link_close(Link *link);

/* "kaname.WORD.KEY" */
void link_subject(char subject[LINK_NAME_MAX], const char *word, const char *key);
/* "kaname-KEY" */
void link_stream(char stream[LINK_NAME_MAX], const char *key);

/* Publishes to a stream and waits until the server has the message. The server drops further
 * messages with the same `id`. */
natsStatus link_publish(Link *link, const char *subject, const char *id, const void *data,
                        size_t length, jsErrCode *code);

#endif
