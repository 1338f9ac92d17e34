/* search.h: the engine's searches in the terminal game, at a level and a time a move. */
#ifndef KANAME_PROTOCOL_PLAY_SEARCH_H
#define KANAME_PROTOCOL_PLAY_SEARCH_H

#include "play/terminal.h"

/* Returns the limits of a search that starts now. */
KanameLimits terminal_limits(const Terminal *terminal);
/* Call these around each search. The second one returns true if the person interrupted it. */
void terminal_begin_search(Terminal *terminal);
bool terminal_end_search(Terminal *terminal);
/* Searches for a move of the side to move at `level`, 1..LEVEL_FULL, and shows the thoughts. If
 * there is no move, says why. */
KanameStatus terminal_think(Terminal *terminal, int level, KanameResult *result,
                            bool *is_broken_off);
/* Says `VERB h8 (score ..., depth ...: line)`. */
void terminal_say_result(Terminal *terminal, const char *verb, const KanameResult *result);

#endif
