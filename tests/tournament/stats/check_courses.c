/* Random courses over tournament/stats/schedule.c: every format, any numbers of engines, games and
 * rounds, random results, random restarts.
 *
 * check_tournament_courses [COURSES [SEED]] */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/random.h"
#include "stats/schedule.h"
#include "support/harness.h"

enum { ENGINES_MAX = 9, JOBS_MAX = 8000, ENDLESS_JOBS = 300 };

static int courses = 1000;
static uint64_t first_seed = 1;

typedef struct Course {
    uint64_t seed;
    ScheduleConfig config;
    uint64_t draws; /* of 4 games, this many are drawn */
    int limit;      /* games played */
    Job jobs[JOBS_MAX];
    int count;
    bool is_reported[JOBS_MAX];
    int champion;
} Course;

static Course course, again;

static void draw_config(Course *c, uint64_t seed) {
    uint64_t state = random_stream(first_seed, seed);
    memset(c, 0, sizeof *c);
    c->seed = seed;
    c->config = (ScheduleConfig){.format = (ScheduleFormat)random_below(&state, 4),
                                 .engines = 2 + (int)random_below(&state, ENGINES_MAX - 1),
                                 .rounds = (int)random_below(&state, 7),
                                 .games = 1 + (int)random_below(&state, 6),
                                 .is_repeat = random_below(&state, 2) == 0};
    c->draws = random_below(&state, 5);
    bool is_open =
        c->config.format == SCHEDULE_ROUND_ROBIN || c->config.format == SCHEDULE_GAUNTLET;
    c->limit = is_open && c->config.rounds == 0 ? ENDLESS_JOBS : JOBS_MAX;
}

/* Returns the half points of the first engine: a function of seed and number alone. */
static int result_of(const Course *c, const Job *job) {
    uint64_t state = random_stream(c->seed + 1000003, (uint64_t)job->number);
    return random_below(&state, 4) < c->draws ? 1 : 2 * (int)random_below(&state, 2);
}

/* Takes the next game that `done` does not hold, as the ledger does. */
static ScheduleStatus next_job(const Course *c, Schedule *schedule, const bool *done, Job *job) {
    for (;;) {
        ScheduleStatus status = schedule_next(schedule, job);
        if (status != SCHEDULE_JOB || done == NULL || !done[job->number - 1])
            return status;
        schedule_report(schedule, job, result_of(c, job));
    }
}

/* Plays at most `stop` games more, on several tables: results come in any order. `done` holds the
 * games of earlier starts, NULL: none. Games still open at the stop are lost, as after a kill. */
static void play(Course *c, int stop, const bool *done, uint64_t state) {
    Schedule *schedule = schedule_new(&c->config);
    ck_assert_ptr_nonnull(schedule);
    static Job open[JOBS_MAX];
    int open_count = 0, tables = 1 + (int)random_below(&state, 4), reported = 0;
    bool is_done = false;
    while (reported < stop) {
        Job job;
        bool may_deal = open_count < tables && !is_done && c->count < c->limit;
        ScheduleStatus status = SCHEDULE_WAIT;
        if (may_deal)
            status = next_job(c, schedule, done, &job);
        ck_assert_int_ne(status, SCHEDULE_NO_MEMORY);
        is_done = is_done || status == SCHEDULE_DONE;
        if (status == SCHEDULE_JOB) {
            ck_assert_int_le(job.number, JOBS_MAX);
            c->jobs[job.number - 1] = open[open_count++] = job;
            c->count = job.number > c->count ? (int)job.number : c->count;
        }
        if (open_count == 0) {
            ck_assert(is_done || c->count >= c->limit); /* never waits with nothing to wait for */
            break;
        }
        if (status != SCHEDULE_JOB || random_below(&state, 3) == 0) {
            int pick = (int)random_below(&state, (uint64_t)open_count);
            schedule_report(schedule, &open[pick], result_of(c, &open[pick]));
            c->is_reported[open[pick].number - 1] = true;
            open[pick] = open[--open_count];
            reported++;
        }
    }
    c->champion = schedule_champion(schedule);
    if (done == NULL && schedule_total(schedule) > 0)
        ck_assert(!is_done || c->count == schedule_total(schedule));
    schedule_free(schedule);
}

/* With -repeat, and in replays: every opening once with each colour, in a row, by the same two. */
static void check_pairs(const Course *c) {
    int in_whole_pairs = c->count - c->count % 2; /* an endless course is cut anywhere */
    for (int i = 0; i < in_whole_pairs; i += 2) {
        const Job *one = &c->jobs[i], *two = &c->jobs[i + 1];
        ck_assert_int_eq(one->pair, two->pair);
        ck_assert_int_eq(one->opening, two->opening);
        ck_assert_int_eq(one->engine[0], two->engine[0]);
        ck_assert_int_eq(one->engine[1], two->engine[1]);
        ck_assert_int_ne(one->is_reversed, two->is_reversed);
        ck_assert_int_eq(one->opening, i / 2);
        ck_assert_int_eq(one->pair, i / 2 + 1);
    }
    ck_assert(c->count % 2 == 0 || c->limit == ENDLESS_JOBS);
}

