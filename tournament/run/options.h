/* options.h: the command line of a tournament, and the same as a JSON file, as a checked struct.
 *
 * Every option of c-gomoku-cli means here what it means there. Nothing is started, opened or
 * written while options are read, except that a -config file is read. */
#ifndef TOURNAMENT_RUN_OPTIONS_H
#define TOURNAMENT_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "game/player.h"
#include "stats/elo.h"
#include "stats/schedule.h"

enum { OPTIONS_ENGINES_MAX = 256 };

typedef enum { SAMPLE_NONE, SAMPLE_CSV, SAMPLE_BIN, SAMPLE_BINPACK } SampleFormat;

typedef struct Options {
    size_t engine_count;
    EngineOptions *engines;

    /* The game. */
    GameRule rule;
    bool is_continuous, is_swap2;
    int width, height;

    /* The tournament. */
    ScheduleFormat format;
    int games, rounds; /* rounds 0: the default of the format */
    bool is_repeat, is_transform;
    char *openings_file; /* NULL: the built-in ones, see has_openings */
    bool has_openings;   /* false: "-openings none" */
    OpeningNotation notation;
    bool is_random_order;
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

    /* Results. */
    char *database; /* NULL: the default */
    bool is_resume;
    char *pgn, *sgf, *messages; /* NULL: not wanted */
    bool is_lose_only;
    SampleFormat sample;
    bool is_sample_lz4;
    double sample_freq;
    char *sample_file; /* NULL exactly when sample is SAMPLE_NONE */
} Options;

void options_init(Options *options);
void options_release(Options *options);

/* Reads the words after the program's name. False: `error` names the word at fault and what was
 * expected; the options must still be released. */
bool options_parse(Options *options, int count, char *const *words, char *error, size_t error_size);

/* The same where one engine plays against itself: exactly one -engine. */
bool options_parse_single(Options *options, int count, char *const *words, char *error,
                          size_t error_size);

/* For subcommands with one engine: reads engine options (cmd=, tc=, ...) up to the next word with a
 * '-'. Returns the words taken, negative if `error` names one that is wrong. The engine, to be
 * released, has all defaults filled in. */
int options_parse_engine(EngineOptions *engine, int count, char *const *words, char *error,
                         size_t error_size);
void options_release_engine(EngineOptions *engine);

/* All that decides what is played, one "key = value" a line; to be freed. NULL: no memory. Equal
 * for two runs exactly if one may resume the other. */
char *options_settings(const Options *options);

/* The help text, one line an entry, ended by NULL. */
extern const char *const options_help[];

#endif
