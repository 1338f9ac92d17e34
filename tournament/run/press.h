/* press.h: writes the game files and the file for `watch` from a thread, in order.
 *
 * A game file may be a pipe that nobody reads, or lie on a slow disk. The output of the ledger
 * belongs to the press from press_init() until press_waiting() is 0 for the last time; the
 * functions and callbacks belong to the loop's thread. */
#ifndef TOURNAMENT_RUN_PRESS_H
#define TOURNAMENT_RUN_PRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "game/game_record.h"
#include "run/ledger.h"
#include "store/lane.h"

typedef struct PressEvents {
    /* A game could not be written; ledger_output_error() names the file. */
    void (*on_failure)(void *context);
    /* Everything is written. */
    void (*on_idle)(void *context);
    void *context;
} PressEvents;

typedef struct Press {
    Ledger *ledger;
    PressEvents events;
    Lane *games, *pages; /* a pipe that nobody reads must not delay the file for `watch` */
    bool has_failed;
} Press;

/* Returns false if out of memory or without threads. */
bool press_init(Press *press, uv_loop_t *loop, Ledger *ledger, const PressEvents *events);
/* The press must be idle. */
void press_release(Press *press);
/* Takes ownership of the contents of a game that is in the store. Returns false if out of memory.
 */
bool press_add_game(Press *press, GameRecord *game);
/* Writes the file for `watch` from a text of cJSON, which it takes over; drops the text while an
 * earlier one is not written. Ignores NULL. */
void press_add_page(Press *press, char *text);
/* Returns the games that are not written. */
size_t press_waiting(const Press *press);
/* Returns whether nothing is left to do. */
bool press_is_idle(const Press *press);

#endif
