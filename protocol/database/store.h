/* store.h: positions and what is known of them, in an SQLite file.
 *
 * A position is kept once however the board is turned or mirrored; points that a caller hands in
 * or gets back are those of its own board. The file is one table, `position`, in words that people
 * can read; it is written in transactions with a write-ahead log, so that a process killed at any
 * moment loses at most what it had not yet been told was done, and damages nothing.
 *
 * Any number of threads may use one Database. */
#ifndef KANAME_PROTOCOL_DATABASE_STORE_H
#define KANAME_PROTOCOL_DATABASE_STORE_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Database Database;

typedef struct DatabasePosition {
    KanameRule rule;
    int width, height;
    KanameColor to_move;
    KanameColor cells[KANAME_MAX_CELLS]; /* y * width + x: black, white or empty */
} DatabasePosition;

enum {
    DATABASE_TEXT_MAX = 1024, /* bytes of a text, NUL included */
    DATABASE_TAG_MAX = 0xFFFF,
    DATABASE_DEPTH_MAX = 999, /* plies */
    /* Tags with a meaning, from the view of the side that moved last. */
    DATABASE_TAG_WIN = 'w',
    DATABASE_TAG_LOSS = 'l',
    DATABASE_TAG_DRAW = 'd'
};

typedef struct DatabaseRecord {
    int tag;   /* code of a character, or two of them, the first times 256; 0: none */
    int value; /* from the side to move's view, as the engine's scores */
    int depth; /* plies searched */
    bool has_best;
    bool is_best_chosen; /* by the user: to be played */
    KanamePoint best;
    char text[DATABASE_TEXT_MAX];
} DatabaseRecord;

/* An empty board. */
void database_position_init(DatabasePosition *position, KanameRule rule, int width, int height);
/* The side to move plays. False: off the board or occupied. */
bool database_position_play(DatabasePosition *position, KanamePoint point);
/* The stones as a game places them, by turns, each side's by row. False: no game comes there. */
bool database_position_moves(const DatabasePosition *position, KanamePoint moves[KANAME_MAX_CELLS],
                             size_t *count);
/* Is the result known: is the tag one of the three above? */
bool database_is_proven(const DatabaseRecord *record);

/* Opens the file, or makes it. NULL: it cannot be, is no SQLite file, is damaged or another
 * program's; then `error` says so. */
Database *database_open(const char *path, char *error, size_t error_size);
/* A file that is there, not to be changed. */
Database *database_open_to_read(const char *path, char *error, size_t error_size);
/* NULL is fine. */
void database_close(Database *database);
/* What went wrong last. Valid until the next call from any thread. */
const char *database_error(const Database *database);

typedef enum { DATABASE_FOUND, DATABASE_NONE, DATABASE_FAILED } DatabaseStatus;

DatabaseStatus database_get(Database *database, const DatabasePosition *position,
                            DatabaseRecord *record);
/* Replaces what is there. False: failed. */
bool database_put(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record);
/* Adds what a search or another file knows: keeps what is proven, the deeper search, any tag,
 * chosen move and text that are there. */
bool database_add(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record);
bool database_remove(Database *database, const DatabasePosition *position);

/* Which records, by their tags. */
typedef enum {
    DATABASE_ALL,
    DATABASE_WINS,
    DATABASE_LOSSES,
    DATABASE_WINS_LOSSES,
    DATABASE_PROVEN,
    DATABASE_NOT_WINS_LOSSES,
    DATABASE_NOT_PROVEN
} DatabaseFilter;

/* Removes the position and all of the same rule and size that hold its stones and more. Returns
 * how many, -1 when it failed. */
long database_remove_from(Database *database, const DatabasePosition *position,
                          DatabaseFilter filter);

/* -1: failed. */
long database_count(Database *database);
/* Reads the whole file for damage. False: there is some, or it cannot be read. */
bool database_check(Database *database);
/* Makes the indexes anew. */
bool database_fix(Database *database);
/* Writes the log back into the file. */
bool database_save(Database *database);

/* Calls `visit` for every record until it returns false; it may use the database. False: the
 * records could not be read to their end. */
bool database_each(Database *database,
                   bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record,
                                 void *context),
                   void *context);

/* The same for those of the position's rule and size that hold its stones, with itself; they come
 * turned so that its stones lie as in `position`. */
bool database_each_following(Database *database, const DatabasePosition *position,
                             bool (*visit)(const DatabasePosition *position,
                                           const DatabaseRecord *record, void *context),
                             void *context);

/* Between them, changes take effect together, and are faster. Brackets do not nest. A commit that
 * fails rolls back. */
bool database_begin(Database *database);
bool database_commit(Database *database);
/* Undoes the changes since database_begin(), if any stand. */
void database_roll_back(Database *database);

bool database_is_same_file(Database *database, Database *other);

#endif
