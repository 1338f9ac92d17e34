/* line.h: makes the lines of play that a search reports longer: a line with a proven score up to
 * the five, another one by the moves of the table.
 *
 * Plays on the worker's board, at the root, and leaves it unchanged. On the worker's own thread
 * between two iterations, or on the owner's thread after the search. */
#ifndef KANAME_SEARCH_LINE_H
#define KANAME_SEARCH_LINE_H

#include "search/worker.h"

/* Continues a line that begins at the root and has a proven score until the five is on the board,
 * and sets the score to the length of that line: by the table, where it holds a win at least as
 * short, else by a search for a win by threats. If that fails, searches the proof again behind the
 * first move, the only one that stays then. So the line is whole whatever the other threads did to
 * the table. Of a defender's replies it takes the one that the table knows to lose last. Does
 * nothing if the score is not proven. If a limit of the search ends it, line, count and score stay
 * as they were. `line` holds PLY_MAX cells. By worker 0, which counts the nodes. */
void line_complete(Worker *worker, Cell *line, int *count, Score *score);

/* Continues the line of an answer whose score is not proven by the moves of the table, up to its
 * depth. A move without a reply there gets the one that the order puts first. */
void line_extend(Worker *worker, RootBest *best);

#endif
