/* talk.h: a conversation with one engine, a step at a time, with everything written down.
 *
 * Calls block until what they wait for has happened or their time is over; meanwhile the engine's
 * pipes are drained. One thread. */
#ifndef TOURNAMENT_CHECK_TALK_H
#define TOURNAMENT_CHECK_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Talk Talk;

typedef enum { TALK_LINE, TALK_SILENCE, TALK_ENDED } TalkHeard;

/* Nothing is started yet. NULL: no memory. The command is the caller's. */
Talk *talk_new(const char *command);
void talk_free(Talk *talk); /* NULL is fine */

/* A new process; the one before is killed, all that was heard is forgotten. False: it cannot be
 * started, `error` says why. */
bool talk_start(Talk *talk, char *error, size_t size);

/* Sends a line (the line end is added), any bytes, the end of input. Never blocks. */
__attribute__((format(printf, 2, 3))) void talk_send(Talk *talk, const char *format, ...);
void talk_send_bytes(Talk *talk, const char *bytes, size_t length);
void talk_close_input(Talk *talk);

/* The next line of its standard output, waiting at most so long. The text is valid until the next
 * call. `arrived_ms`: after the last thing sent; NULL: not wanted. */
TalkHeard talk_hear(Talk *talk, int64_t wait_ms, const char **line, int64_t *arrived_ms);
/* Milliseconds since the last thing sent. */
int64_t talk_elapsed_ms(const Talk *talk);
/* Lets time pass. */
void talk_wait(Talk *talk, int64_t ms);
/* True as soon as it has ended. */
bool talk_wait_end(Talk *talk, int64_t wait_ms);
bool talk_has_ended(const Talk *talk);
/* "exit status 3", "signal 11": how it ended. Static storage of the talk. */
const char *talk_end_text(Talk *talk);

/* Suspends the engine and its descendants, resumes them. */
void talk_suspend(Talk *talk, bool is_suspended);
/* Bytes that the engine and its descendants use. */
uint64_t talk_memory(Talk *talk);
/* Sends END, waits for the engine to end and tells how many of its descendants are still there
 * then; negative: it did not end in time. */
int talk_end_and_count_left(Talk *talk, int64_t wait_ms);

/* Since the start. */
bool talk_used_stderr(const Talk *talk);
bool talk_was_plain(const Talk *talk);    /* all of its output was printable ASCII */
bool talk_line_was_cut(const Talk *talk); /* a line was too long, or had no end */

/* What was said, oldest first, a line each, indented; long talks lose their middle. */
void talk_print(const Talk *talk, FILE *file);

#endif
