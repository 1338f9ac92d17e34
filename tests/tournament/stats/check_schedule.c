/* Who plays whom, and how a knockout ranks the engines: tournament/stats/schedule.c, summary.c. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "game/random.h"
#include "stats/schedule.h"
#include "stats/summary.h"
#include "support/harness.h"

enum { JOBS_MAX = 4000 };

/* The stronger of two engines is the one listed first; it wins both games. */
static int result_by_seed(const Job *job) {
    return job->engine[0] < job->engine[1] ? 2 : 0;
}

/* Every game drawn. */
static int all_level(const Job *job) {
    (void)job;
    return 1;
}

/* Hands out everything there is, then reports it in an order drawn from `state`; at the end
 * `jobs` holds all games by number. Returns their count. */
static size_t play_all(const ScheduleConfig *config, int (*result)(const Job *), uint64_t state,
                       Job *jobs, int *champion) {
    Schedule *schedule = schedule_new(config);
    ck_assert_ptr_nonnull(schedule);
    static Job open[JOBS_MAX];
    size_t open_count = 0, count = 0;
    for (;;) {
        Job job;
        ScheduleStatus status = schedule_next(schedule, &job);
        ck_assert_int_ne(status, SCHEDULE_NO_MEMORY);
        if (status == SCHEDULE_JOB) {
            ck_assert_uint_lt(count, JOBS_MAX);
            ck_assert_int_eq(job.number, (int64_t)count + 1);
            jobs[count++] = open[open_count++] = job;
        }
        if (open_count > 0 && (status != SCHEDULE_JOB || random_below(&state, 3) == 0)) {
            size_t pick = (size_t)random_below(&state, open_count);
            schedule_report(schedule, &open[pick], result(&open[pick]));
            open[pick] = open[--open_count];
        } else if (status == SCHEDULE_DONE) {
            break;
        } else {
            ck_assert_int_eq(status, SCHEDULE_JOB); /* never waits with nothing to wait for */
        }
    }
    if (champion != NULL)
        *champion = schedule_champion(schedule);
    if (schedule_total(schedule) > 0)
        ck_assert_int_eq(schedule_total(schedule), (int64_t)count);
    schedule_free(schedule);
    return count;
}

static Job jobs[JOBS_MAX], again[JOBS_MAX];

START_TEST(round_robin_goes_through_the_pairs_in_order) {
    ScheduleConfig config = {SCHEDULE_ROUND_ROBIN, 3, 2, 2, true};
    ck_assert_uint_eq(play_all(&config, all_level, 1, jobs, NULL), 12);
    static const int pairs[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int i = 0; i < 12; i++) {
        ck_assert_int_eq(jobs[i].engine[0], pairs[i / 2][0]);
        ck_assert_int_eq(jobs[i].engine[1], pairs[i / 2][1]);
        ck_assert_int_eq(jobs[i].is_reversed, i % 2);
        ck_assert_int_eq(jobs[i].round, 1 + i / 6);
        ck_assert_int_eq(jobs[i].game, 1 + i % 6);
        ck_assert_int_eq(jobs[i].opening, i / 2);
        ck_assert_int_eq(jobs[i].pair, 1 + i / 2);
    }
}
END_TEST

START_TEST(gauntlet_plays_the_first_against_each) {
    ScheduleConfig config = {SCHEDULE_GAUNTLET, 4, 1, 3, false};
    ck_assert_uint_eq(play_all(&config, all_level, 1, jobs, NULL), 9);
    for (int i = 0; i < 9; i++) {
        ck_assert_int_eq(jobs[i].engine[0], 0);
        ck_assert_int_eq(jobs[i].engine[1], 1 + i / 3);
        ck_assert_int_eq(jobs[i].opening, i);
        ck_assert_int_eq(jobs[i].pair, 1 + i);
    }
}
END_TEST

