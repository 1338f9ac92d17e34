#include "generate/generate.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>
#include <uv.h>

#include "game/play.h"
#include "game/random.h"
#include "generate/candidates.h"
#include "generate/positions.h"
#include "process/process.h"
#include "run/options.h"
#include "run/setup.h"
#include "shared/cli/say.h"
#include "shared/files/replace.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"

enum {
    FAILURES_MAX = 5, /* of one engine, in a row */
    UNSCORED_MAX = 20 /* answers without a score that show that an engine reports none */
};

typedef enum { CANDIDATE_OPEN, CANDIDATE_KEPT, CANDIDATE_DROPPED } CandidateState;

typedef struct Candidate {
    Opening opening;
    CandidateState state;
} Candidate;

typedef struct Seen {
    UT_hash_handle hh;
    char text[];
} Seen;

typedef struct Generator Generator;

typedef struct Worker Worker;

static const int signums[] = {SIGINT, SIGTERM, SIGHUP};
enum {
    SIGNALS = sizeof signums / sizeof signums[0],
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_STOPPED = 3
};

/* One engine of a worker. */
typedef struct Judge {
    Worker *worker;
    Player *player;
    int failures; /* in a row */
} Judge;

/* Asks the engines about one candidate, in their order, until one finds it uneven. */
struct Worker {
    Generator *generator;
    Judge *judges;           /* one for each -engine */
    size_t candidate, judge; /* the candidate, and who is asked about it */
};

/* What one engine has answered. */
typedef struct Tally {
    int64_t scored, unscored;
} Tally;

struct Generator {
    const OpeningsRequest *request;
    OpeningList positions; /* of `games` */
    uv_loop_t loop;
    ProcessHub *hub;
    Worker *workers;
    Judge *judges;  /* of all workers */
    Tally *tallies; /* one for each -engine */
    size_t judges_left;
    Candidate *candidates; /* those dealt so far, in order */
    size_t candidate_count, candidate_capacity, settled;
    uint64_t next_number;
    Seen *seen;
    FILE *out;
    uv_signal_t signals[SIGNALS];
    int kept;
    int64_t tried;
    bool is_done, has_failed;
    bool is_stopped; /* by a signal */
};

/* ---- Candidates --------------------------------------------------------------------------- */

/* Returns whether an equal opening was seen before, or if out of memory. */
static bool is_seen(Generator *generator, const Opening *opening) {
    char text[CANDIDATE_FORM_MAX];
    const PlayerGame *game = &generator->request->game;
    candidate_form(opening, game->width, game->height, text, sizeof text);
    Seen *seen = NULL;
    HASH_FIND_STR(generator->seen, text, seen);
    if (seen != NULL)
        return true;
    seen = malloc(sizeof *seen + strlen(text) + 1);
    if (seen == NULL)
        return true;
    strcpy(seen->text, text);
    HASH_ADD_STR(generator->seen, text, seen);
    return false;
}

static bool grow(Generator *generator) {
    if (generator->candidate_count < generator->candidate_capacity)
        return true;
    size_t capacity = generator->candidate_capacity == 0 ? 256 : 2 * generator->candidate_capacity;
    Candidate *grown = realloc(generator->candidates, capacity * sizeof *grown);
    if (grown == NULL)
        return false;
    generator->candidates = grown;
    generator->candidate_capacity = capacity;
    return true;
}

static void make_candidate(const OpeningsRequest *request, uint64_t number, Opening *opening) {
    uint64_t range = (uint64_t)request->most_stones - (uint64_t)request->least_stones + 1;
    uint64_t state = random_stream(request->options.seed ^ 0x5EEDu, number);
    size_t stones = (size_t)request->least_stones + (size_t)random_below(&state, range);
    candidate_make(opening, &request->game, stones, request->options.seed, number);
}

/* Returns the number of candidates, symmetric copies included. */
static uint64_t candidate_limit(const Generator *generator) {
    uint64_t tries = (uint64_t)generator->request->tries;
    bool is_short = generator->request->games != NULL && generator->positions.count < tries;
    return is_short ? generator->positions.count : tries;
}

