/* played.h: converts the main line of a game file to a game of the book. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_PLAYED_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_PLAYED_H

#include "database/book.h"
#include "kaname.h"
#include "shared/games/game.h"

/* Takes the moves in turn from the empty board, up to a five, a pass or stones set up. The result
 * is that of a five on the board, else the file's, else that of a last stone that is forbidden or
 * fills the board. `engine` is used to apply the rule; its position is replaced. Returns NULL, or
 * the reason in English if there is nothing to count. `rest` counts the moves after a pass or
 * stones set up. */
const char *played_take(BookGame *played, const Game *game, KanameEngine *engine, size_t *rest);

#endif
