#include "study/review/progress.h"

#include <stdio.h>

enum { PROGRESS_COLUMNS = 79 };

void progress_init(Progress *progress, const char *what, size_t count, double whole) {
    *progress =
        (Progress){.what = what, .count = count, .whole = whole, .begin_ms = kaname_now_ms()};
    terminal_console_init(&progress->console, NULL);
}

void progress_release(Progress *progress) {
    terminal_console_release(&progress->console);
}

void progress_begin(Progress *progress, double work) {
    progress->number++;
    progress->now = work;
    terminal_console_begin_search(&progress->console);
}

bool progress_end(Progress *progress) {
    bool is_interrupted = terminal_console_end_search(&progress->console);
    progress->before += progress->now;
    if (progress->console.has_controls)
        fprintf(stderr, "\r%*s\r", PROGRESS_COLUMNS, "");
    return is_interrupted;
}

bool progress_show(const Progress *progress, double part) {
    if (atomic_load(&progress->console.is_interrupted))
        return false;
    if (!progress->console.has_controls)
        return true;
    double done = progress->before + part * progress->now;
    double share = progress->whole > 0 ? done / progress->whole : 1;
    double passed = (double)(kaname_now_ms() - progress->begin_ms) / 1000;
    char text[160], left[32] = "";
    if (share > 0.01 && passed > 1) {
        long seconds = (long)(passed / share - passed + 0.5);
        snprintf(left, sizeof left, ", %ld:%02ld left", seconds / 60, seconds % 60);
    }
    snprintf(text, sizeof text, "%s %zu of %zu, %.0f%%%s", progress->what, progress->number,
             progress->count, 100 * share, left);
    fprintf(stderr, "\r%-*.*s", PROGRESS_COLUMNS, PROGRESS_COLUMNS, text);
    fflush(stderr);
    return true;
}
