/* conversation.h: the state of one conversation with an engine, its requests and its failures.
 *
 * Only player.c, which sends requests, and answer.c, which reads answers, include it. */
#ifndef TOURNAMENT_GAME_CONVERSATION_H
#define TOURNAMENT_GAME_CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "game/engine_options.h"
#include "game/player_events.h"
#include "process/process.h"

typedef enum {
    STATE_OFF,      /* no process */
    STATE_ABOUT,    /* waits for the answer to ABOUT */
    STATE_START,    /* waits for OK */
    STATE_IDLE,     /* owes nothing */
    STATE_THINKING, /* owes a move */
    STATE_OPENING,  /* owes an answer to SWAP2BOARD or OPENINGBOARD */
    STATE_FAILING,  /* the loop will report a failure */
    STATE_ENDING    /* END is sent, or no process is left */
} State;

typedef struct Player Player;
struct Player {
    ProcessHub *hub;
    const EngineOptions *options;
    SpawnPin pin;
    PlayerEvents events;
    Process *process;
    State state;
    PlayerGame game;
    PlayerAbout about;
    size_t known_stones; /* the engine's board, if is_known */
    bool is_known;
    bool has_exited; /* exited while idle; the next request reports it */
    char exit_detail[GAME_DETAIL_MAX];

    uv_timer_t timer, memory_timer;
    int open_handles;
    uint64_t asked_ns;     /* when the request was written */
    uint64_t asked_lag_ns; /* the loop's lags until then */
    int64_t limit_ms;      /* for this answer */
    int64_t tolerance_ms;  /* beyond it */
    MessageInfo info;
    char *messages;
    size_t messages_length;
    char complaint[120]; /* the last ERROR or UNKNOWN of this turn */

    GameReason failure;
    PlayerTurn failed_turn;
    char detail[GAME_DETAIL_MAX];

    bool is_memory_watched, is_suspended_idle;
    uint64_t peak_memory;
};

/* Kills the engine now and calls on_failure from the loop, never from inside a request. */
void conversation_fail(Player *player, GameReason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Frees the process and kills it if it is alive. */
void conversation_drop(Player *player);
/* Returns what the engine has reported in this turn so far. */
PlayerTurn conversation_turn(const Player *player);
/* If the engine uses too much memory, starts the failure and returns true. */
bool conversation_is_over_memory(Player *player);
/* Sets the deadline of the state to `ms` milliseconds from now; negative: none. */
void conversation_set_deadline(Player *player, int64_t ms);

/* Starts a turn: the engine owes the answer that `state` waits for. `limit_ms`: the time that it
 * may take, `tolerance_ms`: the time over it that is no fault. */
void conversation_ask(Player *player, State state, int64_t limit_ms, int64_t tolerance_ms);
/* Does so for an answer that may take `all_ms`, the tolerance included. */
void conversation_ask_within(Player *player, State state, int64_t all_ms);
/* Returns the time of the turn after which an answer is late: the limit and the tolerance. */
int64_t conversation_patience_ms(const Player *player);
/* Ends the turn: the engine owes no answer. */
void conversation_rest(Player *player);

/* Sends whole lines. */
void conversation_send(Player *player, const char *text, size_t length);
/* Sends one line of up to 4094 bytes; the format has no line end. */
void conversation_send_line(Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends START or RECTSTART. */
void conversation_start(Player *player);
/* Sends the INFO lines of a game. */
void conversation_send_info(Player *player);
/* Passes a line on to on_traffic. */
void conversation_note(Player *player, char direction, const char *line);

#endif
