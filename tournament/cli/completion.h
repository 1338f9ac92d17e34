/* completion.h: what completes command lines in bash, from tables of options. */
#ifndef TOURNAMENT_CLI_COMPLETION_H
#define TOURNAMENT_CLI_COMPLETION_H

#include <stdio.h>

#include "cli/option.h"

/* Prints the cases that engine/program/completion.bash describes and holds at build time, for the
 * program and its subcommands; the list is ended by NULL. */
void completion_print(FILE *out, const OptionCommand *const *commands);

#endif
