#include "grid/manager/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORKERS_MAX = 20000,
    FAULT_GAMES_MIN = 4,
};

static const uint64_t mute_ns = UINT64_C(4500) * 1000000;     /* two beats are missing */
static const uint64_t silence_ns = UINT64_C(10) * 1000000000; /* after which it counts as gone */

void roster_release(Roster *roster) {
    RosterWorker *worker, *next;
    HASH_ITER(hh, roster->workers, worker, next) {
        HASH_DEL(roster->workers, worker);
        free(worker->live);
        free(worker);
    }
    *roster = (Roster){0};
}

const RosterWorker *roster_find(const Roster *roster, const char *identity) {
    RosterWorker *worker = NULL;
    HASH_FIND_STR(roster->workers, identity, worker);
    return worker;
}

RosterWorker *roster_worker(Roster *roster, const char *identity, const char *name) {
    RosterWorker *worker = NULL;
    HASH_FIND_STR(roster->workers, identity, worker);
    if (worker != NULL || HASH_COUNT(roster->workers) >= WORKERS_MAX)
        return worker;
    worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return NULL;
    snprintf(worker->identity, sizeof worker->identity, "%s", identity);
    snprintf(worker->name, sizeof worker->name, "%s", name);
    HASH_ADD_STR(roster->workers, identity, worker);
    return worker;
}

bool roster_beat(Roster *roster, const Beat *beat, const char *identity, uint64_t now_ns) {
    RosterWorker *worker = roster_worker(roster, identity, beat->worker);
    if (worker == NULL)
        return false;
    uint64_t empty_ns = (uint64_t)beat->empty_ms * 1000000;
    memcpy(worker->cpu, beat->cpu, sizeof worker->cpu);
    worker->speed = beat->speed;
    worker->tables = beat->tables;
    worker->busy = beat->busy;
    worker->is_leaving = beat->is_leaving;
    worker->seen_ns = now_ns;
    worker->empty_ns = beat->empty_ms >= 0 && empty_ns < now_ns ? now_ns - empty_ns : 0;
    free(worker->live);
    worker->live_count = 0;
    worker->live = calloc((size_t)beat->game_count + 1, sizeof *worker->live);
    if (worker->live == NULL)
        return false;
    worker->live_count = beat->game_count;
    memcpy(worker->live, beat->games, (size_t)beat->game_count * sizeof *worker->live);
    return true;
}

static bool is_fault(const GameRecord *game) {
    return game->reason == GAME_REASON_TIME || game->reason == GAME_REASON_CRASH ||
           game->reason == GAME_REASON_START || game->reason == GAME_REASON_MEMORY;
}

bool roster_count(RosterWorker *worker, const GameRecord *game, int percent) {
    worker->games++;
    worker->faults += is_fault(game);
    return !worker->is_aside && worker->faults > 0 && worker->games >= FAULT_GAMES_MIN &&
           worker->faults * 100 >= worker->games * percent;
}

static bool is_present(const RosterWorker *worker, uint64_t now_ns) {
    return worker->seen_ns > 0 && now_ns - worker->seen_ns < silence_ns;
}

/* Returns whether the worker is present and allowed to play. */
static bool is_live(const RosterWorker *worker, uint64_t now_ns) {
    return is_present(worker, now_ns) && !worker->is_aside && !worker->is_leaving;
}

int roster_tables(const Roster *roster, uint64_t now_ns) {
    int tables = 0;
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next)
        if (is_live(worker, now_ns))
            tables += worker->tables;
    return tables;
}

uint64_t roster_empty_ns(const Roster *roster, uint64_t now_ns) {
    uint64_t latest = 0;
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next)
        if (is_live(worker, now_ns) && worker->empty_ns > latest)
            latest = worker->empty_ns;
    return latest;
}

uint64_t roster_mute_ns(const Roster *roster, uint64_t now_ns) {
    uint64_t latest = 0;
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next)
        if (now_ns - worker->seen_ns > mute_ns && !worker->is_leaving && worker->seen_ns > latest)
            latest = worker->seen_ns;
    return latest;
}

RosterCount roster_count_workers(const Roster *roster, uint64_t now_ns) {
    RosterCount count = {0};
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next) {
        count.present += is_present(worker, now_ns);
        count.aside += is_present(worker, now_ns) && worker->is_aside;
        count.live += is_live(worker, now_ns);
    }
    return count;
}

void roster_list_aside(const Roster *roster, WireRun *run) {
    int count = 0;
    char(*list)[WIRE_WORKER_MAX] = calloc(WIRE_ASIDE_MAX, sizeof *list);
    if (list == NULL)
        return;
    for (const RosterWorker *worker = roster->workers; worker != NULL && count < WIRE_ASIDE_MAX;
         worker = worker->hh.next)
        if (worker->is_aside)
            snprintf(list[count++], WIRE_WORKER_MAX, "%s", worker->identity);
    free(run->aside);
    run->aside = list;
    run->aside_count = count;
}

void roster_each_live(const Roster *roster, uint64_t now_ns, int engines,
                      void (*fn)(void *context, const AwayLive *live), void *context) {
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next) {
        for (int i = 0; i < worker->live_count && is_live(worker, now_ns); i++) {
            const BeatGame *game = &worker->live[i];
            if (game->black >= engines || game->white >= engines)
                continue;
            AwayLive live = {.place = worker->name,
                             .number = game->number,
                             .engine = {game->black, game->white},
                             .moves = game->moves};
            fn(context, &live);
        }
    }
}

void roster_each_worker(const Roster *roster, uint64_t now_ns,
                        void (*fn)(void *context, const AwayWorker *worker), void *context) {
    for (const RosterWorker *worker = roster->workers; worker != NULL; worker = worker->hh.next) {
        bool is_there = worker->seen_ns > 0 && !worker->is_leaving;
        AwayWorker about = {.name = worker->name,
                            .cpu = worker->cpu,
                            .speed = worker->speed,
                            .tables = is_there ? worker->tables : 0,
                            .busy = is_there ? worker->busy : 0,
                            .games = worker->games,
                            .faults = worker->faults,
                            .seen_ms = worker->seen_ns > 0
                                           ? (int64_t)((now_ns - worker->seen_ns) / 1000000)
                                           : INT64_MAX,
                            .is_aside = worker->is_aside};
        fn(context, &about);
    }
}
