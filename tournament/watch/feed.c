#include "watch/feed.h"

#include <cJSON.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "report/writers.h"
#include "run/live_file.h"
#include "shared/status/failure.h"
#include "stats/summary.h"
#include "store/store.h"

enum {
    GAMES_SHOWN = 200,      /* with their moves */
    MOVES_GAMES_MAX = 3000, /* of a run; beyond it moves are not read, their figures unknown */
    COST_SHARE = 10,        /* making the data takes at most a tenth of the time */
    SAMPLES = 120,          /* of the number of games, for the rate */
    SAMPLE_S = 5,
    LIVE_BYTES_MAX = 8 << 20,
    LIVE_AGE_S = 15 /* age of the file beside the database at which the run counts as stopped */
};

typedef struct Sample {
    uint64_t ns;
    int64_t games;
} Sample;

struct Feed {
    char *database;
    int64_t run;
    Store *store;
    int64_t version; /* of the database when the data was made */
    char *live_text; /* of the file beside it */
    double live_end; /* Unix time at which that file is too old; 0: too old now, or missing */
    uint64_t made_ns, cost_ns;
    Sample samples[SAMPLES]; /* oldest first */
    int sample_count;

    uv_mutex_t lock; /* guards all below */
    uv_cond_t changed;
    char *data;
    size_t length;
    uint64_t number;
    bool is_stopped;
};

/* ---- What is going on --------------------------------------------------------------------- */

static char *read_live(const Feed *feed) {
    char path[PATH_MAX];
    char *text = calloc(1, LIVE_BYTES_MAX + 1);
    FILE *file = live_file_path(feed->database, path, sizeof path) ? fopen(path, "r") : NULL;
    if (text != NULL && file != NULL)
        text[fread(text, 1, LIVE_BYTES_MAX, file)] = '\0';
    if (file != NULL)
        fclose(file);
    char *exact = text != NULL ? strdup(text) : NULL;
    free(text);
    return exact;
}

/* Takes a sample while the run is being played; forgets all of them in a pause. */
static void take_sample(Feed *feed, int64_t games, bool is_running) {
    if (!is_running) {
        feed->sample_count = 0;
        return;
    }
    uint64_t now = uv_hrtime();
    Sample *last = feed->sample_count > 0 ? &feed->samples[feed->sample_count - 1] : NULL;
    if (last != NULL && now - last->ns < (uint64_t)SAMPLE_S * 1000000000)
        return;
    if (feed->sample_count == SAMPLES) {
        memmove(feed->samples, feed->samples + 1, (SAMPLES - 1) * sizeof *feed->samples);
        feed->sample_count--;
    }
    feed->samples[feed->sample_count++] = (Sample){now, games};
}

/* Returns the games a second since the oldest sample; NAN if not known yet. */
static double rate_of(const Feed *feed, int64_t games) {
    if (feed->sample_count == 0)
        return NAN;
    const Sample *oldest = &feed->samples[0];
    double seconds = (double)(uv_hrtime() - oldest->ns) / 1e9;
    return seconds >= SAMPLE_S && games > oldest->games ? (double)(games - oldest->games) / seconds
                                                        : NAN;
}

static void add_number(cJSON *object, const char *name, double value) {
    if (isfinite(value))
        cJSON_AddNumberToObject(object, name, value);
    else
        cJSON_AddNullToObject(object, name);
}

/* Returns whether a game in progress has the members that the page relies on. */
static bool is_game(const cJSON *item, int engines) {
    const cJSON *black = cJSON_GetObjectItem(item, "black");
    const cJSON *white = cJSON_GetObjectItem(item, "white");
    return cJSON_IsNumber(black) && cJSON_IsNumber(white) && black->valuedouble >= 0 &&
           black->valuedouble < engines && white->valuedouble >= 0 &&
           white->valuedouble < engines && cJSON_IsString(cJSON_GetObjectItem(item, "moves")) &&
           cJSON_IsString(cJSON_GetObjectItem(item, "place")) &&
           cJSON_IsNumber(cJSON_GetObjectItem(item, "number"));
}

static bool is_worker(const cJSON *item) {
    return cJSON_IsString(cJSON_GetObjectItem(item, "name")) &&
           cJSON_IsString(cJSON_GetObjectItem(item, "cpu")) &&
           cJSON_IsNumber(cJSON_GetObjectItem(item, "speed")) &&
           cJSON_IsNumber(cJSON_GetObjectItem(item, "seenMs"));
}

/* Moves the valid items from the file's list to the page's. */
static void move_items(cJSON *from, cJSON *to, int engines, bool is_games) {
    for (cJSON *item; from != NULL && (item = cJSON_DetachItemFromArray(from, 0)) != NULL;) {
        if (is_games ? is_game(item, engines) : is_worker(item))
            cJSON_AddItemToArray(to, item);
        else
            cJSON_Delete(item);
    }
}

/* Returns the page's member `live`, which the caller frees. */
static char *describe_live(Feed *feed, const Summary *summary) {
    cJSON *root = cJSON_CreateObject();
    cJSON *file = feed->live_text != NULL ? cJSON_Parse(feed->live_text) : NULL;
    const StoreRun *run = summary->run;
    double written = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(file, "time"));
    double number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(file, "run"));
    bool is_running = fabs((double)time(NULL) - written) <= LIVE_AGE_S &&
                      number >= (double)run->id && number <= (double)run->id;
    feed->live_end = is_running ? written + LIVE_AGE_S : 0;
    take_sample(feed, summary->games, is_running);
    double rate = is_running ? rate_of(feed, summary->games) : NAN;
    cJSON_AddBoolToObject(root, "isRunning", is_running);
    add_number(root, "rate", rate);
    bool is_known = run->planned > 0 && summary_verdict(summary) == SPRT_CONTINUE;
    add_number(root, "eta", is_known ? (double)(run->planned - summary->games) / rate : NAN);
    cJSON *games = cJSON_AddArrayToObject(root, "games");
    cJSON *workers = cJSON_AddArrayToObject(root, "workers");
    if (is_running) {
        move_items(cJSON_GetObjectItemCaseSensitive(file, "games"), games, run->engine_count, true);
        move_items(cJSON_GetObjectItemCaseSensitive(file, "workers"), workers, 0, false);
    }
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(file);
    cJSON_Delete(root);
    return text;
}

