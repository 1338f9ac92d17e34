#include "rivals/options.h"

#include <stddef.h>
#include <stdint.h>

#include "rivals/roster.h"
#include "shared/cli/help.h"
#include "shared/cli/reader.h"

enum { LAST_MOVE = RIVAL_MAX_CELLS, DAY_MS = 86400000, MOST_MB = 1048576 };

static int read_player(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    int index;
    (void)left;
    if (!option_choice(reader, words[0], row->choices, &index))
        return -1;
    ((RivalOptions *)target)->player = rival_player_find(words[0]);
    return 1;
}

static const char PLAY[] = "Play";
static const char FAULTS[] =
    "Faults. N counts the requests for a move since START or RESTART, from 1. A\n"
    "process that hangs or stays behind ends by itself after ten minutes.";

#define AT(field) .offset = offsetof(RivalOptions, field)

static const OptionRow ROWS[] = {
    {.name = "--player",
     .value = "NAME",
     .help = "one of those below",
     .group = PLAY,
     .standard = "random",
     .kind = OPTION_OWN,
     .choices = rival_player_names,
     .read = read_player},
    {.name = "--seed",
     .value = "N",
     .help = "seed of random choices; 0: different in every run",
     .group = PLAY,
     .standard = "1",
     .kind = OPTION_WHOLE,
     AT(settings.seed),
     .most = INT64_MAX},
    {.name = "--depth",
     .value = "N",
     .help = "depth of players that search",
     .group = PLAY,
     .unit = "plies",
     .otherwise = "the player's own",
     .kind = OPTION_INT,
     AT(settings.depth),
     .least = 1,
     .most = RIVAL_MAX_DEPTH},
    {.name = "--delay-ms",
     .value = "N",
     .help = "waits N ms before every move",
     .group = PLAY,
     .kind = OPTION_WHOLE,
     AT(faults.delay_ms),
     .most = DAY_MS},
    {.name = "--crash-at",
     .value = "N",
     .help = "dies by SIGABRT",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.crash_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--hang-at",
     .value = "N",
     .help = "says and reads nothing more",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.hang_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--late-ms",
     .value = "N",
     .help = "answers every move N ms after the time limit",
     .group = FAULTS,
     .kind = OPTION_WHOLE,
     AT(faults.late_ms),
     .most = DAY_MS},
    {.name = "--illegal-at",
     .value = "N",
     .help = "answers with an occupied cell, or off the empty board",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.illegal_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--garbage-at",
     .value = "N",
     .help = "answers with a line without a move",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.garbage_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--half-line-at",
     .value = "N",
     .help = "answers with half a move and no line end",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.half_line_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--endless-line-at",
     .value = "N",
     .help = "answers with bytes and no line end, until the pipe breaks",
     .group = FAULTS,
     .kind = OPTION_INT,
     AT(faults.endless_line_at),
     .least = 1,
     .most = LAST_MOVE},
    {.name = "--flood-stderr",
     .help = "writes a mebibyte to standard error before every move",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.flood_stderr)},
    {.name = "--fork-children",
     .help = "starts two processes that hold the pipes and outlive this one",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.fork_children)},
    {.name = "--memory-mb",
     .value = "N",
     .help = "takes and uses N MiB when the first game starts",
     .group = FAULTS,
     .kind = OPTION_WHOLE,
     AT(faults.memory_mb),
     .most = MOST_MB},
    {.name = "--silent-about",
     .help = "does not answer ABOUT",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.silent_about)},
    {.name = "--no-ok",
     .help = "does not answer START and RESTART",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.no_ok)},
    {.name = "--exit-at-start",
     .help = "ends at once, with status 3",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.exit_at_start)},
    {.name = "--no-exit",
     .help = "ignores END, the end of input and SIGTERM",
     .group = FAULTS,
     .kind = OPTION_FLAG,
     AT(faults.no_exit)},
    {.name = NULL},
};

static void print_players(FILE *out) {
    fputs("\nPlayers, weakest first\n", out);
    for (int i = 0; rival_players[i]; i++)
        help_print_entry(out, rival_players[i]->name, rival_players[i]->method);
    fputs("\nFirst word\n", out);
    help_print_entry(out, "--help", "prints this text");
    help_print_entry(out, "--version", "prints the version");
}

static const OptionTable TABLE = {.rows = ROWS};

const OptionCommand rival_command = {
    .program = "kaname-rival",
    .version = "kaname-rival " KANAME_VERSION,
    .about = "Plays Gomoku in the Gomocup protocol, and misbehaves on request.",
    .summary = "A small Gomoku player that speaks the Gomocup protocol on standard input and "
               "output, and that misbehaves on request: the reference opponent of a rating ladder, "
               "and the stub engine of tests.",
    .usage = (const char *const[]){"[--player NAME] [OPTION]...", NULL},
    .groups = (const char *const[]){PLAY, FAULTS, NULL},
    .tables = &TABLE,
    .table_count = 1,
    .print_more = print_players};
