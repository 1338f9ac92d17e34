/* sharing.h: an open SQLite file that other programs may lock, delete, move or replace. */
#ifndef TOURNAMENT_STORE_SHARING_H
#define TOURNAMENT_STORE_SHARING_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>

/* How long to wait for another program's lock. */
enum {
    SHARING_WAIT_S = 3600,    /* while results are saved */
    SHARING_BEGIN_MS = 10000, /* while a program begins: a failure would end it */
    SHARING_SHORT_MS = 2000   /* otherwise */
};

/* A wait that a signal may end. */
typedef struct SharingWait {
    sqlite3 *db; /* set by sharing_wait() */
    atomic_bool is_hurried;
} SharingWait;

/* Waits for locks for as long as is_hurried is false, but no longer than SHARING_WAIT_S; says so on
 * standard error if that takes long. `wait` must be valid until the next call of this or of
 * sharing_wait_ms(), or until the database is closed. */
void sharing_wait(sqlite3 *db, SharingWait *wait);
void sharing_wait_ms(sqlite3 *db, int limit_ms);
/* Any thread. */
void sharing_hurry(SharingWait *wait);

/* Makes the file use a write-ahead log if it can. Returns a code of SQLite. It waits for locks
 * itself, up to SHARING_BEGIN_MS, and sets this limit for later statements. */
int sharing_use_log(sqlite3 *db);
/* Returns whether another program has taken the file away: SQLite would write to it unseen. */
bool sharing_is_gone(sqlite3 *db);
#define SHARING_GONE "was deleted, moved or replaced by another program"

#endif
