/* conversation.h: the state of one conversation: what player.c, which asks, and answer.c, which
 * reads the answers, share. Nobody else includes it. */
#ifndef TOURNAMENT_GAME_CONVERSATION_H
#define TOURNAMENT_GAME_CONVERSATION_H

#include "game/player.h"

typedef enum {
    STATE_OFF,      /* no process */
    STATE_ABOUT,    /* waits for the answer to ABOUT */
    STATE_START,    /* waits for OK */
    STATE_IDLE,     /* owes nothing */
    STATE_THINKING, /* owes a move */
    STATE_OPENING,  /* owes an answer to SWAP2BOARD */
    STATE_FAILING,  /* a failure will be told when the loop gets there */
    STATE_ENDING    /* END is sent, or there is nothing to end */
} State;

struct Player {
    ProcessHub *hub;
    const EngineOptions *options;
    int cpu;
    PlayerEvents events;
    Process *process;
    State state;
    PlayerGame game;
    PlayerAbout about;
    size_t opening_stones; /* listed in the SWAP2BOARD that waits for its answer */
    size_t known_stones;   /* the engine's board, if is_known */
    bool is_known;
    bool has_exited; /* while idle: told at the next request */
    char exit_detail[GAME_DETAIL_MAX];

    uv_timer_t timer, memory_timer;
    int open_handles;
    uint64_t asked_ns; /* when the request was written */
    int64_t limit_ms;  /* for this answer, tolerance included; negative: none */
    MessageInfo info;
    char *messages;
    size_t messages_length;
    char complaint[120]; /* the last ERROR or UNKNOWN of this turn */

    GameReason failure;
    char detail[GAME_DETAIL_MAX];

    bool is_memory_watched, is_suspended_idle;
    uint64_t peak_memory;
};

/* Reports a failure: kills the engine now and calls on_failure from the loop, never from inside a
 * request. */
void conversation_fail(Player *player, GameReason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What the engine has told in this turn so far. */
PlayerTurn conversation_turn(const Player *player);
/* Returns whether the engine uses too much memory; then the failure is under way. */
bool conversation_is_over_memory(Player *player);
/* The engine owes nothing any more. */
void conversation_rest(Player *player);
/* Sends START or RECTSTART. */
void conversation_start(Player *player);
/* Sends the INFO lines of a game. */
void conversation_send_info(Player *player);
/* Passes a line on to on_traffic. */
void conversation_note(Player *player, char direction, const char *line);

/* Reads a line of the engine; the context is the Player. */
void conversation_line(void *context, ProcessStream stream, const char *line, bool is_cut);

#endif
