/* dealer_local.h: deals all games one by one to the tables of this machine; see dealer.h. */
#ifndef TOURNAMENT_RUN_DEALER_LOCAL_H
#define TOURNAMENT_RUN_DEALER_LOCAL_H

#include "run/dealer.h"

/* Returns the dealer, which holds no memory. */
Dealer dealer_local(int tables);

#endif
