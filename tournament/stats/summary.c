#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* If out of memory, uthash drops the entry; the caller reports it. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->is_lost = true)
#include <uthash.h>

/* The first game of a pair, until the other one comes. */
typedef struct PairEntry {
    int64_t pair;
    int engine, opponent; /* engine < opponent */
    int half_points;      /* of `engine` */
    bool is_lost;
    UT_hash_handle hh;
} PairEntry;

typedef struct OpeningEntry {
    SummaryOpening opening; /* its index is the key */
    bool is_lost;
    UT_hash_handle hh;
} OpeningEntry;

/* A game by its players and moves. */
typedef struct MovesEntry {
    bool is_lost;
    UT_hash_handle hh;
    int key[]; /* engines of Black and White; x and y of each move */
} MovesEntry;

bool summary_init(Summary *summary, const StoreRun *run) {
    size_t n = (size_t)run->engine_count;
    *summary = (Summary){.run = run, .engine_count = run->engine_count, .course_step = 1};
    summary->engines = calloc(n + 1, sizeof(*summary->engines));
    summary->cross = calloc(n * n + 1, sizeof(*summary->cross));
    summary->pairs = calloc(n * n + 1, sizeof(*summary->pairs));
    summary->ratings = ratings_new(run->engine_count);
    if (summary->engines == NULL || summary->cross == NULL || summary->pairs == NULL ||
        summary->ratings == NULL) {
        summary_release(summary);
        return false;
    }
    return true;
}

bool summary_anchor(Summary *summary, const char *name, double elo) {
    for (int i = 0; i < summary->engine_count; i++)
        if (strcmp(summary->run->engines[i].name, name) == 0) {
            ratings_anchor(summary->ratings, i, elo);
            return true;
        }
    return false;
}

void summary_release(Summary *summary) {
    PairEntry *pair, *next_pair;
    HASH_ITER(hh, summary->pair_table, pair, next_pair) {
        HASH_DEL(summary->pair_table, pair);
        free(pair);
    }
    OpeningEntry *opening, *next_opening;
    HASH_ITER(hh, summary->opening_table, opening, next_opening) {
        HASH_DEL(summary->opening_table, opening);
        free(opening);
    }
    MovesEntry *moves, *next_moves;
    HASH_ITER(hh, summary->moves_table, moves, next_moves) {
        HASH_DEL(summary->moves_table, moves);
        free(moves);
    }
    free(summary->engines);
    free(summary->cross);
    free(summary->pairs);
    free(summary->openings);
    ratings_free(summary->ratings);
    *summary = (Summary){0};
}

int64_t summary_crashes(const SummaryEngine *engine) {
    return engine->lost_by[GAME_REASON_CRASH] + engine->lost_by[GAME_REASON_START];
}

const Wdl *summary_cross(const Summary *summary, int engine, int opponent) {
    return &summary->cross[engine * summary->engine_count + opponent];
}

const Pairs *summary_pairs(const Summary *summary, int engine, int opponent) {
    return &summary->pairs[engine * summary->engine_count + opponent];
}

/* Returns the half points of a colour in a game with a result. */
static int half_points_of(const GameRecord *game, GameColor color) {
    int winner = game_record_winner(game);
    return winner < 0 ? 1 : winner == (int)color ? 2 : 0;
}

static int first_half_points(const GameRecord *game) {
    bool black_is_first = game->engine[GAME_BLACK] < game->engine[GAME_WHITE];
    return half_points_of(game, black_is_first ? GAME_BLACK : GAME_WHITE);
}

/* ---- Parts of a game ------------------------------------------------------------------------ */

