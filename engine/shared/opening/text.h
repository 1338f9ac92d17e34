/* opening_text.h: questions and answers of an opening as lines of the dialogues SWAP2BOARD and
 * OPENINGBOARD. Pure functions.
 *
 * A question is `SWAP2BOARD`, or `OPENINGBOARD RULE STEP` with ` fifths=N` behind it once N fifth
 * moves are announced; then the stones in playing order and the fifth moves offered, `x,y` a line;
 * then `DONE`. An answer is `SWAP`, or points `x,y x,y`, behind which the number of fifth moves
 * stands if the step announces one: `7,7 8,8 7,9 4`. */
#ifndef KANAME_SHARED_OPENING_TEXT_H
#define KANAME_SHARED_OPENING_TEXT_H

#include "shared/opening/course.h"

enum {
    OPENING_TEXT_MAX = 32 * OPENING_OFFERS_MAX, /* bytes of an answer, NUL included */
    OPENING_QUESTION_MAX = 1024                 /* bytes of a question, NUL included */
};

/* Writes the lines that ask for the course's next answer, each with LF. Returns their length. */
size_t opening_question_write(const OpeningCourse *course, char text[OPENING_QUESTION_MAX]);

/* Reads a line, SWAP in any case, blanks allowed around commas; numbers beyond the range of int
 * become INT_MIN or INT_MAX. Returns false if it is anything else, or has too many points. */
bool opening_answer_read(const char *text, OpeningAnswer *answer);
void opening_answer_write(const OpeningAnswer *answer, char text[OPENING_TEXT_MAX]);

#endif
