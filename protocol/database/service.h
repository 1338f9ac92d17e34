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

#include "database/positions.h"
#include "io/lines.h"

#include <stdbool.h>
#include <stddef.h>

enum { DATABASE_PATH_MAX = 4096 /* bytes, NUL included */ };

typedef enum {
    DATABASE_OPEN, /* the file at the path in `text` */
    DATABASE_QUERY_ONE,
    DATABASE_QUERY_ALL,
    DATABASE_QUERY_TEXT,
    DATABASE_QUERY_ALL_TEXT,
    DATABASE_EDIT,       /* the fields of the record that `mask` selects */
    DATABASE_EDIT_LABEL, /* the tag: up to two characters in `text`, none removes it */
    DATABASE_EDIT_TEXT,
    DATABASE_REMOVE,
    DATABASE_REMOVE_FROM, /* the position and its followers, by `filter` */
    DATABASE_CHOOSE_BEST, /* the user chooses `last` as the best move before it */
    DATABASE_CLEAR_BEST,
    DATABASE_WRITE_TEXT, /* to the path in `text`; the next kinds write or read there */
    DATABASE_READ_TEXT,
    DATABASE_READ_RENLIB,
    DATABASE_WRITE_POS, /* the position and its followers */
    DATABASE_WRITE_RENLIB,
    DATABASE_SPLIT,
    DATABASE_MERGE,
    DATABASE_CHECK,
    DATABASE_FIX,
    DATABASE_SAVE,
    DATABASE_STORE /* merges a search's result; only the first failure of a file has a reply */
} DatabaseRequestKind;

enum { DATABASE_MASK_TAG = 1, DATABASE_MASK_VALUE = 2, DATABASE_MASK_DEPTH = 4 };

typedef struct DatabaseRequest {
    DatabaseRequestKind kind;
    DatabasePosition position;
    bool has_last;
    KanamePoint last; /* the last move that led to the position */
    DatabaseRecord record;
    int mask;
    DatabaseFilter filter;
    char text[DATABASE_PATH_MAX];
} DatabaseRequest;

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
