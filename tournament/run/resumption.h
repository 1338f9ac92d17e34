/* resumption.h: the command line that continues a stopped run. */
#ifndef TOURNAMENT_RUN_RESUMPTION_H
#define TOURNAMENT_RUN_RESUMPTION_H

#include "run/ledger.h"

/* Prints to standard error how far the run has come and the command that continues it, quoted as
 * a shell reads it. command: the words of the command line and a NULL. */
void resumption_print(const Ledger *ledger, char *const *command);

#endif
