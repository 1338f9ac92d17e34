/* root_moves.h: the root moves, the answer chosen from them, and the callbacks that report both.
 * Runs on the worker's own thread; only worker 0 calls the callbacks. */
#ifndef KANAME_SEARCH_ROOT_MOVES_H
#define KANAME_SEARCH_ROOT_MOVES_H

#include "search/worker.h"

/* Fills worker->root with the near cells; with all cells if the near ones are fewer than the lines
 * to report; with forbidden ones if there are no others. Returns false if there is no move. */
bool root_collect(Worker *worker);
/* Adds all legal cells that are not root moves yet. Returns whether there were any. */
bool root_add_distant(Worker *worker);
/* Returns whether all root moves are proven to lose. */
bool root_all_lose(const Worker *worker);
/* Returns the root move on this cell; NULL if there is none. */
RootMove *root_find(Worker *worker, Cell cell);
/* Removes the root moves outside the set, which lose, unless all of them are outside. If the
 * worker's answer is removed, the best of the others becomes the answer. */
void root_keep_moves(Worker *worker, const CellSet *set);
/* Sorts stably by descending key. */
void root_sort(RootMove *moves, int count, int (*key)(const Worker *, const RootMove *),
               const Worker *worker);

/* Makes the move the worker's answer. A loss counts as unproven until every legal move is
 * proven to lose. */
void root_choose(Worker *worker, const RootMove *move, int depth);
/* Chooses and reports a move of worker->root with a proven score and a line of `count` cells, which
 * it completes. By worker 0. */
void root_decide(Worker *worker, RootMove *move, Score score, const Cell *line, int count);

/* Returns whether a helper's answer `a` replaces `b`. A proven win replaces any other answer and a
 * longer win; otherwise the deeper search wins, unless either answer is a loss. */
bool root_answers_better(const RootBest *a, const RootBest *b);
/* Returns the worker whose answer counts, of `count` after a search. In a balance search a helper's
 * answer cannot be better, and several lines are compared with each other: then it is worker 0,
 * whose lines are reported. An answer that worker 0 has found to lose to threats does not count. */
Worker *root_best_worker(Worker *const *workers, int count, const KanameLimits *limits);

void root_tell_event(const Worker *worker, KanameRootEvent event, Cell move);
/* Reports the principal line with the number `line` (0: the best). */
void root_tell_line(Worker *worker, int line, int depth, const RootMove *move);
/* Reports the answer unless the last report of the best line agrees with it. By worker 0 after the
 * search; `best` may be another worker's. A helper's win at a lower depth than was reported gets
 * the depth of that report: a proof holds at any depth. */
void root_tell_answer(const Worker *worker, RootBest *best);

#endif
