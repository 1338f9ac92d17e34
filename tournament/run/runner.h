/* runner.h: a whole tournament: schedule, store and output on top of the arena.
 *
 * SIGINT once finishes the running games; SIGINT twice, SIGTERM or SIGHUP stop at once. The run can
 * be resumed in either case, and standard error then gets the command line that does it. */
#ifndef TOURNAMENT_RUN_RUNNER_H
#define TOURNAMENT_RUN_RUNNER_H

#include "run/away.h"
#include "run/options.h"

/* Plays the tournament; prints to stdout, errors to stderr. command: the words of the command line
 * and a NULL. away: how games are played on other machines; NULL: they are not. *run: the run's
 * number in the database, 0 if it did not begin. Returns the exit status: 0 done, or decided by the
 * sequential test, 1 a failure, 3 stopped by a signal before the end. */
int runner_run(const Options *options, char *const *command, const AwayKind *away, int64_t *run);

#endif
