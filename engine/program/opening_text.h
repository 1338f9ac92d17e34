/* opening_text.h: the answers of an opening as one line of the dialogues SWAP2BOARD and
 * OPENINGBOARD: `SWAP`, or points `x,y x,y`, behind which the number of fifth moves stands if one
 * is announced: `7,7 8,8 7,9 4`. Pure functions. */
#ifndef KANAME_PROGRAM_OPENING_TEXT_H
#define KANAME_PROGRAM_OPENING_TEXT_H

#include "program/opening_course.h"

enum { OPENING_TEXT_MAX = 32 * OPENING_OFFERS_MAX /* bytes of an answer, NUL included */ };

/* Reads a line, SWAP in any case, blanks allowed around commas; numbers beyond the range of int
 * become INT_MIN or INT_MAX. Returns false if it is anything else, or has too many points. */
bool opening_answer_read(const char *text, OpeningAnswer *answer);
void opening_answer_write(const OpeningAnswer *answer, char text[OPENING_TEXT_MAX]);

#endif
