#include "train/generate.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/files/input.h"
#include "shared/status/status.h"
#include "train/folder.h"
#include "train/play.h"

enum { HASH_KIB = 1024, PROGRESS_MS = 1000 };

typedef struct Run {
    const GenerateOptions *options;
    const GenerateHooks *hooks;
    char origin[GAMEFILE_ORIGIN_BYTES + 1];
    unsigned char *weights_data; /* of another weights file; NULL: none */
    size_t weights_size;

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    int playing;     /* threads that take games */
    bool is_stopped; /* by SIGINT, or by the hook */
    GameFolder folder;
    uint64_t next; /* all games below this number are taken */
    uint64_t start_games, start_positions;
    int64_t start_ms, told_ms;
    bool has_failed;
} Run;

GenerateOptions generate_defaults(void) {
    return (GenerateOptions){.rules = {KANAME_RULE_FREESTYLE},
                             .rule_count = 1,
                             .sizes = {15},
                             .size_count = 1,
                             .nodes = 2000,
                             .stones_min = 3,
                             .stones_max = 9,
                             .slack = GENERATE_SLACK_MAX,
                             .balance = 150,
                             .deep_margin = 200,
                             .deep_percent = 20,
                             .threads = 1,
                             .seed = 1,
                             .shard_bytes = 16 << 20};
}

static void complain(const char *what, const char *path, const char *why) {
    fprintf(stderr, "generate: %s %s: %s\n", what, path, why);
}

static bool is_enough(const Run *run) {
    const GenerateOptions *options = run->options;
    return run->has_failed || run->is_stopped ||
           (options->games > 0 && run->next >= options->first + options->games) ||
           (options->positions > 0 && run->folder.positions >= options->positions) ||
           run->next > UINT32_MAX;
}

/* The caller holds the lock. */
static void write_game(Run *run, const Game *game) {
    if (!run->has_failed && !game_folder_add(&run->folder, game)) {
        fprintf(stderr, "generate: %s\n", run->folder.failure.text);
        run->has_failed = true;
    }
}

/* ---- Playing -------------------------------------------------------------------------------- */

/* Returns the share of the work done by these games and positions, 0 to 1. */
static double share_of(const GenerateOptions *options, uint64_t games, uint64_t positions) {
    double share = 0;
    if (options->games > 0)
        share = (double)games / (double)options->games;
    if (options->positions > 0 && (double)positions / (double)options->positions > share)
        share = (double)positions / (double)options->positions;
    return share;
}

/* The caller holds the lock. */
static void tell_progress(Run *run, bool is_last) {
    int64_t now_ms = kaname_now_ms();
    if (run->options->is_quiet || (!is_last && now_ms - run->told_ms < PROGRESS_MS))
        return;
    run->told_ms = now_ms;
    double seconds = (double)(now_ms - run->start_ms) / 1000 + 1e-3;
    double share = share_of(run->options, run->folder.games, run->folder.positions);
    double start_share = share_of(run->options, run->start_games, run->start_positions);
    double left = share > start_share ? seconds * (1 - share) / (share - start_share) : 0;
    int64_t left_s = left > 0 ? (int64_t)left : 0;
    fprintf(stderr,
            "%s%" PRIu64 " games, %" PRIu64 " positions, %.0f positions/s, %.1f%%, %" PRId64
            ":%02d:%02d left  %s",
            isatty(STDERR_FILENO) ? "\r" : "", run->folder.games, run->folder.positions,
            (double)(run->folder.positions - run->start_positions) / seconds,
            100 * (share < 1 ? share : 1), left_s / 3600, (int)(left_s / 60 % 60),
            (int)(left_s % 60), is_last || !isatty(STDERR_FILENO) ? "\n" : "");
    fflush(stderr);
}

/* Blocks SIGINT unless it is ignored; an ignored one must not become pending. */
static void block_interrupt(sigset_t *before) {
    sigset_t interrupt;
    struct sigaction action;
    sigemptyset(&interrupt);
    if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, before);
}

