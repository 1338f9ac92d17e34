/* failure.h: how a function of the programs fails. It returns false, NULL or a negative number and
 * fills the Failure that its last parameter points to: a status for the code that branches, a text
 * for the user. Without a failure it leaves the Failure alone. */
#ifndef KANAME_SHARED_STATUS_FAILURE_H
#define KANAME_SHARED_STATUS_FAILURE_H

#include <stdbool.h>

#include "shared/status/format.h"
#include "shared/status/status.h"

enum { FAILURE_BYTES = 4096 + 512 /* of a text, NUL included: a path and a reason */ };

typedef struct Failure {
    Status status;
    char text[FAILURE_BYTES]; /* the whole message, such as "games/a.kgm: damaged"; no full stop */
} Failure;

/* A Failure before any function filled it. */
#define FAILURE_NONE \
    { .status = STATUS_OK, .text = "" }

/* Each sets the status and the text and returns false, so that callers can return it. A text that
 * does not fit is cut. The arguments may lie in the old text. */

/* The text: the words of the status. */
bool failure_set(Failure *failure, Status status);
/* The text: the place (a file, its line, an option), ": ", status_reason(). Keeps errno. */
bool failure_at(Failure *failure, Status status, const char *place, ...) FORMAT_CHECK(3, 4);
/* The text: the caller's, for what the words of the status cannot say. */
bool failure_say(Failure *failure, Status status, const char *text, ...) FORMAT_CHECK(3, 4);
/* Passes on the failure of a called function, which may be *failure itself: its status; the place,
 * ": ", its text. */
bool failure_pass(Failure *failure, const Failure *cause, const char *place, ...)
    FORMAT_CHECK(3, 4);

#endif
