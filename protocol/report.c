#include "report.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    MESSAGES_MAX = 512,   /* MESSAGE lines of one search */
    MARKS_MAX = 4096,     /* REALTIME lines of one search */
    MARKS_AFTER_MS = 100, /* marks of the first moments would only flicker */
    PV_TEXT_MAX = 512     /* bytes; Yixin-Board's own buffer ends at 2400 */
};

static bool may_send(const Reporter *reporter) {
    return !atomic_load(&reporter->is_quiet) && kaname_now_ms() < reporter->deadline_ms;
}

static void send_report(Reporter *reporter, const KanameReport *report) {
    char score[NOTATION_SCORE_MAX], pv[PV_TEXT_MAX];
    char line[sizeof " multipv 100"] = "";
    notation_score(score, report->score);
    notation_line(pv, sizeof pv, report->pv, report->pv_count, " ", reporter->view);
    if (reporter->is_multi)
        snprintf(line, sizeof line, " multipv %d", (report->line + 1) % 100);
    uint64_t speed = report->nodes / (uint64_t)(report->time_ms > 0 ? report->time_ms : 1);
    line_write(reporter->writer,
               "MESSAGE depth %d-%d%s ev %s n %" PRIu64 " n/ms %" PRIu64 " tm %" PRId64 " pv %s",
               report->depth, report->seldepth, line, score, report->nodes, speed, report->time_ms,
               pv);
    if (reporter->wants_realtime && report->line == 0)
        line_write(reporter->writer, "MESSAGE REALTIME PV %s", pv);
}

static void on_report(const KanameReport *report, void *context) {
    Reporter *reporter = context;
    if (reporter->messages >= MESSAGES_MAX || !may_send(reporter))
        return;
    reporter->messages++;
    send_report(reporter, report);
}

static void send_mark(Reporter *reporter, const char *word, KanamePoint move) {
    reporter->marks++;
    line_write(reporter->writer, "MESSAGE REALTIME %s %d,%d", word, move.x, move.y);
}

/* Clears the marks of the search before; those of this one begin with the best move so far. */
static void begin_marks(Reporter *reporter) {
    line_write(reporter->writer, "MESSAGE REALTIME REFRESH");
    reporter->is_refreshed = true;
    if (reporter->has_best)
        send_mark(reporter, "BEST", reporter->best);
}

static void on_root(KanameRootEvent event, KanamePoint move, void *context) {
    static const char *const words[] = {[KANAME_ROOT_START] = "POS",
                                        [KANAME_ROOT_DONE] = "DONE",
                                        [KANAME_ROOT_BEST] = "BEST",
                                        [KANAME_ROOT_LOST] = "LOSE"};
    Reporter *reporter = context;
    bool is_early = kaname_now_ms() < reporter->start_ms + MARKS_AFTER_MS;
    if (is_early && event == KANAME_ROOT_BEST) {
        reporter->has_best = true;
        reporter->best = move;
    }
    if (is_early || reporter->marks >= MARKS_MAX || !may_send(reporter))
        return;
    if (!reporter->is_refreshed)
        begin_marks(reporter);
    send_mark(reporter, words[event], move);
}

/* The earliest moment at which the client may call the move late. */
static int64_t deadline_of(const KanameLimits *limits) {
    int64_t ms = INT64_MAX;
    if (limits->turn_ms >= 0)
        ms = limits->turn_ms;
    if (limits->match_ms >= 0 && limits->match_ms < ms)
        ms = limits->match_ms;
    return ms < INT64_MAX - limits->start_ms ? limits->start_ms + ms : INT64_MAX;
}

void reporter_init(Reporter *reporter, LineWriter *writer, const KanameLimits *limits,
                   NotationView view, bool wants_realtime) {
    reporter->writer = writer;
    reporter->view = view;
    reporter->start_ms = limits->start_ms;
    reporter->deadline_ms = deadline_of(limits);
    reporter->is_multi = limits->lines > 1;
    reporter->wants_realtime = wants_realtime;
    atomic_store(&reporter->is_quiet, false);
    reporter->is_refreshed = false;
    reporter->has_best = false;
    reporter->messages = 0;
    reporter->marks = 0;
}

KanameCallbacks reporter_callbacks(Reporter *reporter) {
    return (KanameCallbacks){.on_report = on_report,
                             .on_root = reporter->wants_realtime ? on_root : NULL,
                             .context = reporter};
}

void reporter_hush(Reporter *reporter) {
    atomic_store(&reporter->is_quiet, true);
}
