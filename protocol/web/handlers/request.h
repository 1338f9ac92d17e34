/* request.h: a request of the page to the engine: a line of text `COMMAND key=value ...` and bytes.
 *
 * The keys of the board are rule, size, walls, black, white, side (black or white), moves; points
 * are written as h8i9j10, a pass is `--`. The other keys belong to the commands (web_commands.c).
 */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_REQUEST_H
#define KANAME_PROTOCOL_WEB_HANDLERS_REQUEST_H

#include "kaname.h"
#include "shared/games/game.h"
#include "shared/status/failure.h"
#include "shared/text/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct WebRequest {
    Word command;
    KanameRule rule;
    int width, height;
    KanameColor side; /* to move before the moves; KANAME_EMPTY: by the counts of stones */
    Word walls, black, white, moves;
    Word opening; /* name of an opening rule */
    Word answers; /* given in it so far, separated by commas: h8i9j10:4,swap,k11 */
    Word points;  /* chosen so far for the next answer */
    Word format;  /* of a file to write */
    Word end;     /* who won it: black, white, draw */
    KanameSolveMode mode;
    int64_t ms;          /* how long to work now; 0: no limit */
    int64_t nodes;       /* 0: no limit */
    int64_t depth;       /* plies; 0: no limit */
    int64_t lines;       /* 1..10 */
    int64_t threads;     /* of a search at full strength: 1..64, at most those of the page */
    int level;           /* 1..LEVEL_FULL */
    int64_t seed;        /* varies what the level overlooks */
    int64_t score;       /* to balance at, in evaluation units */
    int64_t from;        /* where to continue a list */
    bool is_first;       /* a new search, not the next slice of the running one */
    bool uses_tables;    /* evaluate by the tables alone */
    bool forgets;        /* a first slice that ignores earlier searches */
    bool is_balanced;    /* look for the move whose score is nearest to `score` */
    bool may_stop_early; /* as soon as the move is clear */
    const char *data;    /* bytes of a file; the caller's */
    size_t data_size;
} WebRequest;

/* Reads the line. */
bool request_read(WebRequest *request, const char *line, const char *data, size_t data_size,
                  Failure *failure);

/* Makes a game of the board and the moves. The caller releases `game` in either case. */
bool request_game(const WebRequest *request, Game *game, Failure *failure);

#endif
