/* listing.h: the moves of a game as text. */
#ifndef KANAME_PROTOCOL_PLAY_LISTING_H
#define KANAME_PROTOCOL_PLAY_LISTING_H

#include "play/terminal.h"

/* Says the moves so far, with the passes of a loaded file; before them the stones that the file set
 * up, `set up: black h8, i7; white a15`. */
void terminal_list_moves(Terminal *terminal);

#endif
