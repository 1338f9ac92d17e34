/* Replaces service.c in builds without SQLite. */
#include "database/service.h"

DatabaseTalk *database_talk_new(LineWriter *writer) {
    (void)writer;
    return NULL;
}

void database_talk_free(DatabaseTalk *talk) {
    (void)talk;
}

void database_talk_ask(DatabaseTalk *talk, const DatabaseRequest *request) {
    (void)talk;
    (void)request;
}

bool database_talk_uses(DatabaseTalk *talk, const char *path) {
    (void)talk;
    (void)path;
    return false;
}

bool database_talk_settle(DatabaseTalk *talk, int ms) {
    (void)talk;
    (void)ms;
    return true;
}

bool database_talk_advise(DatabaseTalk *talk, const DatabasePosition *position,
                          DatabaseAdvice *advice) {
    (void)talk;
    (void)position;
    (void)advice;
    return false;
}
