#include "study/serve/serve.h"

#include "io/lines.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "study/serve/pool.h"
#include "study/serve/signals.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { REQUEST_BYTES_MAX = 1 << 20, DEFAULT_TIME_MS = 1000, LOOK_EVERY_MS = 500 };

typedef struct ServeOptions {
    int threads, hash_mib;
    WeightsFiles weights;
} ServeOptions;

static const OptionRow ROWS[] = {
    {.name = "--threads",
     .value = "N",
     .help = "positions to search at a time",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(ServeOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--hash",
     .value = "N",
     .help = "MiB of memory for the tables of all threads together",
     .standard = "256",
     .kind = OPTION_INT,
     .offset = offsetof(ServeOptions, hash_mib),
     .least = 1,
     .most = 1 << 20},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS}, {.rows = weights_rows, .offset = offsetof(ServeOptions, weights)}};

static const char NAME[] = "pbrain-kaname serve";

const OptionCommand serve_usage = {
    .program = "pbrain-kaname",
    .name = "serve",
    .about = "analyze positions for other programs, by JSON",
    .usage = (const char *const[]){"[OPTIONS]", NULL},
    .summary =
        "Analyzes positions for other programs: reads a request a line from standard input, a JSON "
        "object, and answers on standard output as results come, each request by its id. At the "
        "end of the input answers what is in flight and ends; Ctrl-C and SIGTERM cancel it first. "
        "protocol/docs/serve.md in the sources describes the requests.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

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
    Failure failure = FAILURE_NONE;
    if (line->is_too_long) {
        pool_refuse(pool, "", "the line is longer than 1 MiB");
    } else if (serve_request_read(&request, line->text, line->length, &defaults, threads,
                                  &failure)) {
        pool_take(pool, &request);
    } else {
        pool_refuse(pool, request.id, failure.text);
        serve_request_release(&request);
    }
}

static bool is_over(ServePool *pool) {
    return pool_is_broken(pool) || pool_is_stopped(pool);
}

/* A LineSource that ends when nobody reads the answers any more, and after a signal. Looks for that
 * now and then, since an answer may fail while nothing comes in. */
static size_t read_input(void *context, char *buffer, size_t capacity) {
    bool has_input = false;
    while (!has_input && !is_over(context))
        has_input = line_wait_for_stdin(LOOK_EVERY_MS);
    return is_over(context) ? 0 : line_read_stdin(NULL, buffer, capacity);
}

static bool serve(ServePool *pool, LineReader *reader, int threads) {
    Line line = {.text = malloc(REQUEST_BYTES_MAX)};
    LinePiece piece;
    if (line.text == NULL)
        return false;
    bool is_cut = false; /* the last line may end with the input */
    while (!is_over(pool) && line_reader_next(reader, &piece)) {
        add_piece(&line, &piece);
        is_cut = piece.is_cut;
        if (!is_cut && (line.is_too_long || !is_blank(&line)))
            take_line(pool, &line, threads);
    }
    if (is_cut && !is_over(pool))
        take_line(pool, &line, threads);
    free(line.text);
    return true;
}

/* ---- The command --------------------------------------------------------------------------- */

int serve_run(const WeightsFiles *weights, int count, char *const *words) {
    ServeOptions options = {.weights = *weights};
    LineReader reader;
    OptionOutcome outcome = option_read_command(&serve_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    line_prepare_process();
    ServeSignals signals;
    serve_signals_block(&signals); /* before threads start */
    ServePool *pool = pool_open(NAME, &options.weights, options.threads, options.hash_mib);
    if (pool == NULL)
        return 1;
    serve_signals_begin(&signals, pool);
    bool is_good = line_reader_init(&reader, read_input, pool);
    if (is_good) {
        is_good = serve(pool, &reader, options.threads);
        line_reader_release(&reader);
    }
    if (!is_good)
        say_error("%s: not enough memory", NAME);
    pool_finish(pool);
    serve_signals_end(&signals);
    return pool_close(pool) && is_good ? 0 : 1;
}
