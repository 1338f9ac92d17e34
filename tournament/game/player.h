/* player.h: one engine in one conversation of the Gomocup protocol.
 *
 * A player starts its engine when it is first needed, speaks to it, holds it to its deadlines and
 * reports exactly one answer or failure per request. After a failure the engine is killed; the
 * next game starts it anew. All belongs to the loop's thread.
 *
 *   player_begin() -> on_ready       player_think() -> on_move       player_open() -> on_opening
 *   any of them    -> on_failure     player_end()   -> on_ended (always, also after a failure)
 */
#ifndef TOURNAMENT_GAME_PLAYER_H
#define TOURNAMENT_GAME_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "game/game.h"
#include "game/message.h"
#include "process/process.h"

enum { PLAYER_OPTION_MAX = 64 };

/* What the command line says about one engine. Strings are owned by the options. */
typedef struct EngineOptions {
    char *command;
    char *name;       /* NULL: from ABOUT */
    int64_t match_ms; /* 0: no limit */
    int64_t turn_ms;  /* 0: no limit */
    int64_t increment_ms;
    int64_t tolerance_ms; /* over the limit before the game is lost */
    int64_t start_ms;     /* to answer ABOUT, START each */
    int64_t end_ms;       /* to exit after END */
    int64_t silence_ms;   /* to answer when there is no limit of time */
    uint64_t nodes;       /* 0: no limit */
    int depth;            /* 0: no limit */
    int threads;          /* 0: not sent */
    uint64_t max_memory;  /* bytes, 0: none */
    bool restart;         /* a new process for every game */
    size_t option_count;
    char *options[PLAYER_OPTION_MAX]; /* "KEY=VALUE", sent as INFO KEY VALUE */
} EngineOptions;

typedef struct PlayerGame {
    GameRule rule;
    bool is_continuous;
    int width, height;
} PlayerGame;

typedef struct PlayerStone {
    int x, y;
    bool is_wall; /* continuous games: it is out of play */
} PlayerStone;

/* What a turn told besides its answer. Valid during the callback. */
typedef struct PlayerTurn {
    int64_t time_us;      /* from the command written to the answer read */
    MessageInfo info;     /* what the MESSAGE lines told */
    const char *messages; /* MESSAGE texts, one a line; "" if none */
} PlayerTurn;

typedef enum {
    PLAYER_SWAP2_SWAP,
    PLAYER_SWAP2_ONE,
    PLAYER_SWAP2_TWO,
    PLAYER_SWAP2_THREE
} PlayerSwap2;

typedef struct PlayerEvents {
    void (*on_ready)(void *context);
    void (*on_move)(void *context, int x, int y, const PlayerTurn *turn);
    /* `x`, `y`: as many as `answer` says, unchecked. */
    void (*on_opening)(void *context, PlayerSwap2 answer, const int *x, const int *y,
                       const PlayerTurn *turn);
    /* reason: TIME, CRASH, START, ILLEGAL or MEMORY. `turn` tells what was heard before. */
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

typedef struct Player Player;

/* `options` must outlive the player. NULL: no memory. */
Player *player_new(ProcessHub *hub, uv_loop_t *loop, const EngineOptions *options, int cpu,
                   const PlayerEvents *events);
/* Only after on_ended, or before the first player_begin(). NULL is fine. */
void player_free(Player *player);

/* Starts the engine if needed, ABOUT (first time), START, INFO lines. */
void player_begin(Player *player, const PlayerGame *game);
/* The stones so far, in playing order, colours in turn; the side to move is asked. by_board: never
 * TURN. time_left_ms: of the match; negative: no limit. */
void player_think(Player *player, const PlayerStone *stones, size_t count, bool by_board,
                  int64_t time_left_ms);
/* SWAP2BOARD with the 0, 3 or 5 stones given. */
void player_open(Player *player, const PlayerStone *stones, size_t count, int64_t time_left_ms);
/* Withdraws a request under way: no answer will be reported, the engine is killed. */
void player_cancel(Player *player);
/* END, end of file, deadline, kill. */
void player_end(Player *player);
/* Kill at once; on_ended follows. */
void player_abort(Player *player);

/* Suspends the process tree whenever the engine owes no answer, from now on (-suspend). */
void player_set_suspend(Player *player, bool is_suspended_idle);
/* Watches memory against max_memory from now on (-memory). */
void player_watch_memory(Player *player, bool is_watched);
uint64_t player_peak_memory(const Player *player); /* bytes since player_begin(); 0: not watched */

/* The engine's name: option, else from ABOUT, else the program's. "" before it is known. */
const char *player_name(const Player *player);
/* What ABOUT said; "" where it said nothing. */
const PlayerAbout *player_about(const Player *player);
const EngineOptions *player_options(const Player *player);

#endif