/* The colours of two opponents differ by one at most, at any time. */
static void check_colors(const Course *c) {
    int balance[ENGINES_MAX + 1][ENGINES_MAX + 1] = {{0}};
    for (int i = 0; i < c->count; i++) {
        const Job *job = &c->jobs[i];
        int black = job->engine[job->is_reversed], white = job->engine[!job->is_reversed];
        balance[black][white]++;
        balance[white][black]--;
        ck_assert_int_le(abs(balance[black][white]), 1);
    }
}

/* No two encounters share an opening; a pair has two games at most. */
static void check_openings(const Course *c) {
    for (int i = 1; i < c->count; i++) {
        const Job *last = &c->jobs[i - 1], *job = &c->jobs[i];
        bool is_same = job->pair == last->pair;
        ck_assert_int_eq(job->opening, last->opening + !is_same);
        ck_assert_int_eq(job->pair, last->pair + !is_same);
        ck_assert(!is_same || job->is_reversed != last->is_reversed);
        ck_assert(!is_same || i < 2 || c->jobs[i - 2].pair != job->pair);
    }
}

/* In round robin and gauntlet all who meet play the same number of games. */
static void check_counts(const Course *c) {
    int games[ENGINES_MAX + 1][ENGINES_MAX + 1] = {{0}};
    int wanted = c->config.rounds * c->config.games;
    if (c->config.is_repeat)
        wanted += wanted % 2;
    for (int i = 0; i < c->count; i++) {
        int a = c->jobs[i].engine[0], b = c->jobs[i].engine[1];
        games[a < b ? a : b][a < b ? b : a]++;
    }
    int firsts = c->config.format == SCHEDULE_GAUNTLET ? 1 : c->config.engines;
    for (int a = 0; a < firsts; a++)
        for (int b = a + 1; b < c->config.engines; b++)
            ck_assert_int_eq(games[a][b], wanted);
}

/* In a Swiss everybody plays every round except for byes, which differ by one at most. */
static void check_swiss(const Course *c) {
    int games[ENGINES_MAX + 1] = {0}, least = JOBS_MAX, most = 0;
    int each = c->config.games + (c->config.is_repeat ? c->config.games % 2 : 0);
    for (int i = 0; i < c->count; i++)
        for (int side = 0; side < 2; side++)
            games[c->jobs[i].engine[side]]++;
    for (int i = 0; i < c->config.engines; i++) {
        least = games[i] < least ? games[i] : least;
        most = games[i] > most ? games[i] : most;
    }
    ck_assert_int_le(most - least, each);
}

static void check_course(const Course *c) {
    if (c->config.is_repeat)
        check_pairs(c);
    check_colors(c);
    check_openings(c);
    bool is_open =
        c->config.format == SCHEDULE_ROUND_ROBIN || c->config.format == SCHEDULE_GAUNTLET;
    if (is_open && c->limit == JOBS_MAX)
        check_counts(c);
    if (c->config.format == SCHEDULE_SWISS)
        check_swiss(c);
    if (c->config.format == SCHEDULE_KNOCKOUT)
        ck_assert_int_ge(c->champion, 0);
}

/* Plays the same tournament with restarts; the games must be the same. */
static void check_restarts(const Course *c, uint64_t state) {
    static bool done[JOBS_MAX];
    memset(done, 0, sizeof done);
    again = *c;
    memset(again.jobs, 0, sizeof again.jobs);
    memset(again.is_reported, 0, sizeof again.is_reported);
    for (int start = 0; start < 3; start++) {
        again.count = 0;
        play(&again, start < 2 ? (int)random_below(&state, (uint64_t)c->count) : JOBS_MAX, done,
             random_next(&state));
        memcpy(done, again.is_reported, sizeof done);
    }
    ck_assert_int_eq(again.champion, c->champion);
    for (int i = 0; i < c->count; i++) {
        ck_assert(again.is_reported[i]);
        ck_assert_mem_eq(again.jobs[i].engine, c->jobs[i].engine, sizeof c->jobs[i].engine);
        ck_assert_int_eq(again.jobs[i].is_reversed, c->jobs[i].is_reversed);
        ck_assert_int_eq(again.jobs[i].opening, c->jobs[i].opening);
        ck_assert_int_eq(again.jobs[i].pair, c->jobs[i].pair);
        ck_assert_int_eq(again.jobs[i].round, c->jobs[i].round);
        ck_assert_int_eq(again.jobs[i].game, c->jobs[i].game);
    }
}

START_TEST(colors_and_openings_are_fair_in_every_course) {
    int of_format[4] = {0};
    for (int i = 0; i < courses; i++) {
        draw_config(&course, (uint64_t)i);
        play(&course, JOBS_MAX, NULL, random_stream(first_seed + 1, (uint64_t)i));
        check_course(&course);
        if (course.limit == JOBS_MAX && course.count > 0)
            check_restarts(&course, random_stream(first_seed + 2, (uint64_t)i));
        of_format[course.config.format]++;
    }
    printf("courses: %d round robin, %d gauntlet, %d Swiss, %d knockout\n", of_format[0],
           of_format[1], of_format[2], of_format[3]);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1)
        courses = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    TCase *tests = tcase_create("courses");
    tcase_set_timeout(tests, 3600);
    tcase_add_test(tests, colors_and_openings_are_fair_in_every_course);
    Suite *suite = suite_create("courses");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
