#include "rivals/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rivals/roster.h"

const char *const rival_options_help[] = {
    "usage: kaname-rival [--player NAME] [OPTION]...",
    "",
    "A small Gomoku player that speaks the Gomocup protocol on standard input and",
    "output, and that misbehaves on request: the reference opponent of a rating",
    "ladder, and the stub engine of tests.",
    "",
    "  --player NAME         one of those below (default random)",
    "  --seed N              seed of random choices (default 1); 0: different in every run",
    "  --depth N             plies, for players that search (default: the player's own)",
    "  --delay-ms N          wait N ms before every move",
    "  --help                this text",
    "",
    "Faults. N counts the requests for a move since START or RESTART, from 1. A",
    "process that hangs or stays behind ends by itself after ten minutes.",
    "  --crash-at N          die by SIGABRT",
    "  --hang-at N           say and read nothing more",
    "  --late-ms N           answer every move N ms after the time limit",
    "  --illegal-at N        answer with an occupied cell, or off the empty board",
    "  --garbage-at N        answer with a line without a move",
    "  --half-line-at N      answer with half a move and no line end",
    "  --endless-line-at N   answer with bytes and no line end, until the pipe breaks",
    "  --flood-stderr        write a mebibyte to standard error before every move",
    "  --fork-children       start two processes that hold the pipes and outlive this one",
    "  --memory-mb N         take and use N MiB when the first game starts",
    "  --silent-about        do not answer ABOUT",
    "  --no-ok               do not answer START and RESTART",
    "  --exit-at-start       end at once, with status 3",
    "  --no-exit             ignore END, the end of input and SIGTERM",
    "",
    "Players, weakest first:",
    NULL,
};

static bool read_number(const char *text, int64_t least, int64_t most, int64_t *value) {
    char *end;
    errno = 0;
    intmax_t number = strtoimax(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE || number < least || number > most)
        return false;
    *value = (int64_t)number;
    return true;
}

static bool read_player(RivalOptions *options, const char *name, char *error, size_t error_size) {
    options->player = rival_player_find(name);
    if (!options->player)
        snprintf(error, error_size, "--player: no player named '%s'; --help lists them", name);
    return options->player != NULL;
}

/* The place of a switch and, for numbers, its range; exactly one pointer is set. */
typedef struct Switch {
    const char *name;
    bool *flag;
    int *count;
    int64_t *number;
    int64_t least, most;
} Switch;

static bool apply_number(const Switch *it, const char *text, char *error, size_t error_size) {
    int64_t value;
    if (!read_number(text, it->least, it->most, &value)) {
        snprintf(error, error_size, "%s: '%s' is not a number from %" PRId64 " to %" PRId64,
                 it->name, text, it->least, it->most);
        return false;
    }
    if (it->count)
        *it->count = (int)value;
    else
        *it->number = value;
    return true;
}

bool rival_options_parse(RivalOptions *options, int argc, char *const argv[], char *error,
                         size_t error_size) {
    enum { LAST_MOVE = RIVAL_MAX_CELLS, DAY_MS = 86400000, MOST_MB = 1048576 };
    int64_t seed = 1;
    memset(options, 0, sizeof *options);
    options->player = rival_player_find("random");
    RivalFaults *faults = &options->faults;
    const Switch switches[] = {
        {"--seed", NULL, NULL, &seed, 0, INT64_MAX},
        {"--depth", NULL, &options->settings.depth, NULL, 1, RIVAL_MAX_DEPTH},
        {"--delay-ms", NULL, NULL, &faults->delay_ms, 0, DAY_MS},
        {"--late-ms", NULL, NULL, &faults->late_ms, 0, DAY_MS},
        {"--memory-mb", NULL, NULL, &faults->memory_mb, 0, MOST_MB},
        {"--crash-at", NULL, &faults->crash_at, NULL, 1, LAST_MOVE},
        {"--hang-at", NULL, &faults->hang_at, NULL, 1, LAST_MOVE},
        {"--illegal-at", NULL, &faults->illegal_at, NULL, 1, LAST_MOVE},
        {"--garbage-at", NULL, &faults->garbage_at, NULL, 1, LAST_MOVE},
        {"--half-line-at", NULL, &faults->half_line_at, NULL, 1, LAST_MOVE},
        {"--endless-line-at", NULL, &faults->endless_line_at, NULL, 1, LAST_MOVE},
        {"--flood-stderr", &faults->flood_stderr, NULL, NULL, 0, 0},
        {"--fork-children", &faults->fork_children, NULL, NULL, 0, 0},
        {"--silent-about", &faults->silent_about, NULL, NULL, 0, 0},
        {"--no-ok", &faults->no_ok, NULL, NULL, 0, 0},
        {"--exit-at-start", &faults->exit_at_start, NULL, NULL, 0, 0},
        {"--no-exit", &faults->no_exit, NULL, NULL, 0, 0},
        {"--help", &options->wants_help, NULL, NULL, 0, 0},
    };
    enum { SWITCHES = sizeof switches / sizeof switches[0] };

    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const Switch *it = switches;
        while (it < switches + SWITCHES && strcmp(it->name, word) != 0)
            it++;
        bool is_player = strcmp(word, "--player") == 0;
        if (it == switches + SWITCHES && !is_player) {
            snprintf(error, error_size, "unknown option '%s'; --help lists them", word);
            return false;
        }
        if (!is_player && it->flag) {
            *it->flag = true;
            continue;
        }
        if (++i == argc) {
            snprintf(error, error_size, "%s needs a value", word);
            return false;
        }
        if (is_player ? !read_player(options, argv[i], error, error_size)
                      : !apply_number(it, argv[i], error, error_size))
            return false;
    }
    options->settings.seed = (uint64_t)seed;
    return true;
}
