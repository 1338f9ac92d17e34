/* handlers.h: the commands of the page, one function each.
 *
 * A handler writes the members of a JSON object, without braces. If it fails, its output is
 * dropped. */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_HANDLERS_H
#define KANAME_PROTOCOL_WEB_HANDLERS_HANDLERS_H

#include "web/handlers/desk.h"
#include "web/handlers/request.h"

#include <stdio.h>

typedef bool WebHandler(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure);

/* facts.c. `facts`: the side to move, the end, the winning row, forbidden points and threats. */
WebHandler web_facts;
/* threats.c. `threats`: the fours and open threes of both sides; `foul`: the rows that make the
 * forbidden point of the request one. */
WebHandler web_threats, web_foul;
/* search.c. `think`: a slice of a search; `bench`: the nodes and the time of `pbrain-kaname bench`.
 */
WebHandler web_think, web_bench;
/* opening.c. `opening`: the current step of an opening; `decide`: the engine's answer in it. */
WebHandler web_opening, web_decide;
/* solve.c. `solve`: a slice of the search for a win by threats; `defences`: the other side's
 * replies to it, and the answers to these. */
WebHandler web_solve, web_defences;
/* review.c. `review`: a step of the judgement of a game's moves; `judge`: the judgement of the last
 * move alone. */
WebHandler web_review;
/* files.c. `read`: the game in a file of any format; `write`: a file of the game. */
WebHandler web_read, web_write;

#endif
