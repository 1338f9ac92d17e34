/* resumption.h: the command line that continues a stopped run. */
#ifndef TOURNAMENT_RUN_RESUMPTION_H
#define TOURNAMENT_RUN_RESUMPTION_H

#include "run/ledger.h"

/* Prints to standard error the progress of the run and the command that continues it, quoted for a
 * shell. `command`: the words of the command line and a NULL. */
void resumption_print(const Ledger *ledger, char *const *command);

#endif
