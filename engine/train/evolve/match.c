#include "train/evolve/match.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "train/parallel.h"
#include "train/play.h"
#include "train/table_file.h"

#define FIRST_LINE "pair\tas_black\tas_white\n"

enum { HASH_KIB = 1024, UNPLAYED = -1, LOST = 0, DRAWN = 1, WON = 2 };

typedef struct Match {
    const MatchOptions *options;
    unsigned char *weights[2];
    size_t weights_size[2];
    int (*halves)[2]; /* of each pair: the candidate's half points as Black and as White */
    atomic_int next;

    pthread_mutex_t lock; /* of all below, and of the results above */
    FILE *file;
    int done;
    bool has_failed;
    Failure *failure;
} Match;

/* ---- Results so far ------------------------------------------------------------------------- */

static bool take_line(void *context, const char *line) {
    Match *match = context;
    int pair, black, white;
    if (sscanf(line, "%d\t%d\t%d", &pair, &black, &white) != 3 || pair < 0 || black < LOST ||
        black > WON || white < LOST || white > WON)
        return false;
    if (pair < match->options->pairs) {
        match->done += match->halves[pair][0] == UNPLAYED;
        match->halves[pair][0] = black;
        match->halves[pair][1] = white;
    }
    return true;
}

/* The pair of an incomplete last line is played again. */
static TableFile results_of(const Match *match) {
    return (TableFile){.path = match->options->path,
                       .first_line = FIRST_LINE,
                       .content = "a match",
                       .may_be_cut = true};
}

static bool read_results(Match *match) {
    TableFile results = results_of(match);
    return table_file_read(&results, take_line, match, match->failure);
}

static void write_results(const void *context, FILE *file) {
    const Match *match = context;
    for (int i = 0; i < match->options->pairs; i++)
        if (match->halves[i][0] != UNPLAYED)
            fprintf(file, "%d\t%d\t%d\n", i, match->halves[i][0], match->halves[i][1]);
}

/* Writes all results so far, so that an incomplete line is gone, and opens the file for more. */
static bool open_results(Match *match) {
    static const FilesRules rules = {.kind = FILES_KIND_OF(FIRST_LINE)};
    const char *path = match->options->path;
    TableFile results = results_of(match);
    if (!table_file_write(&results, write_results, match, match->failure))
        return false;
    Status status = files_open_append(path, &rules, &match->file);
    return status == STATUS_OK || failure_at(match->failure, status, "%s", path);
}

/* ---- Games ---------------------------------------------------------------------------------- */

/* Two engines of one thread: the candidate's and the other's. */
typedef struct Table {
    KanameEngine *engine[2];
    KanameLimits limits;
} Table;

static void table_release(Table *table) {
    kaname_free(table->engine[0]);
    kaname_free(table->engine[1]);
}

/* Sets *path to that of weights that cannot be used. */
static KanameStatus table_init(Table *table, const Match *match, const char **path) {
    *table = (Table){.limits = kaname_no_limits()};
    table->limits.max_nodes = match->options->openings.nodes;
    for (int i = 0; i < 2; i++) {
        table->engine[i] = kaname_new();
        if (table->engine[i] == NULL)
            return KANAME_ERR_MEMORY;
        KanameStatus status = kaname_set_hash(table->engine[i], HASH_KIB);
        if (status == KANAME_OK)
            status =
                kaname_load_weights(table->engine[i], match->weights[i], match->weights_size[i]);
        if (status != KANAME_OK) {
            *path = match->options->weights[i];
            return status;
        }
    }
    return KANAME_OK;
}

