/* A tournament is a sequence of stages; the encounters of a stage are known when it begins. In
 * round robin, gauntlet and Swiss each round is one stage; in a knockout each round is one stage,
 * and one more for the encounters that ended level. */
#include "stats/schedule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REPLAYS_MAX = 8 }; /* of a level knockout encounter; then the better seed advances */

typedef struct Encounter {
    int engine[2];
    int64_t half_points[2];
} Encounter;

struct Schedule {
    ScheduleConfig config;
    int rounds;             /* rounds of all stages; knockout: until one engine is left */
    int round;              /* of the stage, from 1; 0 before the first */
    int replay;             /* of a knockout round */
    size_t encounter_count; /* of the stage */
    Encounter *encounters;
    size_t encounter;   /* the next game comes from here */
    int game;           /* of that encounter, from 0 */
    int games_in_round; /* dealt */
    int64_t handed_out, reported, pair;
    int64_t *half_points; /* by engine, over all stages */
    int *encounters_with; /* [a * engines + b]: Swiss */
    int *blacks_against;  /* [a * engines + b]: a's games with Black minus those with White */
    int *blacks;          /* the same against all */
    int *byes;            /* Swiss */
    int *alive;           /* knockout: bracket order; -1: an empty place */
    size_t alive_count;
    bool is_done;
};

static int ceil_log2(int value) {
    int log = 0;
    while ((1 << log) < value)
        log++;
    return log;
}

/* Fills the bracket so that the best seeds meet last: 1, then 1 2, then 1 4 2 3, and so on. */
static void fill_bracket(Schedule *schedule) {
    int engines = schedule->config.engines, size = 1;
    int *alive = schedule->alive;
    alive[0] = 0;
    while (size < engines) {
        size *= 2;
        for (int i = size / 2 - 1; i >= 0; i--) {
            alive[2 * i] = alive[i];
            alive[2 * i + 1] = size - 1 - alive[i];
        }
    }
    for (int i = 0; i < size; i++)
        if (alive[i] >= engines)
            alive[i] = -1;
    schedule->alive_count = (size_t)size;
}

Schedule *schedule_new(const ScheduleConfig *config) {
    assert(config->engines >= 2 && config->games >= 1);
    Schedule *schedule = calloc(1, sizeof *schedule);
    if (schedule == NULL)
        return NULL;
    size_t engines = (size_t)config->engines;
    bool is_swiss = config->format == SCHEDULE_SWISS;
    schedule->config = *config;
    schedule->rounds =
        is_swiss && config->rounds == 0 ? ceil_log2(config->engines) + 1 : config->rounds;
    schedule->encounters = calloc(engines * engines, sizeof *schedule->encounters);
    schedule->half_points = calloc(engines, sizeof *schedule->half_points);
    schedule->encounters_with = calloc(engines * engines, sizeof *schedule->encounters_with);
    schedule->blacks_against = calloc(engines * engines, sizeof *schedule->blacks_against);
    schedule->blacks = calloc(engines, sizeof *schedule->blacks);
    schedule->byes = calloc(engines, sizeof *schedule->byes);
    schedule->alive = calloc(2 * engines, sizeof *schedule->alive);
    if (schedule->encounters == NULL || schedule->half_points == NULL ||
        schedule->encounters_with == NULL || schedule->blacks_against == NULL ||
        schedule->blacks == NULL || schedule->byes == NULL || schedule->alive == NULL) {
        schedule_free(schedule);
        return NULL;
    }
    if (config->format == SCHEDULE_KNOCKOUT)
        fill_bracket(schedule);
    return schedule;
}

void schedule_free(Schedule *schedule) {
    if (schedule == NULL)
        return;
    free(schedule->encounters);
    free(schedule->half_points);
    free(schedule->encounters_with);
    free(schedule->blacks_against);
    free(schedule->blacks);
    free(schedule->byes);
    free(schedule->alive);
    free(schedule);
}

/* Returns the games that two opponents have had after `rounds` rounds of a round robin or gauntlet:
 * whole pairs with is_repeat. */
static int64_t games_up_to(const ScheduleConfig *config, int64_t rounds) {
    int64_t games = rounds * config->games;
    return config->is_repeat ? games + games % 2 : games;
}

/* Returns the games of each encounter of the stage. A replay of a level knockout encounter has two,
 * one with each colour. */
static int encounter_games(const Schedule *schedule) {
    const ScheduleConfig *config = &schedule->config;
    if (schedule->replay > 0)
        return 2;
    if (config->format == SCHEDULE_SWISS || config->format == SCHEDULE_KNOCKOUT)
        return (int)games_up_to(config, 1);
    return (int)(games_up_to(config, schedule->round) - games_up_to(config, schedule->round - 1));
}

static void add_encounter(Schedule *schedule, int first, int second) {
    schedule->encounters[schedule->encounter_count++] = (Encounter){.engine = {first, second}};
}

/* ---- Stages ------------------------------------------------------------------------------- */

