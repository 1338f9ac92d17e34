/* player.h: one engine in one conversation of the Gomocup protocol.
 *
 * A player starts its engine when first needed, talks to it, enforces its deadlines and reports
 * exactly one answer or failure per request. A failure kills the engine; the next game starts it
 * again. All functions and callbacks run on the loop's thread.
 *
 *   player_begin() -> on_ready       player_think() -> on_move       player_open() -> on_opening
 *   any of them    -> on_failure     player_end()   -> on_ended (always, also after a failure) */
#ifndef TOURNAMENT_GAME_PLAYER_H
#define TOURNAMENT_GAME_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "game/engine_options.h"
#include "game/player_events.h"
#include "process/process.h"

typedef struct Player Player;

/* Returns NULL if out of memory. `options` must outlive the player. */
Player *player_new(ProcessHub *hub, uv_loop_t *loop, const EngineOptions *options, SpawnPin pin,
                   const PlayerEvents *events);
/* Call it after on_ended, or before the first player_begin(). Ignores NULL. */
void player_free(Player *player);

/* Starts the engine if needed and sends ABOUT (to a new process), START and the INFO lines. */
void player_begin(Player *player, const PlayerGame *game);
/* Requests the next move. `stones`: all stones so far in playing order, colours alternating.
 * `by_board`: send BOARD, never TURN. `time_left_ms`: of the match; negative: no limit. */
void player_think(Player *player, const PlayerStone *stones, size_t count, bool by_board,
                  int64_t time_left_ms);
/* Requests the opening's next answer by SWAP2BOARD or OPENINGBOARD. `time_left_ms`: see
 * player_think(). */
void player_open(Player *player, const OpeningCourse *course, int64_t time_left_ms);
/* Cancels the pending request: kills the engine and reports no answer. */
void player_cancel(Player *player);
/* Sends END, closes the engine's input and kills it after end_ms. on_ended follows. */
void player_end(Player *player);
/* Kills the engine at once; on_ended follows. */
void player_abort(Player *player);

/* Sets whether the process tree is suspended while the engine owes no answer (-suspend). */
void player_set_suspend(Player *player, bool is_suspended_idle);
/* Sets whether memory is measured while the engine thinks; above max_memory the engine fails
 * (-memory). */
void player_watch_memory(Player *player, bool is_watched);
/* Returns the highest measurement since player_begin(), in bytes; 0 if there was none. */
uint64_t player_peak_memory(const Player *player);

/* Returns the name given as an option, else that of ABOUT; "" if there is neither. */
const char *player_name(const Player *player);
/* Returns the fields of the answer to ABOUT; "" for missing ones. */
const PlayerAbout *player_about(const Player *player);
const EngineOptions *player_options(const Player *player);

#endif
