#include "train/network/checkpoint.h"

enum {
    POINTS_MAX = 100000,
    NUMBERS = 6, /* u64 and f64 up to the count of points */
    ROLE_BYTES = 3 * (int)sizeof(ModelParams)
};

static const StateKind kind = {.magic = CHECKPOINT_MAGIC, .version = 2, .content = "a fit"};

/* ---- Saving ---------------------------------------------------------------------------------- */

static void put_all(Cursor *cursor, const NetworkModel *model, const FitProgress *progress) {
    cursor_put_number(cursor, 8, model->steps);
    cursor_put_number(cursor, 8, (uint64_t)progress->epoch);
    cursor_put_number(cursor, 8, progress->next);
    cursor_put_double(cursor, progress->train_value);
    cursor_put_double(cursor, progress->train_weight);
    cursor_put_number(cursor, 8, progress->curve.count);
    cursor_put_doubles(cursor, (const double *)progress->curve.points,
                       progress->curve.count * CURVE_POINT_DOUBLES);
    for (int role = 0; role < model->roles; role++) {
        cursor_put_floats(cursor, (const float *)&model->params[role], MODEL_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->momentum[role], MODEL_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->variance[role], MODEL_PARAMS);
    }
}

Status checkpoint_save(const char *path, const FilesRules *rules, const char *description,
                       const NetworkModel *model, const FitProgress *progress) {
    StateFile file;
    size_t body_max = NUMBERS * 8 + progress->curve.count * sizeof(CurvePoint) +
                      (size_t)model->roles * ROLE_BYTES;
    if (!state_file_begin(&file, &kind, description, body_max))
        return STATUS_MEMORY;
    put_all(&file.body, model, progress);
    return state_file_save(&file, path, rules);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* The model and progress that a state sets. */
typedef struct Target {
    NetworkModel *model;
    FitProgress *progress;
} Target;

static bool get_points(Cursor *cursor, Curve *curve) {
    uint64_t points = cursor_get_number(cursor, 8);
    for (uint64_t i = 0; i < points && points <= POINTS_MAX && !cursor->is_short; i++) {
        CurvePoint point;
        cursor_get_doubles(cursor, (double *)&point, CURVE_POINT_DOUBLES);
        if (!curve_add(curve, &point))
            return false;
    }
    return true;
}

static bool get_all(Cursor *cursor, void *context) {
    NetworkModel *model = ((Target *)context)->model;
    FitProgress *progress = ((Target *)context)->progress;
    model->steps = cursor_get_number(cursor, 8);
    progress->epoch = (int)cursor_get_number(cursor, 8);
    progress->next = (size_t)cursor_get_number(cursor, 8);
    progress->train_value = cursor_get_double(cursor);
    progress->train_weight = cursor_get_double(cursor);
    if (!get_points(cursor, &progress->curve))
        return false;
    for (int role = 0; role < model->roles; role++) {
        cursor_get_floats(cursor, (float *)&model->params[role], MODEL_PARAMS);
        cursor_get_floats(cursor, (float *)&model->momentum[role], MODEL_PARAMS);
        cursor_get_floats(cursor, (float *)&model->variance[role], MODEL_PARAMS);
    }
    return true;
}

StateOutcome checkpoint_load(const char *path, const char *description, NetworkModel *model,
                             FitProgress *progress, Failure *failure) {
    Target target = {model, progress};
    return state_file_load(path, &kind, description, get_all, &target, failure);
}