/* Makes the next new candidate. Returns false if no tries are left or if out of memory. */
static bool next_candidate(Generator *generator, size_t *index) {
    const OpeningsRequest *request = generator->request;
    while (generator->next_number < candidate_limit(generator) && grow(generator)) {
        uint64_t number = generator->next_number++;
        Opening opening = {0};
        if (request->games != NULL)
            opening = generator->positions.openings[number];
        else
            make_candidate(request, number, &opening);
        if (is_seen(generator, &opening))
            continue;
        *index = generator->candidate_count++;
        generator->candidates[*index] = (Candidate){opening, CANDIDATE_OPEN};
        return true;
    }
    return false;
}

/* ---- Output ------------------------------------------------------------------------------- */

static void put_opening(Generator *generator, const Opening *opening) {
    const OpeningsRequest *request = generator->request;
    char text[OPENING_STONES_MAX * 4];
    if (request->notation == OPENING_POS) {
        opening_to_pos(opening, text, sizeof text);
        fprintf(generator->out, "%s\n", text);
    } else {
        for (size_t i = 0; i < opening->count; i++)
            fprintf(generator->out, "%s%d,%d", i > 0 ? ", " : "",
                    opening->stones[i].x - request->game.width / 2,
                    opening->stones[i].y - request->game.height / 2);
        fputc('\n', generator->out);
    }
    fflush(generator->out);
}

/* Draws over the line before on a terminal; elsewhere a line for each tenth of the openings. */
static void tell_progress(const Generator *generator) {
    int64_t kept = generator->kept, count = generator->request->count;
    bool is_drawn = isatty(STDERR_FILENO) == 1;
    if (is_drawn || kept * 10 / count > (kept - 1) * 10 / count)
        fprintf(stderr, "%s%" PRId64 " of %" PRId64 ", %" PRId64 " tried%s", is_drawn ? "\r" : "",
                kept, count, generator->tried, is_drawn ? "" : "\n");
}

/* Writes the decided candidates up to the first undecided one, so that they are in order of number.
 */
static void settle(Generator *generator) {
    while (!generator->is_done && generator->settled < generator->candidate_count) {
        const Candidate *candidate = &generator->candidates[generator->settled];
        if (candidate->state == CANDIDATE_OPEN)
            return;
        generator->settled++;
        if (candidate->state == CANDIDATE_DROPPED)
            continue;
        put_opening(generator, &candidate->opening);
        generator->kept++;
        tell_progress(generator);
        generator->is_done = generator->kept == generator->request->count;
    }
}

/* ---- Asking ------------------------------------------------------------------------------- */

