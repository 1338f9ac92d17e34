/* files.h: the games of a file, one after another: SGF, PGN and Renlib files may hold many. */
#ifndef KANAME_SHARED_GAMES_FILES_H
#define KANAME_SHARED_GAMES_FILES_H

#include "shared/games/game.h"
#include "shared/games/read.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>

/* Defaults for games that name no size, and a rule that replaces the file's. */
typedef struct GameFileRules {
    KanameRule rule;
    bool has_rule;     /* `rule` replaces the file's */
    int width, height; /* of games that do not name a size */
    GamePosOrder pos_order;
    bool is_strict;   /* as in Game: every game is whole or unreadable */
    GameFormat named; /* the same; games_each() sets it by the path */
} GameFileRules;

/* A game of a file. */
typedef struct GameFromFile {
    GameReadStatus status;
    int number;        /* within the file, from 1 */
    const char *fault; /* why the game is incomplete; empty: it is complete */
    Game *game;        /* released after the call; `take` may move it out, leaving an empty one */
} GameFromFile;

/* Reads the file, `-` for standard input, and calls `take` for each game. After an incomplete one
 * only SGF and PGN go on with the next game. If the file cannot be read, returns the reason without
 * a call; else returns NULL.
 */
const char *games_each(const char *path, const GameFileRules *rules,
                       void (*take)(const GameFromFile *from, void *context), void *context);

/* Reads the first game like game_read(), and sets `count` to the number of games of which something
 * can be read, at least 1. */
GameReadStatus games_read_first(const void *bytes, size_t size, Game *game, Failure *failure,
                                size_t *count);
/* Does the same with a regular file of at most GAME_BYTES_MAX. */
GameReadStatus games_read_first_of(const char *path, Game *game, Failure *failure, size_t *count);

#endif
