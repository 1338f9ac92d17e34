/* terminal_level.h: the engine as an opponent of a person's strength.
 *
 * At level 100 it thinks as well as the time allows. Below, it looks at fewer positions the lower
 * the level is, and picks by chance among moves that it holds for about as good. It sees fives
 * and blocks them from level 20 on. */
#ifndef KANAME_PROTOCOL_TERMINAL_LEVEL_H
#define KANAME_PROTOCOL_TERMINAL_LEVEL_H

#include "kaname.h"

#include <stdint.h>

enum { TERMINAL_LEVEL_MAX = 100 };

/* kaname_think() at a level from 0 to TERMINAL_LEVEL_MAX. `random` is the state of the choice. */
KanameStatus terminal_level_think(KanameEngine *engine, int level, const KanameLimits *limits,
                                  const KanameCallbacks *callbacks, uint64_t *random,
                                  KanameResult *result);

#endif