static void fail(Generator *generator, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fail(Generator *generator, const char *format, ...) {
    va_list arguments;
    if (!generator->has_failed) {
        fputs(isatty(STDERR_FILENO) ? "\nkaname-tournament: " : "kaname-tournament: ", stderr);
        va_start(arguments, format);
        say_error_list(format, arguments);
        va_end(arguments);
    }
    generator->is_done = generator->has_failed = true;
}

static void ask(void *context) {
    const Judge *judge = context;
    const Worker *worker = judge->worker;
    const Opening *opening = &worker->generator->candidates[worker->candidate].opening;
    PlayerStone stones[OPENING_STONES_MAX];
    for (size_t i = 0; i < opening->count; i++)
        stones[i] = (PlayerStone){opening->stones[i].x, opening->stones[i].y, false};
    player_think(judge->player, stones, opening->count, true, -1);
}

/* Asks the first engine about a new candidate; ends all engines if there is none. */
static void go_on(Worker *worker) {
    Generator *generator = worker->generator;
    const OpeningsRequest *request = generator->request;
    worker->judge = 0;
    if (!generator->is_done && next_candidate(generator, &worker->candidate)) {
        player_begin(worker->judges[0].player, &request->game);
        return;
    }
    for (size_t i = 0; i < request->options.engine_count; i++)
        player_end(worker->judges[i].player);
}

static void decide(Worker *worker, CandidateState state) {
    Generator *generator = worker->generator;
    generator->candidates[worker->candidate].state = state;
    generator->tried++;
    settle(generator);
    go_on(worker);
}

static void count_answer(Generator *generator, const Judge *judge, bool has_score) {
    Tally *tally = &generator->tallies[judge - judge->worker->judges];
    if (has_score)
        tally->scored++;
    else
        tally->unscored++;
    if (tally->scored == 0 && tally->unscored >= UNSCORED_MAX)
        fail(generator, "%s reports no score in its messages", player_name(judge->player));
}

static void on_move(void *context, int x, int y, const PlayerTurn *turn) {
    Judge *judge = context;
    Worker *worker = judge->worker;
    Generator *generator = worker->generator;
    const OpeningsRequest *request = generator->request;
    (void)x;
    (void)y;
    judge->failures = 0;
    count_answer(generator, judge, turn->info.has_score);
    bool is_even = turn->info.has_score && turn->info.score <= request->balance &&
                   turn->info.score >= -request->balance;
    bool is_last = worker->judge + 1 == request->options.engine_count;
    if (is_even && !is_last && !generator->is_done)
        player_begin(worker->judges[++worker->judge].player, &request->game);
    else
        decide(worker, is_even && is_last ? CANDIDATE_KEPT : CANDIDATE_DROPPED);
}

static void on_failure(void *context, GameReason reason, const char *detail,
                       const PlayerTurn *turn) {
    Judge *judge = context;
    (void)turn;
    if (reason == GAME_REASON_INTERRUPTED || ++judge->failures >= FAILURES_MAX)
        fail(judge->worker->generator, "%s: %s", game_reason_text(reason), detail);
    decide(judge->worker, CANDIDATE_DROPPED);
}

static void on_ended(void *context) {
    Judge *judge = context;
    Generator *generator = judge->worker->generator;
    player_free(judge->player);
    judge->player = NULL;
    if (--generator->judges_left > 0)
        return;
    process_hub_free(generator->hub);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&generator->signals[i], NULL);
}

/* Keeps the openings found so far: the first SIGINT waits for the questions that are asked, every
 * other signal kills the engines. */
static void on_signal(uv_signal_t *handle, int signum) {
    Generator *generator = handle->data;
    bool is_abort = signum != SIGINT || generator->is_stopped;
    size_t judges =
        (size_t)generator->request->options.concurrency * generator->request->options.engine_count;
    generator->is_done = generator->is_stopped = true;
    for (size_t i = 0; is_abort && i < judges; i++)
        if (generator->judges[i].player != NULL)
            player_abort(generator->judges[i].player);
}

static void watch_signals(Generator *generator) {
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&generator->loop, &generator->signals[i]);
        generator->signals[i].data = generator;
        uv_signal_start(&generator->signals[i], on_signal, signums[i]);
    }
}

static bool start(Generator *generator) {
    const Options *options = &generator->request->options;
    PlayerEvents events = {
        .on_ready = ask, .on_move = on_move, .on_failure = on_failure, .on_ended = on_ended};
    size_t workers = (size_t)options->concurrency, engines = options->engine_count;
    generator->workers = calloc(workers, sizeof *generator->workers);
    generator->judges = calloc(workers * engines, sizeof *generator->judges);
    generator->tallies = calloc(engines, sizeof *generator->tallies);
    if (generator->workers == NULL || generator->judges == NULL || generator->tallies == NULL ||
        uv_loop_init(&generator->loop) != 0)
        return false;
    generator->hub = process_hub_new(&generator->loop);
    if (generator->hub == NULL)
        return false;
    for (size_t i = 0; i < workers * engines; i++) {
        Worker *worker = &generator->workers[i / engines];
        Judge *judge = &generator->judges[i];
        worker->generator = generator;
        if (i % engines == 0)
            worker->judges = judge;
        judge->worker = worker;
        events.context = judge;
        judge->player = player_new(generator->hub, &generator->loop, &options->engines[i % engines],
                                   (SpawnPin){0}, &events);
        if (judge->player == NULL)
            return false;
        generator->judges_left++;
    }
    watch_signals(generator);
    for (size_t i = 0; i < workers; i++)
        go_on(&generator->workers[i]);
    return true;
}

