/* moves.h: the moves of both sides in the terminal game, those of a swap2 opening included. */
#ifndef KANAME_PROTOCOL_PLAY_MOVES_H
#define KANAME_PROTOCOL_PLAY_MOVES_H

#include "play/terminal.h"

/* Empties the board and the engine's hash table; ends an opening. */
void terminal_new_game(Terminal *terminal);
/* The engine plays `color`, the person the other one; ends an opening. */
void terminal_give_engine(Terminal *terminal, KanameColor color);
/* Does the engine have to move now? False at the end of the game and during an opening. */
bool terminal_is_engines_turn(const Terminal *terminal);
/* Plays the engine's move. If there is none, or if the person interrupts a game of the engine
 * against itself, both sides become the person's. */
void terminal_engine_move(Terminal *terminal);
/* Plays the person's stones: one, or as many as the stage of the opening asks for. */
void terminal_persons_move(Terminal *terminal, const KanamePoint *points, size_t count);
/* Plays the engine's next step of a swap2 opening, on a board of none, three or five stones. */
void terminal_engine_opens(Terminal *terminal);

#endif
