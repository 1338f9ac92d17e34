#define _POSIX_C_SOURCE 200809L
#include "protocol/support/talk.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The LineSink: keeps a copy of the line. */
static bool keep_line(void *context, const char *line, size_t length) {
    Talk *talk = context;
    pthread_mutex_lock(&talk->lock);
    if (talk->count < TALK_LINES_MAX && length > 0) {
        char *copy = malloc(length);
        if (copy == NULL || line[length - 1] != '\n' || memchr(line, '\n', length - 1) != NULL)
            abort(); /* one whole line at a time is what a sink is promised */
        memcpy(copy, line, length - 1);
        copy[length - 1] = '\0';
        talk->lines[talk->count++] = copy;
    }
    int delay_ms = talk->delay_ms;
    pthread_mutex_unlock(&talk->lock);
    if (delay_ms > 0)
        nanosleep(&(struct timespec){.tv_nsec = delay_ms * 1000000L}, NULL);
    return true;
}

Talk *talk_new(void) {
    Talk *talk = calloc(1, sizeof *talk);
    if (talk == NULL)
        abort();
    talk->engine = kaname_new();
    if (talk->engine == NULL || pthread_mutex_init(&talk->lock, NULL) != 0 ||
        !line_writer_init(&talk->writer, keep_line, talk))
        abort();
    talk->session = session_new(talk->engine, &talk->writer);
    if (talk->session == NULL)
        abort();
    talk->is_going_on = true;
    return talk;
}

void talk_free(Talk *talk) {
    session_free(talk->session);
    kaname_free(talk->engine);
    line_writer_release(&talk->writer);
    pthread_mutex_destroy(&talk->lock);
    for (size_t i = 0; i < talk->count; i++)
        free(talk->lines[i]);
    free(talk);
}

void talk_say(Talk *talk, const char *line) {
    if (talk->is_going_on)
        talk->is_going_on =
            session_line(talk->session, (LinePiece){line, strlen(line), false, false});
}

void talk_ask(Talk *talk, const char *line) {
    talk_say(talk, line);
    session_wait(talk->session);
}

const char *talk_line(Talk *talk) {
    pthread_mutex_lock(&talk->lock);
    const char *line = talk->read < talk->count ? talk->lines[talk->read++] : "";
    pthread_mutex_unlock(&talk->lock);
    return line;
}

const char *talk_reply(Talk *talk) {
    const char *line;
    do
        line = talk_line(talk);
    while (strncmp(line, "MESSAGE ", strlen("MESSAGE ")) == 0);
    return line;
}
