/* replies.h: the answers that all families of commands send. */
#ifndef KANAME_PROTOCOL_SESSION_REPLIES_H
#define KANAME_PROTOCOL_SESSION_REPLIES_H

#include "session/state.h"

/* Sends ERROR with the reason, or with the text of a status that is not KANAME_OK. */
void reply_error(Session *session, const char *reason);
void reply_status(Session *session, KanameStatus status);
void reply_move(Session *session, KanamePoint move);
/* Sends a MESSAGE if the current list has invalid entries; not an ERROR, which the client might
 * take for the answer. */
void reply_skipped(Session *session);
/* Returns whether there is a board; sends ERROR if not. */
bool reply_require_start(Session *session);

#endif
