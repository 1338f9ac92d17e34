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

bool failure_at(Failure *failure, Status status, const char *place, ...) {
    const int system_error = errno;
    const char *reason = status_reason(status);
    char text[FAILURE_BYTES];
    va_list arguments;
    va_start(arguments, place);
    int length = vsnprintf(text, sizeof text, place, arguments);
    va_end(arguments);
    if (length >= 0 && length < FAILURE_BYTES)
        snprintf(text + length, sizeof text - (size_t)length, ": %s", reason);
    errno = system_error;
    return put(failure, status, text);
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
