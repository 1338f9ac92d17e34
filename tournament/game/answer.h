/* answer.h: handles an engine's lines by the state of the conversation. */
#ifndef TOURNAMENT_GAME_ANSWER_H
#define TOURNAMENT_GAME_ANSWER_H

#include <stdbool.h>

#include "process/process.h"

/* Reads one line, as ProcessEvents.on_line: records a message, reports an answer or a failure. The
 * context is the Player. */
void answer_line(void *context, ProcessStream stream, const char *line, bool is_cut);

#endif
