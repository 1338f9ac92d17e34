/* engine_options.h: the options of one engine, the KEY=VALUE words after -engine and -each. */
#ifndef TOURNAMENT_GAME_ENGINE_OPTIONS_H
#define TOURNAMENT_GAME_ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/cli/option.h"

enum {
    PLAYER_OPTION_MAX = 64,
    TOLERANCE_BY_LIMIT = -1 /* TOLERANCE_PERCENT of the limit, within these bounds */,
    TOLERANCE_PERCENT = 5,
    TOLERANCE_LEAST_MS = 50,
    TOLERANCE_MOST_MS = 1000
};

/* The settings of one engine. The structure owns the strings. */
typedef struct EngineOptions {
    char *command;
    char *name;       /* NULL: from ABOUT */
    int64_t match_ms; /* 0: no limit */
    int64_t turn_ms;  /* 0: no limit */
    int64_t increment_ms;
    int64_t tolerance_ms; /* beyond the limit, before the game is lost; TOLERANCE_BY_LIMIT */
    int64_t start_ms;     /* to answer ABOUT and START, each */
    int64_t end_ms;       /* to exit after END */
    int64_t silence_ms;   /* to answer without a time limit */
    uint64_t nodes;       /* 0: no limit */
    int depth;            /* 0: no limit */
    int threads;          /* 0: not sent */
    uint64_t max_memory;  /* bytes, 0: none */
    bool restart;         /* a new process for every game */
    size_t option_count;
    char *options[PLAYER_OPTION_MAX]; /* "KEY=VALUE", sent as INFO KEY VALUE */
} EngineOptions;

/* Rows for an EngineOptions, ended by one without a name, a table of all rows, and one of those
 * that name a program: cmd, name. */
extern const OptionRow engine_rows[];
extern const OptionTable engine_table, engine_program_table;

/* Sets the defaults. */
void engine_options_init(EngineOptions *engine);
/* Returns the time over a limit that is no fault of the engine. */
int64_t engine_options_tolerance_ms(const EngineOptions *engine, int64_t limit_ms);
/* Frees the strings. */
void engine_options_release(EngineOptions *engine);

#endif
