/* session.h: one client's dialogue with one engine: lines in, replies out.
 *
 * The thread that calls session_line() is the reader. It never waits for a search: searches run
 * on a thread of the session's own, and the reader ends them before it touches the engine again.
 * Each command that needs an answer gets exactly one, a search that is cut short too. */
#ifndef KANAME_PROTOCOL_SESSION_SESSION_H
#define KANAME_PROTOCOL_SESSION_SESSION_H

#include "io/lines.h"
#include "kaname.h"

#include <stdbool.h>

typedef struct Session Session;

/* The engine and the writer stay the caller's and must outlive the session. NULL: not enough
 * memory, or no thread to be had. */
Session *session_new(KanameEngine *engine, LineWriter *writer);
/* Ends a running search and waits for it. NULL is fine. */
void session_free(Session *session);

/* Takes one line of the client, or a piece of a long one. False: the client ended the dialogue
 * (END); from then on nothing is sent, even though a search may still run. */
bool session_line(Session *session, LinePiece line);
/* Waits until no answer is due: no search runs, or only one that ponders. */
void session_wait(Session *session);
/* Before the process ends: waits a moment for what the client asked to be written. */
void session_settle(Session *session);
/* True if no search runs, not even one that ponders. */
bool session_is_idle(Session *session);

#endif
