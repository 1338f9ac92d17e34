#include "session/report.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    ITERATIONS_MAX = 256, /* iterations reported of one search, plus one every ITERATION_MS */
    ITERATION_MS = 100,   /* milliseconds */
    MARKS_MAX = 4096,     /* REALTIME marks of one search, plus one every MARK_MS */
    MARK_MS = 20,         /* milliseconds */
    MARKS_AFTER_MS = 100, /* milliseconds; earlier marks would only flicker */
    PV_TEXT_MAX = 512     /* bytes; Yixin Board's own buffer has 2400 */
};

static bool may_send(const Reporter *reporter) {
    return !atomic_load(&reporter->is_quiet) && kaname_now_ms() < reporter->deadline_ms;
}

/* Returns the depth of the deepest line. A search decided by threats alone may end before the
 * nominal depth. */
static int seldepth_of(const KanameReport *report) {
    return report->seldepth > report->depth ? report->seldepth : report->depth;
}

static uint64_t speed_of(const KanameReport *report, uint64_t per_ms) {
    return report->nodes * per_ms / (uint64_t)(report->time_ms > 0 ? report->time_ms : 1);
}

/* Sends the INFO lines of one principal line. */
static void send_detail(Reporter *reporter, const KanameReport *report, const char *score) {
    LineWriter *writer = reporter->writer;
    char line[PV_TEXT_MAX] = "";
    size_t used = 0;
    for (size_t i = 0; i < report->pv_count && used + sizeof "100,100 " < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%d,%d", i > 0 ? " " : "",
                                 report->pv[i].x, report->pv[i].y);
    line_write(writer, "INFO PV %d", report->line);
    line_write(writer, "INFO NUMPV %d", reporter->lines);
    line_write(writer, "INFO DEPTH %d", report->depth);
    line_write(writer, "INFO SELDEPTH %d", seldepth_of(report));
    line_write(writer, "INFO NODES %" PRIu64, report->nodes);
    line_write(writer, "INFO TOTALNODES %" PRIu64, report->nodes);
    line_write(writer, "INFO TOTALTIME %" PRId64, report->time_ms);
    line_write(writer, "INFO SPEED %" PRIu64, speed_of(report, 1000));
    line_write(writer, "INFO EVAL %s", score);
    line_write(writer, "INFO WINRATE %.4f", notation_rate(reporter->engine, report->score));
    line_write(writer, "INFO BESTLINE %s", line);
    line_write(writer, "INFO PV DONE");
}

static void send_report(Reporter *reporter, const KanameReport *report) {
    char score[NOTATION_SCORE_MAX], pv[PV_TEXT_MAX];
    char line[sizeof " multipv 1000"] = "";
    notation_score(score, report->score);
    notation_line(pv, sizeof pv, report->pv, report->pv_count, " ", reporter->view);
    if (reporter->lines > 1)
        snprintf(line, sizeof line, " multipv %d", (report->line + 1) % 1000);
    /* Clients expect these words in this order, and moves alone after pv. INFO lines have more. */
    line_write(reporter->writer,
               "MESSAGE depth %d-%d%s ev %s n %" PRIu64 " n/ms %" PRIu64 " tm %" PRId64 " pv %s",
               report->depth, seldepth_of(report), line, score, report->nodes, speed_of(report, 1),
               report->time_ms, pv);
    if (reporter->kinds.detail)
        send_detail(reporter, report, score);
    if (!reporter->kinds.realtime || report->line != 0)
        return;
    line_write(reporter->writer, "MESSAGE REALTIME VAL %d", notation_shown(report->score));
    line_write(reporter->writer, "MESSAGE REALTIME PV %s", pv);
    /* The next iteration starts with fresh marks. */
    reporter->is_refreshed = false;
    reporter->has_best = report->pv_count > 0;
    reporter->best = report->pv[0];
}

/* Decides at its first line whether to send all lines of an iteration. */
static bool is_within_bounds(Reporter *reporter, const KanameReport *report) {
    int64_t ms = kaname_now_ms() - reporter->start_ms;
    if (report->line == 0) {
        reporter->is_sending = reporter->iterations < ITERATIONS_MAX + ms / ITERATION_MS;
        reporter->iterations += reporter->is_sending;
    }
    return reporter->is_sending;
}

static void on_report(const KanameReport *report, void *context) {
    Reporter *reporter = context;
    if (report->line < reporter->lines && is_within_bounds(reporter, report) && may_send(reporter))
        send_report(reporter, report);
}

static void send_mark(Reporter *reporter, const char *word, KanamePoint move) {
    reporter->marks++;
    line_write(reporter->writer, "MESSAGE REALTIME %s %d,%d", word, move.x, move.y);
}

/* Clears the marks of the previous iteration and marks the best move so far. */
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
    int64_t ms = kaname_now_ms() - reporter->start_ms;
    bool is_early = ms < MARKS_AFTER_MS;
    if (is_early && event == KANAME_ROOT_BEST) {
        reporter->has_best = true;
        reporter->best = move;
    }
    if (is_early || reporter->marks >= MARKS_MAX + ms / MARK_MS || !may_send(reporter))
        return;
    if (!reporter->is_refreshed)
        begin_marks(reporter);
    send_mark(reporter, words[event], move);
}

/* Returns the earliest time at which the client may call the move late. */
static int64_t deadline_of(const KanameLimits *limits) {
    int64_t ms = INT64_MAX;
    if (limits->turn_ms >= 0)
        ms = limits->turn_ms;
    if (limits->match_ms >= 0 && limits->match_ms < ms)
        ms = limits->match_ms;
    return ms < INT64_MAX - limits->start_ms ? limits->start_ms + ms : INT64_MAX;
}

void reporter_init(Reporter *reporter, LineWriter *writer, const KanameEngine *engine,
                   const KanameLimits *limits, NotationView view, ReportKinds kinds) {
    reporter->writer = writer;
    reporter->engine = engine;
    reporter->view = view;
    reporter->start_ms = limits->start_ms;
    reporter->deadline_ms = deadline_of(limits);
    reporter->lines = limits->lines > 1 ? limits->lines : 1;
    reporter->kinds = kinds;
    atomic_store(&reporter->is_quiet, false);
    reporter->is_refreshed = false;
    reporter->has_best = false;
    reporter->is_sending = false;
    reporter->iterations = 0;
    reporter->marks = 0;
}

KanameCallbacks reporter_callbacks(Reporter *reporter) {
    return (KanameCallbacks){.on_report = on_report,
                             .on_root = reporter->kinds.realtime ? on_root : NULL,
                             .context = reporter};
}

void reporter_hush(Reporter *reporter) {
    atomic_store(&reporter->is_quiet, true);
}
