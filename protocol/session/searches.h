/* searches.h: the life of a search: starts it on the thinking thread, ends it, finishes it. */
#ifndef KANAME_PROTOCOL_SESSION_SEARCHES_H
#define KANAME_PROTOCOL_SESSION_SEARCHES_H

#include "session/state.h"

/* ---- The reader's thread ------------------------------------------------------------------- */

/* Makes a running search answer as soon as it can, and stops pondering. Returns at once. */
void hurry_search(Session *session);
/* Ends a running search and pondering. When this returns, the move has been sent and the engine
 * is the reader's. */
void end_search(Session *session);
/* Returns whether a search has yet to answer. If not, ends pondering: the engine is the reader's.
 */
bool is_searching(Session *session);

/* Hands settings of threads and memory to the engine while no clock runs, and lets the thinking
 * thread fetch the memory until a command comes that needs the engine. Does nothing while the
 * thinking thread has other work. */
void prepare_engine(Session *session);
/* Starts a search of the position at hand by `job`, which gets the session as context. `lines` is
 * the number of principal lines, `number` is stored in session->job. The thinking thread must be
 * at rest. */
void start_search(Session *session, void (*job)(void *context), int lines, int number);

/* ---- The thinking thread ------------------------------------------------------------------- */

/* Every job calls this just before it sends its answer. If the search failed, sends the ERROR that
 * is the answer then, and returns false. */
bool finish_job(Session *session, KanameStatus status);

/* ---- Either, whoever has the engine -------------------------------------------------------- */

/* Writes the points forbidden to Black, whoever is to move, and the empty ones of `own`, [y][x]:
 * two digits each for x and y. */
void write_forbidden(const KanameEngine *engine, const bool (*own)[KANAME_MAX_SIZE],
                     char text[FORBID_TEXT_MAX]);

#endif
