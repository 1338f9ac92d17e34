/* game.h: one game of training data, and its bytes.
 *
 * Black moves first and the colours alternate. The bytes, little-endian:
 *   0  u8   rule, width, height
 *   3  u8   result (GameResult), plus 4 if it was adjudicated
 *   4  u32  number
 *   8  u16  opening_count, move_count
 *  12  u16  cell of each move
 *      i16  score of each move after the opening, GAME_BY_CHANCE or SCORE_NONE among them
 *
 * Plain values; any thread. */
#ifndef KANAME_TRAIN_GAME_H
#define KANAME_TRAIN_GAME_H

#include "base/types.h"

typedef enum { GAME_WHITE_WON, GAME_DRAWN, GAME_BLACK_WON } GameResult;

typedef struct Game {
    Rule rule;
    int width, height;
    uint32_t number; /* in the run that made it */
    GameResult result;
    bool is_adjudicated; /* ended by a proof, before the five */
    int opening_count;   /* moves given, not searched: they have no score */
    int move_count;      /* all moves; the last one may have been chosen but not played out */
    Cell moves[CELLS_MAX];
    /* What the search said before the move, side to move's view; SCORE_NONE: it was not asked;
     * GAME_BY_CHANCE: nor was it asked for the move. */
    int16_t scores[CELLS_MAX];
} Game;

enum { GAME_BY_CHANCE = -32000 };
enum { GAME_BYTES_MIN = 12, GAME_BYTES_MAX = GAME_BYTES_MIN + 4 * CELLS_MAX };

/* Positions with a searched move. */
int game_positions(const Game *game);

/* Writes the bytes, returns how many; `bytes` holds GAME_BYTES_MAX. */
size_t game_write(const Game *game, unsigned char *bytes);
/* NULL, or what is wrong with them (static text): no such game can be. */
const char *game_read(Game *game, const unsigned char *bytes, size_t size);
/* NULL, or what is wrong: a rule, size or count out of range, a cell off the board or taken. */
const char *game_check(const Game *game);

/* A number from the moves alone, the same in whatever file the game lies. */
uint64_t game_fingerprint(const Game *game);

#endif
