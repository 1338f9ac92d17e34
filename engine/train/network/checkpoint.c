#include "train/network/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "shared/files/input.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"
#include "train/cursor.h"

enum {
    MAGIC_BYTES = sizeof CHECKPOINT_MAGIC - 1,
    VERSION = 2,
    HASH_OFFSET = 16,
    HEADER_BYTES = 24,
    BYTES_MAX = 64 << 20,
    POINTS_MAX = 100000
};

/* ---- Saving ---------------------------------------------------------------------------------- */

static void put_all(Cursor *cursor, const NetworkModel *model, const FitProgress *progress) {
    cursor_put_number(cursor, 8, model->steps);
    cursor_put_number(cursor, 8, (uint64_t)progress->epoch);
    cursor_put_number(cursor, 8, progress->next);
    cursor_put_double(cursor, progress->train_value);
    cursor_put_double(cursor, progress->train_weight);
    cursor_put_number(cursor, 8, progress->curve.count);
    for (size_t i = 0; i < progress->curve.count; i++)
        for (int j = 0; j < CURVE_POINT_DOUBLES; j++)
            cursor_put_double(cursor, ((const double *)&progress->curve.points[i])[j]);
    for (int role = 0; role < model->roles; role++) {
        cursor_put_floats(cursor, (const float *)&model->params[role], MODEL_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->momentum[role], MODEL_PARAMS);
        cursor_put_floats(cursor, (const float *)&model->variance[role], MODEL_PARAMS);
    }
}

Status checkpoint_save(const char *path, const FilesRules *rules, const char *description,
                       const NetworkModel *model, const FitProgress *progress) {
    size_t length = strlen(description);
    size_t size = HEADER_BYTES + length + 6 * 8 + progress->curve.count * sizeof(CurvePoint) +
                  3 * (size_t)model->roles * MODEL_PARAMS * sizeof(float);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return STATUS_MEMORY;
    Cursor cursor = {bytes, bytes + size, false};
    memcpy(cursor.at, CHECKPOINT_MAGIC, MAGIC_BYTES);
    cursor.at += MAGIC_BYTES;
    cursor_put_number(&cursor, 4, VERSION);
    cursor_put_number(&cursor, 4, length);
    cursor.at = bytes + HEADER_BYTES;
    memcpy(cursor.at, description, length);
    cursor.at += length;
    put_all(&cursor, model, progress);
    bytes_put(bytes + HASH_OFFSET, 8,
              bytes_sum(BYTES_SUM_START, bytes + HEADER_BYTES, size - HEADER_BYTES));
    Status status = files_replace(path, bytes, size, rules);
    free(bytes);
    return status;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static bool get_all(Cursor *cursor, NetworkModel *model, FitProgress *progress) {
    model->steps = cursor_get_number(cursor, 8);
    progress->epoch = (int)cursor_get_number(cursor, 8);
    progress->next = (size_t)cursor_get_number(cursor, 8);
    progress->train_value = cursor_get_double(cursor);
    progress->train_weight = cursor_get_double(cursor);
    uint64_t points = cursor_get_number(cursor, 8);
    for (uint64_t i = 0; i < points && points <= POINTS_MAX && !cursor->is_short; i++) {
        CurvePoint point;
        for (int j = 0; j < CURVE_POINT_DOUBLES; j++)
            ((double *)&point)[j] = cursor_get_double(cursor);
        if (!curve_add(&progress->curve, &point))
            return false;
    }
    for (int role = 0; role < model->roles; role++) {
        cursor_get_floats(cursor, (float *)&model->params[role], MODEL_PARAMS);
        cursor_get_floats(cursor, (float *)&model->momentum[role], MODEL_PARAMS);
        cursor_get_floats(cursor, (float *)&model->variance[role], MODEL_PARAMS);
    }
    return !cursor->is_short && cursor->at == cursor->end;
}

static CheckpointOutcome fail(Failure *failure, Status status, const char *path, const char *why) {
    failure_say(failure, status, "%s: %s", path, why);
    return CHECKPOINT_FAILED;
}

CheckpointOutcome checkpoint_load(const char *path, const char *description, NetworkModel *model,
                                  FitProgress *progress, Failure *failure) {
    FilesPlace place = files_place(path);
    if (place.kind == FILES_PLACE_MISSING || (place.kind == FILES_PLACE_REGULAR && place.size == 0))
        return CHECKPOINT_NONE;
    unsigned char *bytes;
    size_t size;
    Status read = files_read_whole(path, BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return fail(failure, read, path, status_reason(read));
    CheckpointOutcome outcome = CHECKPOINT_LOADED;
    size_t length = size < HEADER_BYTES ? 0 : (size_t)bytes_get(bytes + 12, 4);
    if (size < HEADER_BYTES || memcmp(bytes, CHECKPOINT_MAGIC, MAGIC_BYTES) != 0)
        outcome = fail(failure, STATUS_OTHER_KIND, path, "no state of a fit");
    else if (bytes_get(bytes + 8, 4) != VERSION)
        outcome = fail(failure, STATUS_VERSION, path, "the state of another version");
    else if (length > size - HEADER_BYTES ||
             bytes_get(bytes + HASH_OFFSET, 8) !=
                 bytes_sum(BYTES_SUM_START, bytes + HEADER_BYTES, size - HEADER_BYTES))
        outcome = fail(failure, STATUS_DAMAGED, path, status_text(STATUS_DAMAGED));
    else if (length != strlen(description) ||
             memcmp(bytes + HEADER_BYTES, description, length) != 0)
        outcome =
            fail(failure, STATUS_MISMATCH, path, "the state of a fit with other options or games");
    Cursor cursor = {bytes + HEADER_BYTES + length, bytes + size, false};
    if (outcome == CHECKPOINT_LOADED && !get_all(&cursor, model, progress))
        outcome = fail(failure, STATUS_DAMAGED, path, "damaged, or not enough memory");
    free(bytes);
    return outcome;
}
