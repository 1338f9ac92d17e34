#include "train/regions/checkpoint.h"

enum { NUMBERS = 12 /* u64 and f64 up to the count of points */ };

static const StateKind kind = {
    .magic = REGIONS_STATE_MAGIC, .version = 1, .content = "a fit of regions"};

/* ---- Saving ---------------------------------------------------------------------------------- */

static void put_all(Cursor *cursor, const RegionsModel *model, const RegionsProgress *progress) {
    cursor_put_number(cursor, 8, model->steps);
    cursor_put_number(cursor, 8, model->mean_count);
    cursor_put_double(cursor, model->usual_length);
    cursor_put_number(cursor, 8, progress->epoch);
    cursor_put_number(cursor, 8, progress->block);
    cursor_put_number(cursor, 8, progress->done);
    cursor_put_number(cursor, 8, progress->measured);
    cursor_put_double(cursor, progress->train_value);
    cursor_put_double(cursor, progress->train_weight);
    cursor_put_double(cursor, progress->train_order);
    cursor_put_double(cursor, progress->train_moves);
    cursor_put_number(cursor, 8, progress->curve.count);
    cursor_put_doubles(cursor, (const double *)progress->curve.points,
                       progress->curve.count * REGIONS_POINT_DOUBLES);
    for (int role = 0; role < model->roles; role++) {
        cursor_put_floats(cursor, (const float *)&model->params[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->momentum[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->variance[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->mean[role], REGIONS_PARAMS);
    }
}

Status regions_state_save(const char *path, const FilesRules *rules, const char *description,
                          const RegionsModel *model, const RegionsProgress *progress) {
    StateFile file;
    size_t body_max = NUMBERS * 8 + progress->curve.count * sizeof(RegionsPoint) +
                      4 * (size_t)model->roles * sizeof(RegionsParams);
    if (!state_file_begin(&file, &kind, description, body_max))
        return STATUS_MEMORY;
    put_all(&file.body, model, progress);
    return state_file_save(&file, path, rules);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* The model and progress that a state sets. */
typedef struct Target {
    RegionsModel *model;
    RegionsProgress *progress;
} Target;

static bool get_points(Cursor *cursor, RegionsCurve *curve) {
    uint64_t points = cursor_get_number(cursor, 8);
    if (points > REGIONS_POINTS_MAX)
        return false;
    for (uint64_t i = 0; i < points && !cursor->is_short; i++) {
        RegionsPoint point;
        cursor_get_doubles(cursor, (double *)&point, REGIONS_POINT_DOUBLES);
        if (!regions_curve_add(curve, &point))
            return false;
    }
    return true;
}

static bool get_all(Cursor *cursor, void *context) {
    RegionsModel *model = ((Target *)context)->model;
    RegionsProgress *progress = ((Target *)context)->progress;
    model->steps = cursor_get_number(cursor, 8);
    model->mean_count = cursor_get_number(cursor, 8);
    model->usual_length = cursor_get_double(cursor);
    progress->epoch = cursor_get_number(cursor, 8);
    progress->block = cursor_get_number(cursor, 8);
    progress->done = cursor_get_number(cursor, 8);
    progress->measured = cursor_get_number(cursor, 8);
    progress->train_value = cursor_get_double(cursor);
    progress->train_weight = cursor_get_double(cursor);
    progress->train_order = cursor_get_double(cursor);
    progress->train_moves = cursor_get_double(cursor);
    if (!get_points(cursor, &progress->curve))
        return false;
    for (int role = 0; role < model->roles; role++) {
        cursor_get_floats(cursor, (float *)&model->params[role], REGIONS_PARAMS);
        cursor_get_floats(cursor, (float *)&model->momentum[role], REGIONS_PARAMS);
        cursor_get_floats(cursor, (float *)&model->variance[role], REGIONS_PARAMS);
        cursor_get_floats(cursor, (float *)&model->mean[role], REGIONS_PARAMS);
    }
    return true;
}

StateOutcome regions_state_load(const char *path, const char *description, RegionsModel *model,
                                RegionsProgress *progress, Failure *failure) {
    Target target = {model, progress};
    return state_file_load(path, &kind, description, get_all, &target, failure);
}

/* Reads the parameters of one role and their mean, which an ended fit has and which then counts. */
static void get_params(Cursor *cursor, RegionsParams *params, bool has_mean) {
    enum { OTHERS = 2 * (int)sizeof(RegionsParams) }; /* momentum and variance */
    cursor_get_floats(cursor, (float *)params, REGIONS_PARAMS);
    cursor->is_short = cursor->is_short || cursor->end - cursor->at < OTHERS;
    cursor->at += cursor->is_short ? 0 : OTHERS;
    if (has_mean)
        cursor_get_floats(cursor, (float *)params, REGIONS_PARAMS);
    else if (!cursor->is_short)
        cursor->at += sizeof *params;
}

/* Sets the parameters of all roles from the rest of a state. */
static bool take_params(Cursor *cursor, RegionsModel *model, const char *path, Failure *failure) {
    const size_t role_bytes = 4 * sizeof(RegionsParams);
    cursor_get_number(cursor, 8); /* steps */
    bool has_mean = cursor_get_number(cursor, 8) > 0;
    for (int i = 2; i < NUMBERS - 1; i++)
        cursor_get_number(cursor, 8);
    uint64_t points = cursor_get_number(cursor, 8);
    size_t left = (size_t)(cursor->end - cursor->at);
    if (points > left / sizeof(RegionsPoint) ||
        (left - points * sizeof(RegionsPoint)) % role_bytes != 0)
        return failure_at(failure, STATUS_DAMAGED, "%s", path);
    cursor->at += points * sizeof(RegionsPoint);
    size_t roles = (left - points * sizeof(RegionsPoint)) / role_bytes;
    if (!regions_model_check_roles(model, roles, path, failure))
        return false;
    for (size_t role = 0; role < roles; role++)
        get_params(cursor, &model->params[role], has_mean);
    for (size_t role = roles; role < (size_t)model->roles; role++)
        model->params[role] = model->params[0];
    return !cursor->is_short || failure_at(failure, STATUS_DAMAGED, "%s", path);
}

bool regions_state_take(const char *path, RegionsModel *model, uint64_t *hash, Failure *failure) {
    StateFile file;
    if (!state_file_read(&file, path, &kind, NULL, failure))
        return false;
    *hash = file.hash;
    bool is_taken = take_params(&file.body, model, path, failure);
    state_file_release(&file);
    return is_taken;
}
