/* options.h: the command line of a tournament, and the same as a JSON file, as a checked struct.
 *
 * Every option of c-gomoku-cli means here what it means there. Nothing is started, opened or
 * written while options are read, except that a -config file is read. */
#ifndef TOURNAMENT_RUN_OPTIONS_H
#define TOURNAMENT_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/option.h"
#include "cli/reader.h"
#include "game/opening.h"
#include "game/player.h"
#include "stats/elo.h"
#include "stats/schedule.h"
#include "store/outputs.h"

enum { OPTIONS_ENGINES_MAX = 256 };

typedef enum { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

typedef struct Options {
    size_t engine_count;
    EngineOptions *engines;
    size_t each_count; /* words of -each, in order; options_check() applies them to all engines */
    char **each;

    /* The game. */
    GameRule rule;
    bool is_continuous, is_swap2;
    int width, height;

    /* The tournament. */
    ScheduleFormat format;
    int games, rounds; /* rounds 0: the default of the format */
    bool is_repeat, is_transform;
    char *openings_file; /* NULL: the built-in ones, see is_without_openings */
    bool is_without_openings;
    OpeningNotation notation;
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

    /* Results. */
    char *database;
    bool is_resume;
    OutputOptions outputs;
} Options;

/* Rows for an Options, ended by one without a name; a table of all; and the titles of their groups
 * in the order of the help, ended by NULL. Subcommands share them. */
extern const OptionRow options_rows[];
extern const OptionTable options_table;
extern const char *const options_groups[];
extern const char options_engines_group[], options_games_group[], options_running_group[];

/* Sets the defaults. */
void options_init(Options *options);
void options_release(Options *options);

/* Applies -each, then checks options that depend on each other: after all are read. A tournament
 * needs two engines or more. The single form is for an engine that plays alone or against itself:
 * exactly one -engine. False: an error was left in the reader. */
bool options_check(OptionReader *reader, Options *options);
bool options_check_single(OptionReader *reader, Options *options);

/* Reads the words behind the program's name. The struct is initialised. False: `error` names the
 * option and the word at fault and what was expected; the options must still be released. */
bool options_parse(Options *options, int count, char *const *words, char *error, size_t error_size);

/* Returns all that decides what is played, one "key = value" a line, to be freed; NULL: no memory.
 * Equal for two runs exactly if one may resume the other. */
char *options_settings(const Options *options);

#endif
