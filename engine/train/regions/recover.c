#include "train/regions/recover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "shared/files/input.h"
#include "train/floats.h"
#include "train/parallel.h"
#include "train/regions/adam.h"
#include "train/regions/generator.h"
#include "train/regions/integers.h"
#include "train/start.h"

/* ---- The file -------------------------------------------------------------------------------- */

bool regions_is_network(const char *path) {
    char start[NUMBERS_MAGIC_BYTES];
    FILE *file;
    if (files_open_input(path, &file) != STATUS_OK)
        return false;
    bool is_network = fread(start, 1, sizeof start, file) == sizeof start &&
                      memcmp(start, REGIONS_MAGIC, sizeof start) == 0;
    fclose(file);
    return is_network;
}

static void set_params(const RegionsNumbers *numbers, double units, RegionsParams *params) {
    GeneratorParams *generator = &params->dense.generator;
    regions_to_layers(numbers, units, &params->dense.layers);
    regions_to_threats(numbers->threat_bias[0], THREAT_STATES, params->threat[0]);
    regions_to_rows(numbers->row[0], REGIONS_ROWS, params->own[0]);
    memset(generator->output, 0, sizeof generator->output);
    memset(generator->output_bias, 0, sizeof generator->output_bias);
}

static bool take_roles(const RegionsFile *file, RegionsModel *model, const char *path,
                       Failure *failure) {
    RegionsNumbers *numbers = malloc(sizeof *numbers);
    if (numbers == NULL)
        return failure_set(failure, STATUS_MEMORY);
    bool is_whole = true;
    for (int role = 0; is_whole && role < model->roles; role++) {
        is_whole = regions_numbers_read(file, role < file->roles ? role : 0, numbers);
        if (is_whole)
            set_params(numbers, model->units, &model->params[role]);
    }
    free(numbers);
    return is_whole || failure_at(failure, STATUS_DAMAGED, "%s", path);
}

bool regions_network_take(const char *path, RegionsModel *model, uint64_t *hash, Failure *failure) {
    RegionsFile file;
    unsigned char *data;
    size_t size;
    Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &data, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", path);
    KanameStatus status = regions_file_read(&file, data, size);
    bool is_taken =
        status == KANAME_OK
            ? regions_model_check_roles(model, (size_t)file.roles, path, failure) &&
                  take_roles(&file, model, path, failure)
            : failure_say(failure, STATUS_DAMAGED, "%s: %s", path, kaname_status_text(status));
    if (is_taken)
        *hash = file.id;
    free(data);
    return is_taken;
}

/* ---- The generator --------------------------------------------------------------------------- */

enum {
    PIECES = 8, /* of a batch, for the threads */
    BATCH = 512 /* codes of a step */
};

static const double RATE = 0.004;

static const int LAST = REGIONS_ROWS - 1; /* codes but that of the empty row */

/* The lesson of one role. */
typedef struct Lesson {
    RegionsModel *model;
    int role;
    Isa isa;
    uint32_t order[REGIONS_ROWS];
    uint16_t codes[REGIONS_ROWS];      /* the same */
    int first, end;                    /* of the batch, in `codes` */
    float (*rows)[REGIONS_CHANNELS];   /* by code: what the generator shall give */
    float (*slopes)[REGIONS_CHANNELS]; /* in the order of `codes` */
    GeneratorScratch scratch;
    GeneratorParams *pieces; /* gradients */
    GeneratorParams *momentum, *variance;
    uint64_t steps;
} Lesson;

static bool lesson_init(Lesson *lesson, RegionsModel *model) {
    *lesson = (Lesson){.model = model,
                       .isa = isa_best(),
                       .rows = regions_zeros(REGIONS_ROWS * sizeof *lesson->rows),
                       .slopes = regions_zeros(REGIONS_ROWS * sizeof *lesson->slopes),
                       .pieces = regions_zeros(PIECES * sizeof *lesson->pieces),
                       .momentum = regions_zeros(sizeof *lesson->momentum),
                       .variance = regions_zeros(sizeof *lesson->variance)};
    return generator_init(&lesson->scratch) && lesson->rows != NULL && lesson->slopes != NULL &&
           lesson->pieces != NULL && lesson->momentum != NULL && lesson->variance != NULL;
}

static void lesson_release(Lesson *lesson) {
    generator_release(&lesson->scratch);
    free(lesson->rows);
    free(lesson->slopes);
    free(lesson->pieces);
    free(lesson->momentum);
    free(lesson->variance);
}