/* Returns whether SIGINT is pending; all threads block it while games are played. */
static bool is_interrupted(void) {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

/* Returns false if no more games are wanted. */
static bool take_number(Run *run, uint32_t *number) {
    pthread_mutex_lock(&run->lock);
    if (!run->is_stopped &&
        (run->hooks->stop != NULL ? atomic_load(run->hooks->stop) : is_interrupted())) {
        run->is_stopped = true;
        pthread_cond_signal(&run->changed);
    }
    while (game_folder_has(&run->folder, run->next))
        run->next++;
    bool is_taken = !is_enough(run);
    *number = (uint32_t)run->next;
    if (is_taken)
        run->next++;
    pthread_mutex_unlock(&run->lock);
    return is_taken;
}

/* Returns NULL if memory runs out: the weights were read before. */
static KanameEngine *new_engine(const Run *run) {
    KanameEngine *engine = kaname_new();
    KanameStatus status = engine != NULL ? kaname_set_hash(engine, HASH_KIB) : KANAME_ERR_MEMORY;
    if (status == KANAME_OK && run->weights_data != NULL)
        status = kaname_load_weights(engine, run->weights_data, run->weights_size);
    if (status == KANAME_OK)
        return engine;
    kaname_free(engine);
    return NULL;
}

static void *play_games(void *context) {
    Run *run = context;
    Game *game = malloc(sizeof *game);
    KanameEngine *engine = new_engine(run);
    KanameStatus status = game != NULL && engine != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    for (uint32_t number; status == KANAME_OK && take_number(run, &number);) {
        status = play_game(engine, run->options, number, run->hooks->stop, game);
        pthread_mutex_lock(&run->lock);
        if (status == KANAME_OK && game->move_count > 0) {
            write_game(run, game);
            tell_progress(run, false);
        }
        pthread_mutex_unlock(&run->lock);
    }
    if (status != KANAME_OK) {
        pthread_mutex_lock(&run->lock);
        run->has_failed = true;
        pthread_mutex_unlock(&run->lock);
        fprintf(stderr, "generate: %s\n", kaname_status_text(status));
    }
    kaname_free(engine);
    free(game);
    pthread_mutex_lock(&run->lock);
    run->playing--;
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* Waits until all threads are done. After the first SIGINT restores its default action, so that a
 * second one ends the program: unfinished games are then lost, written ones are kept. */
static void wait_for_threads(Run *run, const sigset_t *before) {
    pthread_mutex_lock(&run->lock);
    while (run->playing > 0 && !run->is_stopped) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&run->changed, &run->lock, &until);
        run->is_stopped = run->is_stopped || (run->hooks->stop == NULL && is_interrupted());
    }
    pthread_mutex_unlock(&run->lock);
    if (run->hooks->stop == NULL && is_interrupted()) {
        sigset_t interrupt;
        int signum;
        sigemptyset(&interrupt);
        sigaddset(&interrupt, SIGINT);
        sigwait(&interrupt, &signum);
    }
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void play_all(Run *run) {
    pthread_t threads[KANAME_MAX_THREADS];
    int count = 0;
    sigset_t before;
    block_interrupt(&before);
    run->playing = run->options->threads;
    run->start_games = run->folder.games;
    run->start_positions = run->folder.positions;
    run->start_ms = run->told_ms = kaname_now_ms();
    while (count < run->options->threads &&
           pthread_create(&threads[count], NULL, play_games, run) == 0)
        count++;
    pthread_mutex_lock(&run->lock);
    run->playing -= run->options->threads - count - (count == 0);
    pthread_mutex_unlock(&run->lock);
    if (count == 0)
        play_games(run);
    wait_for_threads(run, &before);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    bool is_kept = game_folder_sync(&run->folder);
    if (!is_kept && !run->has_failed)
        fprintf(stderr, "generate: %s\n", run->folder.failure.text);
    run->has_failed = run->has_failed || !is_kept;
    tell_progress(run, true);
    if (run->is_stopped && run->hooks->stop == NULL)
        fprintf(stderr,
                "generate: stopped; %s keeps %" PRIu64
                " games, and the same command continues with them\n",
                run->options->folder, run->folder.games);
}

/* ---- Run ------------------------------------------------------------------------------------ */

static bool read_weights(Run *run, KanameEngine *engine) {
    const char *path = run->options->weights;
    if (path == NULL)
        return true;
    Status read =
        files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &run->weights_data, &run->weights_size);
    const char *wrong = read != STATUS_OK ? status_reason(read) : NULL;
    if (wrong == NULL) {
        KanameStatus status = kaname_load_weights(engine, run->weights_data, run->weights_size);
        wrong = status != KANAME_OK ? kaname_status_text(status) : NULL;
    }
    if (wrong != NULL)
        complain("cannot use", path, wrong);
    return wrong == NULL;
}

