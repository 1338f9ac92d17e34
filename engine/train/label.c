#include "train/label.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/clock.h"
#include "kaname.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/dataset.h"
#include "train/parallel.h"

/* Positions that a thread searches between writes, and the size of its table. */
enum { PIECE = 4, HASH_KIB = 8192, FILE_BYTES_MAX = 1 << 30, HEAD_BYTES = 512 };

static const FilesRules LABEL_RULES = {.kind =
                                           FILES_KIND_OF("rule\twidth\theight\tmoves\tnodes\t")};

typedef struct Work {
    const LabelOptions *options;
    LabelSet set;
    KanameEngine **engines; /* one a thread */
    KanameStatus *statuses;
    size_t first; /* of the positions that are searched now */
    int64_t start_ms;
    size_t start_count;
} Work;

static bool complain(const char *what, const char *why) {
    fprintf(stderr, "label: %s: %s\n", what, why);
    return false;
}

LabelOptions label_defaults(void) {
    return (LabelOptions){.draw = {.positions = 12000, .seed = 1}, .nodes = 20000, .threads = 1};
}

/* ---- Searches ------------------------------------------------------------------------------- */

static KanameStatus set_up(KanameEngine *engine, const Label *label) {
    KanameStone stones[CELLS_MAX];
    for (int i = 0; i < label->count; i++)
        stones[i] = (KanameStone){.x = label->moves[i] % label->width,
                                  .y = label->moves[i] / label->width,
                                  .color = i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status = kaname_set_rule(engine, (KanameRule)label->rule);
    if (status == KANAME_OK)
        status = kaname_set_size(engine, label->width, label->height);
    return status != KANAME_OK
               ? status
               : kaname_set_position(engine, stones, (size_t)label->count,
                                     label->count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
}

static KanameStatus search(KanameEngine *engine, uint64_t nodes, Label *label) {
    KanameLimits limits = kaname_no_limits();
    KanameResult found;
    limits.max_nodes = nodes;
    KanameStatus status = set_up(engine, label);
    if (status == KANAME_OK)
        status = kaname_think(engine, &limits, NULL, &found);
    if (status != KANAME_OK)
        return status;
    label->nodes = nodes;
    label->score = found.score;
    label->five = kaname_score_win_plies(found.score);
    label->best = (Cell)(found.best.y * label->width + found.best.x);
    return KANAME_OK;
}

/* A piece is a thread's share of the positions at hand. */
static void search_piece(void *context, int piece) {
    Work *work = context;
    for (int i = 0; i < PIECE && work->statuses[piece] == KANAME_OK; i++) {
        size_t at = work->first + (size_t)(piece * PIECE + i);
        if (at < work->set.count)
            work->statuses[piece] =
                search(work->engines[piece], work->options->nodes, &work->set.of[at]);
    }
}

static bool new_engine(const LabelOptions *options, const unsigned char *weights, size_t size,
                       KanameEngine **engine) {
    *engine = kaname_new();
    KanameStatus status = *engine != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    if (status == KANAME_OK)
        status = kaname_set_hash(*engine, HASH_KIB);
    if (status == KANAME_OK && options->is_table)
        status = kaname_set_evaluator(*engine, KANAME_EVALUATOR_TABLE);
    if (status == KANAME_OK && weights != NULL)
        status = kaname_load_weights(*engine, weights, size);
    return status == KANAME_OK ||
           complain(weights != NULL ? options->weights : "engine", kaname_status_text(status));
}

static bool make_engines(Work *work) {
    const LabelOptions *options = work->options;
    unsigned char *weights = NULL;
    size_t size = 0;
    if (options->weights != NULL) {
        Status read = files_read_whole(options->weights, KANAME_MAX_WEIGHTS_BYTES, &weights, &size);
        if (read != STATUS_OK)
            return complain(options->weights, status_reason(read));
    }
    work->engines = calloc((size_t)options->threads, sizeof *work->engines);
    work->statuses = calloc((size_t)options->threads, sizeof *work->statuses);
    bool are_made = work->engines != NULL && work->statuses != NULL;
    if (!are_made)
        complain("engines", status_text(STATUS_MEMORY));
    for (int i = 0; are_made && i < options->threads; i++)
        are_made = new_engine(options, weights, size, &work->engines[i]);
    free(weights);
    return are_made;
}

/* ---- The file ------------------------------------------------------------------------------- */

/* Describes the search; equal for all runs that continue a file. */
static void describe(const Work *work, char *text, size_t size) {
    snprintf(text, size,
             "# %" PRIu64 " nodes, Kaname %s, weights %08" PRIx32 ", seed %" PRIu64 "\n",
             work->options->nodes, kaname_version(), kaname_weights_id(work->engines[0]),
             work->options->draw.seed);
}

static bool is_same_position(const Label *a, const Label *b) {
    return a->rule == b->rule && a->width == b->width && a->height == b->height &&
           a->count == b->count &&
           memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves) == 0;
}

/* Returns whether a file is one of an earlier run, as far as its second line tells, which a kill
 * may have cut short. */
static bool has_description(const unsigned char *bytes, size_t size, const char *description) {
    const unsigned char *first_end = memchr(bytes, '\n', size);
    size_t at = first_end != NULL ? (size_t)(first_end - bytes) + 1 : size;
    size_t length = strlen(description), left = size - at;
    return memcmp(bytes + at, description, left < length ? left : length) == 0;
}

/* Compares the labels with the first positions of the draw. */
static bool are_drawn(const Work *work, const LabelSet *labels) {
    for (size_t i = 0; i < labels->count; i++)
        if (i >= work->set.count || !is_same_position(&labels->of[i], &work->set.of[i]))
            return false;
    return true;
}

static bool complain_of_others(const char *path) {
    return complain(path, "made from other games or with other options");
}

/* Takes the whole lines of an earlier run, in memory that labels_parse() may change. Sets *done to
 * the number of its positions and *whole to the bytes of these lines. */
static bool take_bytes(const Work *work, unsigned char *bytes, size_t size, const char *description,
                       size_t *done, size_t *whole) {
    const LabelOptions *options = work->options;
    LabelSet old;
    Failure failure = FAILURE_NONE;
    *whole = size;
    while (*whole > 0 && bytes[*whole - 1] != '\n')
        --*whole;
    if (!has_description(bytes, size, description))
        return complain_of_others(options->out);
    if (*whole == 0)
        return true;
    labels_init(&old);
    bytes[*whole] = '\0';
    bool is_read = labels_parse(&old, bytes, *whole, options->out, true, &failure);
    bool is_ours = is_read && are_drawn(work, &old);
    *done = old.count;
    labels_release(&old);
    if (!is_read)
        fprintf(stderr, "label: %s\n", failure.text);
    return is_read && (is_ours || complain_of_others(options->out));
}

/* Takes the positions of an earlier run, *done of them, and then removes a line that a kill left
 * incomplete. `file`: opened to append. */
static bool take_labels(const Work *work, FILE *file, const char *description, size_t *done) {
    const char *path = work->options->out;
    unsigned char *bytes;
    size_t size, whole;
    *done = 0;
    Status status = files_read_whole(path, FILE_BYTES_MAX, &bytes, &size);
    if (status != STATUS_OK)
        return complain(path, status_reason(status));
    bool is_taken = take_bytes(work, bytes, size, description, done, &whole);
    free(bytes);
    return is_taken && (whole == size || ftruncate(fileno(file), (off_t)whole) == 0 ||
                        complain(path, strerror(errno)));
}

static bool begin_file(FILE *file, const char *description) {
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size == 0)
        labels_write_names(file);
    /* A kill between the two lines leaves the names alone. */
    bool is_bare =
        size >= 0 && size < HEAD_BYTES &&
        size <= (long)strlen("rule\twidth\theight\tmoves\tnodes\tscore\tfive\tbest\tsource\n");
    if (is_bare)
        fputs(description, file);
    return size >= 0 && fflush(file) == 0;
}

