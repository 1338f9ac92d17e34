/* judge.h: checks the engine's claims by the referee, which shares no code with the engine. */
#ifndef KANAME_PROTOCOL_STUDY_JUDGE_H
#define KANAME_PROTOCOL_STUDY_JUDGE_H

#include "kaname.h"
#include "shared/referee/referee.h"

typedef struct Judge {
    Referee referee; /* of its stones only the board counts, not whose turn it is */
} Judge;

void judge_init(Judge *judge, KanameRule rule, int width, int height); /* empties the board */
/* Takes over rule, size, stones and walls of the engine's position. */
void judge_copy(Judge *judge, const KanameEngine *engine);

/* Places a stone or wall or, with KANAME_EMPTY, removes it. The point is on the board. */
void judge_set(Judge *judge, KanamePoint point, KanameColor color);
/* Places stones and walls. */
void judge_set_all(Judge *judge, const KanameStone *stones, size_t count);
bool judge_is_empty(const Judge *judge, KanamePoint point);

/* Returns whether a stone of the colour on this point wins, whether it stands there or not. */
bool judge_wins(const Judge *judge, KanamePoint point, KanameColor color);
/* Returns whose winning row one of these stones, which stand on the board, is part of;
 * KANAME_EMPTY: nobody's. Walls among them do not matter. */
KanameColor judge_winner(const Judge *judge, const KanameStone *stones, size_t count);
/* Returns whether this empty point is forbidden to the colour: see referee.h. */
bool judge_forbids(const Judge *judge, KanamePoint point, KanameColor color);

#endif