/* Runs a piece of the batch and adds its gradient; the loss is half the mean square. */
static void teach_piece(void *context, int piece) {
    Lesson *lesson = context;
    const float share = 1.0f / BATCH;
    int count = lesson->end - lesson->first;
    int first = lesson->first + count * piece / PIECES;
    int end = lesson->first + count * (piece + 1) / PIECES;
    generator_run(lesson->model, lesson->role, lesson->codes, first, end, lesson->isa,
                  &lesson->scratch);
    for (int at = first; at < end; at++) {
        const float *given = lesson->model->floats[lesson->role].row[lesson->codes[at]];
        const float *wanted = lesson->rows[lesson->codes[at]];
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            lesson->slopes[at][i] = share * (given[i] - wanted[i]);
    }
    memset(&lesson->pieces[piece], 0, sizeof lesson->pieces[piece]);
    generator_teach(lesson->model, lesson->role, first, end,
                    (const float(*)[REGIONS_CHANNELS])lesson->slopes, lesson->isa, &lesson->scratch,
                    &lesson->pieces[piece]);
}

static void take_step(Lesson *lesson, int threads, double rate) {
    float *sum = (float *)&lesson->pieces[0];
    parallel_run(threads, PIECES, teach_piece, lesson);
    for (int piece = 1; piece < PIECES; piece++)
        for (int i = 0; i < GENERATOR_FLOATS; i++)
            sum[i] += ((const float *)&lesson->pieces[piece])[i];
    AdamStep step = adam_step(++lesson->steps, rate);
    adam_change(&step, 1, (float *)&lesson->model->params[lesson->role].dense.generator,
                (float *)lesson->momentum, (float *)lesson->variance, sum, GENERATOR_FLOATS);
    regions_model_compose_layers(lesson->model); /* turns the generator's weights */
}

static void shuffle_codes(Lesson *lesson, uint64_t *rng) {
    games_shuffle(lesson->order, (size_t)LAST, rng);
    for (int i = 0; i < LAST; i++)
        lesson->codes[i] = (uint16_t)lesson->order[i];
}

/* Composes the rows of all codes. */
static void run_all(Lesson *lesson) {
    generator_run(lesson->model, lesson->role, lesson->codes, 0, LAST, lesson->isa,
                  &lesson->scratch);
}

static void teach_role(Lesson *lesson, int role, int epochs, uint64_t seed, int threads) {
    RegionsModel *model = lesson->model;
    float(*own)[REGIONS_CHANNELS] = model->params[role].own;
    float(*given)[REGIONS_CHANNELS] = model->floats[role].row;
    uint64_t rng = seed;
    lesson->role = role;
    lesson->steps = 0;
    memset(lesson->momentum, 0, sizeof *lesson->momentum);
    memset(lesson->variance, 0, sizeof *lesson->variance);
    for (int i = 0; i < LAST; i++)
        lesson->codes[i] = (uint16_t)(lesson->order[i] = (uint32_t)i + 1);
    run_all(lesson);
    memcpy(lesson->rows, given, sizeof model->floats[role].row);
    memset(own, 0, sizeof model->params[role].own);
    for (int epoch = 0; epoch < epochs; epoch++) {
        shuffle_codes(lesson, &rng);
        for (lesson->first = 0; lesson->first < LAST; lesson->first = lesson->end) {
            double way = (epoch + (double)lesson->first / LAST) / epochs;
            lesson->end = lesson->first + BATCH < LAST ? lesson->first + BATCH : LAST;
            take_step(lesson, threads, RATE * 0.5 * (1 + cos(way * 3.14159265358979)));
        }
    }
    run_all(lesson);
    for (int row = 1; row < REGIONS_ROWS; row++)
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            own[row][i] = lesson->rows[row][i] - given[row][i];
}

bool regions_recover_generator(RegionsModel *model, int epochs, uint64_t seed, int threads,
                               RecoveredRows *rows) {
    enum { FLOATS = REGIONS_ROWS * REGIONS_CHANNELS };
    Lesson *lesson = malloc(sizeof *lesson);
    bool has_memory = lesson != NULL && lesson_init(lesson, model);
    double all = 0, left = 0;
    for (int role = 0; has_memory && role < model->roles; role++) {
        teach_role(lesson, role, epochs, seed, threads);
        all += floats_squares(lesson->rows[0], FLOATS) / FLOATS / model->roles;
        left += floats_squares(model->params[role].own[0], FLOATS) / FLOATS / model->roles;
    }
    if (lesson != NULL)
        lesson_release(lesson);
    free(lesson);
    *rows = (RecoveredRows){sqrt(all), sqrt(left)};
    return has_memory;
}
