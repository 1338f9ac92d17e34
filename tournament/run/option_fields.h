/* option_fields.h: the values that the command line of a tournament sets. */
#ifndef TOURNAMENT_RUN_OPTION_FIELDS_H
#define TOURNAMENT_RUN_OPTION_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/engine_options.h"
#include "game/opening.h"
#include "stats/elo.h"
#include "stats/schedule.h"
#include "store/outputs.h"

enum {
    OPTIONS_ENGINES_MAX = 256,
    OPTIONS_RATED_MAX = 100, /* engines of -ratinginterval: a fit of more would hold up games */
    OPTIONS_SWAP2 = 1        /* opening_rule of -swap2 */
};

typedef enum { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

typedef struct Options {
    size_t engine_count;
    EngineOptions *engines;
    size_t each_count; /* words of -each, in order; options_check() applies them to all engines */
    char **each;
    char *config; /* the last -config file; NULL: none */

    /* The game. */
    GameRule rule;
    bool is_continuous;
    int opening_rule; /* 0: none; N: rule N - 1 of shared/opening/rule.h */
    int width, height;

    /* The tournament. */
    ScheduleFormat format;
    int games, rounds; /* as in ScheduleConfig once options_check() has filled in defaults */
    bool has_games, has_rounds;
    bool is_repeat, is_transform;
    char *openings_file; /* NULL: the built-in ones, see is_without_openings */
    bool is_without_openings;
    OpeningNotation notation;
    int opening_plies; /* of each game of a file with games */
    OpeningOrder opening_order;
    uint64_t order_seed; /* 0: from the seed */
    bool has_sprt, has_sprt_model;
    Sprt sprt;
    bool has_seed;
    uint64_t seed;

    /* Judging. */
    int draw_after;
    int resign_moves, resign_score, draw_moves, draw_score; /* moves 0: off */
    bool by_board, is_fatal_error, is_memory_watched;

    /* Running. */
    int concurrency;
    bool is_suspending, is_pinning;
    bool is_log, is_debug;
    int score_interval, rating_interval; /* games between two reports; 0: never */

    /* Results. */
    char *database;
    bool is_resume;
    char *html; /* the page written at the end; NULL: none */
    OutputOptions outputs;
} Options;

#endif