/* Sets the engine to the stones of an opening. */
static KanameStatus set_opening(KanameEngine *engine, const KanameStone *stones, size_t count,
                                const GenerateOptions *options) {
    KanameStatus status = kaname_set_rule(engine, options->rules[0]);
    if (status == KANAME_OK)
        status = kaname_set_size(engine, options->sizes[0], options->sizes[0]);
    if (status == KANAME_OK)
        status = kaname_set_position(engine, stones, count,
                                     count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    return status;
}

/* Searches and plays a move for both engines. Returns the half points of the side to move, or
 * UNPLAYED if the game continues. */
static int play_move(Table *table, int mover, KanameStatus *status) {
    KanameEngine *engine = table->engine[mover];
    KanameColor us = kaname_to_move(engine);
    KanameResult found;
    *status = kaname_think(engine, &table->limits, NULL, &found);
    if (*status == KANAME_ERR_NO_MOVE) {
        *status = KANAME_OK;
        return DRAWN;
    }
    if (*status != KANAME_OK)
        return DRAWN;
    int x = found.best.x, y = found.best.y, plies = kaname_score_win_plies(found.score);
    if (plies != 0)
        return plies > 0 ? WON : LOST;
    if (kaname_is_forbidden(engine, x, y, us)) /* nothing else is left */
        return LOST;
    for (int i = 0; i < 2 && *status == KANAME_OK; i++)
        *status = kaname_play(table->engine[i], x, y);
    return UNPLAYED;
}

/* Plays one game from the opening, which both engines have. Returns the half points of the
 * candidate. A proof ends the game. */
static int play_game_of(Table *table, int black, KanameStatus *status) {
    for (;;) {
        int mover = kaname_to_move(table->engine[0]) == KANAME_BLACK ? black : 1 - black;
        int halves = play_move(table, mover, status);
        if (halves != UNPLAYED || *status != KANAME_OK)
            return mover == 0 ? halves : WON - halves;
    }
}

static KanameStatus play_pair(Table *table, const Match *match, int pair, int halves[2]) {
    const GenerateOptions *options = &match->options->openings;
    KanameStone stones[CELLS_MAX];
    KanameStatus status = play_opening(table->engine[1], options, (uint32_t)pair);
    size_t count = status == KANAME_OK ? kaname_stone_count(table->engine[1]) : 0;
    for (size_t i = 0; i < count; i++)
        stones[i] = kaname_stone(table->engine[1], i);
    for (int game = 0; game < 2 && status == KANAME_OK; game++) {
        for (int i = 0; i < 2 && status == KANAME_OK; i++)
            status = set_opening(table->engine[i], stones, count, options);
        if (status == KANAME_OK)
            halves[game] = play_game_of(table, game, &status);
    }
    return status;
}

/* ---- The match ------------------------------------------------------------------------------ */

static void note_pair(Match *match, int pair, const int halves[2]) {
    const MatchOptions *options = match->options;
    match->halves[pair][0] = halves[0];
    match->halves[pair][1] = halves[1];
    match->done++;
    if (fprintf(match->file, "%d\t%d\t%d\n", pair, halves[0], halves[1]) < 0 ||
        fflush(match->file) != 0) {
        match->has_failed = true;
        failure_at(match->failure, STATUS_UNWRITABLE, "%s", options->path);
    } else if (options->on_pair != NULL) {
        options->on_pair(options->context, match->done);
    }
}

static void play_pairs(void *context, int piece) {
    Match *match = context;
    Table table;
    const char *path = match->options->path;
    KanameStatus status = table_init(&table, match, &path);
    bool goes_on = true;
    (void)piece;
    for (int pair; goes_on && status == KANAME_OK &&
                   (pair = atomic_fetch_add(&match->next, 1)) < match->options->pairs;) {
        int halves[2];
        if (match->halves[pair][0] != UNPLAYED)
            continue;
        status = play_pair(&table, match, pair, halves);
        pthread_mutex_lock(&match->lock);
        if (status == KANAME_OK && !match->has_failed)
            note_pair(match, pair, halves);
        goes_on = !match->has_failed;
        pthread_mutex_unlock(&match->lock);
    }
    if (status != KANAME_OK) {
        pthread_mutex_lock(&match->lock);
        match->has_failed = true;
        failure_say(match->failure, status == KANAME_ERR_MEMORY ? STATUS_MEMORY : STATUS_WEIGHTS,
                    "%s: %s", path, kaname_status_text(status));
        pthread_mutex_unlock(&match->lock);
    }
    table_release(&table);
}

static bool read_weights(Match *match) {
    for (int i = 0; i < 2; i++) {
        const char *path = match->options->weights[i];
        Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &match->weights[i],
                                       &match->weights_size[i]);
        if (read != STATUS_OK)
            return failure_at(match->failure, read, "%s", path);
    }
    return true;
}

static bool play_all(Match *match) {
    if (!read_weights(match) || !open_results(match))
        return false;
    parallel_run(match->options->threads, match->options->threads, play_pairs, match);
    return !match->has_failed;
}

static double elo_of(double points) {
    return 400 * log10(points / (1 - points));
}

void match_rate(MatchResult *result, const int (*halves)[2], int pairs) {
    double sum = 0, squares = 0, games = 2.0 * pairs;
    *result = (MatchResult){0};
    for (int i = 0; i < pairs; i++) {
        double share = (halves[i][0] + halves[i][1]) / 4.0;
        sum += share;
        squares += share * share;
        for (int game = 0; game < 2; game++) {
            result->won += halves[i][game] == WON;
            result->lost += halves[i][game] == LOST;
            result->drawn += halves[i][game] == DRAWN;
        }
    }
    double least = 0.5 / games; /* half a point less or more than all keeps the rating finite */
    result->points = sum / pairs;
    double points = fmin(fmax(result->points, least), 1 - least);
    double variance = fmax(squares / pairs - result->points * result->points, 1 / (16 * games));
    result->elo = elo_of(points);
    result->error = 1.96 * sqrt(variance / pairs) * 400 / log(10) / (points * (1 - points));
}

bool match_passes(const MatchResult *result, int percent) {
    int games = result->won + result->drawn + result->lost;
    return 100 * (2 * result->won + result->drawn) >= 2 * games * percent;
}

bool match_play(const MatchOptions *options, MatchResult *result, Failure *failure) {
    Match match = {.options = options, .failure = failure};
    match.halves = malloc((size_t)options->pairs * sizeof *match.halves);
    if (match.halves == NULL)
        return failure_at(failure, STATUS_MEMORY, "match");
    for (int i = 0; i < options->pairs; i++)
        match.halves[i][0] = match.halves[i][1] = UNPLAYED;
    atomic_init(&match.next, 0);
    pthread_mutex_init(&match.lock, NULL);
    bool is_good = read_results(&match);
    if (is_good && match.done < options->pairs)
        is_good = play_all(&match);
    if (match.file != NULL && fclose(match.file) != 0 && is_good)
        is_good = failure_at(failure, STATUS_UNWRITABLE, "%s", options->path);
    if (is_good)
        match_rate(result, (const int(*)[2])match.halves, options->pairs);
    pthread_mutex_destroy(&match.lock);
    free(match.weights[0]);
    free(match.weights[1]);
    free(match.halves);
    return is_good;
}
