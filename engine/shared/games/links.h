/* links.h: links to Kaname's page, `kaname.html#rule=renju&size=15x15&moves=h8i9j10&at=2`; the page
 * writes and reads them in protocol/web/page/link.js. */
#ifndef KANAME_SHARED_GAMES_LINKS_H
#define KANAME_SHARED_GAMES_LINKS_H

#include "shared/games/reading.h"

#include <stdbool.h>

/* Returns whether the word is such a link: a `#` or `?` with `key=` after an address, with or
 * without a scheme. */
bool link_matches(ReadingLine word);
/* Reads the link as the whole game, board included. Keys that are not known are ignored, as the
 * page does. */
bool link_read(GameReading *reading, ReadingLine word);

#endif
