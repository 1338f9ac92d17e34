/* check.h: `kaname-tournament check -engine cmd=...`: does an engine keep to the protocol?
 *
 * Every point is tried on a process of its own; a failed one is shown with all that was said. What
 * managers of tournaments depend on counts; the rest is advice, and a failure there is told but
 * does not count. */
#ifndef TOURNAMENT_CHECK_CHECK_H
#define TOURNAMENT_CHECK_CHECK_H

#include "cli/option.h"

extern const OptionCommand check_command;

/* argv[0] is the word `check`. Prints to stdout, errors to stderr. Exit status: 0 (all that counts
 * was passed), 1 (something was not, or the engine cannot be started), 2 (a wrong word on the
 * command line). */
int check_main(int argc, char **argv);

#endif
