/* limits.h: tells a lack of the manager's own means from a fault of a program. No state. */
#ifndef TOURNAMENT_PROCESS_LIMITS_H
#define TOURNAMENT_PROCESS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a process did not start because the manager or the system lacks open files,
 * processes or memory. `error`: the libuv error code of the start. Then writes the lack and the
 * limit that ended it as one clause without a line end. */
bool limits_explain(int error, char *text, size_t size);

#endif
