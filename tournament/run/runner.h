/* runner.h: plays a whole tournament: schedule, store and output on top of the arena.
 *
 * The first SIGINT lets the running games finish; a second SIGINT, SIGTERM or SIGHUP stops at once.
 * In either case the run can be resumed, and the command line that does it is printed on standard
 * error. */
#ifndef TOURNAMENT_RUN_RUNNER_H
#define TOURNAMENT_RUN_RUNNER_H

#include "run/dealer.h"
#include "run/options.h"

/* Plays the tournament; prints to stdout, errors to stderr. `command`: the words of the command
 * line and a NULL. `dealer`: fresh; it decides where games are played. Sets *run to the run's
 * number in the database, 0 if it did not begin. Returns the exit status: 0 if the run is complete
 * or decided by the sequential test, 1 on failure, 3 if stopped by a signal before the end. */
int runner_run(const Options *options, char *const *command, Dealer *dealer, int64_t *run);

#endif
