/* tuner.h: plays the iterations of a tuning: two games each, at the tables of this machine and by
 * workers of a grid, and applies their results in order. Prints progress to standard output, errors
 * to standard error. The loop's thread. */
#ifndef TOURNAMENT_TUNE_TUNER_H
#define TOURNAMENT_TUNE_TUNER_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/grid_options.h"
#include "run/arena.h"
#include "run/away.h"
#include "run/options.h"
#include "store/lane.h"
#include "store/outlet.h"
#include "tune/afar.h"
#include "tune/course.h"
#include "tune/curve.h"
#include "tune/spsa.h"
#include "tune/state.h"

enum {
    TUNER_SIDES = 2, /* plus and minus, in this order; also the seats */
    TUNER_TEXT_MAX = SPSA_NAME_MAX + 16
};

/* The iteration at a table of the arena. */
typedef struct TunerTable {
    int64_t iteration;                  /* 0: none */
    int games_done;                     /* of it */
    int half_points;                    /* of plus, so far */
    EngineOptions engines[TUNER_SIDES]; /* with the values of the side; own nothing */
    char texts[TUNER_SIDES][SPSA_PARAMS_MAX][TUNER_TEXT_MAX];
} TunerTable;

typedef struct TunerResult TunerResult; /* of an iteration, to be saved */

typedef struct Tuner {
    Options options; /* one engine */
    GridOptions grid;
    SpsaPlan plan;
    char *params_path, *state_path;
    CurveFiles curves;
    uint64_t curves_ns; /* uv_hrtime() when they were written */
    int table_count;    /* of this machine */
    TuneState state;
    SharingWait wait; /* of the state */
    Course course;
    OpeningList openings;
    Arena *arena;
    TunerTable *tables;
    Lane *saving;            /* of one result at a time */
    TunerResult *first_open; /* results that wait for it, in order of arrival */
    FILE *out;               /* a stream of the outlet */
    Outlet *outlet;
    bool is_closed;
    int64_t applied_at_start;
    uint64_t started_ns; /* uv_hrtime() */
    int failures;        /* games in a row that an engine lost by failing */
    AwayKind away_kind;  /* if grid.url is set */
    Away *away;
    Afar afar;
    TunerTable away_table; /* the iteration whose games are arriving */
} Tuner;

/* Writes a line to standard error. Always returns false, so that callers can return it. */
bool tuner_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns the settings that decide the games, as text, which the caller frees; NULL if out of
 * memory. */
char *tuner_settings(const Tuner *tuner);
/* Plays until the course ends or a signal stops it. The state must be open, the course and the
 * openings read. On failure reports it and returns false. */
bool tuner_play(Tuner *tuner);
/* Closes the arena and the grid, and frees the memory of tuner_play(). */
void tuner_release(Tuner *tuner);

#endif
