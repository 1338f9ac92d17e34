/* root_moves.h: the moves that the root offers, the answer chosen among them, and what the
 * callbacks hear of both. Runs on the worker's own thread; worker 0 alone calls the callbacks. */
#ifndef KANAME_SEARCH_ROOT_MOVES_H
#define KANAME_SEARCH_ROOT_MOVES_H

#include "search/worker.h"

/* Fills worker->root with the near cells; with all cells where the near ones are too few for the
 * lines wanted; with forbidden ones if there is nothing else. False: there is no move. */
bool root_collect(Worker *worker);
/* Adds all legal cells that are not offered yet. True: some were added. */
bool root_add_distant(Worker *worker);
/* The move on this cell. NULL: it is not offered. */
RootMove *root_find(Worker *worker, Cell cell);
/* Drops the moves outside of the set, unless no move lies in it. */
void root_keep_moves(Worker *worker, const CellSet *set);
/* Sorts by falling key; moves of equal keys keep their order. */
void root_sort(RootMove *moves, int count, int (*key)(const Worker *, const RootMove *),
               const Worker *worker);

/* The move becomes the worker's answer. */
void root_choose(Worker *worker, const RootMove *move, int depth);
/* Chooses and reports one of worker->root with a proven score and its line of `count` cells. */
void root_decide(Worker *worker, RootMove *move, Score score, const Cell *line, int count);

void root_tell_event(const Worker *worker, KanameRootEvent event, Cell move);
/* Reports the line number `line` (0: the best). */
void root_tell_line(Worker *worker, int line, int depth, const RootMove *move);

#endif
