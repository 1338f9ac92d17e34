/* beat.h: the state of a worker, sent to the manager of each of its runs every few seconds.
 * Pure. */
#ifndef TOURNAMENT_GRID_WIRE_BEAT_H
#define TOURNAMENT_GRID_WIRE_BEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "game/game_record.h"
#include "grid/wire/read.h"

enum { BEAT_GAMES_MAX = 64, BEAT_HASHES_MAX = 256, BEAT_TABLES_MAX = 1024, BEAT_TASKS_MAX = 4096 };

/* A game that a worker is playing. */
typedef struct BeatGame {
    int64_t number;
    int black, white;           /* indices of engines */
    char moves[GAME_MOVES_MAX]; /* see game_record_moves() */
} BeatGame;

typedef struct Beat {
    char worker[WIRE_WORKER_MAX];
    char token[WIRE_SECRET_MAX]; /* see secret.h */
    char cpu[WIRE_TEXT_MAX];     /* model of its processor */
    double speed;                /* see binary.h */
    int tables, busy;            /* all of the worker; those with a task of any run */
    /* How long ago the server had no task of the run for it although a table was free; -1: never.
     */
    int64_t empty_ms;
    int task_count;
    int64_t tasks[BEAT_TASKS_MAX]; /* of the run, held or answered but not yet at the server */
    bool is_leaving;               /* its last message */
    int hash_count;
    char hashes[BEAT_HASHES_MAX][WIRE_HASH_MAX]; /* of the run's engines, in the run's order */
    int game_count;                              /* of the run, as many as fit */
    BeatGame games[BEAT_GAMES_MAX];
} Beat;

/* Returns the message, which the caller frees; NULL if out of memory. */
char *wire_beat_print(const Beat *beat);
/* Returns false if the text is not a valid beat. */
bool wire_beat_read(const char *text, size_t length, Beat *beat);

#endif
