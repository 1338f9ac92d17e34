/* talk.h: a conversation with one engine, step by step, with a transcript.
 *
 * Calls block until their event or their time limit; they read the engine's pipes meanwhile. One
 * thread. */
#ifndef TOURNAMENT_CHECK_TALK_H
#define TOURNAMENT_CHECK_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "shared/status/failure.h"

typedef struct Talk Talk;

typedef enum { TALK_LINE, TALK_SILENCE, TALK_ENDED } TalkHeard;

/* Does not start the engine yet. The caller owns the command. Returns NULL if out of memory. */
Talk *talk_new(const char *command);
void talk_free(Talk *talk); /* ignores NULL */

/* Kills the earlier process, drops the transcript and all unread lines, and starts a new process.
 * Returns false if it cannot be started; then writes the reason to `failure`. */
bool talk_start(Talk *talk, Failure *failure);

/* Send a line (the function adds the line end), any bytes, and the end of input. They never block.
 */
__attribute__((format(printf, 2, 3))) void talk_send(Talk *talk, const char *format, ...);
void talk_send_bytes(Talk *talk, const char *bytes, size_t length);
void talk_close_input(Talk *talk);

/* Waits up to wait_ms for the next line of standard output. The text is valid until the next call.
 * Sets *arrived_ms, unless NULL, to the time from the last sending to the line. */
TalkHeard talk_hear(Talk *talk, int64_t wait_ms, const char **line, int64_t *arrived_ms);
/* Returns the milliseconds since the last sending. */
int64_t talk_elapsed_ms(const Talk *talk);
/* Runs the loop for this time. */
void talk_wait(Talk *talk, int64_t ms);
/* Returns how the engine ended: "ended with status 3", "ended by signal 11". The talk owns the
 * text. */
const char *talk_end_text(Talk *talk);

/* Suspends or resumes the engine and its descendants. */
void talk_suspend(Talk *talk, bool is_suspended);
/* Returns the bytes that the engine and its descendants use. */
uint64_t talk_memory(Talk *talk);
/* Sends END, waits for the engine to end and returns the number of its descendants that still run;
 * a negative number if it did not end in time. */
int talk_end_and_count_left(Talk *talk, int64_t wait_ms);

/* Returns whether SIGINT has come since talk_new(), which installs its handler. After SIGINT no
 * call waits, so later results mean nothing. */
bool talk_is_interrupted(const Talk *talk);

/* Facts since talk_start(). */
bool talk_used_stderr(const Talk *talk);
bool talk_was_plain(const Talk *talk);    /* all of its output was printable ASCII */
bool talk_line_was_cut(const Talk *talk); /* a line was too long, or had no end */

/* Prints the transcript, oldest line first, indented; omits the middle of a long one. */
void talk_print(const Talk *talk, FILE *file);

#endif
