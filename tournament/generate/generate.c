#include "generate/generate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>
#include <uv.h>

#include "game/play.h"
#include "game/random.h"
#include "game/referee.h"
#include "generate/candidates.h"
#include "process/process.h"
#include "program/replace.h"
#include "run/options.h"
#include "run/setup.h"

enum {
    STONES_MAX = 20,
    TRIES_A_WANTED = 1000, /* candidates for each wanted opening, by default */
    FAILURES_MAX = 5,      /* of one engine, in a row */
    UNSCORED_MAX = 20      /* answers without a score that show that an engine reports none */
};

typedef struct Request {
    Options options; /* those shared with a tournament */
    PlayerGame game;
    OpeningNotation notation;
    int count, least_stones, most_stones, balance;
    int64_t tries; /* 0: TRIES_A_WANTED for each wanted opening */
    char *path;    /* NULL: stdout */
} Request;

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

typedef struct Worker {
    Generator *generator;
    Player *player;
    size_t candidate;
    int failures;
    bool is_ended;
} Worker;

struct Generator {
    const Request *request;
    uv_loop_t loop;
    ProcessHub *hub;
    Worker *workers;
    int workers_left;
    Candidate *candidates; /* those dealt so far, in order */
    size_t candidate_count, candidate_capacity, settled;
    uint64_t next_number;
    Seen *seen;
    FILE *out;
    int kept;
    int64_t unscored, scored;
    bool is_done, has_failed;
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

/* Makes the next new candidate. Returns false if no tries are left or if out of memory. */
static bool next_candidate(Generator *generator, size_t *index) {
    const Request *request = generator->request;
    while (generator->next_number < (uint64_t)request->tries && grow(generator)) {
        uint64_t number = generator->next_number++;
        uint64_t range = (uint64_t)(request->most_stones - request->least_stones + 1);
        uint64_t state = random_stream(request->options.seed ^ 0x5EEDu, number);
        size_t stones = (size_t)request->least_stones + (size_t)random_below(&state, range);
        Opening opening = {0};
        candidate_make(&opening, &request->game, stones, request->options.seed, number);
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
    const Request *request = generator->request;
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
        fprintf(stderr, "\r%d of %d, %" PRId64 " tried", generator->kept, generator->request->count,
                generator->scored + generator->unscored);
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
        vfprintf(stderr, format, arguments);
        va_end(arguments);
        fputc('\n', stderr);
    }
    generator->is_done = generator->has_failed = true;
}

static void ask(Worker *worker) {
    const Opening *opening = &worker->generator->candidates[worker->candidate].opening;
    PlayerStone stones[OPENING_STONES_MAX];
    for (size_t i = 0; i < opening->count; i++)
        stones[i] = (PlayerStone){opening->stones[i].x, opening->stones[i].y, false};
    player_think(worker->player, stones, opening->count, true, -1);
}

static void go_on(Worker *worker) {
    Generator *generator = worker->generator;
    if (!generator->is_done && next_candidate(generator, &worker->candidate))
        player_begin(worker->player, &generator->request->game);
    else
        player_end(worker->player);
}

static void on_ready(void *context) {
    Worker *worker = context;
    ask(worker);
}

static void on_move(void *context, int x, int y, const PlayerTurn *turn) {
    Worker *worker = context;
    Generator *generator = worker->generator;
    Candidate *candidate = &generator->candidates[worker->candidate];
    (void)x;
    (void)y;
    worker->failures = 0;
    int balance = generator->request->balance;
    bool is_even =
        turn->info.has_score && turn->info.score <= balance && turn->info.score >= -balance;
    candidate->state = is_even ? CANDIDATE_KEPT : CANDIDATE_DROPPED;
    if (turn->info.has_score)
        generator->scored++;
    else
        generator->unscored++;
    if (generator->scored == 0 && generator->unscored >= UNSCORED_MAX)
        fail(generator, "%s reports no score in its messages", player_name(worker->player));
    settle(generator);
    go_on(worker);
}

static void on_failure(void *context, GameReason reason, const char *detail,
                       const PlayerTurn *turn) {
    Worker *worker = context;
    Generator *generator = worker->generator;
    (void)turn;
    generator->candidates[worker->candidate].state = CANDIDATE_DROPPED;
    if (++worker->failures >= FAILURES_MAX)
        fail(generator, "%s: %s", game_reason_text(reason), detail);
    settle(generator);
    go_on(worker);
}

static void on_ended(void *context) {
    Worker *worker = context;
    Generator *generator = worker->generator;
    player_free(worker->player);
    worker->player = NULL;
    if (--generator->workers_left == 0)
        process_hub_free(generator->hub);
}

static bool start(Generator *generator) {
    const Request *request = generator->request;
    PlayerEvents events = {
        .on_ready = on_ready, .on_move = on_move, .on_failure = on_failure, .on_ended = on_ended};
    generator->workers = calloc((size_t)request->options.concurrency, sizeof *generator->workers);
    if (generator->workers == NULL || uv_loop_init(&generator->loop) != 0)
        return false;
    generator->hub = process_hub_new(&generator->loop);
    if (generator->hub == NULL)
        return false;
    for (int i = 0; i < request->options.concurrency; i++) {
        Worker *worker = &generator->workers[i];
        worker->generator = generator;
        events.context = worker;
        worker->player =
            player_new(generator->hub, &generator->loop, &request->options.engines[0], -1, &events);
        if (worker->player == NULL)
            return false;
        generator->workers_left++;
    }
    for (int i = 0; i < request->options.concurrency; i++)
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
    FilesStatus status = files_check(path, &book_rules);
    if (status == FILES_OK && (generator->out = open_memstream(text, size)) == NULL)
        status = FILES_NO_MEMORY;
    if (status != FILES_OK)
        fprintf(stderr, "kaname-tournament: %s: %s\n", path, files_reason_text(status));
    return status == FILES_OK;
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
    FilesStatus status = !is_kept              ? FILES_NO_MEMORY
                         : generator->kept > 0 ? files_replace(path, *text, *size, &book_rules)
                                               : FILES_OK;
    if (status != FILES_OK)
        fail(generator, "%s: %s", path, files_reason_text(status));
    free(*text);
}

static int generate(const Request *request) {
    Generator generator = {.request = request, .out = stdout};
    char error[400], *text = NULL;
    size_t size = 0;
    if (!setup_find_engines(&request->options, error, sizeof error)) {
        fprintf(stderr, "kaname-tournament: %s\n", error);
        return 1;
    }
    if (!open_book(&generator, &text, &size))
        return 1;
    if (start(&generator)) {
        uv_run(&generator.loop, UV_RUN_DEFAULT);
        uv_loop_close(&generator.loop);
        if (isatty(STDERR_FILENO))
            fputc('\n', stderr);
    } else {
        fail(&generator, "no memory");
    }
    if (!generator.has_failed && generator.kept < request->count)
        fail(&generator, "%d openings after %" PRId64 " tries; a wider -balance finds more",
             generator.kept, request->tries);
    close_book(&generator, &text, &size);
    Seen *seen, *next;
    HASH_ITER(hh, generator.seen, seen, next) {
        HASH_DEL(generator.seen, seen);
        free(seen);
    }
    free(generator.candidates);
    free(generator.workers);
    return generator.has_failed ? 1 : 0;
}

/* ---- Command line ------------------------------------------------------------------------- */

static int read_stones(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    Request *request = target;
    (void)row;
    if (left < 2) {
        option_complain(reader, "expected two numbers of stones after it");
        return -1;
    }
    if (!option_int(reader, words[0], 1, STONES_MAX, &request->least_stones) ||
        !option_int(reader, words[1], request->least_stones, STONES_MAX, &request->most_stones))
        return -1;
    return 2;
}

#define AT(field) .offset = offsetof(Request, field)

static const char openings_group[] = "Openings";
static const char *const notations[] = {[OPENING_OFFSET] = "offset", [OPENING_POS] = "pos", NULL};

static const OptionRow rows[] = {
    {.name = "-count",
     .value = "N",
     .help = "number of openings wanted",
     .group = openings_group,
     .standard = "100",
     .kind = OPTION_INT,
     AT(count),
     .least = 1,
     .most = 1000000},
    {.name = "-stones",
     .value = "MIN MAX",
     .help = "stones of each, 1 to 20",
     .group = openings_group,
     .otherwise = "4 8",
     .kind = OPTION_OWN,
     .read = read_stones,
     .example = "-stones 5 6"},
    {.name = "-balance",
     .value = "SCORE",
     .help = "keeps an opening if the engine's score is from -SCORE to SCORE",
     .group = openings_group,
     .standard = "50",
     .kind = OPTION_INT,
     AT(balance),
     .most = GAME_SCORE_MATE_MIN},
    {.name = "-tries",
     .value = "N",
     .help = "maximum number of candidates",
     .group = openings_group,
     .otherwise = "1000 a wanted opening",
     .kind = OPTION_WHOLE,
     AT(tries),
     .least = 1,
     .most = INT64_MAX},
    {.name = "-type",
     .value = "T",
     .help = "notation:",
     .group = openings_group,
     .standard = "offset",
     .kind = OPTION_CHOICE,
     .choices = notations,
     AT(notation)},
    {.name = "-out",
     .value = "FILE",
     .help = "file that the openings are written to",
     .group = openings_group,
     .otherwise = "standard output",
     .kind = OPTION_TEXT,
     AT(path)},
    {.name = NULL},
};

static const char *const shared[] = {"-engine", "-rule",        "-boardsize",
                                     "-seed",   "-concurrency", NULL};
static const OptionTable tables[] = {
    {.rows = rows}, {.rows = options_rows, .offset = offsetof(Request, options), .only = shared}};

static bool check_request(OptionReader *reader, void *target) {
    Request *request = target;
    Options *options = &request->options;
    if (!options_check_single(reader, options))
        return false;
    reader->option = "-stones";
    if (request->most_stones * 3 > options->width * options->height)
        return option_complain(reader, "too many for the board");
    request->game = (PlayerGame){.rule = options->rule,
                                 .is_continuous = options->is_continuous,
                                 .width = options->width,
                                 .height = options->height};
    if (request->tries == 0)
        request->tries = (int64_t)TRIES_A_WANTED * request->count;
    if (!options->has_seed)
        options->seed = 1;
    return true;
}

static const char *const usage[] = {"-engine cmd=COMMAND [WORD]... [OPTION]...", NULL};
static const char *const groups[] = {openings_group, options_engines_group, options_games_group,
                                     options_running_group, NULL};

const OptionCommand generator_command = {.name = "openings",
                                         .about = "Makes balanced openings with an engine.",
                                         .usage = usage,
                                         .groups = groups,
                                         .tables = tables,
                                         .table_count = sizeof tables / sizeof *tables,
                                         .check = check_request,
                                         .run = generator_main};

int generator_main(int argc, char **argv) {
    Request request = {.least_stones = 4, .most_stones = 8};
    OptionOutcome outcome = option_read_command(&generator_command, &request, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? generate(&request) : option_status(outcome);
    option_release(&tables[0], &request);
    options_release(&request.options);
    return status;
}