static void tell_progress(const Work *work, size_t done) {
    if (work->options->is_quiet)
        return;
    double seconds = (double)(clock_ms() - work->start_ms) / 1000 + 1e-3;
    double rate = (double)(done - work->start_count) / seconds;
    fprintf(stderr, "%s%zu of %zu positions, %.1f/s, %.0f s left  %s",
            isatty(STDERR_FILENO) ? "\r" : "", done, work->set.count, rate,
            rate > 0 ? (double)(work->set.count - done) / rate : 0,
            isatty(STDERR_FILENO) ? "" : "\n");
}

static bool label_all(Work *work, FILE *file, size_t done) {
    size_t step = PIECE * (size_t)work->options->threads;
    work->start_ms = clock_ms();
    work->start_count = done;
    for (size_t told = done; done < work->set.count;) {
        size_t end = done + step < work->set.count ? done + step : work->set.count;
        work->first = done;
        parallel_run(work->options->threads, work->options->threads, search_piece, work);
        for (int i = 0; i < work->options->threads; i++)
            if (work->statuses[i] != KANAME_OK)
                return complain("a search", kaname_status_text(work->statuses[i]));
        for (; done < end; done++)
            label_write(file, &work->set.of[done]);
        if (fflush(file) != 0)
            return complain(work->options->out, strerror(errno));
        if (done >= told + 100 || done == work->set.count) {
            tell_progress(work, done);
            told = done;
        }
    }
    return true;
}

