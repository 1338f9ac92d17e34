/* loop.h: the Gomocup protocol, as far as a reference player needs it.
 *
 * Answers START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, TAKEBACK, SWAP2BOARD, INFO,
 * ABOUT, YXSTOP and END; UNKNOWN to the rest. A move in the wrong place gets ERROR and changes
 * nothing; a bad line within a list is passed over. One thread: END, YXSTOP and the end of input
 * break off a search whose player asks its limits, other commands wait until the move is out. */
#ifndef RIVALS_LOOP_H
#define RIVALS_LOOP_H

#include "rivals/options.h"

/* Talks over the two descriptors until END or the end of input. False when memory is short. */
bool rival_loop_run(const RivalOptions *options, int in, int out);

#endif
