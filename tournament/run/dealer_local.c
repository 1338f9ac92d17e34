#include "run/dealer_local.h"
#include "shared/status/failure.h"

static bool begin(Dealer *dealer, uv_loop_t *loop, const DealerEvents *events, Failure *failure) {
    (void)dealer, (void)loop, (void)events, (void)failure;
    return true;
}

static ScheduleStatus next(Dealer *dealer, Job *job) {
    return ledger_next(dealer->ledger, job);
}

static void wake(Dealer *dealer) {
    (void)dealer;
}

static void saved(Dealer *dealer, const GameRecord *game) {
    (void)dealer, (void)game;
}

static int count_away(const Dealer *dealer) {
    (void)dealer;
    return 0;
}

static bool is_waiting(Dealer *dealer) {
    (void)dealer;
    return false;
}

static void each_live(const Dealer *dealer, DealerLiveFn fn, void *context) {
    (void)dealer, (void)fn, (void)context;
}

static void each_worker(const Dealer *dealer, DealerWorkerFn fn, void *context) {
    (void)dealer, (void)fn, (void)context;
}

static void end(Dealer *dealer, bool is_finished) {
    (void)dealer, (void)is_finished;
}

static void release(Dealer *dealer) {
    (void)dealer;
}

static const DealerKind local_kind = {.begin = begin,
                                      .next = next,
                                      .wake = wake,
                                      .saved = saved,
                                      .count_away = count_away,
                                      .is_waiting = is_waiting,
                                      .each_live = each_live,
                                      .each_worker = each_worker,
                                      .end = end,
                                      .release = release};

Dealer dealer_local(int tables) {
    return (Dealer){.kind = &local_kind, .tables = tables, .needs_engines = true, .stop_note = ""};
}
