/* searches.h: starts searches on the thinking thread, ends them and finishes them. */
#ifndef KANAME_PROTOCOL_SESSION_SEARCHES_H
#define KANAME_PROTOCOL_SESSION_SEARCHES_H

#include "session/state.h"

/* ---- The reader's thread ------------------------------------------------------------------- */

/* Makes a running search answer as soon as possible, and stops pondering. Returns at once. */
void session_hurry_search(Session *session);
/* Ends a running search and pondering. On return the move has been sent and the reader owns the
 * engine. */
void session_end_search(Session *session);
/* Returns whether a search has yet to answer. If not, ends pondering, and the reader owns the
 * engine. */
bool session_is_searching(Session *session);

/* Applies the settings of threads and memory to the engine while no clock runs, and has the
 * thinking thread fetch the memory until a command needs the engine. Does nothing while the
 * thinking thread has other work. */
void session_prepare_engine(Session *session);
/* Clears the table if YXHASHCLEAR came during a search. The engine must be idle. */
void session_clear_stale_hash(Session *session);
/* Starts a search of the current position by `run`, which gets the session as context. `lines` is
 * the number of principal lines to report; `number` is stored in session->job. The thinking thread
 * must be at rest. */
void session_start_search(Session *session, void (*run)(void *context), int lines, int number);

/* ---- The thinking thread ------------------------------------------------------------------- */

/* Every job calls this just before it sends its answer. If the search failed, sends an ERROR as the
 * answer and returns false. */
bool session_finish_job(Session *session, KanameStatus status);

#endif
