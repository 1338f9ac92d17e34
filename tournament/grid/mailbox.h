/* mailbox.h: passes items from any thread to the loop's thread, in order. */
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

/* Called on the loop's thread; the callee owns the item. */
typedef void (*MailboxFn)(void *context, const Mail *mail);

/* Returns NULL if out of memory. */
Mailbox *mailbox_new(uv_loop_t *loop, MailboxFn fn, void *context);
/* Any thread. Returns false if out of memory, or if `most` items wait already; 0: no limit. */
bool mailbox_put(Mailbox *mailbox, int kind, void *item, const char *text, size_t length,
                 size_t most);
/* The loop's thread, once no other thread calls mailbox_put(). Passes the waiting items to fn; the
 * memory is freed once the loop has closed the handle. */
void mailbox_close(Mailbox *mailbox);

#endif