START_TEST(a_pair_is_never_shared_by_two_encounters) {
    ScheduleConfig config = {SCHEDULE_ROUND_ROBIN, 4, 1, 3, true};
    size_t count = play_all(&config, all_level, 1, jobs, NULL);
    for (size_t i = 1; i < count; i++) {
        if (jobs[i].pair != jobs[i - 1].pair)
            continue;
        ck_assert_int_eq(jobs[i].engine[0], jobs[i - 1].engine[0]);
        ck_assert_int_eq(jobs[i].engine[1], jobs[i - 1].engine[1]);
        ck_assert_int_eq(jobs[i].opening, jobs[i - 1].opening);
        ck_assert_int_ne(jobs[i].is_reversed, jobs[i - 1].is_reversed);
    }
}
END_TEST

/* engines, for the loop tests below */
static const int sizes[] = {2, 3, 4, 5, 7, 8, 13, 16, 31, 64};

START_TEST(swiss_pairs_nobody_twice_while_it_can) {
    int engines = sizes[_i];
    ScheduleConfig config = {SCHEDULE_SWISS, engines, 0, 2, true};
    size_t count = play_all(&config, result_by_seed, 5, jobs, NULL);
    ck_assert_uint_gt(count, 0);
    int met[64][64] = {{0}}, in_round[64] = {0};
    int round = 0;
    for (size_t i = 0; i < count; i++) {
        int a = jobs[i].engine[0], b = jobs[i].engine[1];
        ck_assert_int_ne(a, b);
        if (jobs[i].round != round) {
            round = jobs[i].round;
            memset(in_round, 0, sizeof in_round);
        }
        ck_assert_int_le(++in_round[a], 2);
        ck_assert_int_le(++in_round[b], 2);
        met[a][b]++;
        met[b][a]++;
    }
    /* Enough others for the rounds: nobody meets again. */
    for (int a = 0; a < engines && engines > 8; a++)
        for (int b = 0; b < engines; b++)
            ck_assert_int_le(met[a][b], 2);
}
END_TEST

/* A round of five engines: its encounters, the engine with the lower index first. The fifth one has
 * a bye. */
typedef struct Round {
    int pairs[2][2];
} Round;

static void expect_rounds(const Round *rounds, int count, bool is_repeat,
                          int (*result)(const Job *)) {
    ScheduleConfig config = {SCHEDULE_SWISS, 5, count, 2, is_repeat};
    Schedule *schedule = schedule_new(&config);
    Job job;
    for (int round = 0; round < count; round++) {
        for (int game = 0; game < 4; game++) {
            ck_assert_int_eq(schedule_next(schedule, &job), SCHEDULE_JOB);
            const int *pair = rounds[round].pairs[game / 2];
            int a = job.engine[0], b = job.engine[1];
            ck_assert_int_eq(a < b ? a : b, pair[0]);
            ck_assert_int_eq(a < b ? b : a, pair[1]);
            ck_assert_int_eq(job.round, round + 1);
            schedule_report(schedule, &job, result(&job));
        }
    }
    ck_assert_int_eq(schedule_next(schedule, &job), SCHEDULE_DONE);
    schedule_free(schedule);
}

/* The stronger always wins. Worked out by hand from the rules: rank by points; the bye to the last
 * one of those with the fewest; then each with the nearest it has not met. In round 3 the pairing
 * 0-3 would leave 1 and 4, who have met. */
START_TEST(swiss_pairs_and_byes_are_those_of_a_fixed_table) {
    static const Round rounds[] = {{{{0, 1}, {2, 3}}},  /* half points after it: 4 0 4 0 4 */
                                   {{{0, 2}, {1, 4}}},  /* 8 4 4 4 4 */
                                   {{{0, 4}, {1, 3}}},  /* 12 8 8 4 4 */
                                   {{{0, 3}, {2, 4}}},  /* 16 12 12 4 4 */
                                   {{{1, 2}, {3, 4}}}}; /* 20 16 12 8 4 */
    expect_rounds(rounds, sizeof rounds / sizeof *rounds, _i == 1, result_by_seed);
}
END_TEST

