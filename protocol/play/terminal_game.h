/* terminal_game.h: a game between two sides on an engine's board: its end and the winning row. One
 * thread. Its files: play/record.h. */
#ifndef KANAME_PROTOCOL_PLAY_TERMINAL_GAME_H
#define KANAME_PROTOCOL_PLAY_TERMINAL_GAME_H

#include "kaname.h"
#include "shared/games/game.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    TERMINAL_GOES_ON,
    TERMINAL_BLACK_WON,
    TERMINAL_WHITE_WON,
    TERMINAL_DRAWN
} TerminalEnd;

/* A stone taken back. */
typedef struct TerminalUndone {
    KanameStone stone;
    KanameColor
        to_move; /* the side to move after it: after a pass or setup that of its own colour */
} TerminalUndone;

typedef struct TerminalGame {
    KanameEngine *engine; /* the caller's; holds the stones */
    TerminalEnd end;
    bool is_foul;         /* Black's last stone is forbidden */
    Game tree;            /* the file that the game continues; without nodes: none */
    uint32_t base;        /* the node of `tree` whose stones were set up at once */
    size_t base_count;    /* stones, walls excluded, on the board then */
    size_t opening_count; /* stones of a finished opening, which are not taken back */
    bool is_winning[KANAME_MAX_SIZE][KANAME_MAX_SIZE];   /* [y][x]: a stone of a winning row */
    bool is_forbidden[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* to Black, who is to move, in renju */
    bool is_changed;                                     /* since it was saved, loaded or begun */
    size_t undone_count;
    TerminalUndone undone[KANAME_MAX_CELLS]; /* the next one to play again last */
} TerminalGame;

/* Begins a game on an empty board of the engine's size. */
void terminal_game_init(TerminalGame *game, KanameEngine *engine);
void terminal_game_clear(TerminalGame *game);
void terminal_game_release(TerminalGame *game);

/* Plays for the side to move. Returns NULL, or on failure the reason in English; then nothing has
 * changed. A forbidden point is refused unless all remaining points are forbidden. */
const char *terminal_game_play(TerminalGame *game, KanamePoint point);
/* Takes a stone back. Returns false if there is none, or only those of the opening. */
bool terminal_game_undo(TerminalGame *game);
/* Plays the stone that was taken back last. Returns false if there is none, or if another stone was
 * played since. */
bool terminal_game_redo(TerminalGame *game);
/* Ends a game in progress: the other side wins. */
void terminal_game_resign(TerminalGame *game, KanameColor loser);

/* Puts the position after a node of `from` on the board: setup, and stones before a pass, at once;
 * the moves after them one by one, up to the end of the game; a forbidden stone of Black ends it.
 * After a failure the moves before the fault are on the board. */
bool terminal_game_set(TerminalGame *game, const Game *from, uint32_t node, Failure *failure);
/* Returns whether the board continues the tree's base: false after stones of the base were taken
 * back and others played. */
bool terminal_game_has_tree(const TerminalGame *game);
/* Makes a Game of the board: walls, moves and end. Returns NULL, or on failure the reason. The
 * caller releases `to` in either case. */
const char *terminal_game_take(const TerminalGame *game, Game *to);

#endif
