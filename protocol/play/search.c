#include "play/search.h"

#include "io/notation.h"
#include "level/think.h"
#include "play/screen.h"

#include <stdio.h>

static void on_report(const KanameReport *report, void *context) {
    Terminal *terminal = context;
    char depth[32], thought[512];
    if (!terminal->shows_thoughts || report->line != 0)
        return;
    snprintf(depth, sizeof depth, "%d-%d", report->depth, report->seldepth);
    terminal_thought_text(terminal, thought, sizeof thought, report->score, depth, report->pv,
                          report->pv_count);
    terminal_show_thought(terminal, thought);
}

KanameLimits terminal_limits(const Terminal *terminal) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.turn_ms = terminal->turn_ms;
    return limits;
}

void terminal_begin_search(Terminal *terminal) {
    kaname_clear_stop(terminal->engine);
    if (terminal->io->begin_search != NULL)
        terminal->io->begin_search(terminal->io->context);
}

bool terminal_end_search(Terminal *terminal) {
    return terminal->io->end_search != NULL && terminal->io->end_search(terminal->io->context);
}

KanameStatus terminal_think(Terminal *terminal, int level, KanameResult *result,
                            bool *is_broken_off) {
    KanameLimits limits = terminal_limits(terminal);
    KanameCallbacks callbacks = {.on_report = on_report, .context = terminal};
    terminal_begin_search(terminal);
    KanameStatus status =
        level_think(terminal->engine, &limits, &callbacks, level, (uint64_t)terminal->seed, result);
    *is_broken_off = terminal_end_search(terminal);
    if (status != KANAME_OK)
        terminal_say(terminal, "The engine finds no move: %s.", kaname_status_text(status));
    return status;
}

void terminal_say_result(Terminal *terminal, const char *verb, const KanameResult *result) {
    char point[NOTATION_POINT_MAX], depth[16], thought[512];
    terminal_point_text(terminal, point, result->best);
    snprintf(depth, sizeof depth, "%d", result->depth);
    terminal_thought_text(terminal, thought, sizeof thought, result->score, depth, result->pv,
                          result->pv_count);
    terminal_say(terminal, "%s %s (%s)", verb, point, thought);
}
