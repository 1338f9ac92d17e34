/* program.h: runs the command that a command line names. */
#ifndef KANAME_SHARED_CLI_PROGRAM_H
#define KANAME_SHARED_CLI_PROGRAM_H

#include "shared/cli/option.h"

/* In each list the program itself comes first, then its subcommands; NULL ends the list. */

/* Returns the subcommand with this name; NULL if there is none. */
const OptionCommand *program_find(const OptionCommand *const *commands, const char *name);
/* Answers a first word that is not the command line's own: --version, --help-all (the help of all
 * commands) or --completion-cases (the cases of completion.bash). Returns the exit status; -1 for
 * any other word. */
int program_answer(const OptionCommand *const *commands, const char *word);
/* Prints that there is no subcommand of this name. Returns the exit status 2. */
int program_refuse(const OptionCommand *program, const char *name);
/* Answers such a word, or runs the subcommand that the first word names, or else the program.
 * argv[0] is the program's name. Returns the exit status. */
int program_run(const OptionCommand *const *commands, int argc, char **argv);

#endif
