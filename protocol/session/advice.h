/* advice.h: consults the position database before a search and stores the search's result. Jobs
 * call these on the thinking thread. */
#ifndef KANAME_PROTOCOL_SESSION_ADVICE_H
#define KANAME_PROTOCOL_SESSION_ADVICE_H

#include "session/state.h"

/* Looks up the engine's position. Returns true if the database has the move: then it is in
 * `result`, and no search is needed. Otherwise sets session->job.lost to the moves that lose. */
bool advice_consult(Session *session, KanameResult *result);
/* Exclude these moves from the engine's next search, or admit them again. */
void advice_exclude_lost(Session *session);
void advice_readmit_lost(Session *session);
/* Makes the request that stores a search's result; call it before the move is played. Returns NULL
 * if the result is not worth storing, or if out of memory. */
DatabaseRequest *advice_note_result(const Session *session, const KanameResult *result);
/* Sends the request and frees it. Ignores NULL. */
void advice_store_result(Session *session, DatabaseRequest *request);

#endif
