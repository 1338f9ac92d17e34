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

#include "game/engine_options.h"
#include "game/player_events.h"
#include "process/process.h"

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
