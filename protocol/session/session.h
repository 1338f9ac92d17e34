/* session.h: one client's dialogue with one engine: lines in, replies out.
 *
 * The thread that calls these functions is the reader. It never waits for a search: searches run on
 * the session's own thread, and the reader ends them before it touches the engine again. A command
 * that needs an answer gets exactly one, even if its search is cut short. */
#ifndef KANAME_PROTOCOL_SESSION_SESSION_H
#define KANAME_PROTOCOL_SESSION_SESSION_H

#include "io/lines.h"
#include "kaname.h"

#include <stdbool.h>

typedef struct Session Session;

/* The caller owns the engine and the writer, which must outlive the session. Returns NULL if out of
 * memory or if no thread can be started. */
Session *session_new(KanameEngine *engine, LineWriter *writer);
/* Ends a running search and waits for it. Ignores NULL. */
void session_free(Session *session);

/* Takes one line of the client, or a piece of a long one. Returns false once the client has ended
 * the dialogue (END): the session then sends nothing more, although a search may still run. */
bool session_line(Session *session, LinePiece line);
/* Waits until no answer is due: no search runs, or only pondering. */
void session_wait(Session *session);
/* For the end of the process, before session_settle(): flushes the changes of the database to the
 * disk, as YXSAVEDATABASE does. Returns at once. */
void session_save(Session *session);
/* For the end of the process: waits up to 300 ms until the database has written all changes.
 * Returns whether it has. */
bool session_settle(Session *session);
/* Returns whether nothing runs, not even pondering. */
bool session_is_idle(Session *session);

#endif