/* All games are drawn, so the engine with the bye leads after round 1: it meets the best of the
 * others. Worth a drawn encounter, the bye would leave 0 to meet 2. */
START_TEST(a_bye_is_worth_a_won_encounter) {
    static const Round rounds[] = {{{{0, 1}, {2, 3}}}, /* half points after it: 2 2 2 2 4 */
                                   {{{0, 4}, {1, 2}}}};
    expect_rounds(rounds, sizeof rounds / sizeof *rounds, _i == 1, all_level);
}
END_TEST

START_TEST(swiss_byes_go_round) {
    ScheduleConfig config = {SCHEDULE_SWISS, 3, 9, 1, false};
    size_t count = play_all(&config, result_by_seed, 5, jobs, NULL);
    int games[3] = {0};
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++)
            games[jobs[i].engine[side]]++;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(games[i], 6);
}
END_TEST

/* With single games an engine that has had Black more often begins with White. */
START_TEST(swiss_shares_out_the_colors) {
    ScheduleConfig config = {SCHEDULE_SWISS, 8, 7, 1, false};
    size_t count = play_all(&config, result_by_seed, 5, jobs, NULL);
    int blacks[8] = {0};
    for (size_t i = 0; i < count; i++)
        blacks[jobs[i].engine[jobs[i].is_reversed]]++;
    for (int i = 0; i < 8; i++) {
        ck_assert_int_ge(blacks[i], 3); /* of 7 */
        ck_assert_int_le(blacks[i], 4);
    }
}
END_TEST

/* Who has Black in single games of four engines, the stronger always wins: in round 1 the better
 * one of each two; in round 2, among equals, the other one; in round 3 engine 1, which had White
 * twice, and engine 0 again. */
START_TEST(swiss_colors_are_those_of_a_fixed_table) {
    static const int black_white[6][2] = {{0, 1}, {2, 3}, {2, 0}, {3, 1}, {0, 3}, {1, 2}};
    ScheduleConfig config = {SCHEDULE_SWISS, 4, 3, 1, false};
    ck_assert_uint_eq(play_all(&config, result_by_seed, 5, jobs, NULL), 6);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(jobs[i].engine[jobs[i].is_reversed], black_white[i][0]);
        ck_assert_int_eq(jobs[i].engine[!jobs[i].is_reversed], black_white[i][1]);
    }
}
END_TEST

START_TEST(swiss_has_enough_rounds_to_rank_the_engines) {
    static const int engines[] = {2, 3, 4, 5, 8, 9, 16}, rounds[] = {2, 3, 3, 4, 4, 5, 5};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        ScheduleConfig config = {SCHEDULE_SWISS, engines[i], 0, 2, true};
        size_t count = play_all(&config, result_by_seed, 5, jobs, NULL);
        ck_assert_int_eq(jobs[count - 1].round, rounds[i]);
    }
}
END_TEST

START_TEST(knockout_seeds_its_bracket) {
    static const int pairs[7][2] = {{0, 7}, {3, 4}, {1, 6}, {2, 5}, {0, 3}, {1, 2}, {0, 1}};
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, 8, 1, 1, false};
    ck_assert_uint_eq(play_all(&config, result_by_seed, 5, jobs, NULL), 7);
    for (int i = 0; i < 7; i++)
        ck_assert_mem_eq(jobs[i].engine, pairs[i], sizeof pairs[i]);
}
END_TEST

START_TEST(knockout_replays_eight_times_at_most) {
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, 2, 1, 2, true};
    ck_assert_uint_eq(play_all(&config, all_level, 5, jobs, NULL), 2 + 8 * 2);
}
END_TEST

