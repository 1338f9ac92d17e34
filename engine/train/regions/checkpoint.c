#include "train/regions/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "shared/files/input.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"
#include "train/cursor.h"

enum {
    MAGIC_BYTES = sizeof REGIONS_STATE_MAGIC - 1,
    VERSION = 1,
    HASH_OFFSET = 16,
    HEADER_BYTES = 24,
    BYTES_MAX = 64 << 20,
    POINTS_MAX = 100000,
    NUMBERS_MAX = 8 + 4 /* u64 and f64 before the points */
};

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
    for (size_t i = 0; i < progress->curve.count; i++)
        for (int j = 0; j < REGIONS_POINT_DOUBLES; j++)
            cursor_put_double(cursor, ((const double *)&progress->curve.points[i])[j]);
    for (int role = 0; role < model->roles; role++) {
        cursor_put_floats(cursor, (const float *)&model->params[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->momentum[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->variance[role], REGIONS_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->mean[role], REGIONS_PARAMS);
    }
}

Status regions_state_save(const char *path, const FilesRules *rules, const char *description,
                          const RegionsModel *model, const RegionsProgress *progress) {
    size_t length = strlen(description);
    size_t size = HEADER_BYTES + length + NUMBERS_MAX * 8 +
                  progress->curve.count * sizeof(RegionsPoint) +
                  4 * (size_t)model->roles * sizeof(RegionsParams);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return STATUS_MEMORY;
    Cursor cursor = {bytes, bytes + size, false};
    memcpy(cursor.at, REGIONS_STATE_MAGIC, MAGIC_BYTES);
    cursor.at += MAGIC_BYTES;
    cursor_put_number(&cursor, 4, VERSION);
    cursor_put_number(&cursor, 4, length);
    cursor.at = bytes + HEADER_BYTES;
    memcpy(cursor.at, description, length);
    cursor.at += length;
    put_all(&cursor, model, progress);
    size = (size_t)(cursor.at - bytes);
    bytes_put(bytes + HASH_OFFSET, 8,
              bytes_sum(BYTES_SUM_START, bytes + HEADER_BYTES, size - HEADER_BYTES));
    Status status = files_replace(path, bytes, size, rules);
    free(bytes);
    return status;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static bool get_points(Cursor *cursor, RegionsCurve *curve) {
    uint64_t points = cursor_get_number(cursor, 8);
    if (points > POINTS_MAX)
        return false;
    for (uint64_t i = 0; i < points && !cursor->is_short; i++) {
        RegionsPoint point;
        for (int j = 0; j < REGIONS_POINT_DOUBLES; j++)
            ((double *)&point)[j] = cursor_get_double(cursor);
        if (!regions_curve_add(curve, &point))
            return false;
    }
    return true;
}

static bool get_all(Cursor *cursor, RegionsModel *model, RegionsProgress *progress) {
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
    return !cursor->is_short && cursor->at == cursor->end;
}

/* Checks that the bytes are a whole state, and sets the length of its description. */
static bool check(const char *path, const unsigned char *bytes, size_t size, size_t *length,
                  Failure *failure) {
    *length = size < HEADER_BYTES ? 0 : (size_t)bytes_get(bytes + 12, 4);
    if (size < HEADER_BYTES || memcmp(bytes, REGIONS_STATE_MAGIC, MAGIC_BYTES) != 0)
        return failure_say(failure, STATUS_OTHER_KIND, "%s: no state of a fit of regions", path);
    if (bytes_get(bytes + 8, 4) != VERSION)
        return failure_say(failure, STATUS_VERSION, "%s: the state of another version", path);
    return (*length <= size - HEADER_BYTES &&
            bytes_get(bytes + HASH_OFFSET, 8) ==
                bytes_sum(BYTES_SUM_START, bytes + HEADER_BYTES, size - HEADER_BYTES)) ||
           failure_at(failure, STATUS_DAMAGED, "%s", path);
}

/* Checks that the bytes are a state with this description. */
static bool check_description(const char *path, const unsigned char *bytes, size_t size,
                              const char *description, Failure *failure) {
    size_t length;
    if (!check(path, bytes, size, &length, failure))
        return false;
    return (length == strlen(description) &&
            memcmp(bytes + HEADER_BYTES, description, length) == 0) ||
           failure_say(failure, STATUS_MISMATCH,
                       "%s: the state of a fit with other options or games", path);
}

RegionsStateOutcome regions_state_load(const char *path, const char *description,
                                       RegionsModel *model, RegionsProgress *progress,
                                       Failure *failure) {
    FilesPlace place = files_place(path);
    if (place.kind == FILES_PLACE_MISSING || (place.kind == FILES_PLACE_REGULAR && place.size == 0))
        return REGIONS_STATE_NONE;
    unsigned char *bytes;
    size_t size;
    Status read = files_read_whole(path, BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK) {
        failure_at(failure, read, "%s", path);
        return REGIONS_STATE_FAILED;
    }
    bool is_good = check_description(path, bytes, size, description, failure);
    Cursor cursor = {bytes + HEADER_BYTES + strlen(description), bytes + size, false};
    if (is_good && !get_all(&cursor, model, progress))
        is_good = failure_say(failure, STATUS_DAMAGED, "%s: damaged, or not enough memory", path);
    free(bytes);
    return is_good ? REGIONS_STATE_LOADED : REGIONS_STATE_FAILED;
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
    for (int i = 2; i < NUMBERS_MAX - 1; i++)
        cursor_get_number(cursor, 8);
    uint64_t points = cursor_get_number(cursor, 8);
    size_t left = (size_t)(cursor->end - cursor->at);
    if (points > left / sizeof(RegionsPoint) ||
        (left - points * sizeof(RegionsPoint)) % role_bytes != 0)
        return failure_at(failure, STATUS_DAMAGED, "%s", path);
    cursor->at += points * sizeof(RegionsPoint);
    size_t roles = (left - points * sizeof(RegionsPoint)) / role_bytes;
    if (roles != 1 && roles != (size_t)model->roles)
        return failure_say(failure, STATUS_MISMATCH,
                           "%s: its colours have different numbers, those of this rule do not",
                           path);
    for (size_t role = 0; role < roles; role++)
        get_params(cursor, &model->params[role], has_mean);
    for (size_t role = roles; role < (size_t)model->roles; role++)
        model->params[role] = model->params[0];
    return !cursor->is_short || failure_at(failure, STATUS_DAMAGED, "%s", path);
}

bool regions_state_take(const char *path, RegionsModel *model, uint64_t *hash, Failure *failure) {
    unsigned char *bytes;
    size_t size, length;
    Status read = files_read_whole(path, BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", path);
    bool is_good = check(path, bytes, size, &length, failure);
    if (is_good) {
        Cursor cursor = {bytes + HEADER_BYTES + length, bytes + size, false};
        *hash = bytes_get(bytes + HASH_OFFSET, 8);
        is_good = take_params(&cursor, model, path, failure);
    }
    free(bytes);
    return is_good;
}
