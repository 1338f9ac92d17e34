#include "shared/status/failure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool failure_set(Failure *failure, Status status) {
    return failure_say(failure, status, "%s", status_text(status));
}

static bool put(Failure *failure, Status status, const char *text) {
    failure->status = status;
    memcpy(failure->text, text, strlen(text) + 1);
    return false;
}

/* Sets the text to the place, ": " and the reason, which may lie in the old text. */
static bool put_at(Failure *failure, Status status, const char *reason, const char *place,
                   va_list arguments) {
    char text[FAILURE_BYTES];
    int length = vsnprintf(text, sizeof text, place, arguments);
    if (length >= 0 && length < FAILURE_BYTES)
        snprintf(text + length, sizeof text - (size_t)length, ": %s", reason);
    return put(failure, status, text);
}

bool failure_at(Failure *failure, Status status, const char *place, ...) {
    const int system_error = errno;
    va_list arguments;
    va_start(arguments, place);
    put_at(failure, status, status_reason(status), place, arguments);
    va_end(arguments);
    errno = system_error;
    return false;
}

bool failure_pass(Failure *failure, const Failure *cause, const char *place, ...) {
    va_list arguments;
    va_start(arguments, place);
    put_at(failure, cause->status, cause->text, place, arguments);
    va_end(arguments);
    return false;
}

bool failure_say(Failure *failure, Status status, const char *format, ...) {
    char text[FAILURE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0)
        text[0] = '\0';
    va_end(arguments);
    return put(failure, status, text);
}