/* Returns whether the text is a list of openings: points or offsets, one opening per line, and
 * comments. */
static bool is_book(const unsigned char *head, size_t size, bool is_whole) {
    bool is_remark = false;
    (void)is_whole;
    for (size_t i = 0; i < size; i++) {
        is_remark = (is_remark && head[i] != '\n') || head[i] == '#';
        bool is_letter = head[i] >= 'a' && head[i] <= 'v';
        if (head[i] == '\0' ||
            (!is_remark && !is_letter && strchr("0123456789-, \t\r\n", head[i]) == NULL))
            return false;
        if (!is_remark && is_letter && i + 1 < size && (head[i + 1] < '0' || head[i + 1] > '9'))
            return false;
    }
    return true;
}

static const FilesRules book_rules = {.kind = {.matches = is_book}, .may_stream = true};

/* Openings for a file are collected in *text until all are found. */
static bool open_book(Generator *generator, char **text, size_t *size) {
    const char *path = generator->request->path;
    if (path == NULL)
        return true;
    Status status = files_check(path, &book_rules);
    if (status == STATUS_OK && (generator->out = open_memstream(text, size)) == NULL)
        status = STATUS_MEMORY;
    if (status != STATUS_OK)
        fprintf(stderr, "kaname-tournament: %s: %s\n", path, status_reason(status));
    return status == STATUS_OK;
}

/* Writes the openings found, even if fewer than requested. */
static void close_book(Generator *generator, char **text, const size_t *size) {
    const char *path = generator->request->path;
    bool is_kept = fflush(generator->out) == 0 && !ferror(generator->out);
    if (path == NULL && !is_kept)
        fail(generator, "stdout: cannot be written");
    if (path == NULL)
        return;
    is_kept = fclose(generator->out) == 0 && *text != NULL && is_kept;
    Status status = !is_kept              ? STATUS_MEMORY
                    : generator->kept > 0 ? files_replace(path, *text, *size, &book_rules)
                                          : STATUS_OK;
    if (status != STATUS_OK)
        fail(generator, "%s: %s", path, status_reason(status));
    free(*text);
}

/* Returns false after reporting why. */
static bool prepare(Generator *generator) {
    const OpeningsRequest *request = generator->request;
    Failure failure = FAILURE_NONE;
    bool is_ready = setup_find_engines(&request->options, &failure) &&
                    (request->games == NULL ||
                     positions_load(&generator->positions, request->games, &request->game,
                                    (size_t)request->least_stones, (size_t)request->most_stones,
                                    request->options.seed, &failure));
    if (!is_ready)
        fprintf(stderr, "kaname-tournament: %s\n", failure.text);
    return is_ready;
}

static void release(Generator *generator) {
    Seen *seen, *next;
    HASH_ITER(hh, generator->seen, seen, next) {
        HASH_DEL(generator->seen, seen);
        free(seen);
    }
    opening_list_release(&generator->positions);
    free(generator->candidates);
    free(generator->workers);
    free(generator->judges);
    free(generator->tallies);
}

static void run(Generator *generator) {
    const OpeningsRequest *request = generator->request;
    if (!start(generator)) {
        fail(generator, "%s", status_text(STATUS_MEMORY));
        return;
    }
    uv_run(&generator->loop, UV_RUN_DEFAULT);
    uv_loop_close(&generator->loop);
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    if (!generator->has_failed && !generator->is_stopped && generator->kept < request->count)
        fail(generator, "%d opening%s after %" PRIu64 " tries; a wider -balance finds more",
             generator->kept, say_plural((uint64_t)generator->kept), candidate_limit(generator));
}

int generate_openings(const OpeningsRequest *request) {
    Generator generator = {.request = request, .out = stdout};
    char *text = NULL;
    size_t size = 0;
    bool is_ready = prepare(&generator) && open_book(&generator, &text, &size);
    if (is_ready) {
        run(&generator);
        close_book(&generator, &text, &size);
    }
    release(&generator);
    if (!is_ready || generator.has_failed)
        return EXIT_FAILED;
    return generator.kept < request->count ? EXIT_STOPPED : EXIT_DONE;
}
