/* summary.h: adds up the games of a run: cross table, ratings, openings, the course of a match.
 *
 * Add games one by one, in order of number. Moves are needed only for the stones of openings, for
 * the engines' times and depths, and to notice repeated games. Games without a result count only in
 * `undecided`, games that ended after the run's sequential test was decided only in `late`: every
 * other figure is that of the decision. The caller owns the structure; one thread at a time. */
#ifndef TOURNAMENT_STATS_SUMMARY_H
#define TOURNAMENT_STATS_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game_record.h"
#include "stats/elo.h"
#include "stats/rating.h"
#include "store/store.h"

enum { SUMMARY_COURSE_MAX = 1000 };

typedef struct SummaryEngine {
    Wdl all, color[2];                  /* results for the engine; by its colour */
    int64_t lost_by[GAME_REASON_COUNT]; /* its losses, by reason */
    int64_t moves;                      /* searched moves; needs games with moves */
    int64_t time_us, slowest_us;        /* of those moves: sum, the longest */
    int64_t scored_moves, depth_sum;    /* moves with a known score, sum of their depths */
    int64_t clocks;                     /* games with a match clock for it */
    int64_t left_us, least_left_us;     /* left on those clocks at the end: sum, minimum */
    int round, opponent, lead;          /* the last round; in a knockout: the opponent there, and
                                         * the half points by which the engine leads */
} SummaryEngine;

/* The match of the first two engines after a number of games. */
typedef struct SummaryPoint {
    int64_t games;
    Wdl wdl;
    Pairs pairs;
    double elo, elo_error, llr; /* set by summary_finish(); Elo: elo_of_match() */
} SummaryPoint;

typedef struct SummaryOpening {
    int64_t index; /* as in GameRecord */
    int64_t black_wins, draws, white_wins;
    Wdl first; /* for the engine listed first */
    int stone_count;
    uint8_t stones[GAME_MAX_CELLS][2]; /* of the first game seen with it; x, y */
} SummaryOpening;

typedef struct Summary {
    const StoreRun *run; /* the caller's */
    int engine_count;
    SummaryEngine *engines;
    Wdl *cross;         /* [i * engine_count + j]: i against j, from i's view */
    Pairs *pairs;       /* the same for finished pairs of games */
    Ratings *ratings;   /* solved by summary_finish() */
    bool is_incomplete; /* memory ran out: a game is missing */
    bool lacks_moves;   /* set by the caller: games are added without their moves */
    int64_t games, undecided, black_wins, draws, white_wins;
    int64_t repeats;      /* of these games: the players and moves are those of an earlier one */
    Wdl late;             /* for the engine listed first */
    SprtVerdict decision; /* by a game that was added; SPRT_CONTINUE: none */
    double decision_llr;  /* then */
    int64_t reasons[GAME_REASON_COUNT];
    /* For two engines only. Thinned out evenly when it is too long; always contains the last game.
     */
    SummaryPoint course[SUMMARY_COURSE_MAX + 1];
    int course_count;
    int64_t course_step;
    /* In order of index; set by summary_finish(). */
    SummaryOpening **openings;
    int opening_count;
    struct PairEntry *pair_table; /* hash tables, internal */
    struct OpeningEntry *opening_table;
    struct MovesEntry *moves_table;
} Summary;

/* Returns false if out of memory. The run must outlive the summary. */
bool summary_init(Summary *summary, const StoreRun *run);
void summary_release(Summary *summary);
/* Gives the engine of this name this rating; the others are shown relative to it. Call it before
 * summary_finish(). Returns false if there is no such engine. */
bool summary_anchor(Summary *summary, const char *name, double elo);
/* Adds a game. Returns false if out of memory. */
bool summary_add(Summary *summary, const GameRecord *game);
/* Computes the ratings and the order of openings; call it after the last game. Returns false if out
 * of memory, here or for an earlier game. */
bool summary_finish(Summary *summary);

/* Returns the games that the engine lost by a crash or because it did not start. */
int64_t summary_crashes(const SummaryEngine *engine);
const Wdl *summary_cross(const Summary *summary, int engine, int opponent);
const Pairs *summary_pairs(const Summary *summary, int engine, int opponent);
/* Returns the log-likelihood ratio of the run's test, at its decision or of all games; 0 if it has
 * none. */
double summary_llr(const Summary *summary);
/* Returns the recorded decision of the run's test; without one, what its ratio says. */
SprtVerdict summary_verdict(const Summary *summary);
/* Returns "undecided", "H0 accepted" or "H1 accepted"; static storage. */
const char *summary_verdict_text(const Summary *summary);
/* Returns how many groups of engines have no games against each other, not counting engines without
 * games; 0 if out of memory. */
int summary_groups(const Summary *summary);
/* Returns whether the run is a knockout, by its settings. */
bool summary_is_knockout(const Summary *summary);
/* Returns the indices of all engines: in a knockout by how far each one came, the winner first;
 * otherwise, and among those that came equally far, by descending rating; those with the same one
 * as listed in the run. The caller frees the engine_count entries. NULL if out of memory. */
int *summary_order(const Summary *summary);

#endif
