/* dealer.h: deals the games of the schedule to the tables of this machine and, by encounters, to
 * workers. If a table here takes the first game of a pair, the second is played here too, so that a
 * pair is never split between machines. The loop's thread. */
#ifndef TOURNAMENT_RUN_DEALER_H
#define TOURNAMENT_RUN_DEALER_H

#include <stdbool.h>

#include "game/opening.h"
#include "run/arena.h"
#include "run/away.h"
#include "run/ledger.h"
#include "run/options.h"

typedef struct Dealer {
    const Options *options;
    Ledger *ledger;
    const OpeningList *openings;
    bool has_workers; /* false: games are dealt one by one */
    Job ahead;        /* read from the ledger, not dealt yet; number 0: none */
    Job half; /* the second game of a pair whose first one a table here took; number 0: none */
} Dealer;

/* Returns whether the schedule has a game to deal now. Reads one game ahead. */
bool dealer_has_more(Dealer *dealer);
/* Gets the next game for a table of this machine: fills in *job and *game. */
ScheduleStatus dealer_next(Dealer *dealer, Job *job, ArenaGame *game);
/* Gets the next game or pair for a worker. Returns false if there is none now. */
bool dealer_encounter(Dealer *dealer, Encounter *encounter);

#endif
