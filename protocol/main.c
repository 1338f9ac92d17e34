/* main.c: selects the command to run. Without a command, the process is an engine that speaks the
 * Gomocup protocol on its standard streams. No other file ends the process. */
#include "engines/engines.h"
#include "engines/weights.h"
#include "io/lines.h"
#include "kaname.h"
#include "play/play.h"
#include "session/session.h"
#include "shared/cli/help.h"
#include "shared/cli/program.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "study/analyze.h"
#include "study/bench.h"
#include "study/convert.h"
#include "study/explorer/explorer.h"
#include "study/explorer/openings.h"
#include "study/explorer/openings_options.h"
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

/* Tells the client and the terminal. Returns the exit status. */
static int refuse_weights(LineWriter *writer, const char *path, const char *wrong) {
    line_write(writer, "ERROR weights %s: %s", path, wrong);
    say_error("pbrain-kaname: %s: %s\n", path, wrong);
    return 1;
}

/* Talks to the client until it ends the dialogue or goes away. A weights file that cannot be used
 * ends it at once: a match with other weights than the named ones would mislead. */
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
            return refuse_weights(&writer, path, wrong);
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

/* What a command's run() gets: the files of weights named before it, and the words after it. */
typedef int (*CommandRun)(const WeightsFiles *weights, int count, char *const *words);

static const struct {
    const OptionCommand *usage;
    CommandRun run;
} COMMANDS[] = {
    {&terminal_usage, terminal_run}, {&analyze_usage, analyze_run},
    {&review_usage, review_run},     {&puzzles_usage, puzzles_run},
    {&explorer_usage, explorer_run}, {&openings_usage, openings_run},
    {&convert_usage, convert_run},   {&serve_usage, serve_run},
    {&solve_usage, solve_run},       {&bench_usage, bench_run},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

typedef struct ProgramOptions {
    WeightsFiles weights;
    bool shows_version, shows_params;
} ProgramOptions;

static const OptionRow ROWS[] = {
    {.name = "--params",
     .help = "list the parameters of the search, one per line: name, default, minimum, maximum and "
             "meaning, separated by tabs",
     .kind = OPTION_FLAG,
     .offset = offsetof(ProgramOptions, shows_params)},
    {.name = "--version",
     .help = "version and weights",
     .kind = OPTION_FLAG,
     .offset = offsetof(ProgramOptions, shows_version)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = weights_rows, .offset = offsetof(ProgramOptions, weights)}, {.rows = ROWS}};

static void print_commands(FILE *out) {
    fputs("\ncommands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        help_print_entry(out, COMMANDS[i].usage->name, COMMANDS[i].usage->about);
    fputs("\n'pbrain-kaname COMMAND --help' lists the options of a command.\n"
          "exit status: 0 done, 1 failed, 2 wrong arguments\n",
          out);
}

static const OptionCommand PROGRAM = {
    .program = "pbrain-kaname",
    .about = "Without a command, speaks the Gomocup protocol on standard input and output.",
    .usage = (const char *const[]){"[OPTIONS] [COMMAND [OPTIONS]]", NULL},
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0],
    .leads = true,
    .print_more = print_commands};

/* Prints the version, and the weights that a game would use. */
static bool print_version(const WeightsFiles *weights) {
    KanameEngine *engine = engines_new(PROGRAM.program, weights);
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

/* Answers the words that all programs know, by the commands' tables; -1 for any other word. */
static int answer(const char *word) {
    const OptionCommand *commands[COMMAND_COUNT + 2] = {&PROGRAM};
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        commands[i + 1] = COMMANDS[i].usage;
    return program_answer(commands, word);
}

/* Runs the command that the first word names, with the words after it. */
static int run_command(const ProgramOptions *options, int count, char *const *words) {
    bool prints = options->shows_version || options->shows_params;
    for (size_t i = 0; i < COMMAND_COUNT && count > 0 && !prints; i++)
        if (strcmp(words[0], COMMANDS[i].usage->name) == 0)
            return COMMANDS[i].run(&options->weights, count - 1, words + 1);
    if (count > 0)
        return program_refuse(&PROGRAM, words[0]);
    if (options->shows_version)
        return finish(print_version(&options->weights));
    return options->shows_params ? finish(print_params()) : talk(&options->weights);
}

static int run(int argc, char **argv) {
    ProgramOptions options = {.shows_version = false};
    Failure failure = FAILURE_NONE;
    char **words = argv + 1;
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails as on a full disk */
#endif
    int count = argc > 0 ? argc - 1 : 0, taken;
    line_keep_streams();
    int status = count > 0 ? answer(words[0]) : -1;
    if (status >= 0)
        return status;
    OptionOutcome outcome = option_read(&PROGRAM, &options, count, words, &taken, &failure);
    if (outcome == OPTION_READ)
        return run_command(&options, count - taken, words + taken);
    if (outcome == OPTION_HELPED)
        help_print(stdout, &PROGRAM, NULL);
    else
        option_print_error(&PROGRAM, failure.text);
    return option_status(outcome);
}

int main(int argc, char **argv) {
    int status = run(argc, argv);
    if (status != 0 && ferror(stdout))
        fprintf(stderr, "%s: standard output cannot be written\n", PROGRAM.program);
    return status;
}
