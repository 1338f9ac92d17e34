/* mailbox.h: hands things from any thread to the loop's, in order. */
#ifndef TOURNAMENT_GRID_MAILBOX_H
#define TOURNAMENT_GRID_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

typedef struct Mailbox Mailbox;

typedef struct Mail {
    struct Mail *next;
    int kind;   /* the user's */
    void *item; /* the user's */
    size_t length;
    char text[]; /* `length` bytes and a zero */
} Mail;

/* Called on the loop's thread; the item is the callee's. */
typedef void (*MailboxFn)(void *context, const Mail *mail);

/* NULL: no memory. */
Mailbox *mailbox_new(uv_loop_t *loop, MailboxFn fn, void *context);
/* Any thread. False: no memory, or `most` things wait already; 0: no limit. */
bool mailbox_put(Mailbox *mailbox, int kind, void *item, const char *text, size_t length,
                 size_t most);
/* The loop's thread, when no other thread puts any more. What waits still is passed to fn; the
 * memory goes when the loop has closed the handle. */
void mailbox_close(Mailbox *mailbox);

#endif
