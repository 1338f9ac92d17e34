/* main.c: selects the command to run. Without a command, the process is an engine that speaks the
 * Gomocup protocol on its standard streams. No other file ends the process. */
#include "io/lines.h"
#include "io/options.h"
#include "io/weights.h"
#include "kaname.h"
#include "play/play.h"
#include "session/session.h"
#include "study/analyze.h"
#include "study/bench.h"
#include "study/explorer/explorer.h"
#include "study/puzzles/puzzles.h"
#include "study/review/review.h"
#include "study/serve/serve.h"
#include "study/solve.h"

#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The dialogue ------------------------------------------------------------------------ */

/* Talks to the client until it ends the dialogue or goes away. A weights file that cannot be used
 * is reported to the client and skipped. */
static int talk(const WeightsFiles *weights) {
    LineReader reader;
    LineWriter writer;
    LinePiece line;
    line_prepare_process();
    if (!line_writer_init(&writer, line_write_stdout, NULL))
        return 1;
    KanameEngine *engine = kaname_new();
    Session *session = engine != NULL ? session_new(engine, &writer) : NULL;
    if (session == NULL || !line_reader_init(&reader, line_read_stdin, NULL)) {
        line_write(&writer, "ERROR not enough memory");
        return 1;
    }
    weights_select_evaluator(weights, engine);
    for (int i = 0; i < weights->count; i++) {
        const char *path = weights->paths[i], *wrong = weights_load(engine, path);
        if (wrong != NULL)
            line_write(&writer, "MESSAGE weights %s: %s; keeping the current weights", path, wrong);
    }
    while (line_reader_next(&reader, &line))
        if (!session_line(session, line) || line_writer_is_broken(&writer))
            break;
    line_writer_mute(&writer);
    session_save(session);
    session_settle(session);
    /* Exits at once: neither waits for a search nor frees memory page by page. */
    _Exit(0);
}

/* ---- The command line -------------------------------------------------------------------- */

static const struct {
    const char *word, *help;
    int (*run)(const WeightsFiles *weights, int count, char *const *words);
} COMMANDS[] = {
    {"play", "play against the engine in this terminal", terminal_run},
    {"analyze", "show the best lines of a position or a game file", analyze_run},
    {"review", "judge the moves of games", review_run},
    {"puzzles", "find puzzles in games", puzzles_run},
    {"gather", "count the moves of games in a position database", explorer_run},
    {"serve", "analyze positions for other programs, by JSON", serve_run},
    {"solve", "find forced wins in positions, one per line", solve_run},
    {"bench", "search fixed positions; print speed and node count", bench_run},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

typedef struct ProgramOptions {
    WeightsFiles weights;
    bool shows_version, shows_params;
} ProgramOptions;

/* clang-format off */
static const Option OPTIONS[] = {
    {"--weights", "FILE", NULL, 0, 0, WEIGHTS_OPTION_HELP,
     option_read_weights, offsetof(ProgramOptions, weights)},
    {"--eval", "NAME", NULL, 0, 0, EVALUATOR_OPTION_HELP,
     option_read_evaluator, offsetof(ProgramOptions, weights)},
    {"--params", NULL, NULL, 0, 0, "list the parameters of the search, one per line: name, "
     "default, minimum, maximum and meaning, separated by tabs",
     option_read_flag, offsetof(ProgramOptions, shows_params)},
    {"--version", NULL, NULL, 0, 0, "version and weights",
     option_read_flag, offsetof(ProgramOptions, shows_version)},
};
/* clang-format on */

static const CommandLine PROGRAM = {
    "pbrain-kaname", "[OPTIONS] [COMMAND [OPTIONS]]",
    "Without a command, speaks the Gomocup protocol on standard input and output.", OPTIONS,
    sizeof OPTIONS / sizeof OPTIONS[0]};

static bool print_help(void) {
    bool is_printed = options_print_help(&PROGRAM) && printf("\ncommands:\n") >= 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        options_print_row(COMMANDS[i].word, COMMANDS[i].help);
    return is_printed && printf("\n'pbrain-kaname COMMAND --help' lists the options of a command.\n"
                                "exit status: 0 done, 1 failed, 2 wrong arguments\n") >= 0;
}

/* Prints the version, and the weights that a game would use. */
static bool print_version(const WeightsFiles *weights) {
    KanameEngine *engine = weights_engine(PROGRAM.name, weights);
    bool is_printed = engine != NULL && printf("Kaname %s, weights %08" PRIx32 "\n",
                                               kaname_version(), kaname_weights_id(engine)) >= 0;
    kaname_free(engine);
    return is_printed;
}

static bool print_params(void) {
    KanameParam param;
    bool is_printed = true;
    for (size_t i = 0; is_printed && kaname_param(i, &param); i++)
        is_printed = printf("%s\t%d\t%d\t%d\t%s\n", param.name, param.value, param.minimum,
                            param.maximum, param.meaning) >= 0;
    return is_printed;
}

/* Returns the exit status after a print on standard output. */
static int finish(bool is_printed) {
    return is_printed && fflush(stdout) == 0 ? 0 : 1;
}

static int refuse(const char *word) {
    char error[256];
    snprintf(error, sizeof error, "unknown argument: %s", word);
    return options_refuse(&PROGRAM, error);
}

static int run(int argc, char **argv) {
    ProgramOptions options = {.shows_version = false};
    char **words = argv + 1, error[256];
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails as on a full disk */
#endif
    int count = argc > 0 ? argc - 1 : 0, taken;
    line_keep_streams();
    switch (options_read_leading(&PROGRAM, count, words, &options, &taken, error, sizeof error)) {
    case OPTIONS_READ:
        break;
    case OPTIONS_HELP:
        return finish(print_help());
    case OPTIONS_MISTAKE:
        return options_refuse(&PROGRAM, error);
    }
    const char *word = taken < count ? words[taken] : NULL;
    bool prints = options.shows_version || options.shows_params;
    for (size_t i = 0; i < COMMAND_COUNT && word != NULL && !prints; i++)
        if (strcmp(word, COMMANDS[i].word) == 0)
            return COMMANDS[i].run(&options.weights, count - taken - 1, words + taken + 1);
    if (word != NULL)
        return refuse(word);
    if (options.shows_version)
        return finish(print_version(&options.weights));
    return options.shows_params ? finish(print_params()) : talk(&options.weights);
}

int main(int argc, char **argv) {
    int status = run(argc, argv);
    if (status != 0 && ferror(stdout))
        fprintf(stderr, "%s: standard output cannot be written\n", PROGRAM.name);
    return status;
}
