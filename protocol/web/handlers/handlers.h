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
WebHandler facts_answer;
/* search.c. `think`: a slice of a search; `bench`: the nodes and the time of `pbrain-kaname bench`.
 */
WebHandler think_answer, bench_answer;
/* opening.c. `opening`: the current step of an opening; `decide`: the engine's answer in it. */
WebHandler opening_answer, decide_answer;
/* solve.c. `solve`: a slice of the search for a win by threats; `defences`: the other side's
 * replies to it, and the answers to these. */
WebHandler solve_answer, defences_answer;
/* review.c. `review`: a step of the judgement of a game's moves. */
WebHandler review_answer;
/* files.c. `read`: the game in a file of any format; `write`: a file of the game. */
WebHandler read_answer, write_answer;

#endif
