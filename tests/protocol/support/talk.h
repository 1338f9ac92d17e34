/* talk.h: a client inside the test program: says lines to a session and keeps the replies. */
#ifndef KANAME_TESTS_TALK_H
#define KANAME_TESTS_TALK_H

#include "io/lines.h"
#include "kaname.h"
#include "session/session.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { TALK_LINES_MAX = 4096 };

typedef struct Talk {
    KanameEngine *engine;
    LineWriter writer;
    Session *session;
    pthread_mutex_t lock; /* of the two below */
    size_t count, read;
    char *lines[TALK_LINES_MAX]; /* without their LF */
    bool is_going_on;            /* END has not been said */
    int delay_ms;                /* the sender of a line is held up for so long */
} Talk;

Talk *talk_new(void);
void talk_free(Talk *talk);

/* Says a line; does not wait for the answer. */
void talk_say(Talk *talk, const char *line);
/* Says a line and waits until no search runs. */
void talk_ask(Talk *talk, const char *line);
/* The next reply that is no MESSAGE, "" when there is none. Valid until talk_free(). */
const char *talk_reply(Talk *talk);
/* The next reply of any kind. */
const char *talk_line(Talk *talk);

#endif
