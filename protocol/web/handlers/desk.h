/* desk.h: the state of the page's module: one engine for searches, one for the rules.
 *
 * There are two so that a request about another position does not disturb the hash table of a
 * search. One thread. */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_DESK_H
#define KANAME_PROTOCOL_WEB_HANDLERS_DESK_H

#include "kaname.h"
#include "play/terminal_game.h"
#include "shared/status/failure.h"
#include "study/analyze_lines.h"
#include "study/review/judgement.h"
#include "web/handlers/request.h"

#include <stdbool.h>
#include <stdint.h>

/* A search in slices: each slice continues from the hash table of the one before. */
typedef struct WebSearch {
    int64_t ms; /* of all slices so far */
    uint64_t nodes;
    int depth;           /* plies of the deepest complete iteration */
    KanameResult result; /* of the last slice */
    AnalyzeLines lines;
    bool is_lost[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* [y][x]: root moves proven to lose */
    bool is_searched[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
    bool is_done; /* nothing is left to find */
} WebSearch;

typedef struct WebDesk {
    KanameEngine *thinker;
    TerminalGame board; /* on its own engine; the game of the last request */
    WebSearch search;
    size_t view_count; /* positions of the game under review */
    ReviewView *views;
} WebDesk;

/* Returns a desk; NULL if out of memory. The caller frees it with desk_free(). */
WebDesk *desk_new(void);
void desk_free(WebDesk *desk); /* ignores NULL */

/* Sets up the board with the position of the request. After a failure the board holds the moves
 * before the fault. */
bool desk_set_board(WebDesk *desk, const WebRequest *request, Failure *failure);
/* Does the same for the thinker, whose hash table stays unless the rule or size changes. */
bool desk_set_thinker(WebDesk *desk, const WebRequest *request, Failure *failure);

/* Does the same as desk_set_thinker() for the position after a node of a game. desk_set_other()
 * gives the other side the move. */
KanameStatus desk_set_position(WebDesk *desk, const Game *game, uint32_t node);
KanameStatus desk_set_other(WebDesk *desk, const Game *game, uint32_t node);

#endif