/* ---- The data ----------------------------------------------------------------------------- */

static bool add_game(const GameRecord *game, void *context) {
    return summary_add(context, game);
}

static void set_data(Feed *feed, char *data, size_t length) {
    uv_mutex_lock(&feed->lock);
    free(feed->data);
    feed->data = data;
    feed->length = length;
    feed->number++;
    uv_cond_broadcast(&feed->changed);
    uv_mutex_unlock(&feed->lock);
}

static bool write_data(Feed *feed, Summary *summary, int64_t count) {
    char *data = NULL;
    size_t length = 0;
    summary->lacks_moves = count > MOVES_GAMES_MAX;
    StoreDetail detail = summary->lacks_moves ? STORE_RESULTS : STORE_MOVES;
    if (!store_each_game(feed->store, detail, add_game, summary) || !summary_finish(summary))
        return false;
    char *live = describe_live(feed, summary);
    FILE *file = open_memstream(&data, &length);
    bool is_good = live != NULL && file != NULL;
    if (is_good)
        is_good = report_write_page_data(file, feed->store, summary,
                                         count > GAMES_SHOWN ? count - GAMES_SHOWN + 1 : 1, live);
    cJSON_free(live);
    if (file != NULL)
        is_good = fclose(file) == 0 && data != NULL && is_good;
    if (!is_good) {
        free(data);
        return false;
    }
    set_data(feed, data, length);
    return true;
}

/* Reads one snapshot and makes the data. Returns false if the file cannot be read now. */
static bool make_data(Feed *feed) {
    Summary summary;
    uint64_t start = uv_hrtime();
    if (!store_select_run(feed->store, feed->run))
        return false;
    int64_t count = store_game_count(feed->store);
    bool is_good = count >= 0 && summary_init(&summary, store_run(feed->store));
    if (is_good) {
        is_good = write_data(feed, &summary, count);
        summary_release(&summary);
    }
    feed->made_ns = uv_hrtime();
    feed->cost_ns = feed->made_ns - start;
    return is_good;
}

void feed_look(Feed *feed) {
    if (uv_hrtime() - feed->made_ns < COST_SHARE * feed->cost_ns)
        return;
    int64_t version = store_version(feed->store);
    char *live = read_live(feed);
    bool is_old = feed->live_end > 0 && (double)time(NULL) > feed->live_end;
    bool is_same = !is_old && version == feed->version && live != NULL && feed->live_text != NULL &&
                   strcmp(live, feed->live_text) == 0;
    if (is_same) {
        free(live);
        return;
    }
    free(feed->live_text);
    feed->live_text = live;
    if (make_data(feed))
        feed->version = version;
}

/* ---- Readers ------------------------------------------------------------------------------ */

char *feed_data(Feed *feed, size_t *length) {
    uv_mutex_lock(&feed->lock);
    char *copy = malloc(feed->length + 1);
    *length = feed->length;
    if (copy != NULL)
        memcpy(copy, feed->data, feed->length + 1);
    uv_mutex_unlock(&feed->lock);
    return copy;
}

uint64_t feed_wait(Feed *feed, uint64_t seen, int wait_ms) {
    uv_mutex_lock(&feed->lock);
    if (feed->number <= seen && !feed->is_stopped)
        uv_cond_timedwait(&feed->changed, &feed->lock, (uint64_t)wait_ms * 1000000);
    uint64_t number = feed->number;
    uv_mutex_unlock(&feed->lock);
    return number;
}

void feed_stop(Feed *feed) {
    uv_mutex_lock(&feed->lock);
    feed->is_stopped = true;
    uv_cond_broadcast(&feed->changed);
    uv_mutex_unlock(&feed->lock);
}

bool feed_is_stopped(Feed *feed) {
    uv_mutex_lock(&feed->lock);
    bool is_it = feed->is_stopped;
    uv_mutex_unlock(&feed->lock);
    return is_it;
}

Feed *feed_new(const char *database, int64_t run, Failure *failure) {
    Feed *feed = calloc(1, sizeof *feed);
    if (feed == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    if (uv_mutex_init(&feed->lock) != 0 || uv_cond_init(&feed->changed) != 0)
        abort(); /* they fail only if out of memory, before anything has started */
    feed->database = strdup(database);
    feed->store = feed->database != NULL ? store_open_read_only(database, failure) : NULL;
    if (feed->store != NULL && store_select_run(feed->store, run)) {
        feed->run = store_run(feed->store)->id;
        feed->live_text = read_live(feed);
        feed->version = store_version(feed->store);
        if (make_data(feed))
            return feed;
    }
    if (feed->store != NULL)
        store_pass(feed->store, failure);
    else if (feed->database == NULL)
        failure_set(failure, STATUS_MEMORY);
    feed_free(feed);
    return NULL;
}

void feed_free(Feed *feed) {
    if (feed == NULL)
        return;
    store_close(feed->store);
    uv_cond_destroy(&feed->changed);
    uv_mutex_destroy(&feed->lock);
    free(feed->database);
    free(feed->live_text);
    free(feed->data);
    free(feed);
}
