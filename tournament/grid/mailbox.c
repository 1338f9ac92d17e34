#include "grid/mailbox.h"

#include <stdlib.h>
#include <string.h>

struct Mailbox {
    uv_async_t async; /* first */
    uv_mutex_t lock;  /* guards the members below */
    Mail *first, **end;
    size_t waiting;
    MailboxFn fn;
    void *context;
};

static void deliver(Mailbox *mailbox) {
    for (;;) {
        uv_mutex_lock(&mailbox->lock);
        Mail *mail = mailbox->first;
        if (mail != NULL) {
            mailbox->first = mail->next;
            mailbox->waiting--;
            if (mailbox->first == NULL)
                mailbox->end = &mailbox->first;
        }
        uv_mutex_unlock(&mailbox->lock);
        if (mail == NULL)
            return;
        mailbox->fn(mailbox->context, mail);
        free(mail);
    }
}

static void on_async(uv_async_t *async) {
    deliver((Mailbox *)async);
}

Mailbox *mailbox_new(uv_loop_t *loop, MailboxFn fn, void *context) {
    Mailbox *mailbox = calloc(1, sizeof *mailbox);
    if (mailbox == NULL)
        return NULL;
    mailbox->end = &mailbox->first;
    mailbox->fn = fn;
    mailbox->context = context;
    if (uv_mutex_init(&mailbox->lock) != 0) {
        free(mailbox);
        return NULL;
    }
    if (uv_async_init(loop, &mailbox->async, on_async) != 0) {
        uv_mutex_destroy(&mailbox->lock);
        free(mailbox);
        return NULL;
    }
    return mailbox;
}

bool mailbox_put(Mailbox *mailbox, int kind, void *item, const char *text, size_t length,
                 size_t most) {
    Mail *mail = malloc(sizeof *mail + length + 1);
    if (mail == NULL)
        return false;
    *mail = (Mail){.kind = kind, .item = item, .length = length};
    if (length > 0)
        memcpy(mail->text, text, length);
    mail->text[length] = '\0';
    uv_mutex_lock(&mailbox->lock);
    bool is_taken = most == 0 || mailbox->waiting < most;
    if (is_taken) {
        *mailbox->end = mail;
        mailbox->end = &mail->next;
        mailbox->waiting++;
    }
    uv_mutex_unlock(&mailbox->lock);
    if (!is_taken) {
        free(mail);
        return false;
    }
    uv_async_send(&mailbox->async);
    return true;
}

static void on_close(uv_handle_t *handle) {
    Mailbox *mailbox = (Mailbox *)handle;
    uv_mutex_destroy(&mailbox->lock);
    free(mailbox);
}

void mailbox_close(Mailbox *mailbox) {
    deliver(mailbox);
    uv_close((uv_handle_t *)&mailbox->async, on_close);
}
