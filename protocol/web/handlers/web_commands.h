/* web_commands.h: finds and runs the page's commands by name. */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_WEB_COMMANDS_H
#define KANAME_PROTOCOL_WEB_HANDLERS_WEB_COMMANDS_H

#include "web/handlers/desk.h"

#include <stddef.h>

/* Runs the request (web/handlers/request.h). Returns a JSON object, which the caller frees with
 * free(); NULL if out of memory. If the request fails, its member "wrong" is the reason. */
char *web_answer(WebDesk *desk, const char *line, const char *data, size_t data_size);

#endif
