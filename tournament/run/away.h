/* away.h: encounters played on other machines, as their scheduler sees them.
 *
 * An encounter is one game, or the two games of a pair, which share their opening; it is never
 * split. The owner (the runner, `tune`) deals encounters, gets each game back once, and reports
 * when it is on the disk. grid/ transports them. The loop's thread. */
#ifndef TOURNAMENT_RUN_AWAY_H
#define TOURNAMENT_RUN_AWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "game/game_record.h"
#include "game/opening.h"
#include "game/play.h"
#include "run/names.h"
#include "run/options.h"
#include "shared/status/failure.h"

enum {
    ENCOUNTER_GAMES_MAX = 2,
    ENCOUNTER_OPTIONS_MAX = 64, /* values that differ from encounter to encounter */
    ENCOUNTER_OPTION_MAX = 96,  /* bytes of one, with the final zero */
    ENCOUNTER_SECRET_MAX = 33   /* bytes of a delivery's code, with the final zero */
};

/* More options of both engines, "KEY=VALUE", by seat. */
typedef struct EncounterOptions {
    int count;
    char text[2][ENCOUNTER_OPTIONS_MAX][ENCOUNTER_OPTION_MAX];
} EncounterOptions;

typedef struct Encounter {
    int64_t id;                          /* from 1; unique in a run */
    int attempt;                         /* from 1 */
    int count;                           /* of games */
    PlayTask games[ENCOUNTER_GAMES_MAX]; /* `opening` is unused */
    Opening opening;                     /* of all games */
    EncounterOptions *options;           /* NULL: none; owned */
    char secret[ENCOUNTER_SECRET_MAX];   /* code of the delivery, for grid/ */
} Encounter;

void encounter_release(Encounter *encounter);
/* Returns a checksum of games, opening and options. A worker's result carries it, so that it is not
 * taken for another encounter with the same number. */
uint32_t encounter_check(const Encounter *encounter);

/* Returns a key for AwayRun from the settings of a run and the path of its file or folder: equal in
 * every start on this machine, different on another machine. */
int64_t away_key(const char *settings, const char *path);

/* An AwayEvents.on_note that prints the line to standard output. */
void away_print_note(void *context, const char *text);

typedef struct Away Away;

typedef struct AwayRun {
    const Options *options;
    const Names *names; /* by which workers find engines */
    int64_t key;        /* identifies the run for workers; equal in every start of it */
    /* SHA-256 of the engines' programs, in order, as texts; "" if unknown. */
    const char *const *hashes;
    /* If an engine does not start, another worker gets the encounter. Otherwise the game is lost.
     */
    bool must_start;
} AwayRun;

typedef struct AwayEvents {
    /* Gets the next encounter for a worker; the caller owns its contents. Returns false if there is
     * none now. */
    bool (*next)(void *context, Encounter *encounter);
    /* A game of an encounter, with a result. The callback may take its contents. Call away->saved()
     * once it is on the disk. */
    void (*on_game)(void *context, const PlayTask *task, GameRecord *game);
    /* Optional. The last open encounter has come back. */
    void (*on_idle)(void *context);
    /* Optional. No worker plays, and there is an encounter to recall. Called again and again. */
    void (*on_left)(void *context);
    /* A line for people, without its end. */
    void (*on_note)(void *context, const char *text);
    void (*on_failure)(void *context, const char *text);
    void *context;
} AwayEvents;

/* A game that is being played now. */
typedef struct AwayLive {
    const char *place; /* the worker */
    int64_t number;
    int engine[2];     /* by colour */
    const char *moves; /* "h8i9": column letter, row from 1 at the bottom */
} AwayLive;

typedef struct AwayWorker {
    const char *name, *cpu;
    double speed; /* 0: unknown */
    int tables, busy;
    int64_t games, faults;
    int64_t seen_ms; /* ago */
    bool is_aside;
} AwayWorker;

/* One way to play on other machines; `maker` is its private data. */
typedef struct AwayKind {
    void *maker;
    int local_tables;   /* additional tables of this machine */
    bool needs_engines; /* the engines' programs must be on this machine too */
    /* Writes the SHA-256 of a command's program. Returns false if it cannot be read. */
    bool (*hash)(const char *command, char *hash, size_t size);
    /* On failure returns NULL and writes the reason to `failure`. */
    Away *(*begin)(void *maker, uv_loop_t *loop, const AwayRun *run, const AwayEvents *events,
                   Failure *failure);
    /* There may be encounters again. */
    void (*wake)(Away *away);
    /* Takes an encounter back, to be played on this machine; the caller owns its contents. Returns
     * false if a worker was heard of lately, or there is none. */
    bool (*recall)(Away *away, Encounter *encounter);
    /* The game of this number is on the disk. */
    void (*saved)(Away *away, int64_t number);
    /* Returns the number of encounters dealt whose games are not all saved. */
    int (*open)(const Away *away);
    void (*each_live)(const Away *away, void (*fn)(void *context, const AwayLive *live),
                      void *context);
    void (*each_worker)(const Away *away, void (*fn)(void *context, const AwayWorker *worker),
                        void *context);
    /* Closes the connection. If `is_finished`, first tells the workers to stop and removes the run
     * from the server. */
    void (*end)(Away *away, bool is_finished);
    /* Frees it, after the loop has run. Ignores NULL. */
    void (*release)(Away *away);
} AwayKind;

/* Recalls an encounter for an owner that knows it by its number, which is never 0. Returns the
 * number; 0: there is none to recall. `away` may be NULL. */
int64_t away_recall(const AwayKind *kind, Away *away);
/* Returns whether encounters are open. `away` may be NULL. */
bool away_is_open(const AwayKind *kind, const Away *away);

#endif
