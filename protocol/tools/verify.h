/* verify.h: plays a win that the engine claims against every legal reply, by the rules of judge.h.
 * The engine says how to go on after each; whether its stones are legal, what replies there are and
 * when a five stands is judged here alone. */
#ifndef KANAME_PROTOCOL_TOOLS_VERIFY_H
#define KANAME_PROTOCOL_TOOLS_VERIFY_H

#include "kaname.h"
#include "tools/judge.h"

#include <stdint.h>

typedef enum {
    VERIFY_HOLDS,
    VERIFY_HOLE,   /* the engine was refuted, or knew no way on */
    VERIFY_MEMORY, /* not enough of it */
} VerifyVerdict;

/* The engine and the judge hold the same position, the side that is said to win to move; both do
 * after it, unless the verdict is no VERIFY_HOLDS. Takes as long as it takes: some seconds for a
 * win by ten threats. */
VerifyVerdict verify_win(KanameEngine *engine, Judge *judge, KanameSolveMode mode);

/* The same for one stone of the side to move, on an empty point: does it win against every reply?
 * The searches for how to go on take at most `max_nodes` each (0: no limit); what they do not find
 * is a VERIFY_HOLE. The stone itself need not threaten anything. */
VerifyVerdict verify_move(KanameEngine *engine, Judge *judge, KanameSolveMode mode,
                          KanamePoint move, uint64_t max_nodes);

#endif
