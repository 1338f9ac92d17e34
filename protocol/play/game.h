/* game.h: a game between two sides on an engine's board: whose end has come, which five
 * won, and the game as text.
 *
 * The text of a game is lines of a key and its value, `#` starts a comment:
 *     rule renju
 *     size 15x15
 *     moves h8 i9 j10
 * One thread. */
#ifndef KANAME_PROTOCOL_PLAY_GAME_H
#define KANAME_PROTOCOL_PLAY_GAME_H

#include "io/lines.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    TERMINAL_GOES_ON,
    TERMINAL_BLACK_WON,
    TERMINAL_WHITE_WON,
    TERMINAL_DRAWN
} TerminalEnd;

typedef struct TerminalGame {
    KanameEngine *engine; /* the caller's; holds the stones */
    TerminalEnd end;
    bool is_winning[KANAME_MAX_SIZE][KANAME_MAX_SIZE];   /* [y][x]: a stone of a winning row */
    bool is_forbidden[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* to Black, who is to move, in renju */
} TerminalGame;

/* An empty board of the engine's size. */
void terminal_game_init(TerminalGame *game, KanameEngine *engine);
void terminal_game_clear(TerminalGame *game);

/* Plays for the side to move. NULL: done; else why not, in English, and nothing is changed. A
 * forbidden point is refused unless all points left are forbidden. */
const char *terminal_game_play(TerminalGame *game, KanamePoint point);
/* False: there was no stone to take back. */
bool terminal_game_undo(TerminalGame *game);

/* Writes the text into a file, which exists whole or as it was before. NULL: done; else why not. */
const char *terminal_game_save(const TerminalGame *game, const char *name);
/* Plays the game that the reader yields. NULL: done; else what is wrong, in `error` with the
 * number of the line, and the game is as it was. */
const char *terminal_game_load(TerminalGame *game, LineReader *reader, char *error,
                               size_t error_size);

#endif
