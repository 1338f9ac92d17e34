/* opening.h: answers OPENINGBOARD at random, so that matches visit every branch of every opening
 * rule. */
#ifndef RIVALS_OPENING_H
#define RIVALS_OPENING_H

#include <stdint.h>

#include "shared/opening/course.h"

/* Returns a legal answer to the course's step. All choices of the step are equally likely, and so
 * are the points. Depends only on the seed. */
OpeningAnswer rival_opening_answer(const OpeningCourse *course, uint64_t seed);

#endif
