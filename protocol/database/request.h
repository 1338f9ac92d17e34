/* request.h: what the service of a position database is asked for. */
#ifndef KANAME_PROTOCOL_DATABASE_REQUEST_H
#define KANAME_PROTOCOL_DATABASE_REQUEST_H

#include "database/positions.h"

#include <stdbool.h>

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

#endif
