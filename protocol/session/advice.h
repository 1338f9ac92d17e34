/* advice.h: what a search takes from the position database, and what it adds. Jobs call these on
 * the thinking thread, except where noted. */
#ifndef KANAME_PROTOCOL_SESSION_ADVICE_H
#define KANAME_PROTOCOL_SESSION_ADVICE_H

#include "session/state.h"

/* Looks the engine's position up. Returns true if the database has the move: it is in `result`, and
 * no search is needed. Otherwise session->job.lost holds the moves that lose. */
bool consult_database(Session *session, KanameResult *result);
/* Excludes those moves from the engine's next search, or admits them again. */
void exclude_lost(Session *session);
void readmit_lost(Session *session);
/* Makes the request that stores a search's result; call it before its move is played. Returns NULL
 * if the result is not worth storing, or without memory. */
DatabaseRequest *note_result(const Session *session, const KanameResult *result);
/* Sends the request and frees it. NULL is fine. */
void store_result(Session *session, DatabaseRequest *request);
/* Reader. Asks for the database's changes to be flushed to the disk. */
void save_database(Session *session);
/* Reader. Waits up to 300 ms for the database to complete all requests. Returns whether it has. */
bool settle_database(Session *session);

#endif
