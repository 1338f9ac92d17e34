/* main.c: what the arguments ask for. Without any, the process is an engine that speaks the
 * Gomocup protocol on its standard streams. The only place that ends the process. */
#include "io/lines.h"
#include "io/weights.h"
#include "io/words.h"
#include "kaname.h"
#include "play/play.h"
#include "session/session.h"
#include "tools/bench.h"
#include "tools/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: pbrain-kaname [--weights FILE]...\n"
    "                                     Gomocup protocol on standard input and output\n"
    "       pbrain-kaname play [OPTIONS]  play against it in this terminal\n"
    "       pbrain-kaname [--weights FILE]... bench [DEPTH]\n"
    "                                     search fixed positions, print speed and node count\n"
    "       pbrain-kaname solve [OPTIONS] [FILE]\n"
    "                                     solve positions, one a line; standard input if no FILE\n"
    "       pbrain-kaname --params        the search's parameters, one a line:\n"
    "                                     name, default, minimum, maximum, meaning; tabs between\n"
    "       pbrain-kaname --version | --help\n"
    "\n"
    "--weights FILE       evaluation weights of a rule in place of the built-in ones\n"
    "play   --rule R      as below (default freestyle)\n"
    "       --size N|WxH  cells, 5 to 22 (default 15)\n"
    "       --level N     strength, 0 to 100 (default 100)\n"
    "       --time S      the engine's seconds a move, 0.01 to 86400 (default 3)\n"
    "       --ascii       draw with ASCII alone\n"
    "bench  DEPTH         plies, 1 to 64 (default 10)\n"
    "solve  --rule R      freestyle, standard, renju, caro (overlines win) or caro-exact,\n"
    "                     or a protocol code 0, 1, 4, 8, 9 (default freestyle)\n"
    "       --size N|WxH  cells, 5 to 22 (default 15)\n"
    "       --mode vcf    win by fours alone (default)\n"
    "       --limit-ms T  milliseconds for a position (default: no limit)\n"
    "       position      moves, Black first: h8i9j10; or sets of stones, x,y from 0:\n"
    "                     B=7,7;8,8 W=7,8 side=B  (- for none)\n"
    "       answer        win, no-win or unknown, winning line or -, nodes, ms; tabs between\n"
    "exit   0: done, 1: failed or a line was no position, 2: wrong arguments\n";

/* Talks to the client until it ends the dialogue or goes away. `weights` are arguments: pairs of
 * --weights and a file name. Files that cannot be used are told to the client and passed over. */
static int talk(int count, char **weights) {
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
    for (int i = 1; i < count; i += 2) {
        const char *wrong = weights_load(engine, weights[i]);
        if (wrong != NULL)
            line_write(&writer, "MESSAGE weights %s: %s; those of before stay", weights[i], wrong);
    }
    while (line_reader_next(&reader, &line))
        if (!session_line(session, line) || line_writer_is_broken(&writer))
            break;
    line_writer_mute(&writer);
    session_settle(session);
    /* At once: neither waits for a search nor hands memory back page by page. */
    _Exit(0);
}

static bool read_depth(int count, char **arguments, int64_t *depth) {
    if (count == 0)
        return true;
    Words words = words_of(arguments[0], strlen(arguments[0]));
    return count == 1 && words_integer(&words, depth) && words_at_end(&words) && *depth >= 1 &&
           *depth <= BENCH_DEPTH_MAX;
}

static int bench(int weights_count, char **weights, int count, char **arguments) {
    int64_t depth = BENCH_DEPTH_DEFAULT;
    if (!read_depth(count, arguments, &depth)) {
        fprintf(stderr, "bench: one argument at most, a depth from 1 to %d\n", BENCH_DEPTH_MAX);
        return 2;
    }
    KanameEngine *engine = kaname_new();
    const char *wrong = engine == NULL ? "not enough memory" : NULL;
    if (wrong != NULL)
        fprintf(stderr, "bench: %s\n", wrong);
    for (int i = 1; i < weights_count && wrong == NULL; i += 2) {
        wrong = weights_load(engine, weights[i]);
        if (wrong != NULL)
            fprintf(stderr, "bench: weights %s: %s\n", weights[i], wrong);
    }
    int status = wrong == NULL ? bench_run(engine, (int)depth) : 1;
    kaname_free(engine);
    return status;
}

static bool tell_help(void) {
    return fputs(help, stdout) >= 0;
}

/* What --version tells. */
static bool tell_version(void) {
    KanameEngine *engine = kaname_new();
    bool is_told = engine != NULL && printf("Kaname %s, weights %08" PRIx32 "\n", kaname_version(),
                                            kaname_weights_id(engine)) >= 0;
    kaname_free(engine);
    return is_told;
}

/* What --params tells. */
static bool tell_params(void) {
    KanameParam param;
    bool is_told = true;
    for (size_t i = 0; is_told && kaname_param(i, &param); i++)
        is_told = printf("%s\t%d\t%d\t%d\t%s\n", param.name, param.value, param.minimum,
                         param.maximum, param.meaning) >= 0;
    return is_told;
}

/* The options that print something and leave. */
static const struct {
    const char *word;
    bool (*tell)(void);
} TELLERS[] = {{"--version", tell_version}, {"--params", tell_params}, {"--help", tell_help}};

int main(int argc, char **argv) {
    int weights = 0;
    while (weights + 2 < argc && strcmp(argv[weights + 1], "--weights") == 0)
        weights += 2;
    int count = argc - 1 - weights;
    char **arguments = argv + 1 + weights;
    if (count == 0)
        return talk(weights, argv + 1);
    const char *verb = arguments[0];
    if (strcmp(verb, "play") == 0 && weights == 0)
        return terminal_run(count - 1, arguments + 1);
    if (strcmp(verb, "bench") == 0)
        return bench(weights, argv + 1, count - 1, arguments + 1);
    if (strcmp(verb, "solve") == 0 && weights == 0)
        return solve_run(count - 1, arguments + 1);
    bool (*tell)(void) = NULL;
    for (size_t i = 0; i < sizeof TELLERS / sizeof *TELLERS; i++)
        if (strcmp(verb, TELLERS[i].word) == 0)
            tell = TELLERS[i].tell;
    if (tell == NULL || argc > 2) {
        fprintf(stderr, "pbrain-kaname: unknown argument: %s (see --help)\n",
                tell != NULL ? argv[2] : verb);
        return 2;
    }
    return tell() && fflush(stdout) == 0 ? 0 : 1;
}
