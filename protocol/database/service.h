/* service.h: a session's dealings with its position database.
 *
 * A thread of its own does the work in the order of the requests and sends the replies, so that
 * neither the reader nor the answer to a search waits for a disk. What goes wrong with the file is
 * told in a MESSAGE, and the session goes on without it. None but the replies to queries begins
 * with DATABASE, in no case: clients take such a line apart whatever follows. Built without SQLite,
 * nothing is done and nothing is told. */
#ifndef KANAME_PROTOCOL_DATABASE_SERVICE_H
#define KANAME_PROTOCOL_DATABASE_SERVICE_H

#include "database/positions.h"
#include "io/lines.h"

#include <stdbool.h>
#include <stddef.h>

enum { DATABASE_PATH_MAX = 4096 /* bytes, NUL included */ };

typedef enum {
    DATABASE_OPEN, /* the file named by text */
    DATABASE_QUERY_ONE,
    DATABASE_QUERY_ALL,
    DATABASE_QUERY_TEXT,
    DATABASE_QUERY_ALL_TEXT,
    DATABASE_EDIT,       /* of the record what `mask` tells */
    DATABASE_EDIT_LABEL, /* one or two characters in text, none removes it */
    DATABASE_EDIT_TEXT,
    DATABASE_REMOVE,
    DATABASE_REMOVE_FROM, /* by the filter */
    DATABASE_CHOOSE_BEST, /* the last move of the position becomes the one to be played */
    DATABASE_CLEAR_BEST,
    DATABASE_WRITE_TEXT, /* into the file named by text */
    DATABASE_READ_TEXT,
    DATABASE_READ_RENLIB,
    DATABASE_WRITE_POS, /* the position and what follows it */
    DATABASE_WRITE_RENLIB,
    DATABASE_SPLIT,
    DATABASE_MERGE,
    DATABASE_CHECK,
    DATABASE_FIX,
    DATABASE_SAVE,
    DATABASE_STORE /* what a search found; no reply */
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

/* NULL: not enough memory, or not built in; all calls below take it and do nothing then. */
DatabaseTalk *database_talk_new(LineWriter *writer);
/* Finishes what was asked for. */
void database_talk_free(DatabaseTalk *talk);

/* Any thread. Copies the request; waits only when very many are waiting already. */
void database_talk_ask(DatabaseTalk *talk, const DatabaseRequest *request);
/* Waits until all requests are done, at most so long. */
void database_talk_settle(DatabaseTalk *talk, int ms);

/* What the database advises the side to move. */
typedef struct DatabaseAdvice {
    bool has_move; /* to be played without a search: it wins, or was chosen by the user, or the
                      result of the whole position is known */
    KanamePoint move;
    int score, depth; /* of the move, from the side to move's view */
    size_t lost_count;
    KanamePoint lost[KANAME_MAX_CELLS]; /* moves that lose */
} DatabaseAdvice;

/* Any thread. False: no database is open, or it knows nothing of use. */
bool database_talk_advise(DatabaseTalk *talk, const DatabasePosition *position,
                          DatabaseAdvice *advice);

#endif
