/* verify.h: plays a win that the engine claims against every legal reply, by the rules of judge.h.
 * The engine says how to go on after each; whether its stones are legal, what replies there are and
 * when a five stands is judged here alone. */
#ifndef KANAME_PROTOCOL_VERIFY_H
#define KANAME_PROTOCOL_VERIFY_H

#include "judge.h"
#include "kaname.h"

typedef enum {
    VERIFY_HOLDS,
    VERIFY_HOLE,   /* the engine was refuted, or knew no way on */
    VERIFY_MEMORY, /* not enough of it */
} VerifyVerdict;

/* The engine and the judge hold the same position, the side that is said to win to move; both do
 * after it, unless the verdict is no VERIFY_HOLDS. Takes as long as it takes: some seconds for a
 * win by ten threats. */
VerifyVerdict verify_win(KanameEngine *engine, Judge *judge, KanameSolveMode mode);

#endif
