#include "session/replies.h"

void reply_error(Session *session, const char *reason) {
    line_write(session->writer, "ERROR %s", reason);
}

void reply_status(Session *session, KanameStatus status) {
    reply_error(session, kaname_status_text(status));
}

void reply_move(Session *session, KanamePoint move) {
    line_write(session->writer, "%d,%d", move.x, move.y);
}

void reply_skipped(Session *session) {
    if (session->input.stones.skipped > 0)
        line_write(session->writer, "MESSAGE entries of the list that were skipped: %zu",
                   session->input.stones.skipped);
}

bool reply_require_start(Session *session) {
    if (session->width == 0)
        reply_error(session, "send START first");
    return session->width > 0;
}
