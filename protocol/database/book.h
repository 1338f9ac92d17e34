/* book.h: games in the position database: which moves were played in a position, and how their
 * games ended.
 *
 * The file has two tables more than store.h says, which other programs and older versions ignore.
 * `game` holds each game once: rule, size, the moves in the form that is least among their turns
 * and mirror images (h8i9), and the result (black, white, draw, none). A game with equal moves and
 * an equal result is the same game, in whatever file, under whatever names it comes. `played`
 * counts, by position and move, the games and what became of the side to move.
 *
 * A game is one transaction: a killed program leaves each game counted wholly or not at all, and
 * the same command goes on. One thread at a time. Without SQLite nothing can be opened.
 * Functions that return bool return false on failure; then book_error() has the reason. */
#ifndef KANAME_PROTOCOL_DATABASE_BOOK_H
#define KANAME_PROTOCOL_DATABASE_BOOK_H

#include "database/positions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Book Book;

/* Opens or creates a position database, to add games to it. Returns NULL, and the reason in
 * `error`, as database_open(), and if the tables are there with other columns. */
Book *book_open(const char *path, char *error, size_t error_size);
/* Opens an existing database without the right to change it. One without games is refused. */
Book *book_open_to_read(const char *path, char *error, size_t error_size);
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

/* Moves by turns from the empty board, Black first, each on an empty point. */
typedef struct BookGame {
    KanameRule rule;
    int width, height;
    BookResult result;
    size_t count;
    KanamePoint moves[KANAME_MAX_CELLS];
} BookGame;

typedef enum BookAdding { BOOK_ADDED, BOOK_KNOWN, BOOK_FAILED } BookAdding;

/* Counts the game, unless it is there already. */
BookAdding book_add(Book *book, const BookGame *game);

/* What was taken from a file of positions. */
typedef struct BookIntake {
    long positions;    /* records merged */
    long added, known; /* games of a database */
    long left_out;     /* rows of a database that are no games */
} BookIntake;

typedef enum BookFile {
    BOOK_FILE_OTHER,    /* neither; perhaps a game */
    BOOK_FILE_TEXT,     /* positions as text (text.h) */
    BOOK_FILE_DATABASE, /* a position database, perhaps with games */
} BookFile;

/* Returns what the file holds, by its first bytes. */
BookFile book_file(const char *path);
/* Merges the records of such a file, all or none, then its games. After a failure some games may
 * have been added. */
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

/* Reads the moves that were played in the position. Of moves that a symmetry of the position makes
 * equal one is listed, with the games of all. Figures and moves that another program wrote are
 * brought into range or left out. */
bool book_look(Book *book, const DatabasePosition *position, BookMoves *moves);
/* Returns the figures of a move; all are 0 if it was never played. */
bool book_find(Book *book, const DatabasePosition *position, KanamePoint move, BookMove *found);
/* Returns the share of the points that the side got, a draw being half, 0 to 1; negative without a
 * game with a result. Pure; here for all that show a move. */
static inline double book_share(const BookMove *move) {
    int64_t ended = move->wins + move->draws + move->losses;
    return ended > 0 ? ((double)move->wins + (double)move->draws / 2) / (double)ended : -1;
}

#endif
