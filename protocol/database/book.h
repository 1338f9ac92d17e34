/* book.h: games in the position database: the moves played in each position, and the results of
 * their games.
 *
 * The file has two tables besides that of store.h; other programs and older versions ignore them.
 * `game` holds each game once: rule, size, the moves in the least form among their turns and mirror
 * images (h8i9), and the result (black, white, draw, none). Games with equal moves and an equal
 * result are the same game, whatever their files and players' names; so is a copy without the
 * result. `played` counts, by position and move, the games and their results for the side to move.
 *
 * A game is one transaction: if the program is killed, each game is counted fully or not at all,
 * and the same command continues. One thread at a time may use a Book. In builds without SQLite
 * opening fails. Functions that return bool return false on failure; book_error() then returns the
 * reason. */
#ifndef KANAME_PROTOCOL_DATABASE_BOOK_H
#define KANAME_PROTOCOL_DATABASE_BOOK_H

#include "database/positions.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Book Book;

/* Opens or creates a position database to add games to it. Fails like database_open(), and if the
 * tables exist with other columns; then returns NULL and writes the reason to `failure`. */
Book *book_open(const char *path, Failure *failure);
/* Opens an existing database for reading only. Fails if it has no games. */
Book *book_open_to_read(const char *path, Failure *failure);
void book_close(Book *book); /* ignores NULL */
/* Returns the reason of the last failure. Valid until the next call. */
const char *book_error(const Book *book);

/* ---- Games --------------------------------------------------------------------------------- */

typedef enum BookResult {
    BOOK_NO_RESULT,
    BOOK_BLACK_WON,
    BOOK_WHITE_WON,
    BOOK_DRAWN,
    BOOK_RESULTS
} BookResult;

/* Moves from the empty board in turn, Black first, each on an empty point. */
typedef struct BookGame {
    KanameRule rule;
    int width, height;
    BookResult result;
    size_t count;
    KanamePoint moves[KANAME_MAX_CELLS];
} BookGame;

typedef enum BookAdding { BOOK_ADDED, BOOK_KNOWN, BOOK_FAILED } BookAdding;

/* Adds and counts the game unless it is in the database already. */
BookAdding book_add(Book *book, const BookGame *game);

/* Counts of what was taken from a file of positions. */
typedef struct BookIntake {
    long positions;    /* records merged */
    long added, known; /* games of a database */
    long left_out;     /* rows of a database that are not valid games */
} BookIntake;

typedef enum BookFile {
    BOOK_FILE_OTHER,    /* neither; perhaps a game */
    BOOK_FILE_TEXT,     /* positions as text (text.h) */
    BOOK_FILE_DATABASE, /* a position database, perhaps with games */
} BookFile;

/* Returns the kind of the file by its first bytes. */
BookFile book_file(const char *path);
/* Merges the records of a text or database file, all or none, then its games. After a failure some
 * of the games may have been added. */
bool book_take(Book *book, const char *path, BookIntake *intake);

/* ---- Moves --------------------------------------------------------------------------------- */

/* Games in which the move was played, and how they ended for the side that played it. Games
 * without a result count in `games` alone. */
typedef struct BookMove {
    KanamePoint move;
    int64_t games, wins, draws, losses;
} BookMove;

typedef struct BookMoves {
    size_t count;
    BookMove moves[KANAME_MAX_CELLS]; /* the most frequent first */
    int64_t games;                    /* of all moves */
} BookMoves;

/* Reads the moves that were played in the position. Moves that a symmetry of the position makes
 * equal are listed once, with the games of all. Counts out of range are clamped and invalid moves
 * skipped: another program may have written the file. */
bool book_look(Book *book, const DatabasePosition *position, BookMoves *moves);
/* Reads the counts of a move; all are 0 if it was never played. */
bool book_find(Book *book, const DatabasePosition *position, KanamePoint move, BookMove *found);
/* `move` is a move of the position on its own board. Returns false to end the visits. */
typedef bool (*BookVisit)(const DatabasePosition *position, const BookMove *move, void *context);
/* Visits every move that `least` games or more played, in no order. Skips what is invalid. Returns
 * false if the database cannot be read. */
bool book_each_move(Book *book, int64_t least, BookVisit visit, void *context);
/* Returns the side's share of the points, 0 to 1, a draw counting half; negative if no game has a
 * result. Inline here for all callers that show a move. */
static inline double book_share(const BookMove *move) {
    int64_t ended = move->wins + move->draws + move->losses;
    return ended > 0 ? ((double)move->wins + (double)move->draws / 2) / (double)ended : -1;
}

#endif
