/* opening.h: answers to OPENINGBOARD at random, so that matches visit every branch of every opening
 * rule. */
#ifndef RIVALS_OPENING_H
#define RIVALS_OPENING_H

#include <stdint.h>

#include "program/opening_course.h"

/* Returns a legal answer to the course's step. Each choice of the step is as likely as the others;
 * so are the points. The seed alone decides. */
OpeningAnswer rival_opening_answer(const OpeningCourse *course, uint64_t seed);

#endif