static bool add_to_pair(Summary *summary, int engine, int opponent, int64_t pair, int half_points) {
    PairEntry *entry;
    HASH_FIND(hh, summary->pair_table, &pair, sizeof(pair), entry);
    if (entry == NULL) {
        entry = malloc(sizeof(*entry));
        if (entry == NULL)
            return false;
        *entry = (PairEntry){
            .pair = pair, .engine = engine, .opponent = opponent, .half_points = half_points};
        HASH_ADD(hh, summary->pair_table, pair, sizeof(entry->pair), entry);
        if (entry->is_lost) {
            free(entry);
            return false;
        }
        return true;
    }
    bool is_same = entry->engine == engine && entry->opponent == opponent;
    int n = summary->engine_count;
    if (is_same) { /* else the numbers are inconsistent; the single games still count */
        pairs_add(&summary->pairs[engine * n + opponent], entry->half_points + half_points);
        pairs_add(&summary->pairs[opponent * n + engine], 4 - entry->half_points - half_points);
    }
    HASH_DEL(summary->pair_table, entry);
    free(entry);
    return true;
}

static bool add_to_opening(Summary *summary, const GameRecord *game) {
    int64_t index = game->opening;
    OpeningEntry *entry;
    HASH_FIND(hh, summary->opening_table, &index, sizeof(index), entry);
    if (entry == NULL) {
        entry = calloc(1, sizeof(*entry));
        if (entry == NULL)
            return false;
        entry->opening.index = index;
        HASH_ADD(hh, summary->opening_table, opening.index, sizeof(entry->opening.index), entry);
        if (entry->is_lost) {
            free(entry);
            return false;
        }
    }
    SummaryOpening *opening = &entry->opening;
    if (opening->stone_count == 0) {
        opening->stone_count = (int)game->opening_count;
        for (size_t i = 0; i < game->opening_count; i++) {
            opening->stones[i][0] = (uint8_t)game->moves[i].x;
            opening->stones[i][1] = (uint8_t)game->moves[i].y;
        }
    }
    opening->black_wins += game->result == GAME_BLACK_WINS;
    opening->draws += game->result == GAME_DRAWN;
    opening->white_wins += game->result == GAME_WHITE_WINS;
    wdl_add(&opening->first, first_half_points(game));
    return true;
}

/* Notices a game that repeats an earlier one. */
static bool compare_moves(Summary *summary, const GameRecord *game) {
    if (game->move_count == 0)
        return true;
    size_t size = (2 + 2 * game->move_count) * sizeof(int);
    MovesEntry *found, *entry = calloc(1, sizeof(*entry) + size);
    if (entry == NULL)
        return false;
    int *key = entry->key;
    *key++ = game->engine[GAME_BLACK];
    *key++ = game->engine[GAME_WHITE];
    for (size_t i = 0; i < game->move_count; i++) {
        *key++ = game->moves[i].x;
        *key++ = game->moves[i].y;
    }
    HASH_FIND(hh, summary->moves_table, entry->key, size, found);
    if (found != NULL) {
        free(entry);
        summary->repeats++;
        return true;
    }
    HASH_ADD_KEYPTR(hh, summary->moves_table, entry->key, size, entry);
    if (entry->is_lost) {
        free(entry);
        return false;
    }
    return true;
}

static void add_moves(Summary *summary, const GameRecord *game) {
    for (size_t i = game->opening_count; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        SummaryEngine *engine = &summary->engines[game->engine[i % 2]];
        engine->moves++;
        engine->time_us += move->time_us;
        if (move->time_us > engine->slowest_us)
            engine->slowest_us = move->time_us;
        if (move->has_score) {
            engine->scored_moves++;
            engine->depth_sum += move->depth;
        }
    }
}

static void add_clock(SummaryEngine *engine, int64_t left_us) {
    if (left_us < 0)
        return;
    if (engine->clocks == 0 || left_us < engine->least_left_us)
        engine->least_left_us = left_us;
    engine->clocks++;
    engine->left_us += left_us;
}

/* When the course is full, drops every second point and from then on halves the rate of new ones.
 */
static void add_to_course(Summary *summary) {
    SummaryPoint point = {.games = summary->games,
                          .wdl = *summary_cross(summary, 0, 1),
                          .pairs = *summary_pairs(summary, 0, 1)};
    /* The last point stands for the game before this one, and stays only if its turn is due. */
    if (summary->course_count > 0 &&
        summary->course[summary->course_count - 1].games % summary->course_step != 0)
        summary->course_count--;
    if (summary->course_count >= SUMMARY_COURSE_MAX) {
        summary->course_step *= 2;
        int kept = 0;
        for (int i = 0; i < summary->course_count; i++)
            if (summary->course[i].games % summary->course_step == 0)
                summary->course[kept++] = summary->course[i];
        summary->course_count = kept;
    }
    summary->course[summary->course_count++] = point;
}

