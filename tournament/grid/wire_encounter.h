/* wire_encounter.h: the messages of games: an encounter goes out, its games come back.
 *
 * An encounter is one game, or the two games of a pair, which share their opening. It says all that
 * a worker must know of them, except how the run's engines and games are set: see wire_run.h. */
#ifndef TOURNAMENT_GRID_WIRE_ENCOUNTER_H
#define TOURNAMENT_GRID_WIRE_ENCOUNTER_H

#include <stdbool.h>
#include <stddef.h>

#include "game/opening.h"
#include "game/play.h"
#include "grid/wire_read.h"

enum {
    ENCOUNTER_GAMES_MAX = 2,
    ENCOUNTER_OPTIONS_MAX = 64, /* values that differ from encounter to encounter */
    ENCOUNTER_OPTION_MAX = 96   /* bytes of one, with the final zero */
};

typedef struct Encounter {
    int64_t id;                          /* of the task: the number of its pair, from 1 */
    int attempt;                         /* from 1 */
    int count;                           /* of games */
    PlayTask games[ENCOUNTER_GAMES_MAX]; /* `opening` is unused */
    Opening opening;                     /* of all games */
    /* More options of both engines, "KEY=VALUE", by seat (`tune`). */
    int option_count;
    char options[2][ENCOUNTER_OPTIONS_MAX][ENCOUNTER_OPTION_MAX];
} Encounter;

/* The message, to be freed; NULL: no memory. */
char *wire_encounter_print(const Encounter *encounter);
/* False: it is no encounter on a board of this size with this number of engines. */
bool wire_encounter_read(const char *text, size_t length, int engines, int width, int height,
                         Encounter *encounter);

/* The games of an encounter that was played. */
typedef struct Played {
    int64_t id;
    int attempt;
    char worker[WIRE_WORKER_MAX];
    double scale; /* that the time controls were multiplied by */
    int count;
    GameRecord games[ENCOUNTER_GAMES_MAX];
    char hashes[2][WIRE_HASH_MAX]; /* SHA-256 of the engines' programs, by seat of the first game */
} Played;

char *wire_played_print(const Played *played);
/* False: it is none. Release `played` in any case. */
bool wire_played_read(const char *text, size_t length, Played *played);
void wire_played_release(Played *played);

#endif
