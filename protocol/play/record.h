/* record.h: the files of a game in the terminal. What a file holds beside the line that is played,
 * such as comments, variations and names, is kept and saved again. */
#ifndef KANAME_PROTOCOL_PLAY_RECORD_H
#define KANAME_PROTOCOL_PLAY_RECORD_H

#include "play/terminal_game.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the game to save under the name: the tree of the loaded file with the played line as its
 * main line, or without a file the board's line with today's date. A file that cannot hold the tree
 * gets the line up to the board's position. Names that are not known are `players`, by color, empty
 * if unknown. Returns NULL, or on failure the reason. The caller releases `to` in either case. */
const char *terminal_record(const TerminalGame *game, const char *name,
                            const char *const players[2], Game *to);

/* Returns whether the file holds games that saving would lose all or part of, or what cannot be
 * read, also for want of memory; `what` then says so in words. */
bool terminal_record_loses(const char *name, const Game *saved, char *what, size_t size);

/* Saves a game made by terminal_record() in the format of the name's ending, whole or not at all.
 * Returns NULL, or on failure the reason. */
const char *terminal_record_save(TerminalGame *game, const char *name, const Game *saved);

typedef enum TerminalLoad {
    TERMINAL_LOADED,
    TERMINAL_LOADED_PART, /* `failure` says what is missing and why */
    TERMINAL_NOT_LOADED   /* `failure` says why; the game is unchanged */
} TerminalLoad;

/* Replaces the game by the main line of the file's first game, in any format that
 * shared/games/read.h reads. Without a rule of its own the file is read by the game's rule. Sets
 * `count` to the number of games in the file. */
TerminalLoad terminal_record_load(TerminalGame *game, const char *name, GamePosOrder pos_order,
                                  Failure *failure, size_t *count);

#endif
