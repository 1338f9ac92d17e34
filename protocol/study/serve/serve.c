#include "study/serve/serve.h"

#include "io/lines.h"
#include "io/options.h"
#include "shared/cli/say.h"
#include "study/serve/pool.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { REQUEST_BYTES_MAX = 1 << 20, DEFAULT_TIME_MS = 1000 };

typedef struct ServeOptions {
    int threads, hash_mib;
    WeightsFiles weights;
} ServeOptions;

/* clang-format off */
static const Option OPTIONS[] = {
    {"--threads", "N", "1", 1, KANAME_MAX_THREADS, "positions to search at a time",
     option_read_int, offsetof(ServeOptions, threads)},
    {"--hash", "N", "256", 1, 1 << 20, "MiB of memory for the tables of all threads together",
     option_read_int, offsetof(ServeOptions, hash_mib)},
    {"--weights", "FILE", NULL, 0, 0, WEIGHTS_OPTION_HELP,
     option_read_weights, offsetof(ServeOptions, weights)},
    {"--eval", "NAME", NULL, 0, 0, EVALUATOR_OPTION_HELP,
     option_read_evaluator, offsetof(ServeOptions, weights)},
};
/* clang-format on */

static const CommandLine COMMAND = {
    "pbrain-kaname serve", "[OPTIONS]",
    "Analyzes positions for other programs: reads a request a line from standard input, a JSON "
    "object, and answers on standard output as results come, each request by its id. At the end of "
    "the input answers what is in flight and ends. serve.md of the documents has the requests.",
    OPTIONS, sizeof OPTIONS / sizeof OPTIONS[0]};

/* ---- Lines --------------------------------------------------------------------------------- */

/* A line that may come in pieces. */
typedef struct Line {
    char *text;
    size_t length;
    bool is_too_long;
} Line;

static void add_piece(Line *line, const LinePiece *piece) {
    if (!piece->continues)
        *line = (Line){.text = line->text};
    if (line->length + piece->length > REQUEST_BYTES_MAX)
        line->is_too_long = true;
    if (line->is_too_long)
        return;
    memcpy(line->text + line->length, piece->text, piece->length);
    line->length += piece->length;
}

static bool is_blank(const Line *line) {
    for (size_t i = 0; i < line->length; i++)
        if (line->text[i] != ' ' && line->text[i] != '\t')
            return false;
    return true;
}

static void take_line(ServePool *pool, const Line *line, int threads) {
    static const ServeLimits defaults = {.time_ms = DEFAULT_TIME_MS, .lines = 1, .threads = 1};
    ServeRequest request;
    char error[SERVE_ERROR_MAX];
    if (line->is_too_long) {
        pool_refuse(pool, "", "the line is longer than 1 MiB");
    } else if (serve_request_read(&request, line->text, line->length, &defaults, threads, error)) {
        pool_take(pool, &request);
    } else {
        pool_refuse(pool, request.id, error);
        serve_request_release(&request);
    }
}

static bool serve(ServePool *pool, LineReader *reader, int threads) {
    Line line = {.text = malloc(REQUEST_BYTES_MAX)};
    LinePiece piece;
    if (line.text == NULL)
        return false;
    while (!pool_is_broken(pool) && line_reader_next(reader, &piece)) {
        add_piece(&line, &piece);
        if (!piece.is_cut && (line.is_too_long || !is_blank(&line)))
            take_line(pool, &line, threads);
    }
    free(line.text);
    return true;
}

/* ---- The command --------------------------------------------------------------------------- */

int serve_run(const WeightsFiles *weights, int count, char *const *words) {
    ServeOptions options = {.weights = *weights};
    LineReader reader;
    int status;
    if (!options_take(&COMMAND, count, words, &options, &status))
        return status;
    line_prepare_process();
    ServePool *pool =
        pool_open(COMMAND.name, &options.weights, options.threads, options.hash_mib, stdout);
    if (pool == NULL)
        return 1;
    bool is_good = line_reader_init(&reader, line_read_stdin, NULL);
    if (is_good) {
        is_good = serve(pool, &reader, options.threads);
        line_reader_release(&reader);
    }
    if (!is_good)
        say_error("%s: not enough memory", COMMAND.name);
    return pool_close(pool) && is_good ? 0 : 1;
}
