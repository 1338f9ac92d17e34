/* verify.h: plays a win that the engine claims against every legal reply, by the rules of judge.h.
 * The engine supplies the attacker's moves. Only this code decides on legal moves, the list of
 * replies and the end of the game. */
#ifndef KANAME_PROTOCOL_STUDY_VERIFY_H
#define KANAME_PROTOCOL_STUDY_VERIFY_H

#include "kaname.h"
#include "study/judge.h"

#include <stdint.h>

typedef enum {
    VERIFY_HOLDS,
    VERIFY_HOLE,   /* a reply refutes the win, or the engine found no continuation */
    VERIFY_MEMORY, /* not enough memory */
} VerifyVerdict;

/* The engine and the judge must hold the same position, with the winner to move. After VERIFY_HOLDS
 * both hold it again; otherwise their positions are unspecified. There is no time limit: a win by
 * ten threats takes some seconds. */
VerifyVerdict verify_win(KanameEngine *engine, Judge *judge, KanameSolveMode mode);

/* Does the same for one stone of the side to move on an empty point: verifies that it wins against
 * every reply. Each search for a continuation takes at most `max_nodes` (0: no limit); if it finds
 * no win, the result is VERIFY_HOLE. The stone itself need not threaten anything. */
VerifyVerdict verify_move(KanameEngine *engine, Judge *judge, KanameSolveMode mode,
                          KanamePoint move, uint64_t max_nodes);

#endif
