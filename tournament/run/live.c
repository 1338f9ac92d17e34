#include "run/live.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <uv.h>

#include "cli/terminal.h"

enum {
    SHOWN_ENGINES = 12,
    NAME_COLUMNS = 24,
    COLUMNS_DEFAULT = 80,
    LINE_BYTES = 800,
    BEHIND_BYTES = 16 * 1024
};

void live_init(Live *live, FILE *out, bool is_terminal, int64_t games_at_start) {
    *live = (Live){.out = out,
                   .screen = out,
                   .is_terminal = is_terminal,
                   .started_ns = uv_hrtime(),
                   .games_at_start = games_at_start};
}

bool live_start_outlet(Live *live) {
    Outlet *outlet = outlet_new();
    FILE *stream = outlet != NULL ? outlet_stream(outlet, live->screen) : NULL;
    if (stream == NULL) {
        outlet_free(outlet);
        return false;
    }
    live->outlet = outlet;
    live->out = stream;
    return true;
}

bool live_stop_outlet(Live *live) {
    Outlet *outlet = live->outlet;
    if (outlet == NULL)
        return true;
    fclose(live->out);
    live->out = live->screen;
    live->outlet = NULL;
    return outlet_free(outlet);
}

static void clear_status(Live *live) {
    /* The terminal may have put "^C" before the cursor. */
    if (live->status_lines > 0)
        fprintf(live->out, "\r\x1b[%dA\x1b[J", live->status_lines);
    live->status_lines = 0;
}

void live_line(Live *live, const char *format, ...) {
    va_list arguments;
    clear_status(live);
    va_start(arguments, format);
    vfprintf(live->out, format, arguments);
    va_end(arguments);
    fputc('\n', live->out);
    fflush(live->out);
}

/* Draws one line of the status, cut at the width of the terminal, so that it takes one row. */
static void status_line(Live *live, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void status_line(Live *live, const char *format, ...) {
    char text[LINE_BYTES], shown[LINE_BYTES];
    int columns = terminal_columns(live->screen);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    terminal_fit(shown, sizeof shown, text, (columns > 0 ? columns : COLUMNS_DEFAULT) - 1, false);
    fprintf(live->out, "%s\n", shown);
    live->status_lines++;
}

void live_match_text(const Summary *summary, char *text, size_t size) {
    const Wdl *wdl = summary_cross(summary, 0, 1);
    const Pairs *pairs = summary_pairs(summary, 0, 1);
    bool by_pairs = pairs_count(pairs) >= 2;
    EloEstimate elo = by_pairs ? pairs_elo(pairs) : wdl_elo(wdl);
    double los = by_pairs ? pairs_los(pairs) : wdl_los(wdl);
    size_t length =
        (size_t)snprintf(text, size, "%sElo %.1f", by_pairs ? "pairs: " : "", elo.elo + 0.0);
    if (isfinite(elo.error) && length < size)
        length += (size_t)snprintf(text + length, size - length, " +- %.1f", elo.error);
    if (length < size)
        length += (size_t)snprintf(text + length, size - length, ", LOS %.1f %%", 100 * los);
    if (summary->run->has_sprt && length < size)
        snprintf(text + length, size - length, ", LLR %.2f (%.2f, %.2f)", summary_llr(summary),
                 sprt_lower_bound(&summary->run->sprt), sprt_upper_bound(&summary->run->sprt));
}

static void put_duration(char *text, size_t size, double seconds) {
    if (seconds < 0 || seconds > 1e8)
        snprintf(text, size, "?");
    else
        snprintf(text, size, "%d:%02d:%02d", (int)(seconds / 3600), (int)(seconds / 60) % 60,
                 (int)seconds % 60);
}

/* Adds ", NAME COUNT" unless the count is 0. */
static void add_fault(char *text, size_t size, const char *name, int64_t count) {
    size_t length = strlen(text);
    if (count > 0)
        snprintf(text + length, size - length, "%s %s %" PRId64, length > 0 ? "," : "", name,
                 count);
}

static void status_of_engine(Live *live, const Summary *summary, int engine) {
    const SummaryEngine *e = &summary->engines[engine];
    char name[4 * NAME_COLUMNS + 1], faults[160] = "";
    terminal_fit(name, sizeof name, summary->run->engines[engine].name, NAME_COLUMNS, true);
    add_fault(faults, sizeof faults, "crashes", summary_crashes(e));
    add_fault(faults, sizeof faults, "time losses", e->lost_by[GAME_REASON_TIME]);
    add_fault(faults, sizeof faults, "illegal", e->lost_by[GAME_REASON_ILLEGAL]);
    add_fault(faults, sizeof faults, "memory", e->lost_by[GAME_REASON_MEMORY]);
    status_line(live, "  %s %6.1f / %-5" PRId64 "%s", name,
                (double)e->all.wins + 0.5 * (double)e->all.draws, wdl_games(&e->all), faults);
}

/* Draws the best SHOWN_ENGINES engines by points. */
static void status_of_engines(Live *live, const Summary *summary) {
    int shown[SHOWN_ENGINES], count = 0;
    for (int i = 0; i < summary->engine_count; i++) {
        const Wdl *mine = &summary->engines[i].all;
        int at = count;
        while (at > 0) {
            const Wdl *other = &summary->engines[shown[at - 1]].all;
            if (2 * other->wins + other->draws >= 2 * mine->wins + mine->draws)
                break;
            at--;
        }
        if (at == SHOWN_ENGINES)
            continue;
        int last = count < SHOWN_ENGINES ? count++ : SHOWN_ENGINES - 1;
        memmove(&shown[at + 1], &shown[at], (size_t)(last - at) * sizeof *shown);
        shown[at] = i;
    }
    for (int i = 0; i < count; i++)
        status_of_engine(live, summary, shown[i]);
}

void live_status(Live *live, const Summary *summary, int64_t total, int running) {
    if (!live->is_terminal || (live->outlet != NULL && outlet_waiting(live->outlet) > BEHIND_BYTES))
        return;
    clear_status(live);
    double elapsed = (double)(uv_hrtime() - live->started_ns) / 1e9;
    int64_t here = summary->games - live->games_at_start;
    double left =
        total > 0 && here > 0 ? elapsed / (double)here * (double)(total - summary->games) : -1;
    char elapsed_text[32], left_text[32], games[48];
    put_duration(elapsed_text, sizeof elapsed_text, elapsed);
    put_duration(left_text, sizeof left_text, left);
    snprintf(games, sizeof games, total > 0 ? "%" PRId64 " of %" PRId64 : "%" PRId64,
             summary->games, total);
    status_line(live, "games %s, %d running, time %s, left %s", games, running, elapsed_text,
                left_text);
    if (summary->engine_count == 2) {
        char match[160];
        const Wdl *wdl = summary_cross(summary, 0, 1);
        live_match_text(summary, match, sizeof match);
        status_line(live, "+%" PRId64 " =%" PRId64 " -%" PRId64 "  %s", wdl->wins, wdl->draws,
                    wdl->losses, match);
    }
    status_of_engines(live, summary);
    fflush(live->out);
}

void live_end(Live *live) {
    clear_status(live);
    fflush(live->out);
}
