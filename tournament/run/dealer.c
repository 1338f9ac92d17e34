#include "run/dealer.h"

#include "run/setup.h"
#include "shared/status/failure.h"

void dealer_init(Dealer *dealer, const Options *options, Ledger *ledger,
                 const OpeningList *openings) {
    dealer->options = options;
    dealer->ledger = ledger;
    dealer->openings = openings;
}

bool dealer_begin(Dealer *dealer, uv_loop_t *loop, const DealerEvents *events, Failure *failure) {
    return dealer->kind->begin(dealer, loop, events, failure);
}

/* In pairs the first engine moves first after the opening of the first game. Single games alternate
 * Black itself, so that openings with odd numbers of stones among even ones do not give one engine
 * Black more often. */
void dealer_prepare(const Dealer *dealer, const Job *job, PlayTask *task, Opening *opening) {
    *task = (PlayTask){.number = job->number,
                       .pair = job->pair,
                       .round = job->round,
                       .game = job->game,
                       .engine = {job->engine[0], job->engine[1]}};
    setup_opening(opening, &task->opening_index, &task->transform, dealer->openings,
                  dealer->options, job->opening);
    bool is_odd = opening->count % 2 == 1;
    task->is_reversed = job->is_reversed != (is_odd && !dealer->options->is_repeat);
}

ScheduleStatus dealer_next(Dealer *dealer, Job *job, ArenaGame *game) {
    ScheduleStatus status = dealer->kind->next(dealer, job);
    if (status != SCHEDULE_JOB)
        return status;
    dealer_prepare(dealer, job, &game->task, &game->opening);
    for (int side = 0; side < 2; side++)
        game->engines[side] = &dealer->options->engines[job->engine[side]];
    return SCHEDULE_JOB;
}

void dealer_wake(Dealer *dealer) {
    dealer->kind->wake(dealer);
}

void dealer_saved(Dealer *dealer, const GameRecord *game) {
    dealer->kind->saved(dealer, game);
}

int dealer_count_away(const Dealer *dealer) {
    return dealer->kind->count_away(dealer);
}

bool dealer_is_waiting(Dealer *dealer) {
    return dealer->kind->is_waiting(dealer);
}

void dealer_each_live(const Dealer *dealer, DealerLiveFn fn, void *context) {
    dealer->kind->each_live(dealer, fn, context);
}

void dealer_each_worker(const Dealer *dealer, DealerWorkerFn fn, void *context) {
    dealer->kind->each_worker(dealer, fn, context);
}

void dealer_end(Dealer *dealer, bool is_finished) {
    dealer->kind->end(dealer, is_finished);
}

void dealer_release(Dealer *dealer) {
    dealer->kind->release(dealer);
}
