#include "run/frame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/terminal.h"
#include "process/limits.h"
#include "run/setup.h"
#include "run/trial.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "stats/table.h"

bool frame_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("kaname-tournament: ", stderr);
    say_error_list(format, arguments);
    va_end(arguments);
    return false;
}

bool frame_complain_of_lack(const char *what) {
    Failure failure;
    return limits_explain_beginning(&failure) || frame_complain("%s: %s", what, failure.text);
}

bool frame_find_engines(const Options *options) {
    Failure failure = FAILURE_NONE;
    return setup_find_engines(options, &failure) || frame_complain("%s", failure.text);
}

/* The lines after the first are the engine's own last words. */
static bool complain_in_lines(char *text) {
    char *rest = NULL;
    frame_complain("%s", strtok_r(text, "\n", &rest));
    for (const char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;)
        say_error("%s", line);
    return false;
}

bool frame_try_engines(const Options *options, int tables) {
    Failure failure = FAILURE_NONE;
    return tables == 0 || trial_start_engines(options, &failure) || complain_in_lines(failure.text);
}

bool frame_names(Names *names, const Options *options) {
    if (!names_init(names, options->engine_count))
        return frame_complain("%s", status_text(STATUS_MEMORY));
    for (size_t i = 0; i < options->engine_count; i++) {
        const EngineOptions *engine = &options->engines[i];
        if (engine->name != NULL)
            names_set(names, i, engine->name);
        else
            names_set_from_command(names, i, engine->command);
    }
    return true;
}

/* An engine without a limit may think as long as it likes. */
static void warn_of_no_limit(const Ledger *ledger) {
    for (size_t i = 0; i < ledger->options->engine_count; i++) {
        const EngineOptions *engine = &ledger->options->engines[i];
        bool is_timed = engine->turn_ms > 0 || engine->match_ms > 0;
        if (!is_timed && engine->nodes == 0 && engine->depth == 0)
            frame_complain("%s has no limit (tc=, nodes=, depth=): a move may take up to maxwait, "
                           "%.15g s",
                           ledger->names->text[i], (double)engine->silence_ms / 1000);
    }
}

void frame_print_beginning(Live *live, const Ledger *ledger) {
    const LedgerEarlier *earlier = &ledger->earlier;
    if (ledger->is_resumed)
        live_line(live, "Seed %" PRIu64 ", run %" PRId64 " resumed after %" PRId64 " game%s",
                  ledger->seed, ledger->run.id, ledger->summary.games,
                  say_plural((uint64_t)ledger->summary.games));
    else
        live_line(live, "Seed %" PRIu64 ", run %" PRId64 " of %s", ledger->seed, ledger->run.id,
                  ledger_path(ledger));
    if (ledger->options->is_resume && !ledger->is_resumed)
        frame_complain("%s held no run: run %" PRId64 " begins", ledger_path(ledger),
                       ledger->run.id);
    if (earlier->id > 0)
        frame_complain("%s holds run %" PRId64 " (%" PRId64 "%s game%s): run %" PRId64
                       " begins, -resume continues the newest run only",
                       ledger_path(ledger), earlier->id, earlier->games,
                       earlier->games < earlier->planned ? " finished" : "",
                       say_plural((uint64_t)earlier->games), ledger->run.id);
    warn_of_no_limit(ledger);
}

bool frame_print_end(Ledger *ledger) {
    Summary *summary = &ledger->summary;
    if (summary->games > 0 && summary_finish(summary)) {
        putchar('\n');
        table_write(stdout, summary, terminal_columns(stdout));
    }
    int64_t saved = store_game_count(ledger->store);
    if (saved >= 0 && saved < summary->games)
        frame_complain("%" PRId64 " of these games could not be saved: the database lacks them",
                       summary->games - saved);
    int champion = schedule_champion(ledger->schedule);
    if (champion >= 0)
        printf("Winner: %s\n", ledger->names->text[champion]);
    errno = 0;
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           frame_complain("standard output: %s",
                          errno != 0 ? strerror(errno) : "some output was not written");
}
