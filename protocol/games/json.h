/* json.h: a game as JSON: its main line, or the whole tree. */
#ifndef KANAME_PROTOCOL_GAMES_JSON_H
#define KANAME_PROTOCOL_GAMES_JSON_H

#include "shared/games/game.h"

#include <stdio.h>

/* Writes an array with an object for each step of the main line up to the node `last`:
 * {"setup":[{"color":"black","point":"a1"}]} for stones set up ("white", "wall", "empty" for a
 * cleared point), {"color":"black","move":"h8"} for a move, with "pass" for a pass. */
void game_write_steps(FILE *file, const Game *game, uint32_t last);
/* Writes {"color":"black","point":"h8"}. */
void game_write_stone(FILE *file, KanameStone stone, int height);

/* Writes the game, which has nodes, as one line: an object with "number", "format", "rule",
 * "width", "height", "result" ("black", "white", "draw" or null), "black" and "white" (names,
 * perhaps empty), "fault" and "note" (texts or null), and "nodes". A node has "parent" (its index
 * in "nodes", null for the first one), "to_move", and what it has of "setup", "color" and "move" as
 * above, "comment", "labels" ([{"point":"h8","text":"A"}]) and "properties" (a text, "TR[hh][ii]":
 * other words as SGF writes them). `fault`: why the game is incomplete; empty: it is complete. */
void game_write_json(FILE *file, const Game *game, int number, const char *fault);

#endif
