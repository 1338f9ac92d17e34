/* encounter.h: the messages for games: an encounter goes out, its games come back. Pure.
 *
 * An encounter describes its games except for the settings of engines and games, which are in the
 * run (wire/run.h). */
#ifndef TOURNAMENT_GRID_WIRE_ENCOUNTER_H
#define TOURNAMENT_GRID_WIRE_ENCOUNTER_H

#include <stdbool.h>
#include <stddef.h>

#include "game/game_record.h"
#include "grid/wire/read.h"
#include "run/away.h"

/* Returns the message, which the caller frees; NULL if out of memory. */
char *wire_encounter_print(const Encounter *encounter);
/* Returns false if the text is not an encounter on a board of this size with this number of
 * engines. Release the encounter in any case. */
bool wire_encounter_read(const char *text, size_t length, int engines, int width, int height,
                         Encounter *encounter);

/* The games of an encounter that was played. */
typedef struct Played {
    int64_t id;
    int attempt;
    uint32_t check;               /* see encounter_check() */
    char secret[WIRE_SECRET_MAX]; /* code of the delivery */
    char token[WIRE_SECRET_MAX];  /* the worker's, see secret.h */
    char worker[WIRE_WORKER_MAX];
    double scale; /* factor of the time controls */
    int count;
    GameRecord games[ENCOUNTER_GAMES_MAX];
    char hashes[2][WIRE_HASH_MAX]; /* SHA-256 of the engines' programs, by seat of the first game */
} Played;

char *wire_played_print(const Played *played);
/* Returns false if the text is not a valid result. Release `played` in any case. */
bool wire_played_read(const char *text, size_t length, Played *played);
void wire_played_release(Played *played);

#endif
