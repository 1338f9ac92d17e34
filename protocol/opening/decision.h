/* decision.h: the engine's answers in an opening, by search. */
#ifndef KANAME_PROTOCOL_OPENING_DECISION_H
#define KANAME_PROTOCOL_OPENING_DECISION_H

#include "kaname.h"
#include "program/opening_course.h"

/* Answers the course's step; the answer is legal by opening_course_answer(). The engine's stones
 * must be those of the course, the side to move the one that owns the next stone; both are the same
 * afterwards. What the other side may take over is placed in balance; a side that stands worse is
 * given away.
 * The limits are for all searches together; kaname_stop() ends them early. `callbacks`, which may
 * be NULL, get the reports of searches of the position itself. */
KanameStatus opening_decide(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, const OpeningCourse *course,
                            OpeningAnswer *answer);

#endif
