/* dealer_distant.h: deals games to the tables of this machine and, by encounters, to workers; see
 * dealer.h. If a table here takes the first game of a pair, the second is played here too, so that
 * a pair is never split between machines. */
#ifndef TOURNAMENT_RUN_DEALER_DISTANT_H
#define TOURNAMENT_RUN_DEALER_DISTANT_H

#include "run/away.h"
#include "run/dealer.h"

typedef struct DealerDistant {
    Dealer base;
    const AwayKind *away_kind;
    Away *away; /* NULL before dealer_begin() and if it failed */
    DealerEvents events;
    Job ahead; /* read from the ledger, not dealt yet; number 0: none */
    Job half;  /* the second game of a pair whose first one a table here took; number 0: none */
} DealerDistant;

/* Returns a dealer for workers that `away` reaches; `away` must outlive it. Its `base` is the
 * dealer; do not move it from dealer_begin() to dealer_release(). */
DealerDistant dealer_distant(const AwayKind *away);

#endif