static void tell_draw(const LabelSet *set) {
    size_t counts[LABEL_STAGES] = {0};
    for (size_t i = 0; i < set->count; i++)
        counts[label_stage(set->of[i].count)]++;
    fprintf(stderr, "%zu positions drawn:", set->count);
    for (int stage = 0; stage < LABEL_STAGES; stage++)
        fprintf(stderr, " %zu of %s stones%s", counts[stage], label_stage_name(stage),
                stage + 1 < LABEL_STAGES ? "," : "\n");
}

/* Continues a file that no other run writes. */
static bool write_labels(Work *work, FILE *file, const char *description) {
    const char *path = work->options->out;
    size_t done;
    if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0)
        return complain(path, status_text(STATUS_BUSY));
    return take_labels(work, file, description, &done) &&
           (begin_file(file, description) || complain(path, strerror(errno))) &&
           label_all(work, file, done) && (files_sync(file) || complain(path, strerror(errno)));
}

static bool run_work(Work *work) {
    const LabelOptions *options = work->options;
    Failure failure = FAILURE_NONE;
    char description[HEAD_BYTES];
    FILE *file;
    if (game_files_include(options->draw.paths, options->draw.path_count, options->out))
        return complain(options->out, status_text(STATUS_IN_USE));
    if (!draw_positions(&work->set, &options->draw, &failure)) {
        fprintf(stderr, "label: %s\n", failure.text);
        return false;
    }
    if (!options->is_quiet)
        tell_draw(&work->set);
    if (!make_engines(work))
        return false;
    describe(work, description, sizeof description);
    Status status = files_open_append(options->out, &LABEL_RULES, &file);
    if (status != STATUS_OK)
        return complain(options->out, status_reason(status));
    bool is_good = write_labels(work, file, description);
    return (fclose(file) == 0 || (is_good && complain(options->out, strerror(errno)))) && is_good;
}

int label_run(const LabelOptions *options) {
    Work work = {.options = options};
    labels_init(&work.set);
    bool is_good = run_work(&work);
    for (int i = 0; work.engines != NULL && i < options->threads; i++)
        kaname_free(work.engines[i]);
    free(work.engines);
    free(work.statuses);
    labels_release(&work.set);
    return is_good ? 0 : 1;
}
