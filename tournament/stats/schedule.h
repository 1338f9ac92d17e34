/* schedule.h: who plays whom, when and with which opening. No clock, no processes.
 *
 * The games of a tournament are numbered from 1. Which game a number stands for depends only on
 * the configuration and on the results of earlier stages, never on the order in which games end,
 * so that an interrupted tournament finds its games again by number. */
#ifndef TOURNAMENT_STATS_SCHEDULE_H
#define TOURNAMENT_STATS_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    SCHEDULE_ROUND_ROBIN,
    SCHEDULE_GAUNTLET, /* the first engine against each other one */
    SCHEDULE_SWISS,    /* each round engines of like score meet, not the same two again */
    SCHEDULE_KNOCKOUT  /* the loser of an encounter is out; seeded by the order of engines */
} ScheduleFormat;

typedef struct ScheduleConfig {
    ScheduleFormat format;
    int engines;
    int rounds;     /* 1 or more; swiss 0: enough to part the engines; knockout: not read */
    int games;      /* of an encounter, 1 or more */
    bool is_repeat; /* two games in a row share their opening, sides swapped */
} ScheduleConfig;

typedef struct Job {
    int64_t number;   /* from 1 */
    int engine[2];    /* first and second of the encounter */
    bool is_reversed; /* the second is to move first after the opening */
    int round, game;  /* from 1; game: within the round */
    int64_t pair;     /* see GameRecord */
    int64_t opening;  /* running number of the opening, from 0 */
} Job;

typedef enum { SCHEDULE_JOB, SCHEDULE_WAIT, SCHEDULE_DONE, SCHEDULE_NO_MEMORY } ScheduleStatus;

typedef struct Schedule Schedule;

/* NULL: no memory. Engines: two at least. */
Schedule *schedule_new(const ScheduleConfig *config);
void schedule_free(Schedule *schedule);
/* The next game to play. WAIT: the pairings depend on games that are not reported yet. */
ScheduleStatus schedule_next(Schedule *schedule, Job *job);
/* half_points: of the engine job->engine[0]: 2 won, 1 drawn, 0 lost. Every game once. */
void schedule_report(Schedule *schedule, const Job *job, int half_points);
/* Games of the whole tournament, 0 when that is not known beforehand. */
int64_t schedule_total(const Schedule *schedule);
/* Half points that the engine won so far, byes included. */
int64_t schedule_half_points(const Schedule *schedule, int engine);
/* Knockout: the engine that won it, -1 while it is not decided. */
int schedule_champion(const Schedule *schedule);

#endif
