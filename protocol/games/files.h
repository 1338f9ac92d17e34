/* files.h: the games of a file, one after another: SGF, PGN and Renlib files may hold many. */
#ifndef KANAME_PROTOCOL_GAMES_FILES_H
#define KANAME_PROTOCOL_GAMES_FILES_H

#include "games/game.h"
#include "games/read.h"

#include <stdbool.h>
#include <stddef.h>

/* What files do not say, and what replaces what they say. */
typedef struct GameFileRules {
    bool has_rule; /* `rule` replaces the file's */
    KanameRule rule;
    int width, height; /* of games that do not name them */
} GameFileRules;

/* A game of a file. */
typedef struct GameFromFile {
    GameReadStatus status;
    int number;        /* in the file, from 1 */
    const char *fault; /* why the game is not whole; empty: it is */
    Game *game;        /* released afterwards; `take` may move it out, leaving an empty one */
} GameFromFile;

/* Reads the file, `-` for standard input, and calls `take` for each game, up to the first that is
 * not whole. Returns NULL, or, without a call, why the file cannot be read. */
const char *games_each(const char *path, const GameFileRules *rules,
                       void (*take)(const GameFromFile *from, void *context), void *context);

#endif
