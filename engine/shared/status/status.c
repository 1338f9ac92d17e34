#include "shared/status/status.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static const char *const words_of[STATUS_COUNT] = {
#define STATUS_WORDS(name, words) [STATUS_##name] = (words),
    STATUS_LIST(STATUS_WORDS)
#undef STATUS_WORDS
};

const char *status_text(Status status) {
    return (unsigned)status < STATUS_COUNT ? words_of[status] : "unknown status";
}

const char *status_reason(Status status) {
    bool has_reason = (status == STATUS_UNREADABLE || status == STATUS_UNWRITABLE) && errno != 0;
    return has_reason ? strerror(errno) : status_text(status);
}
