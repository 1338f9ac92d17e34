#include "grid/blocks/book_engine.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grid/wire/read.h"
#include "process/hub.h"
#include "process/process.h"

enum { GROUP = 100 /* blocks of a child: its command line stays within the system's limits */ };

struct BookEngine {
    const BookRound *round;
    const char *command, *options;
    ProcessHub *hub;
    Process *process;              /* NULL: none runs */
    char last_line[WIRE_TEXT_MAX]; /* of its standard error */
    int64_t *ids;                  /* of the blocks in the folder when the merge began; owned */
    size_t count, done, sent;      /* of them; merged; given to the child */
    BookMergedFn on_merged;
    void *context;
};

BookEngine *book_engine_new(uv_loop_t *loop, const BookRound *round, const char *command,
                            const char *options, BookMergedFn on_merged, void *context) {
    BookEngine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    *engine = (BookEngine){.round = round,
                           .command = command,
                           .options = options,
                           .hub = process_hub_new(loop),
                           .on_merged = on_merged,
                           .context = context};
    if (engine->hub != NULL)
        return engine;
    free(engine);
    return NULL;
}

void book_engine_free(BookEngine *engine) {
    if (engine == NULL)
        return;
    process_free(engine->process);
    process_hub_kill_all(engine->hub);
    process_hub_free(engine->hub);
    free(engine->ids);
    free(engine);
}

/* ---- The child ---------------------------------------------------------------------------- */

static void on_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    BookEngine *engine = context;
    (void)is_cut;
    if (stream == PROCESS_STDERR)
        snprintf(engine->last_line, sizeof engine->last_line, "%s", line);
}

/* Returns the command for the next group of blocks, which the caller frees; NULL if out of memory.
 */
static char *make_command(BookEngine *engine) {
    const BookRound *round = engine->round;
    char path[PATH_MAX];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "%s openings %s --wanted \"%s/wanted.txt\" \"%s/openings.txt\"", engine->command,
            engine->options, round->folder, round->folder);
    for (engine->sent = 0; engine->sent < GROUP && engine->done + engine->sent < engine->count;
         engine->sent++)
        if (book_round_block_path(round, engine->ids[engine->done + engine->sent], path))
            fprintf(out, " \"%s\"", path);
    bool is_good = !ferror(out);
    if (fclose(out) == 0 && is_good)
        return text;
    free(text);
    return NULL;
}

static void on_exit_event(void *context, int status, int signal);

/* Starts the child for the next group of blocks, or without any. */
static void start(BookEngine *engine) {
    const ProcessEvents events = {.on_line = on_line, .on_exit = on_exit_event, .context = engine};
    char why[WIRE_TEXT_MAX + PATH_MAX];
    int error = UV_ENOMEM;
    char *command = make_command(engine);
    const ProcessConfig config = {.command = command};
    engine->last_line[0] = '\0';
    if (command != NULL)
        engine->process = process_new(engine->hub, &config, &events, &error);
    free(command);
    if (engine->process != NULL)
        return;
    snprintf(why, sizeof why, "%s: it cannot be started: %s", engine->command, uv_strerror(error));
    engine->on_merged(engine->context, why);
}

static void on_exit_event(void *context, int status, int signal) {
    BookEngine *engine = context;
    char why[WIRE_TEXT_MAX + PATH_MAX];
    process_free(engine->process);
    engine->process = NULL;
    if (status != 0 || signal != 0) {
        snprintf(why, sizeof why, "%s: it ended with status %d, signal %d: %s", engine->command,
                 status, signal, engine->last_line);
        engine->on_merged(engine->context, why);
        return;
    }
    engine->done += engine->sent;
    if (engine->done < engine->count)
        start(engine);
    else
        engine->on_merged(engine->context, NULL);
}

/* ---- Merges ------------------------------------------------------------------------------- */

void book_engine_merge(BookEngine *engine) {
    Failure failure = FAILURE_NONE;
    free(engine->ids);
    engine->ids = NULL;
    engine->done = 0;
    book_round_drop_list(engine->round); /* an old list must not pass for the new one */
    if (book_round_list(engine->round, &engine->ids, &engine->count, &failure))
        start(engine);
    else
        engine->on_merged(engine->context, failure.text);
}

int64_t book_engine_last(const BookEngine *engine) {
    return engine->count > 0 ? engine->ids[engine->count - 1] : 0;
}

void book_engine_remove_merged(BookEngine *engine) {
    char path[PATH_MAX];
    for (size_t i = 0; i < engine->done; i++)
        if (book_round_block_path(engine->round, engine->ids[i], path))
            unlink(path);
}