/* Adds nothing if an earlier round has played this round's games to complete its pairs. */
static void pair_everyone(Schedule *schedule) {
    if (encounter_games(schedule) == 0)
        return;
    int engines = schedule->config.engines;
    int firsts = schedule->config.format == SCHEDULE_GAUNTLET ? 1 : engines - 1;
    for (int first = 0; first < firsts; first++)
        for (int second = first + 1; second < engines; second++)
            add_encounter(schedule, first, second);
}

/* Orders engines by score, and equal ones as on the command line. */
static void rank(const Schedule *schedule, int *order) {
    int engines = schedule->config.engines;
    for (int i = 0; i < engines; i++) {
        int at = i;
        for (; at > 0 && schedule->half_points[order[at - 1]] < schedule->half_points[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Pairs order[from..count): each time the first free engine with the nearest one below that it has
 * not met more than `rematches` times; backtracks if that leaves an engine without opponent.
 * `budget` bounds the search; returns false if it found no pairing. */
static bool pair_swiss(Schedule *schedule, int *order, int from, int count, int rematches,
                       int *budget) {
    if (from == count)
        return true;
    int engines = schedule->config.engines, first = order[from];
    for (int at = from + 1; at < count && --*budget > 0; at++) {
        int second = order[at];
        if (schedule->encounters_with[first * engines + second] > rematches)
            continue;
        memmove(&order[from + 2], &order[from + 1], (size_t)(at - from - 1) * sizeof *order);
        order[from + 1] = second;
        if (pair_swiss(schedule, order, from + 2, count, rematches, budget))
            return true;
        memmove(&order[from + 1], &order[from + 2], (size_t)(at - from - 1) * sizeof *order);
        order[at] = second;
    }
    return false;
}

/* If the number of engines is odd, the last one of those with the fewest byes gets one, which
 * counts as a won encounter. */
static int give_bye(Schedule *schedule, int *order, int count) {
    int at = count - 1;
    for (int i = at - 1; i >= 0; i--)
        if (schedule->byes[order[i]] < schedule->byes[order[at]])
            at = i;
    int engine = order[at];
    schedule->byes[engine]++;
    schedule->half_points[engine] += 2 * (int64_t)encounter_games(schedule);
    memmove(&order[at], &order[at + 1], (size_t)(count - 1 - at) * sizeof *order);
    return count - 1;
}

/* Returns whether the second engine should begin with Black: it has had Black less often, or, in
 * every second round, as often. */
static bool begins_second(const Schedule *schedule, int first, int second) {
    int more = schedule->blacks[first] - schedule->blacks[second];
    return more != 0 ? more > 0 : schedule->round % 2 == 0;
}

static bool begin_swiss_round(Schedule *schedule) {
    int count = schedule->config.engines, engines = count;
    int *order = malloc((size_t)count * sizeof *order);
    if (order == NULL)
        return false;
    rank(schedule, order);
    if (count % 2 != 0)
        count = give_bye(schedule, order, count);
    int budget = 100000;
    for (int rematches = 0; !pair_swiss(schedule, order, 0, count, rematches, &budget); rematches++)
        budget = 100000;
    for (int i = 0; i < count; i += 2) {
        int first = order[i], second = order[i + 1];
        bool is_swapped = begins_second(schedule, first, second);
        add_encounter(schedule, is_swapped ? second : first, is_swapped ? first : second);
        schedule->encounters_with[first * engines + second]++;
        schedule->encounters_with[second * engines + first]++;
    }
    free(order);
    return true;
}

static int knockout_winner(const Schedule *schedule, const Encounter *encounter) {
    if (encounter->half_points[0] != encounter->half_points[1])
        return encounter->engine[encounter->half_points[0] < encounter->half_points[1]];
    if (schedule->replay < REPLAYS_MAX)
        return -1;
    return encounter->engine[0] < encounter->engine[1] ? encounter->engine[0]
                                                       : encounter->engine[1];
}

/* Removes the losers of the stage; level encounters stay for a replay. */
static void settle_knockout(Schedule *schedule) {
    size_t level = 0;
    for (size_t i = 0; i < schedule->encounter_count; i++) {
        Encounter *encounter = &schedule->encounters[i];
        int winner = knockout_winner(schedule, encounter);
        if (winner < 0) {
            Encounter again = {.engine = {encounter->engine[0], encounter->engine[1]}};
            schedule->encounters[level++] = again;
            continue;
        }
        int loser = encounter->engine[encounter->engine[0] == winner];
        for (size_t j = 0; j < schedule->alive_count; j++)
            if (schedule->alive[j] == loser)
                schedule->alive[j] = -1;
    }
    schedule->encounter_count = level;
}

/* Pairs the next knockout round: neighbours in the bracket meet; an engine without a neighbour
 * advances. */
static void begin_knockout_round(Schedule *schedule) {
    while (schedule->encounter_count == 0 && schedule->alive_count > 1) {
        bool is_first = schedule->round == 1;
        size_t half = is_first ? schedule->alive_count : schedule->alive_count / 2;
        if (!is_first) {
            for (size_t i = 0; i < half; i++) {
                int a = schedule->alive[2 * i], b = schedule->alive[2 * i + 1];
                schedule->alive[i] = a >= 0 ? a : b;
            }
            schedule->alive_count = half;
        }
        for (size_t i = 0; i + 1 < schedule->alive_count; i += 2)
            if (schedule->alive[i] >= 0 && schedule->alive[i + 1] >= 0)
                add_encounter(schedule, schedule->alive[i], schedule->alive[i + 1]);
        if (is_first)
            break;
    }
    schedule->is_done = schedule->encounter_count == 0;
}

static bool begin_stage(Schedule *schedule) {
    bool is_knockout = schedule->config.format == SCHEDULE_KNOCKOUT;
    schedule->encounter = 0;
    schedule->game = 0;
    if (is_knockout && schedule->round > 0) {
        settle_knockout(schedule);
        if (schedule->encounter_count > 0) {
            schedule->replay++;
            return true;
        }
    }
    bool is_endless = schedule->rounds == 0;
    if (!is_knockout && !is_endless && schedule->round == schedule->rounds) {
        schedule->is_done = true;
        return true;
    }
    schedule->encounter_count = 0;
    schedule->replay = 0;
    schedule->games_in_round = 0;
    schedule->round++;
    if (is_knockout)
        begin_knockout_round(schedule);
    else if (schedule->config.format == SCHEDULE_SWISS)
        return begin_swiss_round(schedule);
    else
        pair_everyone(schedule);
    return true;
}

/* ---- Jobs --------------------------------------------------------------------------------- */

/* Counts a game in the balance of colours. Returns whether the second engine has Black: it has had
 * Black less often against the first one. */
static bool deal_colors(Schedule *schedule, int first, int second) {
    int engines = schedule->config.engines;
    int *of_first = &schedule->blacks_against[first * engines + second];
    int *of_second = &schedule->blacks_against[second * engines + first];
    bool is_reversed = *of_first > 0;
    int more = is_reversed ? -1 : 1;
    *of_first += more;
    *of_second -= more;
    schedule->blacks[first] += more;
    schedule->blacks[second] -= more;
    return is_reversed;
}

ScheduleStatus schedule_next(Schedule *schedule, Job *job) {
    bool is_open = schedule->config.format == SCHEDULE_ROUND_ROBIN ||
                   schedule->config.format == SCHEDULE_GAUNTLET;
    while (!schedule->is_done &&
           (schedule->round == 0 || schedule->encounter == schedule->encounter_count)) {
        if (!is_open && schedule->reported < schedule->handed_out)
            return SCHEDULE_WAIT;
        if (!begin_stage(schedule))
            return SCHEDULE_NO_MEMORY;
    }
    if (schedule->is_done)
        return SCHEDULE_DONE;
    const Encounter *encounter = &schedule->encounters[schedule->encounter];
    bool is_in_pairs = schedule->config.is_repeat || schedule->replay > 0;
    if (!is_in_pairs || schedule->game % 2 == 0)
        schedule->pair++;
    int first = encounter->engine[0], second = encounter->engine[1];
    *job = (Job){.number = ++schedule->handed_out,
                 .engine = {first, second},
                 .is_reversed = deal_colors(schedule, first, second),
                 .round = schedule->round,
                 .game = ++schedule->games_in_round,
                 .pair = schedule->pair,
                 .opening = schedule->pair - 1};
    if (++schedule->game == encounter_games(schedule)) {
        schedule->game = 0;
        schedule->encounter++;
    }
    return SCHEDULE_JOB;
}

void schedule_report(Schedule *schedule, const Job *job, int half_points) {
    assert(half_points >= 0 && half_points <= 2);
    schedule->reported++;
    schedule->half_points[job->engine[0]] += half_points;
    schedule->half_points[job->engine[1]] += 2 - half_points;
    for (size_t i = 0; i < schedule->encounter_count; i++) {
        Encounter *encounter = &schedule->encounters[i];
        if (encounter->engine[0] == job->engine[0] && encounter->engine[1] == job->engine[1]) {
            encounter->half_points[0] += half_points;
            encounter->half_points[1] += 2 - half_points;
            return;
        }
    }
}

int64_t schedule_total(const Schedule *schedule) {
    int64_t engines = schedule->config.engines, rounds = schedule->rounds;
    const ScheduleConfig *config = &schedule->config;
    switch (config->format) {
    case SCHEDULE_ROUND_ROBIN:
        return games_up_to(config, rounds) * (engines * (engines - 1) / 2);
    case SCHEDULE_GAUNTLET:
        return games_up_to(config, rounds) * (engines - 1);
    case SCHEDULE_SWISS:
        return rounds * games_up_to(config, 1) * (engines / 2);
    case SCHEDULE_KNOCKOUT:
        break;
    }
    return 0;
}

int schedule_champion(const Schedule *schedule) {
    if (schedule->config.format != SCHEDULE_KNOCKOUT || !schedule->is_done)
        return -1;
    for (size_t i = 0; i < schedule->alive_count; i++)
        if (schedule->alive[i] >= 0)
            return schedule->alive[i];
    return -1;
}
