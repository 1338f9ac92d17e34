/* run.h: the announcement of a run, which its manager repeats to all workers. Pure.
 *
 * It holds no command: a worker starts only programs that its own command line names, and joins a
 * run only if it has engines with all names of the run. */
#ifndef TOURNAMENT_GRID_WIRE_RUN_H
#define TOURNAMENT_GRID_WIRE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "game/engine_options.h"
#include "game/play.h"
#include "grid/wire/read.h"

enum { WIRE_ENGINES_MAX = 256, WIRE_ASIDE_MAX = 1024 };

typedef enum {
    WIRE_WORK_GAMES,
    WIRE_WORK_POSITIONS,
    WIRE_WORK_BLOCKS,  /* of training games */
    WIRE_WORK_OPENINGS /* blocks of opening positions to search */
} WireWork;

typedef struct WireEngine {
    char name[GAME_NAME_MAX];
    char hash[WIRE_HASH_MAX]; /* SHA-256 of the program; "": any program will do */
    EngineOptions options;    /* without a command; owned */
} WireEngine;

typedef struct WireRun {
    char key[WIRE_KEY_MAX]; /* names the run on the server */
    WireWork work;
    bool is_done;     /* the run is over: drop its work */
    double reference; /* speed for which the time controls are meant; 0: not scaled */
    int64_t lease_ms; /* a task not renewed for this long goes to another worker */
    PlaySettings settings;
    bool is_memory_watched, is_suspending;
    int engine_count;
    WireEngine *engines; /* owned */
    int aside_count;
    char (*aside)[WIRE_WORKER_MAX]; /* workers that get no more tasks; owned */
} WireRun;

/* Returns the message, which the caller frees; NULL if out of memory. */
char *wire_run_print(const WireRun *run);
/* Returns false if the text is not a valid run. Release the run in any case. */
bool wire_run_read(const char *text, size_t length, WireRun *run);
/* Returns whether a worker can read the message of the run, and what such a run must keep to. */
bool wire_run_fits(const WireRun *run);
extern const char wire_run_limits[];
void wire_run_release(WireRun *run);
/* Returns whether the worker gets no more tasks. */
bool wire_run_is_aside(const WireRun *run, const char *worker);

#endif
