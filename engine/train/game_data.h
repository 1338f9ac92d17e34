/* game_data.h: one game of training data, and its bytes.
 *
 * Black moves first and the colours alternate. The bytes, little-endian:
 *   0  u8   rule, width, height
 *   3  u8   result (GameResult), plus 4 if it was adjudicated, plus 8 if it has probes
 *   4  u32  number
 *   8  u16  opening_count, move_count
 *  12  u16  cell of each move
 *      i16  score of each move after the opening, GAME_BY_CHANCE or SCORE_NONE among them
 *   and, if it has probes:
 *      u16  number of probes
 *      u16, u16, u16, i16  of each probe: moves of the game before it, further moves, best move,
 *           score; then u16, the cell of each further move
 *
 * Plain values; any thread. */
#ifndef KANAME_TRAIN_GAME_DATA_H
#define KANAME_TRAIN_GAME_DATA_H

#include "base/types.h"
#include "search/probe.h"

typedef enum { GAME_WHITE_WON, GAME_DRAWN, GAME_BLACK_WON } GameResult;

/* A position inside a game's search tree, searched separately. */
typedef struct GameProbe {
    int root;  /* moves of the game before it */
    int count; /* further moves, which the game did not play */
    Cell moves[PROBE_MOVES_MAX];
    Cell best;     /* by the search of the position */
    int16_t score; /* from the view of its side to move */
} GameProbe;

/* Limits the size of a game, with two probes a move, to the length of a record. */
enum { GAME_PROBES_MAX = 960 };

typedef struct Game {
    Rule rule;
    int width, height;
    uint32_t number; /* in the run that made it */
    GameResult result;
    bool is_adjudicated; /* ended by a proof of a win, before the five */
    int opening_count;   /* moves of the opening, which were not searched and have no score */
    int move_count;      /* all moves; the last one may have been chosen but not played */
    Cell moves[CELLS_MAX];
    /* Score of the search before the move, from the view of the side to move. SCORE_NONE: there is
     * none. GAME_BY_CHANCE: there was no search, the move was drawn by chance. */
    int16_t scores[CELLS_MAX];
    int probe_count;
    GameProbe probes[GAME_PROBES_MAX]; /* by their roots */
} Game;

enum { GAME_BY_CHANCE = -32000 };
enum {
    GAME_BYTES_MIN = 12,
    GAME_PROBE_BYTES_MIN = 8,
    GAME_BYTES_MAX = GAME_BYTES_MIN + 4 * CELLS_MAX + 2 +
                     GAME_PROBES_MAX * (GAME_PROBE_BYTES_MIN + 2 * PROBE_MOVES_MAX)
};

/* Returns the number of positions of the game itself with a searched move. */
int game_positions(const Game *game);

/* Writes the game to `bytes`, which has room for GAME_BYTES_MAX. Returns the number of bytes. */
size_t game_pack(const Game *game, unsigned char *bytes);
/* Reads a game. Returns NULL, or a static text that states why the bytes are invalid. */
const char *game_unpack(Game *game, const unsigned char *bytes, size_t size);
/* Returns NULL, or a static text if a rule, size or count is out of range or a cell is off the
 * board or taken. */
const char *game_check(const Game *game);

/* Returns the index of the first searched move after the last random move, or move_count. The
 * result of the game applies to positions from there on. */
int game_settled_from(const Game *game);

/* Result of reading the next record of a file of games. */
typedef enum {
    GAMEFILE_GAME, /* a game was read */
    GAMEFILE_END,  /* no record is left */
    GAMEFILE_TORN, /* the file ends inside a record or its header */
    GAMEFILE_ERROR /* see error */
} GameReadStatus;

#endif
