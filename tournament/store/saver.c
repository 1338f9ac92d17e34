#include "store/saver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "store/lane.h"

typedef struct Item {
    struct Item *next;
    int engine; /* -1: a game */
    GameRecord game;
    char name[GAME_NAME_MAX];
    PlayerAbout about;
    bool is_written;
} Item;

struct Saver {
    uv_work_t work;
    uv_loop_t *loop;
    Store *store;
    SaverEvents events;
    Item *queue, **queue_end;
    Item *batch; /* owned by the thread while is_working */
    size_t waiting;
    bool is_working, has_failed;
    SharingWait wait;
    Failure failure;
};

/* ---- The saver ------------------------------------------------------------------------------ */

Saver *saver_new(uv_loop_t *loop, Store *store, const SaverEvents *events) {
    Saver *saver = lane_start_threads() ? calloc(1, sizeof *saver) : NULL;
    if (saver == NULL)
        return NULL;
    saver->loop = loop;
    saver->store = store;
    saver->events = *events;
    saver->queue_end = &saver->queue;
    saver->work.data = saver;
    store_set_patience(store, &saver->wait);
    return saver;
}

void saver_free(Saver *saver) {
    assert(saver == NULL || saver_is_idle(saver));
    free(saver);
}

void saver_hurry(Saver *saver) {
    sharing_hurry(&saver->wait);
}

/* Returns NULL for the empty text, which the database stores as unknown. */
static const char *or_null(const char *text) {
    return text[0] != '\0' ? text : NULL;
}

static bool write_item(Saver *saver, const Item *item) {
    if (item->engine < 0)
        return store_add_game(saver->store, &item->game);
    StoreEngine about = {.name = item->name,
                         .version = or_null(item->about.version),
                         .author = or_null(item->about.author),
                         .country = or_null(item->about.country)};
    return store_set_engine(saver->store, item->engine, &about);
}

/* On the thread. */
static void work(uv_work_t *request) {
    Saver *saver = request->data;
    for (Item *item = saver->batch; item != NULL; item = item->next) {
        item->is_written = write_item(saver, item);
        if (!item->is_written) {
            store_pass(saver->store, &saver->failure);
            return;
        }
    }
}

static void free_items(Saver *saver, Item *items) {
    while (items != NULL) {
        Item *next = items->next;
        game_record_release(&items->game);
        free(items);
        items = next;
        saver->waiting--;
    }
}

static void start_work(Saver *saver);

/* Back on the loop. */
static void after_work(uv_work_t *request, int status) {
    (void)status;
    Saver *saver = request->data;
    Item *batch = saver->batch;
    saver->batch = NULL;
    for (Item *item = batch; item != NULL && item->is_written; item = item->next)
        if (item->engine < 0)
            saver->events.on_written(saver->events.context, &item->game);
    free_items(saver, batch);
    if (saver->failure.status != STATUS_OK && !saver->has_failed) {
        saver->has_failed = true;
        saver->events.on_failure(saver->events.context, saver->failure.text);
    }
    saver->is_working = false; /* only now: what the callbacks add joins the queue */
    if (saver->queue != NULL)
        start_work(saver);
    if (saver_is_idle(saver))
        saver->events.on_idle(saver->events.context);
}

static void start_work(Saver *saver) {
    saver->batch = saver->queue;
    saver->queue = NULL;
    saver->queue_end = &saver->queue;
    if (saver->has_failed) {
        free_items(saver, saver->batch);
        saver->batch = NULL;
        return;
    }
    saver->is_working = true;
    uv_queue_work(saver->loop, &saver->work, work, after_work);
}

static void enqueue(Saver *saver, Item *item) {
    *saver->queue_end = item;
    saver->queue_end = &item->next;
    saver->waiting++;
    if (!saver->is_working)
        start_work(saver);
}

bool saver_add_game(Saver *saver, GameRecord *game) {
    Item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    item->engine = -1;
    item->game = *game;
    game_record_init(game);
    enqueue(saver, item);
    return true;
}

bool saver_add_about(Saver *saver, int engine, const char *name, const PlayerAbout *about) {
    Item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    item->engine = engine;
    item->about = *about;
    game_record_init(&item->game);
    snprintf(item->name, sizeof item->name, "%s", name);
    enqueue(saver, item);
    return true;
}

size_t saver_waiting(const Saver *saver) {
    return saver->waiting;
}

bool saver_is_idle(const Saver *saver) {
    return !saver->is_working && saver->queue == NULL;
}