typedef struct Text {
    char *at, *end;
} Text;

__attribute__((format(printf, 2, 3))) static void say(Text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text->at, (size_t)(text->end - text->at), format, list);
    va_end(list);
    text->at += length < text->end - text->at ? length : text->end - text->at - 1;
}

/* Describes the search of probes; empty without probes, as in files of older versions. */
static void say_probes(Text *text, const GenerateOptions *options) {
    if (options->probes > 0)
        say(text, ", %d probes of %" PRIu64, options->probes,
            options->probe_nodes > 0 ? options->probe_nodes : options->nodes);
    if (options->probes > 0 && options->deep_nodes > 0)
        say(text, ", of %" PRIu64 " past %d and %d%%", options->deep_nodes, options->deep_margin,
            options->deep_percent);
}

static void say_origin(Text *text, const GenerateOptions *options, uint32_t weights) {
    say(text, "rules");
    for (int i = 0; i < options->rule_count; i++)
        say(text, " %d", (int)options->rules[i]);
    say(text, ", sizes");
    for (int i = 0; i < options->size_count; i++)
        say(text, " %d", options->sizes[i]);
    say(text, ", %" PRIu64 " nodes", options->nodes);
    say_probes(text, options);
    if (options->late_max > 0)
        say(text, ", from %d to %d stones", options->late_min, options->late_max);
    say(text,
        ", wander %d within %d, openings %d to %d stones within %d, seed %" PRIu64
        ", Kaname %s, weights %08" PRIx32,
        options->wander, options->slack, options->stones_min, options->stones_max, options->balance,
        options->seed, kaname_version(), weights);
}

/* Describes everything the games depend on except their number. */
static bool write_origin(Run *run) {
    KanameEngine *engine = kaname_new();
    if (engine == NULL)
        fprintf(stderr, "generate: %s\n", status_text(STATUS_MEMORY));
    bool is_written = engine != NULL && read_weights(run, engine);
    if (is_written) {
        Text text = {run->origin, run->origin + sizeof run->origin};
        say_origin(&text, run->options, kaname_weights_id(engine));
        is_written = text.at + 1 < text.end;
        if (!is_written)
            fprintf(stderr, "generate: too many options for the header of a file\n");
    }
    kaname_free(engine);
    return is_written;
}

static bool open_folder(Run *run) {
    const GenerateOptions *options = run->options;
    GameFolderOptions folder = {.path = options->folder,
                                .origin = run->origin,
                                .first = options->first,
                                .positions = options->positions,
                                .shard_bytes = options->shard_bytes,
                                .is_wanted = run->hooks->is_wanted,
                                .context = run->hooks->context};
    bool is_open = game_folder_open(&run->folder, &folder);
    if (!is_open)
        fprintf(stderr, "generate: %s\n", run->folder.failure.text);
    return is_open;
}

int generate_with(const GenerateOptions *options, const GenerateHooks *hooks,
                  GenerateSummary *summary) {
    Run run = {.options = options, .hooks = hooks, .next = options->first};
    run.folder.lock_file = -1;
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.changed, NULL);
    bool is_ready = write_origin(&run) && open_folder(&run);
    if (is_ready && hooks->begun != NULL)
        hooks->begun(hooks->context, run.folder.games, run.folder.positions);
    if (is_ready)
        play_all(&run);
    *summary = (GenerateSummary){run.folder.games, run.folder.positions, run.folder.unwanted};
    game_folder_close(&run.folder);
    pthread_cond_destroy(&run.changed);
    pthread_mutex_destroy(&run.lock);
    free(run.weights_data);
    if (!is_ready || run.has_failed)
        return 1;
    return run.is_stopped ? GENERATE_STOPPED : 0;
}

int generate_run(const GenerateOptions *options) {
    const GenerateHooks none = {0};
    GenerateSummary summary;
    return generate_with(options, &none, &summary);
}
