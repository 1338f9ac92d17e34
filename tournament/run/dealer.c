#include "run/dealer.h"

#include "run/setup.h"

bool dealer_has_more(Dealer *dealer) {
    return dealer->ahead.number != 0 || ledger_next(dealer->ledger, &dealer->ahead) == SCHEDULE_JOB;
}

/* Gets the next game, or the two games of the next pair, so that a pair is never split between
 * machines. */
static ScheduleStatus next_group(Dealer *dealer, Job jobs[ENCOUNTER_GAMES_MAX], int *count) {
    ScheduleStatus status = SCHEDULE_JOB;
    if (dealer->ahead.number == 0)
        status = ledger_next(dealer->ledger, &dealer->ahead);
    if (status != SCHEDULE_JOB) {
        dealer->ahead.number = 0;
        return status;
    }
    jobs[0] = dealer->ahead;
    dealer->ahead.number = 0;
    *count = 1;
    if (!dealer->options->is_repeat || !dealer_has_more(dealer) ||
        dealer->ahead.pair != jobs[0].pair)
        return SCHEDULE_JOB;
    jobs[(*count)++] = dealer->ahead;
    dealer->ahead.number = 0;
    return SCHEDULE_JOB;
}

static ScheduleStatus next_job(Dealer *dealer, Job *job) {
    Job jobs[ENCOUNTER_GAMES_MAX];
    int count;
    if (!dealer->has_workers)
        return ledger_next(dealer->ledger, job);
    if (dealer->half.number != 0) {
        *job = dealer->half;
        dealer->half.number = 0;
        return SCHEDULE_JOB;
    }
    ScheduleStatus status = next_group(dealer, jobs, &count);
    if (status != SCHEDULE_JOB)
        return status;
    *job = jobs[0];
    if (count > 1)
        dealer->half = jobs[1];
    return SCHEDULE_JOB;
}

/* Fills the task and its opening. In pairs the first engine moves first after the opening of the
 * first game. Single games alternate Black itself, so that openings with odd numbers of stones
 * among even ones do not give one engine Black more often. */
static void prepare_task(const Dealer *dealer, const Job *job, PlayTask *task, Opening *opening) {
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
    ScheduleStatus status = next_job(dealer, job);
    if (status != SCHEDULE_JOB)
        return status;
    prepare_task(dealer, job, &game->task, &game->opening);
    for (int side = 0; side < 2; side++)
        game->engines[side] = &dealer->options->engines[job->engine[side]];
    return SCHEDULE_JOB;
}

bool dealer_encounter(Dealer *dealer, Encounter *encounter) {
    Job jobs[ENCOUNTER_GAMES_MAX];
    int count;
    if (next_group(dealer, jobs, &count) != SCHEDULE_JOB)
        return false;
    *encounter = (Encounter){.id = jobs[0].pair, .attempt = 1, .count = count};
    for (int i = 0; i < count; i++)
        prepare_task(dealer, &jobs[i], &encounter->games[i], &encounter->opening);
    return true;
}
