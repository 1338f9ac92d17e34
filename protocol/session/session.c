#include "session/session.h"

#include "session/reading.h"
#include "session/searches.h"

#include <stdlib.h>

Session *session_new(KanameEngine *engine, LineWriter *writer) {
    Session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->engine = engine;
    session->writer = writer;
    settings_init(&session->settings);
    if (!thinker_init(&session->thinker)) {
        free(session);
        return NULL;
    }
    return session;
}

void session_free(Session *session) {
    if (session == NULL)
        return;
    session_hurry_search(session);
    thinker_release(&session->thinker);
    database_talk_free(session->database);
    blocks_release(&session->blocks);
    free(session);
}

bool session_line(Session *session, LinePiece line) {
    session_read_line(session, line);
    return !session->is_over;
}

void session_wait(Session *session) {
    thinker_wait(&session->thinker);
}

bool session_is_idle(Session *session) {
    return thinker_is_at_rest(&session->thinker);
}

void session_save(Session *session) {
    DatabaseRequest *request = session->database != NULL ? calloc(1, sizeof *request) : NULL;
    if (request == NULL)
        return;
    request->kind = DATABASE_SAVE;
    database_talk_ask(session->database, request);
    free(request);
}

bool session_settle(Session *session) {
    enum { SETTLE_MS = 300 /* at the end of the process: clients wait 500 ms and longer */ };
    return database_talk_settle(session->database, SETTLE_MS);
}
