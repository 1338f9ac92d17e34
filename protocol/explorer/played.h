/* played.h: a game file's main line as a game of the book. */
#ifndef KANAME_PROTOCOL_EXPLORER_PLAYED_H
#define KANAME_PROTOCOL_EXPLORER_PLAYED_H

#include "database/book.h"
#include "games/game.h"
#include "kaname.h"

/* Takes the moves by turns from the empty board, up to a five, a pass or stones set up. The result
 * is that of a five on the board, else the file's, else that of a last stone that is forbidden or
 * fills the board. `engine` knows the rule; its position is replaced. Returns NULL, or why there is
 * nothing to count, in English. `rest` counts the moves behind a pass or stones set up. */
const char *played_take(BookGame *played, const Game *game, KanameEngine *engine, size_t *rest);

#endif
