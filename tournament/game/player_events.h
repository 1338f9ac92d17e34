/* player_events.h: the requests to a player and its reports. */
#ifndef TOURNAMENT_GAME_PLAYER_EVENTS_H
#define TOURNAMENT_GAME_PLAYER_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game_record.h"
#include "game/message.h"
#include "shared/opening/course.h"

typedef struct PlayerGame {
    GameRule rule;
    bool is_continuous;
    int width, height;
} PlayerGame;

typedef struct PlayerStone {
    int x, y;
    bool is_wall; /* continuous games: out of play */
} PlayerStone;

/* The engine's reports in a turn, besides its answer. Valid during the callback. */
typedef struct PlayerTurn {
    int64_t time_us;      /* from the command written to the answer read */
    bool is_stalled;      /* of an answer: the manager was held up, so time_us tells nothing */
    MessageInfo info;     /* read from the MESSAGE lines */
    const char *messages; /* MESSAGE texts, one per line; "" if none */
} PlayerTurn;

typedef struct PlayerEvents {
    void (*on_ready)(void *context);
    void (*on_move)(void *context, int x, int y, const PlayerTurn *turn);
    /* The answer has not been judged yet. */
    void (*on_opening)(void *context, const OpeningAnswer *answer, const PlayerTurn *turn);
    /* reason: TIME, CRASH, START, ILLEGAL or MEMORY; INTERRUPTED: the manager lacks what it takes
     * to start the engine, which is no fault of the engine. An engine that owes an answer has all
     * its time, however long the manager was held up. `turn` holds the engine's reports before the
     * failure. */
    void (*on_failure)(void *context, GameReason reason, const char *detail,
                       const PlayerTurn *turn);
    void (*on_ended)(void *context);
    /* Every line in either direction, for logs; may be NULL. '<': to the engine, '>': from it,
     * '!': its stderr, '#': the manager's note. */
    void (*on_traffic)(void *context, char direction, const char *line);
    void *context;
} PlayerEvents;

typedef struct PlayerAbout {
    char name[GAME_NAME_MAX], version[GAME_NAME_MAX], author[GAME_NAME_MAX];
    char country[GAME_NAME_MAX];
} PlayerAbout;

#endif
