#include "run/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "game/player.h"
#include "process/limits.h"
#include "run/setup.h"
#include "shared/status/failure.h"

enum { WORDS_KEPT = 6, WORD_MAX = 160 };

/* The last lines of a stream, a ring. */
typedef struct Words {
    int count; /* all, also those that are not kept */
    char lines[WORDS_KEPT][WORD_MAX];
} Words;

typedef struct Trial Trial;

/* A place that tries one engine after the other. */
typedef struct Bench {
    Trial *trial;
    Player *player; /* NULL: empty */
    size_t engine;
    Words out, err;
} Bench;

struct Trial {
    const Options *options;
    PlayerGame game;
    uv_loop_t loop;
    ProcessHub *hub;
    size_t next;
    int busy;
    bool has_failed;
    Failure *failure;
    bool *refused; /* by engine: it refused an INFO; NULL: not looked for */
};

static void keep_line(Words *words, const char *line) {
    char *kept = words->lines[words->count++ % WORDS_KEPT];
    snprintf(kept, WORD_MAX, "%.*s", WORD_MAX - 1, line);
    message_clean(kept);
}

static void put_words(const Words *words, char *text, size_t size) {
    int first = words->count > WORDS_KEPT ? words->count - WORDS_KEPT : 0;
    size_t used = strlen(text);
    for (int i = first; i < words->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "\n  %s", words->lines[i % WORDS_KEPT]);
}

/* Keeps the first failure, as the end of the trial. */
static void fail(const Bench *bench, const char *detail) {
    Trial *trial = bench->trial;
    const EngineOptions *engine = &trial->options->engines[bench->engine];
    if (trial->has_failed || trial->refused != NULL)
        return;
    trial->has_failed = true;
    failure_say(trial->failure, STATUS_PROGRAM, "engine %zu%s%s does not start, cmd=%.200s: %s",
                bench->engine + 1, engine->name != NULL ? ", " : "",
                engine->name != NULL ? engine->name : "", engine->command, detail);
    put_words(bench->err.count > 0 ? &bench->err : &bench->out, trial->failure->text,
              sizeof trial->failure->text);
}

static void on_ready(void *context) {
    Bench *bench = context;
    player_end(bench->player);
}

static void on_failure(void *context, GameReason reason, const char *detail,
                       const PlayerTurn *turn) {
    Bench *bench = context;
    (void)reason;
    (void)turn;
    fail(bench, detail);
    player_end(bench->player);
}

static void on_traffic(void *context, char direction, const char *line) {
    static const char refusal[] = "MESSAGE INFO:";
    Bench *bench = context;
    if (direction == '!')
        keep_line(&bench->err, line);
    else if (direction == '>')
        keep_line(&bench->out, line);
    if (direction == '>' && bench->trial->refused != NULL &&
        strncmp(line, refusal, strlen(refusal)) == 0)
        bench->trial->refused[bench->engine] = true;
}

static void on_ended(void *context);

/* Tries the next engine; frees the hub after the last one. */
static void go_on(Bench *bench) {
    Trial *trial = bench->trial;
    PlayerEvents events = {.on_ready = on_ready,
                           .on_failure = on_failure,
                           .on_ended = on_ended,
                           .on_traffic = on_traffic,
                           .context = bench};
    if (trial->has_failed || trial->next == trial->options->engine_count) {
        if (--trial->busy == 0)
            process_hub_free(trial->hub);
        return;
    }
    *bench = (Bench){.trial = trial, .engine = trial->next++};
    bench->player = player_new(trial->hub, &trial->loop, &trial->options->engines[bench->engine],
                               (SpawnPin){0}, &events);
    if (bench->player != NULL) {
        player_begin(bench->player, &trial->game);
        return;
    }
    fail(bench, status_text(STATUS_MEMORY));
    go_on(bench);
}

static void on_ended(void *context) {
    Bench *bench = context;
    player_free(bench->player);
    bench->player = NULL;
    go_on(bench);
}

/* `refused`: see Trial. */
static bool try_engines(const Options *options, bool *refused, Failure *failure) {
    Trial trial = {.options = options,
                   .game = setup_arena(options).settings.game,
                   .failure = failure,
                   .refused = refused};
    int count = options->concurrency < (int)options->engine_count ? options->concurrency
                                                                  : (int)options->engine_count;
    Bench *benches = calloc((size_t)count, sizeof *benches);
    if (benches == NULL || limits_lack_files() || uv_loop_init(&trial.loop) != 0) {
        free(benches);
        return limits_explain_beginning(failure);
    }
    trial.hub = process_hub_new(&trial.loop);
    trial.has_failed = trial.hub == NULL && !limits_explain_beginning(failure);
    trial.busy = trial.has_failed ? 0 : count;
    for (int i = 0; i < count && trial.hub != NULL; i++) {
        benches[i].trial = &trial;
        go_on(&benches[i]);
    }
    uv_run(&trial.loop, UV_RUN_DEFAULT);
    uv_loop_close(&trial.loop);
    free(benches);
    return !trial.has_failed;
}

bool trial_start_engines(const Options *options, Failure *failure) {
    return try_engines(options, NULL, failure);
}

bool trial_find_refusals(const Options *options, bool *refused, Failure *failure) {
    for (size_t i = 0; i < options->engine_count; i++)
        refused[i] = false;
    return try_engines(options, refused, failure);
}
