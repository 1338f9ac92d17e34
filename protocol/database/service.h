/* service.h: serves a session's requests to its position database.
 *
 * The service's own thread processes the requests in order and sends the replies, so neither the
 * reader nor a search's answer waits for the disk. If the file fails, the service sends a MESSAGE
 * and the session continues without the database. Without an open file, requests about files and
 * DATABASE_REMOVE_FROM get a MESSAGE, the others no reply. Only replies to queries begin with
 * DATABASE, because clients parse every MESSAGE that does. Built without SQLite, the service does
 * nothing and sends nothing. */
#ifndef KANAME_PROTOCOL_DATABASE_SERVICE_H
#define KANAME_PROTOCOL_DATABASE_SERVICE_H

#include "database/request.h"
#include "io/lines.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct DatabaseTalk DatabaseTalk;

/* Returns NULL if out of memory, which it reports, or without SQLite. The functions below accept
 * NULL and then do nothing. */
DatabaseTalk *database_talk_new(LineWriter *writer);
/* Completes all requests first. */
void database_talk_free(DatabaseTalk *talk);

/* Any thread. Queues a copy of the request; waits while 1024 requests are queued. If out of memory,
 * drops the request and sends a MESSAGE. */
void database_talk_ask(DatabaseTalk *talk, const DatabaseRequest *request);
/* Any thread. Returns whether the path names a file of the database that is open or requested. Only
 * SQLite may read or write such a file (files_are_of_database()). */
bool database_talk_uses(DatabaseTalk *talk, const char *path);
/* Waits until all requests are completed, at most `ms` milliseconds. Returns whether they are. */
bool database_talk_settle(DatabaseTalk *talk, int ms);

/* The database's advice to the side to move. */
typedef struct DatabaseAdvice {
    bool has_move; /* play `move` without a search: it wins, the user chose it, or the result of the
                      position is proven */
    KanamePoint move;
    int score, depth; /* of `move`, from the view of the side to move */
    size_t lost_count;
    KanamePoint lost[KANAME_MAX_CELLS]; /* moves that lose */
} DatabaseAdvice;

/* Any thread. Returns false if no database is open or it has no advice. */
bool database_talk_advise(DatabaseTalk *talk, const DatabasePosition *position,
                          DatabaseAdvice *advice);

#endif
