/* completion.h: prints the bash completion of command lines, from tables of options. */
#ifndef KANAME_SHARED_CLI_COMPLETION_H
#define KANAME_SHARED_CLI_COMPLETION_H

#include <stdio.h>

#include "shared/cli/option.h"

/* Prints the cases that engine/shared/cli/completion.bash describes and contains after the build,
 * for the program and its subcommands; the list ends with NULL. */
void completion_print(FILE *out, const OptionCommand *const *commands);

#endif
