/* game.h: a game between two sides on an engine's board: its end, the winning row, and the game as
 * text.
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
    bool is_changed;                                     /* since it was saved, loaded or begun */
    size_t undone_count;
    KanamePoint undone[KANAME_MAX_CELLS]; /* moves taken back, the next one to play again last */
} TerminalGame;

/* An empty board of the engine's size. */
void terminal_game_init(TerminalGame *game, KanameEngine *engine);
void terminal_game_clear(TerminalGame *game);

/* Plays for the side to move. Returns NULL, or on failure the reason in English; nothing is changed
 * then. A forbidden point is refused unless all remaining points are forbidden. */
const char *terminal_game_play(TerminalGame *game, KanamePoint point);
/* Takes a stone back. Returns false if there is none. */
bool terminal_game_undo(TerminalGame *game);
/* Plays the stone that was taken back last. Returns false if there is none, or if another stone was
 * played since. */
bool terminal_game_redo(TerminalGame *game);
/* Ends a game that goes on: the other side wins. */
void terminal_game_resign(TerminalGame *game, KanameColor loser);

/* Writes the text into a file, which exists whole or as it was before. NULL: done; else why not. */
const char *terminal_game_save(TerminalGame *game, const char *name);
/* Replaces the game by the one that the reader yields. Returns NULL, or on failure the reason with
 * the number of the line, written to `error`; the game is then unchanged. */
const char *terminal_game_load(TerminalGame *game, LineReader *reader, char *error,
                               size_t error_size);

#endif
