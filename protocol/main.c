/* main.c: what the arguments ask for. Without any, the process is an engine that speaks the
 * Gomocup protocol on its standard streams. The only place that ends the process. */
#include "bench.h"
#include "command.h"
#include "kaname.h"
#include "lineio.h"
#include "session.h"
#include "solve.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: pbrain-kaname                 Gomocup protocol on standard input and output\n"
    "       pbrain-kaname play [OPTIONS]  play against it in this terminal\n"
    "       pbrain-kaname bench [DEPTH]   search fixed positions, print speed and node count\n"
    "       pbrain-kaname solve [OPTIONS] [FILE]\n"
    "                                     solve positions, one a line; standard input if no FILE\n"
    "       pbrain-kaname --version | --help\n"
    "\n"
    "play   --rule R      as below (default freestyle)\n"
    "       --size N|WxH  cells, 5 to 22 (default 15)\n"
    "       --level N     strength, 0 to 100 (default 100)\n"
    "       --time S      the engine's seconds a move, 0.01 to 86400 (default 3)\n"
    "       --ascii       draw with ASCII alone\n"
    "bench  DEPTH         plies, 1 to 64 (default 8)\n"
    "solve  --rule R      freestyle, standard, renju, caro (overlines win) or caro-exact,\n"
    "                     or a protocol code 0, 1, 4, 8, 9 (default freestyle)\n"
    "       --size N|WxH  cells, 5 to 22 (default 15)\n"
    "       --mode vcf    win by fours alone (default)\n"
    "       --limit-ms T  milliseconds for a position (default: no limit)\n"
    "       position      moves, Black first: h8i9j10; or sets of stones, x,y from 0:\n"
    "                     B=7,7;8,8 W=7,8 side=B  (- for none)\n"
    "       answer        win, no-win or unknown, winning line or -, nodes, ms; tabs between\n"
    "exit   0: done, 1: failed or a line was no position, 2: wrong arguments\n";

/* Talks to the client until it ends the dialogue or goes away. */
static int talk(void) {
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
    while (line_reader_next(&reader, &line))
        if (!session_line(session, line) || line_writer_is_broken(&writer))
            break;
    line_writer_mute(&writer);
    session_settle(session);
    /* At once: neither waits for a search nor hands memory back page by page. */
    _Exit(0);
}

static int bench(int count, char **arguments) {
    int64_t depth = BENCH_DEPTH_DEFAULT;
    if (count > 0) {
        Words words = words_of(arguments[0], strlen(arguments[0]));
        if (count > 1 || !words_integer(&words, &depth) || !words_at_end(&words) || depth < 1 ||
            depth > BENCH_DEPTH_MAX) {
            fprintf(stderr, "bench: one argument at most, a depth from 1 to %d\n", BENCH_DEPTH_MAX);
            return 2;
        }
    }
    return bench_run((int)depth);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return talk();
    const char *verb = argv[1];
    if (strcmp(verb, "play") == 0)
        return terminal_run(argc - 2, argv + 2);
    if (strcmp(verb, "bench") == 0)
        return bench(argc - 2, argv + 2);
    if (strcmp(verb, "solve") == 0)
        return solve_run(argc - 2, argv + 2);
    bool is_version = strcmp(verb, "--version") == 0, is_help = strcmp(verb, "--help") == 0;
    if (argc > 2 || (!is_version && !is_help)) {
        const char *unknown = is_version || is_help ? argv[2] : verb;
        fprintf(stderr, "pbrain-kaname: unknown argument: %s (see --help)\n", unknown);
        return 2;
    }
    bool is_told =
        is_help ? fputs(help, stdout) >= 0 : printf("Kaname %s\n", kaname_version()) >= 0;
    return is_told && fflush(stdout) == 0 ? 0 : 1;
}
