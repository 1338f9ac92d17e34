#include "process/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include <uv.h>

/* Writes the soft limit of a resource, "24" or "unlimited"; `limit` is NULL if it is unknown. */
static void put_limit(const struct rlimit *limit, char *text, size_t size) {
    if (limit == NULL)
        snprintf(text, size, "unknown");
    else if (limit->rlim_cur == RLIM_INFINITY)
        snprintf(text, size, "unlimited");
    else
        snprintf(text, size, "%llu", (unsigned long long)limit->rlim_cur);
}

bool limits_explain(int error, char *text, size_t size) {
    struct rlimit found;
    char limit[32];
    switch (error) {
    case UV_EMFILE:
        put_limit(getrlimit(RLIMIT_NOFILE, &found) == 0 ? &found : NULL, limit, sizeof limit);
        snprintf(text, size, "too many open files; the limit (ulimit -n) is %s", limit);
        return true;
    case UV_ENFILE:
        snprintf(text, size, "too many open files in the system; the limit is fs.file-max");
        return true;
    case UV_EAGAIN:
        put_limit(getrlimit(RLIMIT_NPROC, &found) == 0 ? &found : NULL, limit, sizeof limit);
        snprintf(text, size,
                 "too many processes; the limit of the user (ulimit -u) is %s, a control group "
                 "may have a lower one (pids.max)",
                 limit);
        return true;
    case UV_ENOMEM:
        put_limit(getrlimit(RLIMIT_AS, &found) == 0 ? &found : NULL, limit, sizeof limit);
        snprintf(text, size, "no memory for one more process; the limit (ulimit -v) is %s", limit);
        return true;
    default:
        return false;
    }
}

bool limits_lack_files(void) {
    enum { NEEDED = 8 };
    int files[NEEDED], count = 0;
    while (count < NEEDED && (files[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    bool is_lacking = count < NEEDED && errno == EMFILE;
    while (count > 0)
        close(files[--count]);
    return is_lacking;
}

bool limits_explain_beginning(Failure *failure) {
    struct rlimit found;
    char limit[32], text[160];
    if (limits_lack_files()) {
        (void)limits_explain(UV_EMFILE, text, sizeof text);
        return failure_say(failure, STATUS_LIMIT, "%s", text);
    }
    put_limit(getrlimit(RLIMIT_NPROC, &found) == 0 ? &found : NULL, limit, sizeof limit);
    return failure_say(failure, STATUS_LIMIT,
                       "no memory or no threads; the limit of the user (ulimit -u) is %s, a "
                       "control group may have a lower one (pids.max)",
                       limit);
}
