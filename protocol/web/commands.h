/* commands.h: the page's commands by their names. */
#ifndef KANAME_PROTOCOL_WEB_COMMANDS_H
#define KANAME_PROTOCOL_WEB_COMMANDS_H

#include "web/desk.h"

#include <stddef.h>

/* Runs the request (web/request.h). Returns a JSON object, which the caller frees with free(); its
 * member "wrong" says why the request failed. NULL: out of memory. */
char *web_answer(WebDesk *desk, const char *line, const char *data, size_t data_size);

#endif