START_TEST(replays_of_a_knockout_share_their_opening) {
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, 4, 1, 3, false};
    size_t count = play_all(&config, all_level, 3, jobs, NULL);
    ck_assert_uint_gt(count, 6);
    for (size_t i = 6; i < 10; i += 2) { /* the replays of two encounters of three games */
        ck_assert_int_eq(jobs[i].pair, jobs[i + 1].pair);
        ck_assert_int_eq(jobs[i].opening, jobs[i + 1].opening);
        ck_assert_int_ne(jobs[i].is_reversed, jobs[i + 1].is_reversed);
    }
}
END_TEST

START_TEST(rounds_without_end_go_on) {
    ScheduleConfig config = {SCHEDULE_ROUND_ROBIN, 2, 0, 2, true};
    Schedule *schedule = schedule_new(&config);
    ck_assert_int_eq(schedule_total(schedule), 0);
    for (int i = 1; i <= JOBS_MAX; i++) {
        Job job;
        ck_assert_int_eq(schedule_next(schedule, &job), SCHEDULE_JOB);
        ck_assert_int_eq(job.number, i);
        ck_assert_int_eq(job.opening, (i - 1) / 2);
    }
    schedule_free(schedule);
}
END_TEST

START_TEST(knockout_is_won_by_who_never_loses) {
    int engines = sizes[_i], champion = -1;
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, engines, 1, 2, true};
    size_t count = play_all(&config, result_by_seed, 9, jobs, &champion);
    ck_assert_int_eq(champion, 0);
    ck_assert_uint_eq(count, 2 * (size_t)(engines - 1));
    /* The two best seeds meet in the last encounter. */
    const Job *last = &jobs[count - 1];
    ck_assert_int_eq(last->engine[0] + last->engine[1], 1);
}
END_TEST

START_TEST(level_knockout_encounters_are_replayed_and_end) {
    int champion = -1;
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, 5, 1, 2, true};
    size_t count = play_all(&config, all_level, 3, jobs, &champion);
    ck_assert_int_eq(champion, 0);
    ck_assert_uint_gt(count, 8);
}
END_TEST

/* ---- The ranks of a knockout ------------------------------------------------------------------
 */

static uint64_t course;

/* Won, drawn or lost at random, by the course and the number of the game. */
static int result_at_random(const Job *job) {
    uint64_t state = JOBS_MAX * course + (uint64_t)job->number;
    return (int)random_below(&state, 3);
}

static void add_result(Summary *summary, const Job *job, int half_points) {
    GameRecord game;
    game_record_init(&game);
    game.number = job->number;
    game.pair = job->pair;
    game.round = job->round;
    game.engine[GAME_BLACK] = job->engine[job->is_reversed];
    game.engine[GAME_WHITE] = job->engine[!job->is_reversed];
    bool first_has_won = half_points == 2;
    game.result = half_points == 1                    ? GAME_DRAWN
                  : first_has_won == job->is_reversed ? GAME_WHITE_WINS
                                                      : GAME_BLACK_WINS;
    ck_assert(summary_add(summary, &game));
}

static int *order_of(Summary *summary) {
    ck_assert(summary_finish(summary));
    int *order = summary_order(summary);
    ck_assert_ptr_nonnull(order);
    return order;
}

START_TEST(a_finished_knockout_is_ranked_by_the_rounds_of_its_engines) {
    static const StoreEngine about[17];
    int engines = 2 + _i % 16, champion = -1, last[17] = {0};
    course = (uint64_t)_i;
    const StoreRun run = {
        .settings = "format = knockout\n", .engine_count = engines, .engines = about};
    ScheduleConfig config = {SCHEDULE_KNOCKOUT, engines, 1, 2, true};
    size_t count = play_all(&config, result_at_random, 9, jobs, &champion);
    Summary summary;
    ck_assert(summary_init(&summary, &run));
    for (size_t i = 0; i < count; i++) {
        add_result(&summary, &jobs[i], result_at_random(&jobs[i]));
        last[jobs[i].engine[0]] = last[jobs[i].engine[1]] = jobs[i].round;
    }
    int *order = order_of(&summary);
    ck_assert_int_eq(order[0], champion);
    for (int i = 1; i < engines; i++)
        ck_assert_int_le(last[order[i]], last[order[i - 1]]);
    free(order);
    summary_release(&summary);
}
END_TEST

