/* play.h: plays one game: from two players and an opening to a finished record.
 *
 * The owner, a table of the arena, creates the players; their events arrive through the table's
 * seats. The play sends requests to the players, keeps the clocks and the referee, and calls on_end
 * once. Seat 0 is the first engine of the encounter, seat 1 the second. The loop's thread. */
#ifndef TOURNAMENT_GAME_PLAY_H
#define TOURNAMENT_GAME_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game_record.h"
#include "game/opening.h"
#include "game/player.h"
#include "shared/referee/referee.h"

/* Settings shared by all games of a run. */
typedef struct PlaySettings {
    PlayerGame game;
    const OpeningRule *opening_rule; /* NULL: none */
    bool by_board;                   /* BOARD before every move */
    int draw_after;                  /* stones, 0: never */
    int resign_moves; /* 0: never; an engine resigns after this many moves in a row with */
    int resign_score; /* scores of -resign_score or less */
    int draw_moves;   /* 0: never; a draw after this many moves in a row of each with */
    int draw_score;   /* scores from -draw_score to draw_score */
} PlaySettings;

/* Why a game ended undecided, through no fault of an engine. */
typedef enum {
    PLAY_UNTROUBLED, /* it has a result, was interrupted, or memory is out */
    PLAY_LACKING,    /* the manager lacks what it takes to start an engine */
    PLAY_STALLED     /* the manager was held up in a turn, so its clocks are wrong */
} PlayTrouble;

typedef struct Play Play;
typedef void (*PlayEndFn)(void *context);

struct Play {
    const PlaySettings *settings;
    Player *players[2]; /* by seat */
    PlayEndFn on_end;
    void *context;
    GameRecord record;   /* complete when on_end is called; the owner may move it out */
    PlayTrouble trouble; /* when on_end is called; else the game may be played again */
    /* Below: for play.c alone. */
    Referee referee;
    Opening opening;
    int engine[2];  /* by seat */
    int seat_of[2]; /* by colour */
    bool is_running, is_waiting[2], has_failed[2];
    int only_mover; /* seat of the only move of a game that ends after it; -1: both seats move */
    GameReason failure[2];
    char failure_detail[2][GAME_DETAIL_MAX];
    OpeningCourse course; /* of an opening rule */
    int opener;           /* seat of the course's player 0 */
    int asked;            /* seat that owes an answer, -1: none */
    int64_t clock_us[2];  /* left on the match clock, by seat */
    int low_moves[2];     /* in a row, by seat */
    int even_plies;       /* in a row */
    uint64_t started_ns;
};

/* Settings of one game. */
typedef struct PlayTask {
    int64_t number, pair;
    int round, game;
    int engine[2];         /* by seat: index into the run's list */
    bool is_reversed;      /* seat 1 moves first after the opening */
    int64_t opening_index; /* -1: none */
    int transform;
    int stop_after;         /* stones at which this game ends as a draw; 0: by the settings */
    const Opening *opening; /* already transformed; with an opening rule it must be empty */
} PlayTask;

/* Begins a game; both players must be idle or off. */
void play_start(Play *play, const PlaySettings *settings, Player *const players[2],
                const PlayTask *task, PlayEndFn on_end, void *context);

void play_ready(Play *play, int seat);
/* Ends the game now, undecided, and calls on_end. Does nothing if no game is in progress. */
void play_interrupt(Play *play);
/* Frees the record, unless the owner has taken it. */
void play_release(Play *play);

/* One side of a table. The owner embeds the seat as the first member of its own struct and puts a
 * player in it, who may stay for several games. */
typedef struct PlaySeat {
    Play *play;
    int side;
    Player *player; /* NULL: empty */
    bool is_ending; /* the player is leaving; the seat is empty after on_ended */
} PlaySeat;

/* The events that pass a player's answers on to the play; their context is the seat. The owner adds
 * on_ended and on_traffic. */
PlayerEvents play_seat_events(PlaySeat *seat);
/* Ends the player of the seat, if any: by END, or by killing the engine at once. */
void play_seat_end(PlaySeat *seat);
void play_seat_abort(PlaySeat *seat);
/* Frees the player; call it in on_ended. */
void play_seat_clear(PlaySeat *seat);

/* Returns whether a game can begin with this opening: it is legal, and the game is not over after
 * it. */
bool play_accepts_opening(const PlayerGame *game, const Opening *opening);
/* Returns whether one more stone of either side would make a winning five after this opening: the
 * next move is then forced, or ends the game. */
bool play_opening_has_four(const PlayerGame *game, const Opening *opening);

#endif
