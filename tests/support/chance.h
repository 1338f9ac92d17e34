/* chance.h: positions of an engine, by chance. */
#ifndef KANAME_TESTS_CHANCE_H
#define KANAME_TESTS_CHANCE_H

#include "kaname.h"

/* Sets up 6 to 25 stones by chance near the centre of the engine's board of 15x15, none of which
 * wins or is forbidden. */
void play_by_chance(KanameEngine *engine, uint64_t *rng);

#endif