/* Engines 0 and 1 have no opponent in the first round. 3 is out in the second round; 1 and 2, who
 * have not met yet, stand before it. */
START_TEST(engines_of_a_knockout_that_still_play_are_above_those_that_are_out) {
    static const StoreEngine about[6];
    static const Job played[] = {{.number = 1, .engine = {2, 5}, .round = 1},
                                 {.number = 2, .engine = {3, 4}, .round = 1},
                                 {.number = 3, .engine = {0, 3}, .round = 2}};
    static const int ranks[] = {0, 2, 1, 3};
    const StoreRun run = {.settings = "format = knockout\n", .engine_count = 6, .engines = about};
    Summary summary;
    ck_assert(summary_init(&summary, &run));
    for (int i = 0; i < 3; i++)
        add_result(&summary, &played[i], 2);
    int *order = order_of(&summary);
    ck_assert_mem_eq(order, ranks, sizeof ranks);
    free(order);
    summary_release(&summary);
}
END_TEST

START_TEST(numbers_do_not_depend_on_the_order_of_reports) {
    for (int format = 0; format < 4; format++) {
        ScheduleConfig config = {(ScheduleFormat)format, 9, format == SCHEDULE_SWISS ? 0 : 1, 2,
                                 true};
        size_t count = play_all(&config, result_by_seed, 1, jobs, NULL);
        for (uint64_t seed = 2; seed < 12; seed++) {
            ck_assert_uint_eq(play_all(&config, result_by_seed, seed, again, NULL), count);
            for (size_t i = 0; i < count; i++) {
                ck_assert_int_eq(jobs[i].engine[0], again[i].engine[0]);
                ck_assert_int_eq(jobs[i].engine[1], again[i].engine[1]);
                ck_assert_int_eq(jobs[i].opening, again[i].opening);
                ck_assert_int_eq(jobs[i].pair, again[i].pair);
            }
        }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("schedule");
    int size_count = (int)(sizeof sizes / sizeof *sizes);
    tcase_add_test(tests, round_robin_goes_through_the_pairs_in_order);
    tcase_add_test(tests, gauntlet_plays_the_first_against_each);
    tcase_add_test(tests, a_pair_is_never_shared_by_two_encounters);
    tcase_add_loop_test(tests, swiss_pairs_nobody_twice_while_it_can, 0, size_count);
    tcase_add_loop_test(tests, swiss_pairs_and_byes_are_those_of_a_fixed_table, 0, 2);
    tcase_add_loop_test(tests, a_bye_is_worth_a_won_encounter, 0, 2);
    tcase_add_test(tests, swiss_byes_go_round);
    tcase_add_test(tests, swiss_shares_out_the_colors);
    tcase_add_test(tests, swiss_colors_are_those_of_a_fixed_table);
    tcase_add_test(tests, swiss_has_enough_rounds_to_rank_the_engines);
    tcase_add_test(tests, knockout_seeds_its_bracket);
    tcase_add_test(tests, knockout_replays_eight_times_at_most);
    tcase_add_test(tests, replays_of_a_knockout_share_their_opening);
    tcase_add_test(tests, rounds_without_end_go_on);
    tcase_add_loop_test(tests, knockout_is_won_by_who_never_loses, 0, size_count);
    tcase_add_test(tests, level_knockout_encounters_are_replayed_and_end);
    tcase_add_loop_test(tests, a_finished_knockout_is_ranked_by_the_rounds_of_its_engines, 0, 160);
    tcase_add_test(tests, engines_of_a_knockout_that_still_play_are_above_those_that_are_out);
    tcase_add_test(tests, numbers_do_not_depend_on_the_order_of_reports);
    Suite *suite = suite_create("schedule");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
