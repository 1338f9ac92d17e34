/* runner.h: a whole tournament: tables at which games are played, one event loop, one database.
 *
 * SIGINT once: no new games, those running are finished; twice (or SIGTERM, SIGHUP): stop now. In
 * either case the database stays valid and the run can be resumed. */
#ifndef TOURNAMENT_RUN_RUNNER_H
#define TOURNAMENT_RUN_RUNNER_H

#include "cli/options.h"

/* Plays it all; prints to stdout, errors to stderr. Exit status: 0 done or decided, 1 a failure,
 * 3 stopped by a signal before the end. */
int runner_run(const Options *options);

#endif