/* Records a decision with the game that brought it. */
static void take_decision(Summary *summary, const GameRecord *game) {
    if (game->test != GAME_ACCEPTS_H0 && game->test != GAME_ACCEPTS_H1)
        return;
    summary->decision = game->test == GAME_ACCEPTS_H1 ? SPRT_ACCEPT_H1 : SPRT_ACCEPT_H0;
    summary->decision_llr = game->llr;
}

/* All games of an engine in one round of a knockout are against the same opponent. */
static void add_to_round(SummaryEngine *engine, int round, int opponent, int half_points) {
    if (engine->round != round)
        engine->lead = 0;
    engine->round = round;
    engine->opponent = opponent;
    engine->lead += 2 * (half_points - 1);
}

static bool add(Summary *summary, const GameRecord *game) {
    if (game->test == GAME_AFTER_TEST) {
        if (game->result != GAME_UNDECIDED)
            wdl_add(&summary->late, first_half_points(game));
        return true;
    }
    take_decision(summary, game);
    add_moves(summary, game);
    summary->reasons[game->reason]++;
    if (game->result == GAME_UNDECIDED) {
        summary->undecided++;
        return true;
    }
    summary->games++;
    summary->black_wins += game->result == GAME_BLACK_WINS;
    summary->draws += game->result == GAME_DRAWN;
    summary->white_wins += game->result == GAME_WHITE_WINS;
    int n = summary->engine_count;
    for (int color = 0; color < 2; color++) {
        int engine = game->engine[color], opponent = game->engine[1 - color];
        int half_points = half_points_of(game, (GameColor)color);
        wdl_add(&summary->engines[engine].all, half_points);
        wdl_add(&summary->engines[engine].color[color], half_points);
        add_clock(&summary->engines[engine], game->left_us[color]);
        add_to_round(&summary->engines[engine], game->round, opponent, half_points);
        if (half_points == 0)
            summary->engines[engine].lost_by[game->reason]++;
        if (engine != opponent)
            wdl_add(&summary->cross[engine * n + opponent], half_points);
    }
    int black = game->engine[GAME_BLACK], white = game->engine[GAME_WHITE];
    if (black != white) {
        int half_points = half_points_of(game, GAME_BLACK);
        ratings_add(summary->ratings, black, white, half_points, 1);
        bool is_good = black < white
                           ? add_to_pair(summary, black, white, game->pair, half_points)
                           : add_to_pair(summary, white, black, game->pair, 2 - half_points);
        if (!is_good)
            return false;
        if (n == 2)
            add_to_course(summary);
    }
    return add_to_opening(summary, game) && compare_moves(summary, game);
}

bool summary_add(Summary *summary, const GameRecord *game) {
    bool is_added = add(summary, game);
    summary->is_incomplete = summary->is_incomplete || !is_added;
    return is_added;
}

/* ---- After the last game -------------------------------------------------------------------- */

static int by_index(const void *a, const void *b) {
    const SummaryOpening *const *left = a, *const *right = b;
    return ((*left)->index > (*right)->index) - ((*left)->index < (*right)->index);
}

static void finish_course(Summary *summary) {
    for (int i = 0; i < summary->course_count; i++) {
        SummaryPoint *point = &summary->course[i];
        EloEstimate elo = elo_of_match(&point->wdl, &point->pairs);
        point->elo = elo.elo;
        point->elo_error = elo.error;
        point->llr =
            summary->run->has_sprt ? sprt_llr(&summary->run->sprt, &point->wdl, &point->pairs) : 0;
    }
}

