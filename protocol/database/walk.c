#include "database/walk.h"

#include "database/rows.h"
#include "io/symmetry.h"

#include <stdlib.h>

/* ---- All records --------------------------------------------------------------------------- */

bool database_each(Database *database,
                   bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record,
                                 void *context),
                   void *context) {
    DatabaseCursor *cursor = calloc(1, sizeof *cursor);
    DatabaseRow *rows = malloc(DATABASE_ROWS_MAX * sizeof *rows);
    bool is_good = cursor != NULL && rows != NULL, goes_on = is_good;
    if (!is_good)
        (void)database_lack_memory(database);
    while (goes_on) {
        size_t count;
        int passed = database_read_rows(database, cursor, rows, &count);
        is_good = passed >= 0;
        goes_on = passed == DATABASE_ROWS_MAX;
        for (size_t i = 0; i < count && is_good; i++)
            if (!visit(&rows[i].position, &rows[i].record, context)) {
                goes_on = false;
                break;
            }
    }
    if (cursor != NULL)
        database_cursor_release(cursor);
    free(cursor);
    free(rows);
    return is_good;
}

/* ---- A position and its followers ---------------------------------------------------------- */

/* Passes on the records that contain a position's stones. */
typedef struct Following {
    const DatabasePosition *from;
    DatabasePosition images[SYMMETRIES]; /* at least as wide as high, like keys */
    int symmetries[SYMMETRIES];          /* of the images */
    int image_count;
    bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record, void *context);
    void *context;
} Following;

static bool holds_stones(const DatabasePosition *position, const DatabasePosition *stones) {
    for (int i = 0; i < stones->width * stones->height; i++)
        if (stones->cells[i] != KANAME_EMPTY && stones->cells[i] != position->cells[i])
            return false;
    return true;
}

/* Makes all images whose board is at least as wide as high. */
static void make_images(Following *following) {
    const DatabasePosition *from = following->from;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        bool swaps = symmetry >= SYMMETRIES / 2;
        int width = swaps ? from->height : from->width;
        int height = swaps ? from->width : from->height;
        if (width < height)
            continue;
        DatabasePosition *image = &following->images[following->image_count];
        following->symmetries[following->image_count++] = symmetry;
        database_position_init(image, from->rule, width, height);
        for (int y = 0; y < from->height; y++)
            for (int x = 0; x < from->width; x++) {
                KanamePoint to =
                    symmetry_image(symmetry, (KanamePoint){x, y}, from->width, from->height);
                image->cells[to.y * width + to.x] = from->cells[y * from->width + x];
            }
    }
}

/* Maps a record's position and its move back by the symmetry of the image that the position
 * contains. */
static void turn_back(const Following *following, int symmetry, const DatabasePosition *position,
                      DatabasePosition *turned, DatabaseRecord *record) {
    const DatabasePosition *from = following->from;
    const DatabaseKey turn = {.symmetry = symmetry};
    database_position_init(turned, from->rule, from->width, from->height);
    turned->to_move = position->to_move;
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            KanamePoint at = database_key_point(&turn, from, (KanamePoint){x, y});
            turned->cells[y * from->width + x] = position->cells[at.y * position->width + at.x];
        }
    if (record->has_best)
        record->best = database_key_point_back(&turn, from, record->best);
}

static bool visit_follower(const DatabasePosition *position, const DatabaseRecord *record,
                           void *context) {
    const Following *following = context;
    const DatabasePosition *first = &following->images[0];
    if (position->rule != first->rule || position->width != first->width ||
        position->height != first->height)
        return true;
    for (int i = 0; i < following->image_count; i++) {
        if (!holds_stones(position, &following->images[i]))
            continue;
        DatabasePosition turned;
        DatabaseRecord turned_record = *record;
        turn_back(following, following->symmetries[i], position, &turned, &turned_record);
        return following->visit(&turned, &turned_record, following->context);
    }
    return true;
}

bool database_each_following(Database *database, const DatabasePosition *position,
                             bool (*visit)(const DatabasePosition *position,
                                           const DatabaseRecord *record, void *context),
                             void *context) {
    Following *following = calloc(1, sizeof *following);
    if (following == NULL)
        return database_lack_memory(database);
    following->from = position;
    following->visit = visit;
    following->context = context;
    make_images(following);
    bool is_read = database_each(database, visit_follower, following);
    free(following);
    return is_read;
}

/* ---- Removal ------------------------------------------------------------------------------- */

static bool has_tag(const DatabaseRecord *record, DatabaseFilter filter) {
    bool is_win = record->tag == DATABASE_TAG_WIN, is_loss = record->tag == DATABASE_TAG_LOSS;
    switch (filter) {
    case DATABASE_WINS:
        return is_win;
    case DATABASE_LOSSES:
        return is_loss;
    case DATABASE_WINS_LOSSES:
        return is_win || is_loss;
    case DATABASE_PROVEN:
        return database_is_proven(record);
    case DATABASE_NOT_WINS_LOSSES:
        return !is_win && !is_loss;
    case DATABASE_NOT_PROVEN:
        return !database_is_proven(record);
    case DATABASE_ALL:
        break;
    }
    return true;
}

typedef struct Removal {
    Database *database;
    DatabaseFilter filter;
    long count;
    bool has_failed;
} Removal;

static bool remove_follower(const DatabasePosition *position, const DatabaseRecord *record,
                            void *context) {
    Removal *removal = context;
    if (!has_tag(record, removal->filter))
        return true;
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&removal->database->lock);
    int removed = database_remove_row(removal->database, position, &key);
    pthread_mutex_unlock(&removal->database->lock);
    removal->has_failed = removed < 0;
    removal->count += removed > 0 ? removed : 0;
    return !removal->has_failed;
}

long database_remove_from(Database *database, const DatabasePosition *position,
                          DatabaseFilter filter) {
    Removal removal = {.database = database, .filter = filter};
    if (!database_begin(database))
        return -1;
    bool is_done = database_each_following(database, position, remove_follower, &removal) &&
                   !removal.has_failed && database_commit(database);
    if (!is_done)
        database_roll_back(database);
    return is_done ? removal.count : -1;
}
