/* dealer.h: deals the games of the schedule, behind one interface: dealer_local.h deals them to the
 * tables of this machine, dealer_distant.h also to workers elsewhere. The runner knows only this.
 *
 * In order: dealer_init(), dealer_begin(), games, dealer_end(), dealer_release(). Functions without
 * a meaning for local games then do nothing. The loop's thread. */
#ifndef TOURNAMENT_RUN_DEALER_H
#define TOURNAMENT_RUN_DEALER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "game/opening.h"
#include "run/arena.h"
#include "run/away.h"
#include "run/ledger.h"
#include "run/options.h"
#include "shared/status/failure.h"

typedef struct Dealer Dealer;

typedef struct DealerEvents {
    /* Returns whether games may be dealt to workers now. */
    bool (*may_deal)(void *context);
    /* A game played elsewhere, with a result. The callback may take its contents. Call
     * dealer_saved() once it is on the disk. */
    void (*on_game)(void *context, const Job *job, GameRecord *game);
    /* The last game dealt elsewhere has come back, or one comes back to be played here. */
    void (*on_change)(void *context);
    /* A line for people, without its end. */
    void (*on_note)(void *context, const char *text);
    void (*on_failure)(void *context, const char *text);
    void *context;
} DealerEvents;

typedef void (*DealerLiveFn)(void *context, const AwayLive *live);
typedef void (*DealerWorkerFn)(void *context, const AwayWorker *worker);

/* One way to deal; every function is set. */
typedef struct DealerKind {
    bool (*begin)(Dealer *dealer, uv_loop_t *loop, const DealerEvents *events, Failure *failure);
    ScheduleStatus (*next)(Dealer *dealer, Job *job);
    void (*wake)(Dealer *dealer);
    void (*saved)(Dealer *dealer, const GameRecord *game);
    int (*count_away)(const Dealer *dealer);
    bool (*is_waiting)(Dealer *dealer);
    void (*each_live)(const Dealer *dealer, DealerLiveFn fn, void *context);
    void (*each_worker)(const Dealer *dealer, DealerWorkerFn fn, void *context);
    void (*end)(Dealer *dealer, bool is_finished);
    void (*release)(Dealer *dealer);
} DealerKind;

/* The first member of every dealer. The fields up to `stop_note` are constant. */
struct Dealer {
    const DealerKind *kind;
    int tables;            /* of this machine */
    bool needs_engines;    /* the engines' programs must be on this machine */
    const char *stop_note; /* what a stop leaves to a resumed run, after "games"; "" if nothing */
    const Options *options;
    Ledger *ledger;
    const OpeningList *openings;
};

/* Sets what games are dealt from; all must outlive the dealer's last game. */
void dealer_init(Dealer *dealer, const Options *options, Ledger *ledger,
                 const OpeningList *openings);
/* Begins to deal, before the saver owns the store. Returns false on failure, with the reason in
 * `failure`. */
bool dealer_begin(Dealer *dealer, uv_loop_t *loop, const DealerEvents *events, Failure *failure);
/* Gets the next game for a table of this machine: fills in *job and *game. */
ScheduleStatus dealer_next(Dealer *dealer, Job *job, ArenaGame *game);
/* There may be games for workers again. */
void dealer_wake(Dealer *dealer);
/* The game is on the disk. */
void dealer_saved(Dealer *dealer, const GameRecord *game);
/* Returns the number of encounters dealt elsewhere whose games are not all saved. */
int dealer_count_away(const Dealer *dealer);
/* Returns whether games are being played elsewhere, or are still to be dealt there. */
bool dealer_is_waiting(Dealer *dealer);
void dealer_each_live(const Dealer *dealer, DealerLiveFn fn, void *context);
void dealer_each_worker(const Dealer *dealer, DealerWorkerFn fn, void *context);
/* Closes connections; if `is_finished`, tells the workers first that the run is over. Call it once.
 */
void dealer_end(Dealer *dealer, bool is_finished);
/* Call it after the loop has run, or if it never did. */
void dealer_release(Dealer *dealer);

/* For kinds: fills in a game's task and its opening. */
void dealer_prepare(const Dealer *dealer, const Job *job, PlayTask *task, Opening *opening);

#endif
