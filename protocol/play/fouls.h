/* fouls.h: the kind of a foul of renju, in words. */
#ifndef KANAME_PROTOCOL_PLAY_FOULS_H
#define KANAME_PROTOCOL_PLAY_FOULS_H

#include "kaname.h"

/* Returns why the empty point, which kaname_is_forbidden() to Black, is refused: "that point is
 * forbidden to Black: double-four". Of several kinds the first counts: overline, double-four,
 * double-three. Static storage. */
const char *terminal_foul_text(const KanameEngine *engine, KanamePoint point);

#endif
