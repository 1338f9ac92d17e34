/* limits.h: tells a lack of the manager's own means from a fault of a program. No state. */
#ifndef TOURNAMENT_PROCESS_LIMITS_H
#define TOURNAMENT_PROCESS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/status/failure.h"

/* Returns whether a process did not start because the manager or the system lacks open files,
 * processes or memory. `error`: the libuv error code of the start. Then writes the lack and the
 * limit that ended it as one clause without a line end. */
bool limits_explain(int error, char *text, size_t size);
/* Returns whether the manager cannot open as many files as an event loop, a lane and an engine
 * take. Call it before the first loop: libuv aborts where it cannot open the pipe of its signals.
 */
bool limits_lack_files(void);
/* Explains in the same way why the manager itself cannot begin, which needs some open files, memory
 * and threads: too many open files if it cannot open more, else all that may be short. */
bool limits_explain_beginning(Failure *failure);

#endif
