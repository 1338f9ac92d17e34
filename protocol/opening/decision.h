/* decision.h: the engine's answers in an opening, by search. */
#ifndef KANAME_PROTOCOL_OPENING_DECISION_H
#define KANAME_PROTOCOL_OPENING_DECISION_H

#include "kaname.h"
#include "shared/opening/course.h"

/* Answers the current step of the course; opening_course_answer() accepts the answer. The engine's
 * stones must be those of the course, and the side to move the owner of the next stone; both are
 * the same on return. Stones that the other side may take over are placed for balance; a worse side
 * is swapped away. The limits cover all searches together; kaname_stop() ends them early.
 * `callbacks`, which may be NULL, get the reports of searches of the position itself. */
KanameStatus opening_decide(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, const OpeningCourse *course,
                            OpeningAnswer *answer);

#endif