bool summary_finish(Summary *summary) {
    finish_course(summary);
    size_t count = HASH_COUNT(summary->opening_table);
    free(summary->openings);
    summary->openings = malloc((count + 1) * sizeof(SummaryOpening *));
    summary->opening_count = 0;
    if (summary->openings == NULL || summary->is_incomplete)
        return false;
    for (OpeningEntry *entry = summary->opening_table; entry != NULL; entry = entry->hh.next)
        summary->openings[summary->opening_count++] = &entry->opening;
    qsort(summary->openings, count, sizeof(SummaryOpening *), by_index);
    return ratings_solve(summary->ratings, RATINGS_PRIOR_DRAWS);
}

double summary_llr(const Summary *summary) {
    if (!summary->run->has_sprt || summary->engine_count != 2)
        return 0;
    if (summary->decision != SPRT_CONTINUE)
        return summary->decision_llr;
    return sprt_llr(&summary->run->sprt, summary_cross(summary, 0, 1),
                    summary_pairs(summary, 0, 1));
}

SprtVerdict summary_verdict(const Summary *summary) {
    if (!summary->run->has_sprt || summary->decision != SPRT_CONTINUE)
        return summary->decision;
    return sprt_verdict(&summary->run->sprt, summary_llr(summary));
}

const char *summary_verdict_text(const Summary *summary) {
    static const char *const texts[] = {[SPRT_CONTINUE] = "undecided",
                                        [SPRT_ACCEPT_H0] = "H0 accepted",
                                        [SPRT_ACCEPT_H1] = "H1 accepted"};
    return texts[summary_verdict(summary)];
}

/* Gives the engine and all that it has met, by way of others too, the number of a group. */
static void join(const Summary *summary, int *groups, int engine, int group) {
    groups[engine] = group;
    for (int i = 0; i < summary->engine_count; i++)
        if (groups[i] == 0 && wdl_games(summary_cross(summary, engine, i)) > 0)
            join(summary, groups, i, group);
}

int summary_groups(const Summary *summary) {
    int count = 0, *groups = calloc((size_t)summary->engine_count, sizeof *groups);
    for (int i = 0; groups != NULL && i < summary->engine_count; i++)
        if (groups[i] == 0 && wdl_games(&summary->engines[i].all) > 0)
            join(summary, groups, i, ++count);
    free(groups);
    return count;
}

bool summary_is_knockout(const Summary *summary) {
    static const char line[] = "format = knockout\n"; /* the first that options_settings() writes */
    const char *settings = summary->run->settings;
    return settings != NULL && strncmp(settings, line, sizeof line - 1) == 0;
}

/* Returns how far an engine came in a knockout: 2 r if it stands before round r, and 2 r - 1 if it
 * is behind in that round. A level encounter is that of the better seed, who advances by it. */
static int stage_of(const Summary *summary, int index) {
    const SummaryEngine *engine = &summary->engines[index];
    int places = 1;
    while (places < summary->engine_count)
        places *= 2;
    if (engine->round == 0) /* the best seeds have no opponent in the first round */
        return index < places - summary->engine_count ? 4 : 2;
    bool is_ahead = engine->lead != 0 ? engine->lead > 0 : index < engine->opponent;
    return is_ahead ? 2 * (engine->round + 1) : 2 * engine->round - 1;
}

/* Returns the rating in millionths of an Elo: the fit leaves smaller differences between engines
 * with the same results. */
static double rounded_rating(const Summary *summary, int engine) {
    return round(1e6 * ratings_get(summary->ratings, engine)->elo);
}

/* Returns whether engine `a` is to be listed before engine `b`, which the run lists first. */
static bool is_above(const Summary *summary, int a, int b) {
    if (summary_is_knockout(summary)) {
        int difference = stage_of(summary, a) - stage_of(summary, b);
        if (difference != 0)
            return difference > 0;
    }
    return rounded_rating(summary, a) > rounded_rating(summary, b);
}

int *summary_order(const Summary *summary) {
    int *order = calloc((size_t)summary->engine_count, sizeof *order);
    for (int i = 0; order != NULL && i < summary->engine_count; i++) {
        int place = i;
        for (; place > 0 && is_above(summary, i, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    return order;
}
