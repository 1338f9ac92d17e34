/* loop.h: the part of the Gomocup protocol that a reference player needs.
 *
 * Supports START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, TAKEBACK, SWAP2BOARD,
 * OPENINGBOARD, INFO, ABOUT, YXSTOP and END; answers UNKNOWN to other commands. A move on an
 * unusable cell gets ERROR and changes nothing; an invalid line within a list is ignored. One
 * thread: END, YXSTOP and the end of input stop a search whose player checks its limits; other
 * commands wait until the move is sent. */
#ifndef RIVALS_LOOP_H
#define RIVALS_LOOP_H

#include "rivals/options.h"

/* Talks over the two descriptors until END or the end of input. Returns false if out of memory. */
bool rival_loop_run(const RivalOptions *options, int in, int out);

#endif
