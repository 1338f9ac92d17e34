/* schedule.h: who plays whom, in which order and with which opening. No clock, no processes.
 *
 * Games are numbered from 1. The game of a number depends only on the configuration and the results
 * of earlier stages, never on the order in which games end, so a resumed tournament finds its games
 * by number.
 *
 * Colours: with is_repeat every opening is played exactly twice in a row by the same two engines,
 * once with each colour; an odd number of games of an encounter is rounded up where no later round
 * completes the pair. Otherwise the two alternate, over all rounds, so that neither has had Black
 * more than once more often than the other. The two games of a knockout's replay always share their
 * opening. */
#ifndef TOURNAMENT_STATS_SCHEDULE_H
#define TOURNAMENT_STATS_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    SCHEDULE_ROUND_ROBIN,
    SCHEDULE_GAUNTLET, /* the first engine meets each other one */
    SCHEDULE_SWISS,    /* in each round engines with similar scores meet, without rematches */
    SCHEDULE_KNOCKOUT  /* the loser of an encounter is out; seeded by the order of engines */
} ScheduleFormat;

typedef struct ScheduleConfig {
    ScheduleFormat format;
    int engines;
    /* 1 or more. 0: enough to rank the engines in a Swiss, without end in round robin and gauntlet.
     * Unused in a knockout. */
    int rounds;
    int games;      /* of an encounter, 1 or more */
    bool is_repeat; /* two games in a row share their opening, colours swapped */
} ScheduleConfig;

typedef struct Job {
    int64_t number;   /* from 1 */
    int engine[2];    /* first and second of the encounter */
    bool is_reversed; /* the second engine has Black; for odd openings see the dealer */
    int round, game;  /* from 1; game: within the round */
    int64_t pair;     /* see GameRecord: the two games of an opening, or one game */
    int64_t opening;  /* running number of the opening, from 0 */
} Job;

typedef enum { SCHEDULE_JOB, SCHEDULE_WAIT, SCHEDULE_DONE, SCHEDULE_NO_MEMORY } ScheduleStatus;

typedef struct Schedule Schedule;

/* Returns NULL if out of memory. There must be two engines or more. */
Schedule *schedule_new(const ScheduleConfig *config);
void schedule_free(Schedule *schedule);
/* Returns the next game to play. WAIT: the pairings depend on games not yet reported. */
ScheduleStatus schedule_next(Schedule *schedule, Job *job);
/* Reports a result, once per game. half_points: of job->engine[0]; 2 won, 1 drawn, 0 lost. */
void schedule_report(Schedule *schedule, const Job *job, int half_points);
/* Returns the number of games of the tournament; 0 if unknown before its end. */
int64_t schedule_total(const Schedule *schedule);
/* Returns the winner of a knockout; -1 while undecided and in other formats. */
int schedule_champion(const Schedule *schedule);

#endif
