/* moves.h: the moves of both sides in the terminal game. */
#ifndef KANAME_PROTOCOL_PLAY_MOVES_H
#define KANAME_PROTOCOL_PLAY_MOVES_H

#include "play/terminal.h"

/* Empties the board and the engine's hash table; ends an opening. */
void terminal_new_game(Terminal *terminal);
/* Gives the engine `color` and the person the other colour; ends an opening. */
void terminal_give_engine(Terminal *terminal, KanameColor color);
/* Returns whether the engine must move now; false at the end of the game and during an opening. */
bool terminal_is_engines_turn(const Terminal *terminal);
/* Plays the engine's move. If there is none, or if the person interrupts a game of the engine
 * against itself, the person gets both sides. */
void terminal_engine_move(Terminal *terminal);
/* Plays the person's stone; refuses more than one. */
void terminal_persons_move(Terminal *terminal, const KanamePoint *points, size_t count);

#endif
